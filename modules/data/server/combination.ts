import type { Label } from '#platform/model/label.ts';
import { filledText, inUse, invalidAt, reasons, refusal, type Place } from '#platform/model/refusal.ts';
import { actionLabels } from '#platform/model/permission.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import type { EntityHooks } from '#platform/server/entity/serve.ts';
import {
  combinationFault,
  combinationIn,
  isKit,
  mostItems,
  type CombinationFault,
} from '#data/model/goods/combination.ts';
import { material } from '#data/model/goods/material.ts';
import type { Facts } from '#platform/server/document/serve.ts';
import { refuseDecimals } from './unit-decimals.ts';

export const kitNest = refusal('E-KIT-NEST', 20152, [
  '组合件【{code}】的组件不能是组合件',
  '組合件【{code}】的組件不能是組合件',
  'A component of kit {code} may not be a kit',
]);

const { combination: field, groupFlag } = material.fields;

const componentsRead = (codes: readonly string[]) =>
  statement(
    { code: 'text', name: 'text', groupFlag: 'text', unitName: 'text', precision: 'integer?' },
    `
      select m.code, m.name, m.group_flag, u.name as unit_name, u.precision
      from app.data_material m
      join app.data_unit u on u.tenant_code = m.tenant_code and u.code = m.main_unit_code
      where m.code = any($1::text[])`,
    [codes],
  );
/** Kits that hold one of these materials. */
const kitsWith = (code: string): string => `
  select k.code
  from app.data_material k
  where k.group_flag = '1' and k.combination @> jsonb_build_array(jsonb_build_object('productCode', ${code}))`;
const firstKitWith = (codes: readonly string[]) =>
  statement(
    { code: 'text' },
    `
      select x.code
      from unnest($1::text[]) as c(code)
      cross join lateral (${kitsWith('c.code')}) x
      order by x.code
      limit 1`,
    [codes],
  );

type Reads = { readonly components: ReturnType<typeof componentsRead> };

/** What a kit holds (A15a): goods that are there, each once, and no kit. */
export const combinationHooks: EntityHooks<typeof material, Reads> = {
  reads: (given) => ({
    components: componentsRead(
      combinationFault(given['combination']) === null
        ? combinationIn(given['combination']).map(({ productCode }) => productCode)
        : [],
    ),
  }),
  async beforeSave(ctx, next, previous, given, { components = [] }) {
    // Goods that are no kit any more hold nothing: a forgotten list would count again when somebody switches back.
    if (next.groupFlag !== '1') return { ...next, combination: null };
    if (previous !== null && previous.groupFlag !== '1') await refuseInKit(ctx, next.code);
    if (!('combination' in given)) return next;
    const items = combinationIn(next.combination);
    refuseFaults(next.combination, next.code, components);
    const names = new Map(components.map(({ code, name }) => [code, name]));
    return {
      ...next,
      combination:
        items.length === 0
          ? null
          : items.map((item) => ({ ...item, productName: names.get(item.productCode) ?? item.productName })),
    };
  },
  rowRules: [
    {
      key: 'groupFlag',
      reason: filledText(kitNest({ code: '' })),
      refused: `v.group_flag = '1' and t.group_flag is distinct from '1' and exists (${kitsWith('v.code')})`,
    },
  ],
  async beforeDelete(ctx, rows) {
    const [kit] = await ctx.rows(firstKitWith(rows.map(({ code }) => code)));
    if (kit !== undefined) throw inUse({ refs: kit.code, verb: actionLabels['delete'] });
  },
};

/** A component does not become a kit: what holds it would hold a kit. */
async function refuseInKit(ctx: Command, code: string): Promise<void> {
  const [kit] = await ctx.rows(firstKitWith([code]));
  if (kit === undefined) return;
  const said = kitNest({ code: kit.code });
  throw kitNest({ code: kit.code }, [{ path: 'groupFlag', field: groupFlag.label, reason: filledText(said) }]);
}

function refuseFaults(value: unknown, kit: string, known: RowsOf<Reads>['components']): void {
  const wrong = combinationFault(value);
  if (wrong !== null) throw invalidAt([placeOf(faultText(wrong.fault, wrong.at))]);
  const items = combinationIn(value);
  const found = new Map(known.map((row) => [row.code, row]));
  const unknown = items.findIndex(({ productCode }) => productCode !== kit && !found.has(productCode));
  if (unknown >= 0) throw invalidAt([placeOf(atRow(unknown, reasons.unknown))]);
  if (items.some(({ productCode }) => productCode === kit || found.get(productCode)?.groupFlag === '1'))
    throw kitNest({ code: kit }, [placeOf(filledText(kitNest({ code: kit })))]);
  refuseDecimals(
    items.map(({ productCode, number }) => {
      const { unitName: name = null, precision = null } = found.get(productCode) ?? {};
      return { path: 'combination', field: field.label, number, unit: { name, precision } };
    }),
  );
}

const placeOf = (reason: Label): Place => ({ path: 'combination', field: field.label, reason });
const atRow = (at: number, [cn, tw, en]: Label): Label => [
  `第${at + 1}行${cn}`,
  `第${at + 1}列${tw}`,
  `row ${at + 1} ${en}`,
];
function faultText(fault: CombinationFault, at: number): Label {
  switch (fault) {
    case 'form':
    case 'figure':
      return atRow(at, reasons.format);
    case 'taken':
      return atRow(at, reasons.taken);
    case 'many':
      return [`最多${mostItems}行`, `最多${mostItems}列`, `at most ${mostItems} rows`];
  }
}

const asComponents: Label = ['是组合件，请按组件入库', '是組合件，請按組件入庫', 'is a kit: its components come in'];

/** A kit lies in no warehouse: what comes in is what it holds. */
export function refuseKitsIn(
  lines: readonly { readonly productCode: string | null }[],
  productLabel: Label,
  { found }: Pick<Facts, 'found'>,
): void {
  const places = lines.flatMap(({ productCode }, i): Place[] => {
    const record = found(material, productCode ?? '');
    return record !== undefined && isKit(record)
      ? [{ path: `lines.${i}.productCode`, field: productLabel, reason: asComponents }]
      : [];
  });
  if (places.length > 0) throw invalidAt(places);
}
