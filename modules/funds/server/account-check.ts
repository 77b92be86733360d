import { compare, minus, negated, plus } from '#platform/model/decimal.ts';
import { invalidAt, reasons, refusal } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { linkDocuments, unlinkTo, type Link } from '#platform/server/document/link.ts';
import { newId } from '#platform/server/db/id.ts';
import { rewrite } from '#platform/server/document/save.ts';
import { serveDocument, type LockedBill } from '#platform/server/document/serve.ts';
import { accountCheck } from '#funds/model/account-check.ts';
import type { statementBillType } from '#funds/model/choices.ts';
import { shownKinds } from './links.ts';

export const reconciled = refusal('E-RECONCILED', 20305, [
  '已对账确认，不能{verb}',
  '已對帳確認，不能{verb}',
  'Reconciled; cannot {verb}',
]);
export const notLatest = refusal('E-LATER-CHECK', 20311, [
  '客户有更晚的对账单【{code}】，请先处理',
  '客戶有更晚的對帳單【{code}】，請先處理',
  'The customer has a later statement {code}; deal with it first',
]);
export const checkFull = refusal('E-CHECK-FULL', 20315, [
  '该期间有{count}笔往来，一张对账单最多{max}笔，请缩短期间',
  '該期間有{count}筆往來，一張對帳單最多{max}筆，請縮短期間',
  'The period has {count} {count:entry|entries}, a statement holds {max} at most; choose an earlier end',
]);

type Check = LockedBill<typeof accountCheck>;
/** As many lines as a document is saved with. */
const mostEntries = 2000;

const entryRow = {
  id: 'integer',
  bizDate: 'date',
  postType: 'text',
  docType: 'text',
  docId: 'uuid',
  docCode: 'text',
  orderCode: 'text?',
  amount: 'decimal',
  total: 'integer',
} as const;

/**
 * Entries of the customer that no other statement holds, up to the end of the period; those of earlier periods that
 * came late are among them.
 */
const entriesOf = (organizeCode: string, customerCode: string, endDate: string, id: string | null) =>
  statement(
    entryRow,
    `
      select e.id, e.biz_date, e.post_type, e.doc_type, e.doc_id, e.doc_code, e.order_code, e.d_amount as amount,
        count(*) over () as total
      from app.receivable_balance b
      join app.receivable_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
      where b.organize_code = $1
        and b.customer_code = $2
        and e.biz_date <= $3::date
        and not exists (
          select from app.receivable_statement s
          where s.entry_id = e.id and s.check_id is distinct from $4::uuid
        )
      order by e.biz_date, e.id
      limit ${mostEntries}`,
    [organizeCode, customerCode, endDate, id],
  );

const words: Readonly<Record<string, Label>> = {
  SAL: ['销售出库', '銷售出庫', 'Sales'],
  RET: ['销售退货', '銷售退貨', 'Return'],
  RBT: ['返利冲抵', '返利沖抵', 'Rebate'],
  REC: ['收款', '收款', 'Receipt'],
  RFD: ['退款', '退款', 'Refund'],
  ADJ: ['调整', '調整', 'Adjustment'],
  TRF: ['转账', '轉帳', 'Transfer'],
  OPN: ['期初', '期初', 'Opening'],
};
const billTypes: Readonly<Record<string, keyof typeof statementBillType>> = {
  SAL: 'SL',
  RET: 'RT',
  RBT: 'RB',
  REC: 'RC',
  RFD: 'RF',
  ADJ: 'AD',
  TRF: 'TR',
  OPN: 'OP',
};

export const accountCheckService = serveDocument(accountCheck, {
  async beforeSave(ctx, draft, _facts, previous) {
    if (draft.startDate > draft.endDate)
      throw invalidAt([{ path: 'endDate', field: accountCheck.head.endDate.label, reason: reasons.format }]);
    const { later, ...drawn } = await drawnUp(ctx, draft, previous);
    refuseLater(later);
    return Object.assign(draft, drawn);
  },
  afterSave: keepEntries,
  async afterDelete(ctx, ids) {
    const { later } = await ctx.all({
      held: chainHeld(
        `select organize_code || ' ' || customer_code from app.sale_accountcheck where id = any($1::uuid[])`,
        ids,
      ),
      later: statement(
        { code: 'text' },
        `
          select c.code
          from app.sale_accountcheck d
          join app.sale_accountcheck c on c.tenant_code = d.tenant_code
            and c.organize_code = d.organize_code
            and c.customer_code = d.customer_code
            and c.end_date >= d.end_date
          where d.id = any($1::uuid[]) and c.id <> all($1::uuid[]) and c.deleted_flag = '0'
          order by c.end_date
          limit 1`,
        [ids],
      ),
    });
    refuseLater(later);
    give(ctx, ids);
  },
  before: {
    unconfirm: async (ctx, check: Check) => {
      refuseLater(await ctx.rows(laterThan(check, check.id)));
    },
  },
  after: {
    // What was posted or undone since the save stands in the books and must stand in what the customer signs (A5).
    submit: async (ctx, check: Check) => {
      const { later, ...drawn } = await drawnUp(ctx, check, check);
      // The one behind it opens with what this one closed with: it may say the same again, and nothing else.
      if (compare(drawn.endAmount, check.endAmount ?? '0') !== 0) refuseLater(later);
      const final = { ...check, ...drawn };
      ctx.later({ text: 'delete from app.sale_accountcheck_line where parent_id = $1', values: [check.id] });
      rewrite(accountCheck, check.id, final, ctx);
      keepEntries(ctx, final);
    },
    reject: (ctx, check, { message }) => {
      ctx.later({
        text: 'update app.sale_accountcheck set reject_reason = $2 where id = $1',
        values: [check.id, message ?? null],
      });
    },
  },
  sets: {
    submit: () => ({ reconcileStatus: '1', rejectReason: null }),
    reject: () => ({ reconcileStatus: '2' }),
    confirm: () => ({ reconcileStatus: '3', confirmFlag: '1' }),
    unconfirm: () => ({ reconcileStatus: '1', confirmFlag: '0' }),
  },
});

/** A statement as the books have it now: its opening, its lines, what they sum up to. */
async function drawnUp(ctx: Command, period: Period, previous: (Period & { readonly id: string }) | null) {
  const id = previous?.id ?? null;
  // Also where it stood before: moved away, it would leave the one behind it without an opening.
  const standings: readonly Period[] = previous === null ? [period] : [period, previous];
  const {
    earlier,
    entries,
    later,
    laterThanBefore = [],
  } = await ctx.all({
    chain: chainHeld(
      'select unnest($1::text[])',
      standings.map(({ organizeCode, customerCode }) => `${organizeCode} ${customerCode}`),
    ),
    earlier: closingBefore(period, id),
    entries: entriesOf(period.organizeCode, period.customerCode, period.endDate, id),
    later: laterThan(period, id),
    ...(previous === null ? {} : { laterThanBefore: laterThan(previous, id) }),
  });
  const count = entries[0]?.total ?? 0;
  if (count > mostEntries) throw checkFull({ count, max: mostEntries });
  const beginAmount = earlier[0]?.endAmount ?? '0';
  const lines = linesOf(entries, beginAmount);
  taken.set(lines, entries);
  const outAmount = plus(...lines.map((line) => line.outAmount));
  const inAmount = plus(...lines.map((line) => line.inAmount));
  const endAmount = minus(plus(beginAmount, outAmount), inAmount);
  return { beginAmount, lines, outAmount, inAmount, endAmount, later: [...later, ...laterThanBefore] };
}

function linesOf(entries: readonly RowOf<typeof entryRow>[], beginAmount: string) {
  let balance = beginAmount;
  return entries.map((entry, i) => {
    const { amount, postType: kind } = entry;
    const isOwed = compare(amount, '0') > 0;
    balance = plus(balance, amount);
    return {
      id: newId(),
      lineNo: i + 1,
      billDate: entry.bizDate,
      billType: billTypes[kind] ?? null,
      billCode: entry.docCode,
      summary: [words[kind]?.[0] ?? kind, entry.orderCode].filter((part) => part !== null).join(' '),
      outAmount: isOwed ? amount : '0',
      inAmount: isOwed ? '0' : negated(amount),
      balanceAmount: balance,
    };
  });
}

/** Entries belong to the statement from now on, and no other one takes them (I21). */
function keepEntries(ctx: Command, check: { readonly id: string; readonly lines: readonly unknown[] }): void {
  const entries = taken.get(check.lines) ?? [];
  give(ctx, [check.id]);
  ctx.later({
    text: 'insert into app.receivable_statement (entry_id, check_id) select unnest($1::bigint[]), $2',
    values: [entries.map((entry) => entry.id), check.id],
  });
  linkDocuments(
    ctx,
    accountCheck,
    [...Map.groupBy(entries, ({ docId }) => docId)].map(([id, own]): Link => ({
      kind: shownKinds.state,
      from: { type: own[0]?.docType ?? '', id, lineId: id },
      to: { id: check.id, lineId: check.id },
      number: '0',
      amount: plus(...own.map(({ amount }) => amount)),
      isShownOnly: true,
    })),
  );
}

/** The entries that the lines of a draft were made of. */
const taken = new WeakMap<readonly unknown[], readonly RowOf<typeof entryRow>[]>();

function give(ctx: Command, ids: readonly string[]): void {
  ctx.later({ text: 'delete from app.receivable_statement where check_id = any($1::uuid[])', values: [ids] });
  unlinkTo(ctx, ids, shownKinds.state);
}

interface Period {
  readonly organizeCode: string;
  readonly customerCode: string;
  readonly endDate: string;
}

/**
 * Two deeds on the statements of a customer at once: the second sees the first. `owners` is SQL that answers
 * organisation and customer as one text; $1 are `values`.
 */
const chainHeld = (owners: string, values: readonly string[]) =>
  statement(
    { held: 'boolean' },
    `
      select pg_advisory_xact_lock(7050, h) is null as held
      from (select distinct hashtext(sec.tenant() || ' ' || c) as h from (${owners}) o(c) order by 1) x`,
    [values],
  );
/** A statement opens with what another one closed with, never with its own closing. */
const closingBefore = ({ organizeCode, customerCode, endDate }: Period, id: string | null) =>
  statement(
    { endAmount: 'decimal?' },
    `
      select end_amount
      from app.sale_accountcheck
      where organize_code = $1
        and customer_code = $2
        and deleted_flag = '0'
        and end_date < $3::date
        and id is distinct from $4::uuid
      order by end_date desc
      limit 1`,
    [organizeCode, customerCode, endDate, id],
  );
const laterThan = ({ organizeCode, customerCode, endDate }: Period, id: string | null) =>
  statement(
    { code: 'text' },
    `
      select code
      from app.sale_accountcheck
      where organize_code = $1
        and customer_code = $2
        and deleted_flag = '0'
        and end_date >= $3::date
        and id is distinct from $4::uuid
      order by end_date
      limit 1`,
    [organizeCode, customerCode, endDate, id],
  );
/** Statements form a chain: only its last link is written, taken off or opened again (I21). */
function refuseLater([later]: readonly { readonly code: string }[]): void {
  if (later !== undefined) throw notLatest({ code: later.code });
}

/** Statements that were sent out hold these documents: what they say is agreed with the customer. */
export const statementsOf = (ids: readonly string[]) =>
  statement(
    { docId: 'uuid' },
    `
      select distinct e.doc_id
      from app.receivable_entry e
      join app.receivable_statement s on s.tenant_code = e.tenant_code and s.entry_id = e.id
      join app.sale_accountcheck c on c.tenant_code = s.tenant_code and c.id = s.check_id
      where e.doc_id = any($1::uuid[]) and c.bill_status <> '0' and c.deleted_flag = '0'`,
    [ids],
  );
