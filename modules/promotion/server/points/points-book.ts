import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import type { Posting } from '#platform/model/ledger.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Reads, type RowOf } from '#platform/server/db/statement.ts';
import { post, type Source } from '#platform/server/ledger/post.ts';
import { afterDebt } from '#promotion/model/points/earned-points.ts';
import { account, neverLapses, points } from '#promotion/model/points/points-ledger.ts';
import {
  refilledPoints,
  spentPoints,
  type BatchPart,
  type PointsBatch,
  type SpentPart,
} from '#promotion/model/points/taken-points.ts';

export const pointsLack = refusal('E-POINT-LACK', 10020, [
  '积分不足，可用{avail}',
  '積分不足，可用{avail}',
  'Not enough points, available {avail}',
]);
export const pointsOwed = refusal('E-POINT-DEBT', 20603, [
  '客户欠{n}积分，不能兑换',
  '客戶欠{n}積分，不能兌換',
  'The customer owes {n} points; no exchange',
]);

const pointsRow = {
  customerCode: 'text',
  expireDate: 'text',
  batchNo: 'text',
  balance: 'decimal',
  locked: 'decimal',
  debt: 'decimal',
} as const;
type PointsRow = RowOf<typeof pointsRow>;

/**
 * Points of customers, held: whoever takes or gives points holds the account first, so nobody decides on batches that
 * another one is emptying. `customers` is SQL that answers customer_code; its values are $1 and on. Whoever also takes
 * goods or money of the customer holds his accounts before this.
 */
export function pointsReads(customers: string, values: readonly unknown[]) {
  return {
    heldPoints: statement(
      { locked: 'nothing' },
      `
        select app.points_lock(
          jsonb_build_object(
            'entries',
            coalesce((
              select jsonb_agg(jsonb_build_object('customer_code', x.customer_code, 'expire_date', '', 'batch_no', ''))
              from (select distinct customer_code from (${customers}) y where customer_code is not null) x
            ), '[]')
          )
        ) as locked`,
      values,
    ),
    points: statement(
      pointsRow,
      `
        select b.customer_code, b.expire_date, b.batch_no, b.balance, b.locked, b.debt
        from app.points_balance b
        where b.customer_code = any(array(select customer_code from (${customers}) y))
          and (b.batch_no = '' or b.balance <> 0)
        order by b.customer_code, b.expire_date, b.batch_no`,
      values,
    ),
  } satisfies Reads;
}

/** What a customer has in points. The figures follow what the command posts. */
export interface PointsBook {
  readonly customerCode: string;
  readonly debt: string;
  readonly batches: readonly PointsBatch[];
}

const batchId = ({ expireDate, batchNo }: { readonly expireDate: string; readonly batchNo: string }): string =>
  `${expireDate} ${batchNo}`;
const batchKey = (id: string) => {
  const at = id.indexOf(' ');
  return { expireDate: id.slice(0, at), batchNo: id.slice(at + 1) };
};
const shownDay = (expireDate: string): string | null => (expireDate === neverLapses ? null : expireDate);

export function bookIn(rows: readonly PointsRow[], customerCode: string): PointsBook {
  const own = rows.filter((row) => row.customerCode === customerCode);
  return {
    customerCode,
    debt: own.find(({ batchNo }) => batchNo === account.batchNo)?.debt ?? '0',
    batches: own
      .filter(({ batchNo }) => batchNo !== account.batchNo)
      .map((row) => ({
        id: batchId(row),
        remaining: row.balance,
        expireDate: shownDay(row.expireDate),
        locked: row.locked,
      })),
  };
}

/** How a figure of a batch changes; `id` is null where only the account does. */
export interface PointsMove {
  readonly id: string | null;
  readonly balance?: string;
  readonly locked?: string;
  readonly debt?: string;
}
type PostType = keyof NonNullable<typeof points.postTypes>;

/**
 * The only way points are written: every change of a batch is one of the account, so that the account is their sum
 * (I40). Later decisions of the same command read the figures as they were moved.
 */
export function movePoints(
  ctx: Command,
  source: Source,
  { customerCode, rows }: { readonly customerCode: string; readonly rows: readonly PointsRow[] },
  {
    postType,
    moves,
    holder,
    remark = null,
  }: {
    readonly postType: PostType;
    readonly moves: readonly PointsMove[];
    readonly holder?: { readonly docId: string; readonly lineId: string };
    readonly remark?: string | null;
  },
): void {
  const real = moves.filter(({ balance = '0', locked = '0', debt = '0' }) =>
    [balance, locked, debt].some((change) => !isZero(change)),
  );
  if (real.length === 0) return;
  const sum = (of: (move: PointsMove) => string | undefined): string => plus(...real.map((move) => of(move) ?? '0'));
  const total = {
    balance: sum(({ balance }) => balance),
    locked: sum(({ locked }) => locked),
    debt: sum(({ debt }) => debt),
  };
  const posting = (key: { readonly expireDate: string; readonly batchNo: string }, changes: typeof total) => ({
    customerCode,
    ...key,
    changes,
    postType,
    lineId: holder?.lineId ?? source.id,
    guards: 'available' as const,
    notes: { remark },
    ...(holder === undefined ? {} : { holder }),
  });
  const parts = real.filter(({ id }) => id !== null);
  const postings: Posting<typeof points>[] = [
    posting(account, total),
    ...parts.map(({ id, balance = '0', locked = '0' }) => posting(batchKey(id ?? ''), { balance, locked, debt: '0' })),
  ];
  for (const { changes, ...key } of postings) follow(rows as PointsRow[], key, changes as typeof total);
  post(ctx, points, source, postings, ({ available }) => pointsLack({ avail: available }));
}

function follow(
  rows: PointsRow[],
  { customerCode, expireDate, batchNo }: Pick<PointsRow, 'customerCode' | 'expireDate' | 'batchNo'>,
  { balance, locked, debt }: Pick<PointsRow, 'balance' | 'locked' | 'debt'>,
): void {
  let row = rows.find(
    (each) => each.customerCode === customerCode && each.expireDate === expireDate && each.batchNo === batchNo,
  );
  if (row === undefined) rows.push((row = { customerCode, expireDate, batchNo, balance: '0', locked: '0', debt: '0' }));
  Object.assign(row, {
    balance: plus(row.balance, balance),
    locked: plus(row.locked, locked),
    debt: plus(row.debt, debt),
  });
}

/** A batch that may not be there yet. */
export const batchNamed = (expireDate: string | null, batchNo: string): string =>
  batchId({ expireDate: expireDate ?? neverLapses, batchNo });

export interface Points {
  readonly customerCode: string;
  readonly rows: readonly PointsRow[];
}

/** EARN: what is owed in points is settled first, the rest is a batch of its own. */
export function earnPoints(
  ctx: Command,
  source: Source,
  of: Points,
  { earned, expireDate }: { readonly earned: string; readonly expireDate: string | null },
): void {
  const { debtSettled, batch } = afterDebt(earned, bookIn(of.rows, of.customerCode).debt);
  movePoints(ctx, source, of, {
    postType: 'EARN',
    moves: [
      { id: null, debt: negated(debtSettled) },
      { id: batchNamed(expireDate, source.code), balance: batch },
    ],
  });
}

/**
 * LOCK: an exchange holds what lapses first. Whoever owes points exchanges none (B12b). Each hold has a name of its
 * own: an exchange that is changed gives one up and takes another.
 */
export function lockPoints(
  ctx: Command,
  source: Source,
  of: Points,
  { number, holdId }: { readonly number: string; readonly holdId: string },
): readonly SpentPart[] {
  const { debt, batches } = bookIn(of.rows, of.customerCode);
  if (compare(debt, '0') > 0) throw pointsOwed({ n: debt });
  const { taken, short } = spentPoints(batches, number);
  if (compare(short, '0') > 0) throw pointsLack({ avail: minus(number, short) });
  movePoints(ctx, source, of, {
    postType: 'LOCK',
    moves: taken.map(({ id, number: part }) => ({ id, locked: part })),
    holder: { docId: source.id, lineId: holdId },
  });
  return taken.map((part) => ({ ...part, expireDate: shownDay(batchKey(part.id).expireDate) }));
}

/** UNLOCK, or USE: what an exchange held is free again, or spent. */
export function releasePoints(
  ctx: Command,
  source: Source,
  of: Points,
  {
    held,
    isSpent,
  }: { readonly held: { readonly id: string; readonly parts: readonly SpentPart[] }; readonly isSpent: boolean },
): void {
  movePoints(ctx, source, of, {
    postType: isSpent ? 'USE' : 'UNLOCK',
    moves: held.parts.map(({ id, number }) => ({
      id,
      locked: negated(number),
      ...(isSpent ? { balance: negated(number) } : {}),
    })),
    holder: { docId: source.id, lineId: held.id },
  });
}

/** RETURN: goods of an exchange come back, and its points to where they were taken from, what was taken last first. */
export function givePointsBack(
  ctx: Command,
  source: Source,
  of: Points,
  { spent, number, date }: { readonly spent: readonly SpentPart[]; readonly number: string; readonly date: string },
): readonly BatchPart[] {
  const given = refilledPoints(spent, number, date).map(({ id, number: part, expireDate }) => ({
    id: expireDate === undefined ? id : batchNamed(expireDate, source.code),
    number: part,
  }));
  const parts = [...Map.groupBy(given, ({ id }) => id)].map(([id, own]) => ({
    id,
    number: plus(...own.map((part) => part.number)),
  }));
  movePoints(ctx, source, of, {
    postType: 'RETURN',
    moves: parts.map(({ id, number: part }) => ({ id, balance: part })),
  });
  return parts;
}
