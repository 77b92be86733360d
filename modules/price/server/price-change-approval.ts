import { compare, fixed, isZero, minus, over, times } from '#platform/model/decimal.ts';
import type { ApprovalFacts, Glance, ShownLine } from '#platform/model/approval/facts.ts';
import { fill, textOf, type Label, type Language } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { glancesOf, type LockedBill } from '#platform/server/document/serve.ts';
import { priceChange } from '#price/model/price-change.ts';

const texts = {
  title: ['{what} · {n} 种产品', '{what} · {n} 種產品', '{what} · {n} products'],
  down: ['平均降 {change}%', '平均降 {change}%', 'down by {change}% on average'],
  up: ['平均涨 {change}%', '平均漲 {change}%', 'up by {change}% on average'],
  first: ['首次定价', '首次定價', 'first prices'],
  product: ['产品', '產品', 'Product'],
  old: ['原价', '原價', 'Old price'],
  next: ['新价', '新價', 'New price'],
  change: ['差', '差', 'Change'],
  floor: ['最低限价', '最低限價', 'Floor price'],
} as const satisfies Readonly<Record<string, Label>>;

const glanceRow = { billId: 'uuid', reason: 'text?', products: 'integer', change: 'decimal?' } as const;
const glanceRead = (ids: readonly string[]) =>
  statement(
    glanceRow,
    `
      select h.id as bill_id, h.reason, count(l.id)::integer as products,
        avg((l.new_price - l.old_price) / nullif(l.old_price, 0) * 100) as change
      from app.sale_pricechange h
      left join app.sale_pricechange_line l on l.parent_id = h.id
      where h.id = any($1::uuid[])
      group by h.id, h.reason`,
    [ids],
  );

function told({ reason, products, change }: RowOf<typeof glanceRow>, language: Language): Glance {
  const isDown = change !== null && compare(change, '0') < 0;
  const words = change === null ? texts.first : isDown ? texts.down : texts.up;
  return {
    // Prices that fall are looked at: whatever is sold below cost begins here.
    tone: isDown ? 'unusual' : 'plain',
    text: fill(textOf(words, language), { change: fixed((change ?? '0').replace('-', ''), 1) }),
    title: fill(textOf(texts.title, language), {
      what: reason ?? textOf(priceChange.label, language),
      n: products,
    }),
  };
}
export const priceChangeGlances = glancesOf(glanceRead, told);

/** Old and new price side by side, those that fall most first. */
export function priceChangeFacts({ language }: Command, bill: LockedBill<typeof priceChange>): ApprovalFacts {
  const column = (key: string, label: Label, measure?: 'price' | 'percent') => ({
    key,
    label: textOf(label, language),
    ...(measure === undefined ? {} : { measure }),
  });
  const hasFloor = bill.lines.some(({ floorPrice }) => floorPrice !== null);
  return {
    facts: [],
    unusual: [],
    lines: {
      columns: [
        column('productName', texts.product),
        column('oldPrice', texts.old, 'price'),
        column('newPrice', texts.next, 'price'),
        column('change', texts.change, 'percent'),
        ...(hasFloor ? [column('floorPrice', texts.floor, 'price')] : []),
      ],
      rows: bill.lines.map((line, at): ShownLine => {
        const { oldPrice, newPrice, floorPrice } = line;
        const change =
          oldPrice === null || isZero(oldPrice)
            ? null
            : fixed(times(over(minus(newPrice, oldPrice), oldPrice), '100'), 1);
        const isDown = change !== null && compare(change, '0') < 0;
        return {
          id: line.id,
          no: at + 1,
          weight: isDown ? Number.parseFloat(change.replace('-', '')) : 0, // not money
          cells: {
            productName: line.productName ?? line.productCode,
            productCode: line.productCode,
            oldPrice,
            newPrice,
            change: change === null ? null : `${compare(change, '0') > 0 ? '+' : ''}${change.replace('-', '−')}%`,
            floorPrice,
          },
          tones: isDown ? { change: 'unusual' } : {},
        };
      }),
    },
  };
}
