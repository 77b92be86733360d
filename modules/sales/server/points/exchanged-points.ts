import { compare, isZero, lesser, minus, plus, times } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import type { BatchPart, SpentPart } from '#promotion/model/points/taken-points.ts';
import { givePointsBack, movePoints, pointsReads } from '#promotion/server/points/points-book.ts';
import type { HeldPoints } from '#sales/model/points/exchange-order.ts';

interface Exchanged {
  readonly customerCode: string;
  readonly pointsOrderCode: string | null;
  readonly lines: readonly { readonly id: string; readonly productCode: string | null }[];
}

/** The exchange that an order was made by, with the batches it has spent. It names each of its goods once. */
const exchangeLines = (code: string) =>
  statement(
    {
      id: 'uuid',
      lineId: 'uuid',
      productCode: 'text',
      exchangePointNum: 'decimal',
      returnedNumber: 'decimal',
      held: 'json?',
    },
    `
      select e.id, l.id as line_id, l.product_code, l.exchange_point_num,
        coalesce(l.returned_number, 0) as returned_number, e.held
      from app.points_exchangeorder e
      join app.points_exchangeorder_line l on l.tenant_code = e.tenant_code and l.parent_id = e.id
      where e.code = $1
      order by l.line_no
      for update of e`,
    [code],
  );

/**
 * RETURN: goods of a points exchange that come back, or are closed before they left, give back points and never money:
 * to where they were taken from, what was taken last first (B12). Answers what was given to which batch.
 */
export async function returnPointsOf(
  ctx: Command,
  source: Source,
  { customerCode, pointsOrderCode, lines }: Exchanged,
  numbers: ReadonlyMap<string, string>,
): Promise<readonly BatchPart[]> {
  if (pointsOrderCode === null) return [];
  const back = new Map<string, string>();
  for (const { id, productCode } of lines)
    back.set(productCode ?? '', plus(back.get(productCode ?? '') ?? '0', numbers.get(id) ?? '0'));
  const { exchanged, points } = await ctx.all({
    exchanged: exchangeLines(pointsOrderCode),
    ...pointsReads('select $1::text as customer_code', [customerCode]),
  });
  const pointsFor = (number: (line: (typeof exchanged)[number]) => string): string =>
    plus(...exchanged.map((line) => times(number(line), line.exchangePointNum)));
  const number = pointsFor(({ productCode }) => back.get(productCode) ?? '0');
  if (isZero(number)) return [];
  const { parts = [] } = (exchanged[0]?.held ?? {}) as Partial<HeldPoints>;
  const spent = withoutLast(
    parts,
    pointsFor(({ returnedNumber }) => returnedNumber),
  );
  countBack(ctx, exchanged, back, 1);
  return givePointsBack(ctx, source, { customerCode, rows: points }, { spent, number, date: source.date });
}

/** A receipt is taken back: its points are spent once more, as long as they are there. */
export async function spendAgain(
  ctx: Command,
  source: Source,
  { customerCode, pointsOrderCode, lines }: Exchanged,
  { given, numbers }: { readonly given: readonly BatchPart[]; readonly numbers: ReadonlyMap<string, string> },
): Promise<void> {
  if (pointsOrderCode === null || given.length === 0) return;
  const { exchanged, points } = await ctx.all({
    exchanged: exchangeLines(pointsOrderCode),
    ...pointsReads('select $1::text as customer_code', [customerCode]),
  });
  const back = new Map(lines.map(({ id, productCode }) => [productCode ?? '', numbers.get(id) ?? '0']));
  countBack(ctx, exchanged, back, -1);
  movePoints(
    ctx,
    source,
    { customerCode, rows: points },
    { postType: 'RETURN', moves: given.map(({ id, number }) => ({ id, balance: minus('0', number) })) },
  );
}

/** What was spent, without what came back of it: that was what had been taken last. */
function withoutLast(parts: readonly SpentPart[], returned: string): readonly SpentPart[] {
  let open = returned;
  return parts
    .toReversed()
    .map((part) => {
      const gone = lesser(part.number, open);
      open = minus(open, gone);
      return { ...part, number: minus(part.number, gone) };
    })
    .filter(({ number }) => compare(number, '0') > 0)
    .toReversed();
}

function countBack(
  ctx: Command,
  exchanged: readonly { readonly lineId: string; readonly productCode: string }[],
  back: ReadonlyMap<string, string>,
  way: 1 | -1,
): void {
  ctx.later({
    text: `
      update app.points_exchangeorder_line l
      set returned_number = coalesce(l.returned_number, 0) + $3::integer * m.number
      from unnest($1::uuid[], $2::numeric[]) as m(id, number)
      where l.id = m.id`,
    values: [
      exchanged.map(({ lineId }) => lineId),
      exchanged.map(({ productCode }) => back.get(productCode) ?? '0'),
      way,
    ],
  });
}
