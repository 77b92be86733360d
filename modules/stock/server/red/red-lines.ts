import { compare, minus, plus, times } from '#platform/model/decimal.ts';
import { partAmount } from '#platform/model/share.ts';
import { refuseBefore } from '#platform/server/document/period.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { componentsIn, type Pieces } from '#data/model/goods/combination.ts';
import {
  aloneShare,
  lackingComponents,
  missingShare,
  noMoreThan,
  partNamed,
  piecesLeft,
  withPart,
  type KitsGone,
} from '#data/model/goods/kit-back.ts';
import { partLink, redLink, redLinks, type stockInout } from '#stock/model/inout.ts';
import { partsBack } from './parts-back.ts';
import { overRed } from './red-refusals.ts';

type Inout = LockedBill<typeof stockInout>;

/** What a red line takes back, and what other red movements have taken back of the same line already. */
const redLine = {
  lineId: 'uuid',
  docId: 'uuid',
  sourceCode: 'text',
  sourceDate: 'date',
  sourceLineId: 'uuid',
  sourceNumber: 'decimal',
  sourceAmount: 'decimal',
  sourceCost: 'decimal',
  takenNumber: 'decimal',
  takenAmount: 'decimal',
  takenCost: 'decimal',
  // Of a kit by component.
  sourceCosts: 'json?',
  takenCosts: 'json?',
  // Of a component of a kit that comes back alone: its code.
  part: 'text?',
  components: 'json?',
  parts: 'json?',
} as const;
export type RedLine = RowOf<typeof redLine>;

/** How many of a kit's components moved at what costs, by their codes: `which` picks the entries. */
const costsByGoods = (which: string): string => `
  (
    select jsonb_object_agg(g.material_code, jsonb_build_object('number', g.number::text, 'amount', g.amount::text))
    from (
      select b.material_code, abs(sum(e.d_amount)) as amount, abs(sum(e.d_number)) as number
      from app.cost_entry e
      join app.cost_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
      where ${which}
      group by b.material_code
    ) g
  )`;
/** The same of all that was taken back of a line before. */
const costsOfKits = costsByGoods(`
  e.post_type <> 'COSTADJ'
  and (e.doc_id, e.line_id) in (
    select y.to_id, y.to_line_id
    from app.doc_link y
    join app.stock_inout h
      on h.tenant_code = y.tenant_code
      and h.id = y.to_id
      and h.bill_status <> '0'
      and h.cancel_flag = '0'
    where y.kind in (${redLinks}) and y.is_active and y.from_line_id = k.from_line_id and y.to_id <> k.to_id
  )`);

/** What other red movements have taken back of the same line already. */
const takenElsewhere = `
  left join lateral (
    select sum(l.number) as number, sum(x.amount) as amount,
      sum((
        select abs(sum(e.d_amount))
        from app.cost_entry e
        where e.tenant_code = l.tenant_code and e.doc_id = l.parent_id and e.line_id = l.id and e.post_type <> 'COSTADJ'
      )) as cost
    from app.doc_link x
    join app.stock_inout h
      on h.tenant_code = x.tenant_code
      and h.id = x.to_id
      and h.bill_status <> '0'
      and h.cancel_flag = '0'
    join app.stock_inout_line l on l.tenant_code = x.tenant_code and l.id = x.to_line_id
    where x.tenant_code = k.tenant_code
      and x.kind = '${redLink}'
      and x.is_active
      and x.from_line_id = k.from_line_id
      and x.to_id <> k.to_id
  ) t on true`;

/**
 * Asked behind the lock of the costs: whoever audits another red movement of the same goods is done by then. What
 * rounding left of the source went with it, so it comes back with it.
 */
export const redLines = (ids: readonly string[]) =>
  statement(
    redLine,
    `
      select k.to_line_id as line_id, k.to_id as doc_id, s.code as source_code, s.bill_date as source_date,
        k.from_line_id as source_line_id, s.number as source_number, coalesce(s.amount, 0) as source_amount,
        coalesce(c.amount, 0) as source_cost, coalesce(t.number, 0) as taken_number,
        coalesce(t.amount, 0) as taken_amount, coalesce(t.cost, 0) as taken_cost, s.costs as source_costs,
        case when s.components is null then null else ${costsOfKits} end as taken_costs,
        case when k.kind = '${partLink}' then s.part end as part, s.components,
        case
          when s.components is null then null
          else ${partsBack({
            tenant: 'k.tenant_code',
            movement: 'k.from_id',
            id: 'k.from_line_id',
            except: 'k.to_id',
          })}
        end as parts
      from (
        select *
        from app.doc_link x
        where x.kind in (${redLinks}) and x.is_active and x.to_id = any($1::uuid[])
        offset 0
      ) k
      cross join lateral (
        select x.number, x.amount, h.code, h.bill_date, x.components,
          case
            when x.components is null then null
            else ${costsByGoods('e.doc_id = x.parent_id and e.line_id = x.id')}
          end as costs,
          (
            select y.product_code
            from app.stock_inout_line y
            where y.tenant_code = k.tenant_code and y.id = k.to_line_id
          ) as part
        from app.stock_inout_line x
        join app.stock_inout h on h.tenant_code = x.tenant_code and h.id = x.parent_id
        where x.tenant_code = k.tenant_code and x.id = k.from_line_id
        limit 1
      ) s
      left join lateral (
        select abs(sum(e.d_amount)) as amount
        from app.cost_entry e
        where e.tenant_code = k.tenant_code and e.doc_id = k.from_id and e.line_id = k.from_line_id
      ) c on true ${takenElsewhere}`,
    [ids],
  );

export const redLinesOf = (bill: Inout, rows: readonly RedLine[]): readonly RedLine[] => {
  const byLine = new Map(rows.map((row) => [row.lineId, row]));
  return bill.lines.flatMap((line) => byLine.get(line.id) ?? []);
};

export function refuseOverRed(bill: Inout, rows: readonly RedLine[]): void {
  const lines = redLinesOf(bill, rows);
  if (lines.length !== bill.lines.length) throw overRed({ n: '0' });
  lines.forEach((line, i) => {
    const kits = minus(line.sourceNumber, line.takenNumber);
    const left = line.part === null ? kits : piecesLeft(goneOf(line), kits, line.part);
    if (compare(bill.lines[i]?.number ?? '0', left) > 0) throw overRed({ n: left });
    refuseBefore(bill, { code: line.sourceCode, date: line.sourceDate });
  });
}

const goneOf = ({ sourceNumber, components, parts }: RedLine): KitsGone => ({
  number: sourceNumber,
  components,
  parts,
});

/**
 * Parts of the source, line by line, so that all red movements together take back exactly what it moved (C11). Two of
 * one source in one command: the second starts where the first one ended.
 */
export function takeBack(bill: Inout, rows: readonly RedLine[]): readonly TakenBack[] {
  return redLinesOf(bill, rows).map((line, i) => {
    const number = bill.lines[i]?.number ?? '0';
    const cost = partAmount(
      { number: line.sourceNumber, amount: line.sourceCost },
      { number: line.takenNumber, amount: line.takenCost },
      number,
    );
    const { amount, whole, missing } = line.part === null ? kitsBack(line, bill.lines[i]) : pieceBack(line, number);
    const costs = kitCosts(line, number, missing);
    // The line says from now on what was given back for what its kits lack.
    const red = bill.lines[i];
    if (red !== undefined) red.components = lackingComponents(red.components, missing);
    for (const other of rows) {
      if (other.sourceLineId !== line.sourceLineId || other === line) continue;
      if (line.part === null) {
        other.takenNumber = plus(other.takenNumber, number);
        other.takenCost = plus(other.takenCost, cost);
        other.takenAmount = plus(other.takenAmount, whole);
      } else other.parts = withPart(other.parts, line.part, { asked: number, taken: number, amount });
      for (const { productCode, number: pieces, amount: given } of missing)
        other.parts = withPart(other.parts, productCode, {
          missingAsked: pieces,
          missing: pieces,
          missingAmount: given,
        });
      if (costs !== null) other.takenCosts = addedTo(other.takenCosts, costs);
    }
    return { cost: line.part === null ? cost : (costs?.[line.part]?.amount ?? '0'), amount, whole, missing, costs };
  });
}

type Missing = Pieces & { readonly productCode: string };
type Given = Pick<TakenBack, 'amount' | 'whole' | 'missing'>;

/** Kits that come back: what came alone of them before was given back already. */
function kitsBack(line: RedLine, red: Inout['lines'][number] | undefined): Given {
  const whole = partAmount(
    { number: line.sourceNumber, amount: line.sourceAmount },
    { number: line.takenNumber, amount: line.takenAmount },
    red?.number ?? '0',
  );
  const lacking = componentsIn(red?.components).flatMap(({ productCode, missing: lack }): Missing[] =>
    lack === undefined
      ? []
      : [
          {
            productCode,
            number: lack.number,
            amount: missingShare(partNamed(line.parts, productCode), lack.number),
          },
        ],
  );
  const missing = noMoreThan(whole, lacking);
  return { amount: minus(whole, plus('0', ...missing.map(({ amount }) => amount))), whole, missing };
}

function pieceBack(line: RedLine, number: string): Given {
  const { taken, amount: given } = partNamed(line.parts, line.part ?? '');
  const amount = aloneShare(goneOf(line), line.part ?? '', { number: taken, amount: given }, number);
  return { amount, whole: amount, missing: [] };
}

type Costs = Readonly<Record<string, Pieces>>;
/** A line's part of what its source cost and was paid; of a kit also by component. */
export interface TakenBack {
  readonly cost: string;
  /** What it gives back; `whole` is that of kits that lack nothing. */
  readonly amount: string;
  readonly whole: string;
  readonly missing: readonly Missing[];
  readonly costs: Costs | null;
}
export const costOf = (part: TakenBack | undefined, materialCode: string): string =>
  part?.costs?.[materialCode]?.amount ?? part?.cost ?? '0';

const costsIn = (value: unknown): Costs => (value ?? {}) as Costs;
/** Pieces of a component come back alone and with their kits, and all of them at what they cost when they left. */
function kitCosts(
  { sourceCosts, takenCosts, components, part }: RedLine,
  number: string,
  missing: readonly Missing[],
): Costs | null {
  if (sourceCosts === null) return null;
  const [source, taken] = [costsIn(sourceCosts), costsIn(takenCosts)];
  return Object.fromEntries(
    componentsIn(components)
      .filter(({ productCode }) => source[productCode] !== undefined && (part ?? productCode) === productCode)
      .map(({ productCode: code, number: each }) => {
        const lack = missing.find(({ productCode }) => productCode === code)?.number ?? '0';
        const pieces = part === null ? minus(times(each, number), lack) : number;
        const before = taken[code] ?? { number: '0', amount: '0' };
        return [code, { number: pieces, amount: partAmount(source[code] as Pieces, before, pieces) }];
      }),
  );
}
const addedTo = (before: unknown, costs: Costs): Costs => {
  const all = costsIn(before);
  return {
    ...all,
    ...Object.fromEntries(
      Object.entries(costs).map(([code, { number, amount }]) => [
        code,
        { number: plus(all[code]?.number ?? '0', number), amount: plus(all[code]?.amount ?? '0', amount) },
      ]),
    ),
  };
};
