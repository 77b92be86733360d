import { compare, greater, lesser, minus, plus } from '#platform/model/decimal.ts';
import { partAmount } from '#platform/model/share.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { componentsIn, type Pieces } from '#data/model/goods/combination.ts';
import { kitsLeft, missingOf, noMoreThan, partNamed, piecesLeft, withPart } from '#data/model/goods/kit-back.ts';
import { refundAlone, refundKits, type Alone } from '#price/model/kit.ts';
import { redLink } from '#stock/model/inout.ts';
import { partsBack } from '#stock/server/red/parts-back.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';

/**
 * Goods of an order line that left with one movement: how many, for how much, and what came back or is asked back of
 * them.
 */
const source = {
  orderLineId: 'uuid',
  movementId: 'uuid',
  movementLineId: 'uuid',
  number: 'decimal',
  amount: 'decimal',
  asked: 'decimal',
  takenNumber: 'decimal',
  takenAmount: 'decimal',
  // Of kits: what one holds, and what of that came back alone or is missing from kits that came back.
  components: 'json?',
  parts: 'json?',
} as const;
export type Source = RowOf<typeof source>;

/** Movements that carried goods of these orders, those that left first in front. */
export const sourcesOf = (orders: readonly string[]) =>
  statement(
    source,
    `
      select k.from_line_id as order_line_id, k.to_id as movement_id, k.to_line_id as movement_line_id, k.number,
        k.amount, coalesce(r.asked, 0) as asked, coalesce(r.taken_number, 0) as taken_number,
        coalesce(r.taken_amount, 0) as taken_amount, m.components,
        case
          when m.components is null then null
          else ${partsBack({
            tenant: 'k.tenant_code',
            movement: 'k.to_id',
            id: 'k.to_line_id',
          })}
        end as parts
      from app.doc_link k
      join app.stock_inout_line m on m.tenant_code = k.tenant_code and m.id = k.to_line_id
      left join lateral (
        select sum(x.number) as asked, sum(x.number) filter (where h.bill_status <> '0') as taken_number,
          sum(x.amount) filter (where h.bill_status <> '0') as taken_amount
        from app.doc_link x
        join app.stock_inout h on h.tenant_code = x.tenant_code and h.id = x.to_id
        where x.tenant_code = k.tenant_code
          and x.kind = '${redLink}'
          and x.is_active
          and x.from_id = k.to_id
          and x.from_line_id = k.to_line_id
      ) r on true
      where k.kind = '${linkKinds.out}' and k.is_active and k.from_id = any($1::uuid[])
      order by k.to_code, k.to_line_id`,
    [orders],
  );

/** A part of what left with one movement. */
export interface Taken {
  readonly source: Source;
  readonly number: string;
  /** What these pieces were sold for (C11). */
  readonly share: string;
  /** The component that comes back alone. */
  readonly part?: string;
  /** What kits come back without. */
  readonly missing: readonly Missing[];
}
export type Missing = Pieces & { readonly productCode: string };

export interface Asked {
  readonly orderLineId: string;
  readonly number: string;
  readonly part?: string;
  readonly missing?: readonly { readonly productCode: string; readonly number: string }[];
}

/**
 * So many pieces of an order line, of the movements they left with: first in, first back. Goods that another return has
 * asked for already are not asked for twice; `sources` counts on.
 */
export function takeFrom(sources: Source[], asked: Asked): readonly Taken[] {
  const taken: Taken[] = [];
  let open = asked.number;
  const lacks = new Map((asked.missing ?? []).map(({ productCode, number }) => [productCode, number]));
  sources.forEach((each, at) => {
    if (each.orderLineId !== asked.orderLineId || compare(open, '0') <= 0) return;
    const left = roomIn(each, asked.part);
    const number = lesser(left, open);
    if (compare(number, '0') <= 0) return;
    const part = asked.part === undefined ? kitsFrom(each, number, lacks) : partFrom(each, number, asked.part);
    for (const { productCode, number: pieces } of part.missing)
      lacks.set(productCode, greater(minus(lacks.get(productCode) ?? '0', pieces), '0'));
    taken.push(part);
    sources[at] = countedOn(each, part);
    open = minus(open, number);
  });
  return taken;
}

/** What can still come back of it: kits, or pieces of one of their components. */
export function roomIn(source: Source, part?: string): string {
  const left = minus(source.number, source.asked);
  return part === undefined ? kitsLeft(source, left) : piecesLeft(source, left, part);
}

function kitsFrom(source: Source, number: string, lacks: ReadonlyMap<string, string>): Taken {
  const left = minus(source.number, source.asked);
  const line = { number: source.number, amount: source.amount, components: componentsIn(source.components) };
  const taken = { number: source.takenNumber, amount: source.takenAmount };
  const missing = noMoreThan(partAmount(line, taken, number), missingOf({ ...source, left }, number, lacks));
  const { refund } = refundKits(line, taken, { number, missing: byProduct(missing) });
  return { source, number, share: refund, missing };
}

function partFrom(source: Source, number: string, part: string): Taken {
  const { taken, amount } = partNamed(source.parts, part);
  const line = { number: source.number, components: componentsIn(source.components) };
  const before = new Map([[part, { number: taken, amount }]]);
  const { refund } = refundAlone(line, before, [{ productCode: part, number }]);
  return { source, number, share: refund, part, missing: [] };
}

const byProduct = (missing: readonly Missing[]): Alone => new Map(missing.map((each) => [each.productCode, each]));

function countedOn(source: Source, { number, share, part, missing }: Taken): Source {
  if (part !== undefined)
    return { ...source, parts: withPart(source.parts, part, { asked: number, taken: number, amount: share }) };
  const whole = plus(share, ...missing.map(({ amount }) => amount));
  return {
    ...source,
    asked: plus(source.asked, number),
    takenNumber: plus(source.takenNumber, number),
    takenAmount: plus(source.takenAmount, whole),
    parts: missing.reduce<unknown>(
      (parts, { productCode, number: pieces, amount }) =>
        withPart(parts, productCode, { missingAsked: pieces, missing: pieces, missingAmount: amount }),
      source.parts,
    ),
  };
}
