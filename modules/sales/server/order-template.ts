import { refuseDecimals, mainUnitsIn, mainUnitsRead } from '#data/server/unit-decimals.ts';
import { decimalPattern } from '#platform/model/decimal.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { orderTemplate } from '#sales/model/order-template.ts';
import { order } from '#sales/model/order/order.ts';
import { contentIn } from '#sales/model/template-content.ts';

/** Goods of the lines, as far as they are named by their codes. */
const goodsIn = (content: unknown): readonly string[] => contentIn(content)?.lines.map(({ text }) => text) ?? [];
const unitReads = (given: Readonly<Record<string, unknown>>) => ({
  units: mainUnitsRead('select unnest($1::text[])', [goodsIn(given['content'])]),
});

export const orderTemplateService = serveEntity<typeof orderTemplate, ReturnType<typeof unitReads>>(orderTemplate, {
  reads: unitReads,
  beforeSave(_ctx, next, _previous, _given, { units = [] }) {
    const content = contentIn(next.content);
    if (content === null)
      throw invalidAt([{ path: 'content', field: orderTemplate.fields.content.label, reason: reasons.format }]);
    const unitOf = mainUnitsIn(units);
    refuseDecimals(
      content.lines.map(({ text, changes: { number = null } }, i) => ({
        path: `lines.${i}.number`,
        field: order.lines.number.label,
        number: number !== null && decimalPattern.test(number) ? number : null,
        unit: unitOf.get(text),
      })),
    );
    return { ...next, content };
  },
});
