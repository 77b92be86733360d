import { compare, isZero, negated, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, refusal, type Place } from '#platform/model/refusal.ts';
import { isStashed, readDraft, refReads } from '#platform/server/document/draft.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Reads, type Row } from '#platform/server/db/statement.ts';
import { linkDocuments, unlinkFrom, type Link } from '#platform/server/document/link.ts';
import { codeOf, draftReads, finish, insertBill, tellSaved } from '#platform/server/document/save.ts';
import { newId } from '#platform/server/db/id.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { accountKinds, isOwed } from '#funds/model/capital.ts';
import { capitalAccount } from '#funds/model/capital-account.ts';
import { orderAbove } from '#funds/model/order-above.ts';
import { saleBill } from '#funds/model/sale-bill.ts';
import { atLeastZero, least } from '#funds/model/settlement.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { refuseSelfAudit } from '#system/server/setting/self-audit.ts';
import { reconciled, statementsOf } from './account-check.ts';
import { accountReads, accountsIn, book, postedRead, takeBack, type Debt } from './capital.ts';
import { shownKinds } from './links.ts';
import { effectOf, lackOf, refuseUse } from './sale-bill-effect.ts';

type Bill = LockedBill<typeof saleBill>;

export const ofLoan = refusal('E-LOAN-RECEIPT', 20312, [
  '收款来自融资【{code}】的放款，不能{verb}',
  '收款來自融資【{code}】的放款，不能{verb}',
  'The receipt is of the loan {code}; cannot {verb}',
]);
export const foreignReceivable = refusal('E-RECEIPT-LINE', 20335, [
  '应收【{code}】不属于该客户和组织',
  '應收【{code}】不屬於該客戶和組織',
  'Receivable {code} is not of this customer and organisation',
]);
export const lineClaimed = refusal('E-CLAIMED', 20309, [
  '该银行流水已由【{code}】认领',
  '該銀行流水已由【{code}】認領',
  'This bank line was already claimed by {code}',
]);

const billParams = { params: paramStatement(['SYS021', 'FD003']) };
const auditReads = (ids: readonly string[]) => ({ ...ownAccounts(ids), paidOrders: ordersPaid(ids) });
const unauditReads = (ids: readonly string[]) => ({
  agreed: statementsOf(ids),
  loans: loansOf(ids),
  ...ownAccounts(ids),
  posted: postedRead(ids),
  debtors: debtorsOf(ids),
});
type Named = typeof billParams &
  ReturnType<typeof auditReads> &
  ReturnType<typeof unauditReads> &
  ReturnType<typeof lineReads> &
  ReturnType<typeof payableReads>;

/** Only rebate lapses: a day on anything else would promise what nobody keeps. */
const isGivenRebate = ({ billType, accountType, amount }: DraftOf<typeof saleBill>): boolean =>
  billType === 'AD' && accountType === accountKinds.rebate && compare(amount, '0') > 0;

export const saleBillService = serveDocument<typeof saleBill, Named>(saleBill, {
  reads: billParams,
  verbReads: (ids, verb) => (verb === 'audit' ? auditReads(ids) : verb === 'unaudit' ? unauditReads(ids) : {}),
  saveReads: ({ bankAccountCode, bankSerialNo, lines }) => ({
    ...(bankSerialNo === null ? {} : lineReads(bankAccountCode, bankSerialNo)),
    ...payableReads(lines.flatMap(({ orderCode }) => orderCode ?? [])),
  }),
  beforeSave(_ctx, draft, facts, previous) {
    const places: Place[] = [];
    const complain = (key: keyof typeof saleBill.head, reason: Place['reason']): void => {
      places.push({ path: key, field: saleBill.head[key].label, reason });
    };
    const isHalf = isStashed(saleBill, draft);
    const [from, to] = [draft.accountCode, draft.toAccountCode].map((code) =>
      code === null ? undefined : facts.found(capitalAccount, code),
    );
    draft.accountType = from?.accountType ?? null;
    draft.accountTypeName = from?.accountTypeName ?? null;
    for (const [key, account] of [
      ['accountCode', from],
      ['toAccountCode', to],
    ] as const)
      if (account !== undefined && account.customerCode !== draft.customerCode) complain(key, reasons.notChosen);
    // An adjustment may take as well as give; everything else has its direction in its type.
    if (!isHalf && (draft.billType === 'AD' ? isZero(draft.amount) : compare(draft.amount, '0') <= 0))
      complain('amount', reasons.format);
    if (!isHalf && draft.billType === 'TR')
      for (const key of ['accountCode', 'toAccountCode'] as const)
        if (draft[key] === null) complain(key, reasons.required);
    if (draft.billType === 'TR' && draft.toAccountCode !== null && draft.toAccountCode === draft.accountCode)
      complain('toAccountCode', reasons.notChosen);
    if (draft.billType !== 'TR' && draft.toAccountCode !== null) draft.toAccountCode = draft.toAccountName = null;
    if (draft.expireDate !== null && !isGivenRebate(draft)) complain('expireDate', reasons.notChosen);
    if (draft.expireDate !== null && draft.expireDate < draft.billDate) complain('expireDate', reasons.format);
    draft.lines.forEach((line, i) => {
      if (compare(line.amount, '0') <= 0)
        places.push({ path: `lines.${i}.amount`, field: saleBill.lines.amount.label, reason: reasons.format });
    });
    if (
      !isHalf &&
      draft.billType !== 'AD' &&
      compare(plus(...draft.lines.map((line) => line.amount)), draft.amount) > 0
    )
      complain('amount', reasons.format);
    const [line] = facts.rows.bankLine ?? [];
    if (line !== undefined && !isHalf && draft.billType === 'RC' && compare(draft.amount, line.amount) !== 0)
      complain('amount', notTheLine);
    if (places.length > 0) throw invalidAt(places);
    if (from !== undefined) refuseUse(draft.billType, namedBy(from), to === undefined ? undefined : namedBy(to));
    refuseForeign(draft, facts.rows.payable ?? []);
    const other = facts.rows.claimants?.find(({ code }) => code !== previous?.code);
    if (other !== undefined) throw lineClaimed({ code: other.code });
    return draft;
  },
  afterSave(ctx, bill, previous) {
    if (previous !== null && previous.bankSerialNo !== null) freeLines(ctx, [bill.id]);
    if (bill.bankSerialNo !== null && bill.billType === 'RC') claimLine(ctx, bill.id);
  },
  afterDelete: freeLines,
  before: {
    audit: refuseSelfAudit,
    unaudit(_ctx, bill, { rows: { agreed = [], loans = [] } }) {
      if (agreed.some(({ docId }) => docId === bill.id)) throw reconciled({ verb: saleBill.verbs.unaudit.label });
      const loan = loans.find(({ id }) => id === bill.id);
      if (loan !== undefined) throw ofLoan({ code: loan.code, verb: saleBill.verbs.unaudit.label });
    },
  },
  after: {
    audit(ctx, bill, facts) {
      const owed = owedBy(bill, facts);
      refuseForeign(
        bill,
        (facts.rows.paidOrders ?? []).filter(({ billId }) => billId === bill.id),
      );
      const { movements, debts } = effectOf(
        bill,
        accountsIn(facts.rows.accounts ?? []),
        paramIn(facts.rows.params ?? [], 'FD003', bill.organizeCode) === '1',
      );
      settle(ctx, bill, bill.billType === 'RC' && debts.length > 0 ? least(owed, bill.amount) : bill.amount);
      book(ctx, sourceOf(bill), movements, debts, () => lackOf(movements));
      linkOrders(ctx, bill, debts, facts);
    },
    unaudit(ctx, bill, { rows: { accounts = [], posted = [], debtors = [] } }) {
      takeBack(ctx, sourceOf(bill), {
        accounts: accountsIn(accounts),
        posted,
        mayOwe: debtors.some(({ id }) => id === bill.id),
      });
      settle(ctx, bill, '0');
      unlinkFrom(ctx, [bill.id], shownKinds.settle);
    },
    cancel(ctx, bill) {
      freeLines(ctx, [bill.id]);
    },
  },
});

const hooks = saleBillService.document;

const namedBy = ({ accountCode, accountType: type }: { accountCode: string; accountType: string }) => ({
  code: accountCode,
  type,
});

function ownAccounts(ids: readonly string[]) {
  return accountReads('select organize_code, customer_code from app.sale_bill where id = any($1::uuid[])', [ids]);
}
/** Bills of customers who may owe without a limit. */
function debtorsOf(ids: readonly string[]) {
  return statement(
    { id: 'uuid' },
    `
      select b.id
      from app.sale_bill b
      join app.data_customer c on c.tenant_code = b.tenant_code and c.code = b.customer_code
      where b.id = any($1::uuid[]) and c.credit_control_flag is distinct from '1'`,
    [ids],
  );
}

/** What a receipt that nobody types is made of, and where from: its complaints begin with that. */
export interface ReceiptOrigin {
  readonly body: Readonly<Record<string, unknown>>;
  readonly from: string;
}

/** Receipts of lines at the bank, and of loans: whatever they refer to is read in one round trip. */
export async function writeReceipts(
  ctx: Command,
  origins: readonly ReceiptOrigin[],
): Promise<readonly (Row & { readonly id: string })[]> {
  const drafts = origins.map(({ body, from }) => {
    const { draft, places } = readDraft(
      saleBill,
      { billType: 'RC', ...body },
      { isStash: false, today: ctx.today, previous: null },
    );
    if (places.length > 0) throw invalidAt(places.map((place): Place => ({ ...place, path: `${from}.${place.path}` })));
    const refs = refReads(saleBill, draft);
    const reads: Reads = { ...hooks.reads, ...draftReads(hooks, draft, refs) };
    return { from, draft, refs, reads };
  });
  const numbered = (name: string, at: number): string => `${name} of ${at}`;
  const found = await ctx.all(
    Object.fromEntries(
      drafts.flatMap(({ reads }, at) => Object.entries(reads).map(([name, read]) => [numbered(name, at), read])),
    ),
  );
  const status = codeOf(saleBill, saleBill.initial);
  const written: (Row & { readonly id: string })[] = [];
  for (const [at, { from, draft, refs, reads }] of drafts.entries()) {
    const rows = Object.fromEntries(Object.keys(reads).map((name) => [name, found[numbered(name, at)] ?? []]));
    const final = await finish(saleBill, hooks, ctx, draft, refs.factsFrom(rows), null, status);
    const id = newId();
    written.push(
      insertBill(saleBill, ctx, { id, status, draft: final }, { operation: 'save', message: from }) as Row & {
        readonly id: string;
      },
    );
    await tellSaved(hooks, ctx, { ...final, id }, null);
  }
  return written;
}

/** The bank has paid, and an application that was released is not taken back. */
const loansOf = (ids: readonly string[]) =>
  statement(
    { id: 'uuid', code: 'text' },
    `
      select k.to_id as id, f.code
      from app.doc_link k
      join app.sale_financing f on f.tenant_code = k.tenant_code and f.id = k.from_id
      where k.kind = '${shownKinds.lend}' and k.to_id = any($1::uuid[])`,
    [ids],
  );

const notTheLine: Label = ['与银行流水金额不一致', '與銀行流水金額不一致', 'differs from the bank line'];

/** Whoever writes a receipt for the same line waits here, and then sees the one that was first. */
const lineReads = (bankAccountCode: string | null, bankSerialNo: string) => ({
  heldLine: statement(
    { held: 'boolean' },
    `
      select pg_advisory_xact_lock(7045, hashtext(sec.tenant() || ' ' || coalesce($1, '') || ' ' || $2)) is
        null as held`,
    [bankAccountCode, bankSerialNo],
  ),
  claimants: statement(
    { code: 'text' },
    `
      select code
      from app.sale_bill
      where bank_serial_no = $1
        and bank_account_code is not distinct from $2
        and deleted_flag = '0'
        and cancel_flag = '0'
      limit 2`,
    [bankSerialNo, bankAccountCode],
  ),
  bankLine: statement(
    { amount: 'decimal' },
    'select amount from app.sale_bankstatement where bank_account_code = $1 and serial_no = $2',
    [bankAccountCode, bankSerialNo],
  ),
});

/** The line of a bank statement that a receipt names is its own from now on. */
function claimLine(ctx: Command, id: string): void {
  ctx.later({
    text: `
      update app.sale_bankstatement s
      set claim_status = '1', customer_code = b.customer_code, bill_code = b.code, claimer_name = $2,
        claim_date = now(), row_version = s.row_version + 1
      from app.sale_bill b
      where b.id = $1 and s.bank_account_code = b.bank_account_code and s.serial_no = b.bank_serial_no`,
    values: [id, ctx.identity.realName],
  });
}

/** A receipt that is gone, or names another line, leaves its line to others. */
function freeLines(ctx: Command, ids: readonly string[]): void {
  ctx.later({
    text: `
      update app.sale_bankstatement
      set claim_status = '0', customer_code = null, bill_code = null, claimer_name = null, claim_date = null,
        row_version = row_version + 1
      where bill_code = any(array(select code from app.sale_bill where id = any($1::uuid[])))`,
    values: [ids],
  });
}

/** What the customer owes as the bill is audited: the other side of his cash and credit. */
function owedBy(bill: Bill, { rows }: Facts<Named>): string {
  const own = accountsIn(rows.accounts ?? []).filter(
    ({ type, organizeCode, customerCode }) =>
      isOwed(type) && organizeCode === bill.organizeCode && customerCode === bill.customerCode,
  );
  return atLeastZero(negated(plus(...own.map(({ balance }) => balance))));
}

/** How much of it has done its work: a receipt settles what was owed, the rest is kept for later. */
function settle(ctx: Command, bill: Bill, amount: string): void {
  const status = isZero(amount) ? '0' : compare(amount, bill.amount) < 0 ? '1' : '2';
  ctx.later({
    text: 'update app.sale_bill set settled_amount = $2, settle_status = $3 where id = $1',
    values: [bill.id, amount, status],
  });
}

const sourceOf = (bill: Bill): Source => ({
  type: saleBill.name,
  id: bill.id,
  code: bill.code,
  opSeq: bill.opSeq,
  date: bill.billDate,
});

/** The orders that lines of a receipt name, with whose they are. */
const payableReads = (codes: readonly string[]) =>
  codes.length === 0
    ? {}
    : {
        payable: statement(
          { code: 'text', organizeCode: 'text', customerCode: 'text' },
          'select code, organize_code, customer_code from app.order_order where code = any($1::text[])',
          [codes],
        ),
      };

/** A receipt settles what its own customer owes its own organisation, and nobody else's (A8). */
function refuseForeign(
  bill: Pick<Bill, 'organizeCode' | 'customerCode'> & {
    readonly lines: readonly { readonly orderCode: string | null }[];
  },
  orders: readonly { readonly code: string; readonly organizeCode: string; readonly customerCode: string }[],
): void {
  const own = new Set(
    orders
      .filter(
        ({ organizeCode, customerCode }) => organizeCode === bill.organizeCode && customerCode === bill.customerCode,
      )
      .map(({ code }) => code),
  );
  const foreign = bill.lines.find(({ orderCode }) => orderCode !== null && !own.has(orderCode));
  if (foreign !== undefined) throw foreignReceivable({ code: foreign.orderCode ?? '' });
}

const ordersPaid = (ids: readonly string[]) =>
  statement(
    { billId: 'uuid', id: 'uuid', code: 'text', organizeCode: 'text', customerCode: 'text' },
    `
      select b.id as bill_id, o.id, o.code, o.organize_code, o.customer_code
      from app.sale_bill b
      join app.sale_bill_line l on l.tenant_code = b.tenant_code and l.parent_id = b.id
      join app.order_order o on o.tenant_code = l.tenant_code
        and o.code = l.order_code
        and o.customer_code = b.customer_code
        and o.organize_code = b.organize_code
      where b.id = any($1::uuid[])`,
    [ids],
  );

/**
 * Which of his orders a receipt pays, as far as it says so: what pays the oldest that is due follows from the books and
 * changes with them.
 */
function linkOrders(ctx: Command, bill: Bill, debts: readonly Debt[], { rows }: Facts<Named>): void {
  const orders = new Map(
    (rows.paidOrders ?? []).filter(({ billId }) => billId === bill.id).map(({ code, id }) => [code, id]),
  );
  linkDocuments(
    ctx,
    orderAbove,
    debts.flatMap(({ orderCode, lineId, amount }): Link[] => {
      const id = orders.get(orderCode ?? '');
      return id === undefined || lineId === undefined
        ? []
        : [
            {
              kind: shownKinds.settle,
              from: { type: saleBill.name, id: bill.id, lineId },
              to: { id, lineId: id },
              number: '0',
              amount: negated(amount),
              isShownOnly: true,
            },
          ];
    }),
  );
}
