import { compare, isZero, minus, plus, times } from '#platform/model/decimal.ts';
import { hasDownstream, invalidAt, reasons, refusal, type Place } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { serveDocument, type LockedBill } from '#platform/server/document/serve.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { lockPoints, movePoints, pointsReads, releasePoints } from '#promotion/server/points/points-book.ts';
import { exchangeOrder, type HeldPoints } from '#sales/model/points/exchange-order.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { makeExchanged, unmakeExchanged } from './exchanged-order.ts';

type Exchange = LockedBill<typeof exchangeOrder>;
type Draft = DraftOf<typeof exchangeOrder>;

export const exchangeLimit = refusal('E-EXCH-LIMIT', 20602, [
  '超过单次最大兑换数量{n}',
  '超過單次最大兌換數量{n}',
  'Above the maximum {n} per exchange',
]);
export const exchangeQuota = refusal('E-EXCH-QUOTA', 20605, [
  '【{product}】可兑换数量只剩{n}',
  '【{product}】可兌換數量只剩{n}',
  'Only {n} of {product} are left to exchange',
]);

/**
 * The activity, held: what is left of it is one figure for all who exchange by it. Whoever exchanges waits here, and
 * holds the customer's points behind it. Not more than that: an approval holds the points when its exchange is written,
 * and the database then looks whether the activity is there, which must not wait for who waits for the points.
 */
const activityReads = (activityCode: string | null, customerCode: string | null, id: string | null) => ({
  activities: statement(
    {
      organizeCode: 'text?',
      startDate: 'date',
      endDate: 'date',
      billStatus: 'text',
      channelCode: 'text?',
      customerCodes: 'json?',
    },
    `
      select organize_code, start_date, end_date, bill_status, channel_code, to_jsonb(customer_codes) as customer_codes
      from app.points_exchangeactivity
      where code = $1 and cancel_flag = '0' and deleted_flag = '0'
      for no key update`,
    [activityCode],
  ),
  offers: statement(
    {
      productCode: 'text',
      exchangePointNum: 'decimal',
      price: 'decimal?',
      onceExchangeMaxNum: 'decimal?',
      customerMaxNum: 'decimal?',
      number: 'decimal?',
      taken: 'decimal',
      takenByCustomer: 'decimal',
    },
    `
      select l.product_code, l.exchange_point_num, l.price, l.once_exchange_max_num, l.customer_max_num, l.number,
        coalesce(x.taken, 0) as taken, coalesce(x.own, 0) as taken_by_customer
      from app.points_exchangeactivity a
      join app.points_exchangeactivity_line l on l.tenant_code = a.tenant_code and l.parent_id = a.id
      left join lateral (
        select sum(o.number - coalesce(o.returned_number, 0)) as taken,
          sum(o.number - coalesce(o.returned_number, 0)) filter (where e.customer_code = $2) as own
        from app.points_exchangeorder e
        join app.points_exchangeorder_line o on o.tenant_code = e.tenant_code and o.parent_id = e.id
        where e.activity_code = a.code
          and e.cancel_flag = '0'
          and e.deleted_flag = '0'
          and e.id is distinct from $3::uuid
          and o.product_code = l.product_code
      ) x on true
      where a.code = $1
      order by l.line_no`,
    [activityCode, customerCode, id],
  ),
  customers: statement(
    { organizeCode: 'text?', channelCode: 'text?', status: 'text' },
    `select organize_code, channel_code, status from app.data_customer where code = $1`,
    [customerCode],
  ),
});
type Known = RowsOf<ReturnType<typeof activityReads>>;

const pointsOf = (ids: readonly string[]) =>
  pointsReads('select customer_code from app.points_exchangeorder where id = any($1::uuid[])', [ids]);
type Named = typeof selfAuditReads;

export const exchangeOrderService = serveDocument<typeof exchangeOrder, Named>(exchangeOrder, {
  reads: selfAuditReads,
  async beforeSave(ctx, draft, facts, previous) {
    refuseLineDecimals(exchangeOrder, draft.lines, facts);
    if (previous !== null && previous.customerCode !== draft.customerCode)
      throw invalidAt([place('customerCode', reasons.notChosen)]);
    const known = await ctx.all(activityReads(draft.activityCode, draft.customerCode, previous?.id ?? null));
    refuseUnfit(draft, known);
    return priced(draft, known);
  },
  async afterSave(ctx, bill, previous) {
    // A new one has its number from its insert: entries without one would lead nowhere.
    const {
      points,
      saved: [saved],
    } = await ctx.all({
      ...pointsReads('select $1::text as customer_code', [bill.customerCode]),
      saved: statement({ code: 'text' }, 'select code from app.points_exchangeorder where id = $1', [bill.id]),
    });
    const of = { customerCode: bill.customerCode, rows: points };
    const source = { ...named, id: bill.id, code: saved?.code ?? '', opSeq: 0, date: bill.billDate };
    free(ctx, source, of, heldIn(previous));
    const id = newId();
    const parts = lockPoints(ctx, source, of, { number: bill.totalPoints ?? '0', holdId: id });
    keepHeld(ctx, bill.id, { id, parts });
  },
  async afterDelete(ctx, ids) {
    const bills = await ctx.rows(
      statement(
        { id: 'uuid', code: 'text', customerCode: 'text', held: 'json?', billDate: 'date', cancelFlag: 'text' },
        `
          select id, code, customer_code, held, bill_date, cancel_flag
          from app.points_exchangeorder
          where id = any($1::uuid[])
          order by customer_code`,
        [ids],
      ),
    );
    for (const bill of bills.filter(({ cancelFlag }) => cancelFlag === '0')) {
      const of = { customerCode: bill.customerCode, ...(await pointsRows(ctx, bill.customerCode)) };
      free(ctx, { ...named, id: bill.id, code: bill.code, opSeq: 0, date: bill.billDate }, of, heldIn(bill));
    }
  },
  before: {
    audit: refuseSelfAudit,
    unaudit: (_ctx, bill) => {
      refuseGone(bill);
    },
  },
  after: {
    // Its order takes money and goods first: whoever holds points of a customer holds his accounts before them.
    async audit(ctx, bill) {
      await makeExchanged(ctx, bill);
      const { points } = await ctx.all(pointsOf([bill.id]));
      const held = heldIn(bill);
      if (held === null) throw new Error(`exchange ${bill.code} holds no points`);
      releasePoints(ctx, sourceOf(bill), { customerCode: bill.customerCode, rows: points }, { held, isSpent: true });
    },
    async unaudit(ctx, bill) {
      await unmakeExchanged(ctx, bill);
      const { points } = await ctx.all(pointsOf([bill.id]));
      holdAgain(ctx, bill, points);
    },
    async cancel(ctx, bill) {
      const { points } = await ctx.all(pointsOf([bill.id]));
      free(ctx, sourceOf(bill), { customerCode: bill.customerCode, rows: points }, heldIn(bill));
      keepHeld(ctx, bill.id, null);
    },
  },
  sets: {
    audit: () => ({ orderStatus: '1' }),
    unaudit: () => ({ orderStatus: '0' }),
  },
});

const named = { type: exchangeOrder.name } as const;
const sourceOf = (bill: Exchange): Source => ({
  ...named,
  id: bill.id,
  code: bill.code,
  opSeq: bill.opSeq,
  date: bill.billDate,
});
const heldIn = (bill: { readonly held: unknown } | null): HeldPoints | null =>
  (bill?.held ?? null) as HeldPoints | null;

async function pointsRows(ctx: Command, customerCode: string) {
  const { points } = await ctx.all(pointsReads('select $1::text as customer_code', [customerCode]));
  return { rows: points };
}

type Held = Parameters<typeof releasePoints>[2];

/** UNLOCK: what it held may be exchanged for something else. */
function free(ctx: Command, source: Source, of: Held, held: HeldPoints | null): void {
  if (held !== null) releasePoints(ctx, source, of, { held, isSpent: false });
}

/** What an approval had spent is held again, of the very batches: they were nobody else's since. */
function holdAgain(ctx: Command, bill: Exchange, rows: Held['rows']): void {
  const held = heldIn(bill);
  if (held === null) return;
  const of = { customerCode: bill.customerCode, rows };
  movePoints(ctx, sourceOf(bill), of, {
    postType: 'RETURN',
    moves: held.parts.map(({ id, number }) => ({ id, balance: number })),
  });
  movePoints(ctx, sourceOf(bill), of, {
    postType: 'LOCK',
    moves: held.parts.map(({ id, number }) => ({ id, locked: number })),
    holder: { docId: bill.id, lineId: held.id },
  });
}

function keepHeld(ctx: Command, id: string, held: HeldPoints | null): void {
  ctx.later({
    text: 'update app.points_exchangeorder set held = $2::jsonb where id = $1',
    values: [id, held === null ? null : JSON.stringify(held)],
  });
}

const place = (key: keyof typeof exchangeOrder.head, reason: Place['reason']): Place => ({
  path: key,
  field: exchangeOrder.head[key].label,
  reason,
});

/** An activity is for customers of some organisation or channel, or for those it names, on its days. */
function refuseUnfit(draft: Draft, { activities: [activity], customers: [customer] }: Known): void {
  const names = (activity?.customerCodes ?? []) as readonly string[];
  const fits =
    activity !== undefined &&
    activity.billStatus === '1' &&
    draft.billDate >= activity.startDate &&
    draft.billDate <= activity.endDate &&
    (activity.organizeCode === null || activity.organizeCode === draft.organizeCode) &&
    (activity.channelCode === null || activity.channelCode === customer?.channelCode) &&
    (names.length === 0 || names.includes(draft.customerCode));
  const places: Place[] = fits ? [] : [place('activityCode', reasons.notChosen)];
  if (customer !== undefined && customer.organizeCode !== null && customer.organizeCode !== draft.organizeCode)
    places.push(place('customerCode', reasons.notChosen));
  if (places.length > 0) throw invalidAt(places);
}

/** What each line costs is the activity's to say, and how much of it there is. */
function priced(draft: Draft, { offers }: Known): Draft {
  const fields = exchangeOrder.lines;
  const seen = new Set<string>();
  draft.lines.forEach((line, at) => {
    const offer = offers.find(({ productCode }) => productCode === line.productCode);
    const wrong = (key: 'productCode' | 'number', reason: Place['reason']): Error =>
      invalidAt([{ path: `lines.${at}.${key}`, field: fields[key].label, reason }]);
    if (offer === undefined) throw wrong('productCode', reasons.notChosen);
    if (seen.has(line.productCode)) throw wrong('productCode', reasons.taken);
    seen.add(line.productCode);
    const points = times(line.number, offer.exchangePointNum);
    // Points are whole ones.
    if (compare(line.number, '0') <= 0 || /\.\d*[1-9]/.test(points)) throw wrong('number', reasons.format);
    refuseBeyond(line, offer);
    const price = offer.price ?? '0';
    Object.assign(line, {
      exchangePointNum: offer.exchangePointNum,
      points,
      price,
      amount: cents(times(line.number, price)),
      returnedNumber: '0',
    });
  });
  draft.totalPoints = plus(...draft.lines.map(({ points }) => points));
  draft.totalAmount = cents(plus(...draft.lines.map(({ amount }) => amount)));
  return draft;
}

function refuseBeyond(line: Draft['lines'][number], offer: Known['offers'][number]): void {
  if (offer.onceExchangeMaxNum !== null && compare(line.number, offer.onceExchangeMaxNum) > 0)
    throw exchangeLimit({ n: plus(offer.onceExchangeMaxNum) });
  const left = [
    ...(offer.number === null ? [] : [minus(offer.number, offer.taken)]),
    ...(offer.customerMaxNum === null ? [] : [minus(offer.customerMaxNum, offer.takenByCustomer)]),
  ];
  for (const n of left)
    if (compare(line.number, n) > 0)
      throw exchangeQuota({ product: line.productName ?? line.productCode, n: compare(n, '0') > 0 ? plus(n) : '0' });
}

/** Once goods left or were given up, points went back and forth by then: what is left is closed instead. */
function refuseGone(bill: Exchange): void {
  if (bill.lines.every(({ returnedNumber }) => isZero(returnedNumber ?? '0'))) return;
  throw hasDownstream({ codes: bill.newOrderCode ?? '', verb: exchangeOrder.verbs.unaudit.label });
}
