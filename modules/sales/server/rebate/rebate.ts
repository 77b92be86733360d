import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { invalidAt, overlaps, reasons, refusal, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { accountKinds } from '#funds/model/capital.ts';
import {
  accountFor,
  accountNamed,
  accountOff,
  accountReads,
  accountsIn,
  availableOf,
  book,
  postedRead,
  unbook,
} from '#funds/server/capital.ts';
import { settledRebate, type RebateBasis, type RebateTier } from '#promotion/model/rebate/settled-rebate.ts';
import { rebate } from '#sales/model/rebate/rebate.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { figureReads, programmeNamed, programmesOf, rivalsOf, type Figures, type Programme } from './rebate-figures.ts';

export const rebateUsed = refusal('E-REBATE-USED', 20334, [
  '客户【{customer}】的返利已使用或占用，不能弃审',
  '客戶【{customer}】的返利已使用或佔用，不能棄審',
  'The rebate of {customer} is used or occupied; cannot unaudit',
]);
export const rebateLater = refusal('E-REBATE-LATER', 20338, [
  '客户【{customer}】已有更晚的返利结算【{code}】，请先处理',
  '客戶【{customer}】已有更晚的返利結算【{code}】，請先處理',
  '{customer} has a later settlement {code}; deal with it first',
]);
export const rebateChanged = refusal('E-REBATE-CHANGED', 20339, [
  '客户【{customer}】的结算数据已由{old}变为{new}，请重新保存',
  '客戶【{customer}】的結算資料已由{old}變為{new}，請重新儲存',
  'The figures of {customer} have changed from {old} to {new}; save again',
]);

type Rebate = LockedBill<typeof rebate>;
type Draft = DraftOf<typeof rebate>;
/** As many lines as a document is saved with. */
const mostLines = 2000;

const moneyReads = (ids: readonly string[]) => ({
  programmes: programmesOf(ids),
  ...accountReads(
    `
      select r.organize_code, l.customer_code
      from app.sale_rebate r
      join app.sale_rebate_line l on l.tenant_code = r.tenant_code and l.parent_id = r.id
      where r.id = any($1::uuid[]) and l.amount > 0`,
    [ids],
  ),
  posted: postedRead(ids),
  touched: statement(
    { docId: 'uuid', accountCode: 'text' },
    `
      select e.doc_id, b.account_code
      from (select * from app.capital_entry where doc_id = any($1::uuid[]) and post_type = 'GRT' offset 0) e
      join app.rebate_move m on m.tenant_code = e.tenant_code and m.entry_id = e.id
      join app.rebate_batch b on b.tenant_code = m.tenant_code and b.id = m.batch_id
      where e.reversal_of is null
        and b.remaining <> b.granted
        and not exists (select from app.capital_entry x where x.tenant_code = e.tenant_code and x.reversal_of = e.id)`,
    [ids],
  ),
});
type Named = typeof selfAuditReads &
  ReturnType<typeof moneyReads> & { readonly named: ReturnType<typeof programmeNamed> };

export const rebateService = serveDocument<typeof rebate, Named>(rebate, {
  reads: selfAuditReads,
  saveReads: ({ programmeCode }) => ({ named: programmeNamed(programmeCode) }),
  verbReads: (ids, verb) => (verb === 'audit' || verb === 'unaudit' ? moneyReads(ids) : {}),
  async beforeSave(ctx, draft, { rows: { named = [] } }, previous) {
    const programme = checkedTerms(draft, named[0]);
    const given = draft.lines.map(({ customerCode }) => customerCode);
    const asked = { ...periodOf(draft), customers: given.length === 0 ? null : given, id: previous?.id ?? null };
    const { figures, through } = await ctx.all(figureReads(asked));
    refuseStrangers(draft, figures);
    const remarks = new Map(draft.lines.map((line) => [line.customerCode, line.remark]));
    const lines = figures
      .slice(0, mostLines)
      .map((row) => lineOf(programme, row))
      .filter((line) => given.length > 0 || !isIdle(line));
    if (lines.length === 0) throw invalidAt([{ path: 'lines', field: rebate.lineLabel, reason: reasons.noLines }]);
    refuseRivals(await ctx.rows(rivalsOf({ ...asked, customers: lines.map(({ customerCode }) => customerCode) })));
    return Object.assign(draft, {
      programmeTitle: programme.name,
      lines: lines.map((line, at) => ({
        ...line,
        id: newId(),
        lineNo: at + 1,
        remark: remarks.get(line.customerCode) ?? null,
      })),
      customerCount: lines.length,
      basisAmount: plus(...lines.map(({ basisAmount }) => basisAmount)),
      totalAmount: plus(...lines.map(({ amount }) => amount)),
      throughEntry: through[0]?.mark ?? '0',
    });
  },
  before: {
    async audit(ctx, bill, facts) {
      refuseSelfAudit(ctx, bill, facts);
      await refuseStale(ctx, bill, facts);
    },
    async unaudit(ctx, bill) {
      // What the next one took off was carried by this one.
      refuseRivals(await ctx.rows(rivalsOf(askedOf(bill))));
    },
  },
  after: { audit: pay, unaudit: takeBack },
});

const periodOf = ({ programmeCode, startDate, endDate }: Pick<Draft, 'programmeCode' | 'startDate' | 'endDate'>) => ({
  programmeCode,
  startDate,
  endDate,
});
const askedOf = (bill: Rebate) => ({
  ...periodOf(bill),
  customers: bill.lines.map(({ customerCode }) => customerCode),
  id: bill.id,
});

/** The period lies within the programme, is over on the day of the settlement, and of targets it is whole months. */
function checkedTerms(draft: Draft, programme: Programme | undefined): Programme {
  const { head } = rebate;
  if (programme === undefined || !programme.isOpen || programme.organizeCode !== draft.organizeCode)
    throw invalidAt([{ path: 'programmeCode', field: head.programmeCode.label, reason: reasons.notChosen }]);
  const places: Place[] = [];
  const wrong = (path: 'startDate' | 'endDate' | 'expireDate', reason: Place['reason']): void => {
    places.push({ path, field: head[path].label, reason });
  };
  const isOfTargets = programme.basis === '2';
  if (draft.startDate < programme.startDate || (isOfTargets && !draft.startDate.endsWith('-01')))
    wrong('startDate', reasons.notChosen);
  if (draft.endDate < draft.startDate) wrong('endDate', reasons.beforeStart);
  else if (draft.endDate > programme.endDate || draft.endDate > draft.billDate) wrong('endDate', reasons.notChosen);
  else if (isOfTargets && !isMonthEnd(draft.endDate)) wrong('endDate', reasons.notChosen);
  if (draft.expireDate !== null && draft.expireDate < draft.billDate) wrong('expireDate', reasons.notChosen);
  if (places.length > 0) throw invalidAt(places);
  return programme;
}

const isMonthEnd = (day: string): boolean => {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.getUTCDate() === 1;
};

/** Customers whom the programme is not for, and those who are named twice. */
function refuseStrangers(draft: Draft, figures: readonly Figures[]): void {
  const known = new Set(figures.map(({ customerCode }) => customerCode));
  const seen = new Set<string>();
  const places = draft.lines.flatMap(({ customerCode }, at): Place[] => {
    const reason = !known.has(customerCode) ? reasons.notChosen : seen.has(customerCode) ? reasons.taken : null;
    seen.add(customerCode);
    return reason === null
      ? []
      : [{ path: `lines.${at}.customerCode`, field: rebate.lines.customerCode.label, reason }];
  });
  if (places.length > 0) throw invalidAt(places);
}

const bases: Readonly<Record<string, RebateBasis>> = { 0: 'netSales', 1: 'collected', 2: 'target' };

function lineOf(programme: Programme, row: Figures) {
  const settled = settledRebate(
    {
      basis: bases[programme.basis] ?? 'netSales',
      isProgressive: programme.tierMode === '1',
      tiers: programme.tiers as readonly RebateTier[],
    },
    row,
  );
  return {
    customerCode: row.customerCode,
    customerName: row.customerName,
    salesAmount: row.sales,
    returnAmount: row.returns,
    rebateUsedAmount: row.rebateUsed,
    clawbackAmount: row.clawback,
    collectedAmount: row.collected,
    refundedAmount: row.refunded,
    carriedAmount: row.carried,
    basisAmount: settled.basis,
    targetAmount: row.target,
    achieved: settled.achieved,
    rate: settled.rate,
    amount: settled.rebate,
    carryAmount: settled.carry,
  };
}
type Line = ReturnType<typeof lineOf>;

/** Nothing came, nothing is carried: he has no business with this settlement. */
const isIdle = ({ basisAmount, carriedAmount }: Line): boolean => isZero(basisAmount) && isZero(carriedAmount);

/** One programme, customer and period once (B11a); and none before one that was paid out. */
function refuseRivals([rival]: readonly {
  readonly code: string;
  readonly customerCode: string;
  readonly meets: boolean;
}[]): void {
  if (rival === undefined) return;
  throw rival.meets ? overlaps({ code: rival.code }) : rebateLater({ customer: rival.customerCode, code: rival.code });
}

/** Nobody pays out what he did not see: what the books say otherwise since the save is saved first. */
async function refuseStale(ctx: Command, bill: Rebate, { rows: { programmes = [] } }: Facts<Named>): Promise<void> {
  const programme = checkedTerms(
    bill,
    programmes.find(({ code }) => code === bill.programmeCode),
  );
  const asked = askedOf(bill);
  const { figures, rivals } = await ctx.all({ figures: figureReads(asked).figures, rivals: rivalsOf(asked) });
  refuseRivals(rivals);
  const now = new Map(figures.map((row) => [row.customerCode, lineOf(programme, row)]));
  for (const line of bill.lines) {
    const fresh = now.get(line.customerCode);
    const shown = (told: Pick<Line, 'basisAmount' | 'amount'> | undefined): string =>
      `${told?.basisAmount ?? '0'} / ${told?.amount ?? '0'}`;
    const isSame =
      fresh !== undefined &&
      compare(fresh.basisAmount, line.basisAmount ?? '0') === 0 &&
      compare(fresh.amount, line.amount ?? '0') === 0;
    if (!isSame)
      throw rebateChanged({
        customer: line.customerCode,
        old: `${line.basisAmount ?? '0'} / ${line.amount ?? '0'}`,
        new: shown(fresh),
      });
  }
}

const sourceOf = (bill: Rebate): Source => ({
  type: rebate.name,
  id: bill.id,
  code: bill.code,
  opSeq: bill.opSeq,
  date: bill.billDate,
});

/** GRT: a batch for each line that brings something. */
function pay(ctx: Command, bill: Rebate, { rows }: Facts<Named>): void {
  const accounts = accountsIn(rows.accounts ?? []);
  book(
    ctx,
    sourceOf(bill),
    bill.lines
      .filter(({ amount }) => !isZero(amount ?? '0'))
      .map(({ id, customerCode, amount }) => {
        const owner = { organizeCode: bill.organizeCode, customerCode };
        const account = accountFor(accounts, accountKinds.rebate, owner);
        if (account === undefined)
          throw accountOff({ code: `${accountKinds.rebate}-${bill.organizeCode}-${customerCode}` });
        return { account, postType: 'GRT' as const, changes: { balance: amount ?? '0' }, lineId: id };
      }),
    [],
    () => new Error('a grant asks for nothing'),
  );
}

/** Exactly the batches that it made, whole; refused where one was used, or an order holds of it (B7a, RB06). */
function takeBack(ctx: Command, bill: Rebate, { rows }: Facts<Named>): void {
  const accounts = accountsIn(rows.accounts ?? []);
  const isTouched = new Set(
    (rows.touched ?? []).filter(({ docId }) => docId === bill.id).map(({ accountCode }) => accountCode),
  );
  for (const { accountCode, balance } of (rows.posted ?? []).filter(({ docId }) => docId === bill.id)) {
    if (isZero(balance)) continue;
    const account = accountNamed(accounts, accountCode);
    if (isTouched.has(accountCode) || compare(availableOf(account), balance) < 0)
      throw rebateUsed({ customer: account.customerCode });
    account.balance = minus(account.balance, balance);
  }
  unbook(ctx, sourceOf(bill));
}
