import { invalidAt, periodClosed, reasons, refusal, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { zoneSql } from '#platform/server/db/today.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { refuseKitsIn } from '#data/server/combination.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { accountKinds } from '#funds/model/capital.ts';
import { opening } from '#funds/model/opening.ts';
import { spareKeys } from '#funds/model/opening-kind.ts';
import { faultsIn, openingSums } from '#funds/model/opening-row.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { countingOf, refuseCounting } from '#stock/server/counting.ts';
import { placesIn, placesQuery } from '#stock/server/ledger.ts';
import { openStock, unopenStock } from '#stock/server/opening.ts';
import { bookPayable, unbookPayable } from './payable/payable-book.ts';
import {
  accountReads,
  accountsIn,
  book,
  fundsUsed,
  unbook,
  type Account,
  type Debt,
  type Movement,
} from './capital.ts';

export const cutOverLocked = refusal('E-CUTOVER', 20020, [
  '期初已于{date}锁定，不能再导入',
  '期初已於{date}鎖定，不能再匯入',
  'Opening balances were locked on {date}; no further import',
]);
export const noCutOver = refusal('E-OPENING-DATE', 20021, [
  '请先设置期初日期',
  '請先設定期初日期',
  'Set the cut-over day first',
]);
export const openingUsed = refusal('E-OPENING-USED', 20022, [
  '期初之后已有业务单据【{code}】，不能撤销或重新导入',
  '期初之後已有業務單據【{code}】，不能撤銷或重新匯入',
  '{code} was posted on these balances since; the opening cannot be taken back or imported again',
]);
export const alreadyOpened = refusal('E-OPENING-DATED', 20023, [
  '已有期初单【{code}】，不能修改期初日期',
  '已有期初單【{code}】，不能修改期初日期',
  'Opening document {code} is posted; the cut-over day stays',
]);

type Opening = LockedBill<typeof opening>;

const cutOverRow = { cutOverDate: 'text', lockDay: 'text?', lockDate: 'instant?', lockerName: 'text?' } as const;
export type CutOver = RowOf<typeof cutOverRow>;

/** The cut-over day, and the day on which it was locked, both in the tenant's zone. */
export const cutOverRead = (isHeld: boolean) =>
  statement(
    cutOverRow,
    `
      select cut_over_date::text, to_char(lock_date at time zone ${zoneSql}, 'YYYY-MM-DD') as lock_day, lock_date,
        locker_name
      from app.sys_cutover${isHeld ? ' for update' : ''}`,
  );
export function refuseLocked([row]: readonly CutOver[]): void {
  if (row !== undefined && row.lockDay !== null) throw cutOverLocked({ date: row.lockDay });
}
export const cutOverIn = ([row]: readonly CutOver[]): string | null => row?.cutOverDate ?? null;

/** What customers and goods the documents are about, as the ledgers ask for them. */
const lines = (columns: string): string =>
  `select distinct ${columns} from app.sale_opening_line where parent_id = any($1::uuid[])`;

const openedGoods = `
  select l.parent_id as document_id, l.storage_code, l.product_code as code
  from app.sale_opening_line l
  where l.parent_id = any($1::uuid[]) and l.storage_code is not null`;

const auditReads = (ids: readonly string[]) => ({
  // Written by hand before anybody named the day, the first one names it.
  namedDay: {
    text: `
      insert into app.sys_cutover (cut_over_date)
      select min(bill_date)
      from app.sale_opening
      where id = any($1::uuid[])
      having min(bill_date) is not null
      on conflict do nothing`,
    values: [ids],
  },
  heldCutOver: cutOverRead(true),
  // What stood at the end of a closed period is settled: nothing comes before it any more.
  closedPeriod: statement(
    { period: 'text' },
    `
      with held as (
        select p.year, p.month, p.status, p.start_date
        from app.sys_accountperiod p
        where exists (select from app.sale_opening t where t.id = any($1::uuid[]) and t.bill_date <= p.end_date)
        order by p.id
        for key share of p
      )
      select year || '-' || lpad(month::text, 2, '0') as period
      from held
      where status = '2'
      order by start_date
      limit 1`,
    [ids],
  ),
  ...countingOf(openedGoods, [ids]),
  places: placesQuery(`${lines('storage_code')} and storage_code is not null`, [ids]),
  ...accountReads(`${lines('organize_code, customer_code')} and customer_code is not null`, [ids]),
});

/** The first document that posted on the same balances of a ledger since, and stands. */
const usesIn = (ledger: 'capital' | 'receivable' | 'cost' | 'stock' | 'payable', ids: readonly string[]) =>
  statement(
    { docCode: 'text' },
    `
      select x.doc_code
      from app.${ledger}_entry e
      join app.${ledger}_entry x
        on x.tenant_code = e.tenant_code
        and x.balance_id = e.balance_id
        and x.version > e.version
      where e.doc_id = any($1::uuid[])
        and e.reversal_of is null
        and not exists (select from app.${ledger}_entry r where r.tenant_code = e.tenant_code and r.reversal_of = e.id)
        and x.doc_type <> '${opening.name}'
        and x.reversal_of is null
        and not exists (select from app.${ledger}_entry r where r.tenant_code = x.tenant_code and r.reversal_of = x.id)
      limit 1`,
    [ids],
  );
const unauditReads = (ids: readonly string[]) => ({
  heldCutOver: cutOverRead(true),
  ...countingOf(openedGoods, [ids]),
  capitalUses: usesIn('capital', ids),
  receivableUses: usesIn('receivable', ids),
  costUses: usesIn('cost', ids),
  stockUses: usesIn('stock', ids),
  payableUses: usesIn('payable', ids),
});

const cutOver = { cutOver: cutOverRead(false), ...selfAuditReads };
type Named = typeof cutOver & ReturnType<typeof auditReads> & ReturnType<typeof unauditReads>;

export const openingService = serveDocument<typeof opening, Named>(opening, {
  reads: cutOver,
  verbReads: (ids, verb) => (verb === 'audit' ? auditReads(ids) : verb === 'unaudit' ? unauditReads(ids) : {}),
  beforeSave(_ctx, draft, facts) {
    const { cutOver: state = [] } = facts.rows;
    refuseLocked(state);
    draft.billDate = cutOverIn(state) ?? draft.billDate;
    for (const line of draft.lines)
      Object.assign(line, Object.fromEntries(spareKeys(draft.kind).map((key) => [key, null])));
    const places = faultsIn(draft.kind, draft.lines).map(({ at: line, key, reason }): Place => ({
      path: `lines.${line}.${key}`,
      field: opening.lines[key].label,
      reason,
    }));
    if (places.length > 0) throw invalidAt(places);
    if (draft.kind === 'stock') {
      refuseLineDecimals(opening, draft.lines, facts);
      refuseKitsIn(draft.lines, opening.lines.productCode.label, facts);
    }
    return Object.assign(draft, openingSums(draft.kind, draft.lines), { rowCount: draft.lines.length });
  },
  before: {
    audit(ctx, bill, facts) {
      const { rows } = facts;
      refuseLocked(rows.heldCutOver ?? []);
      // A file is audited with its import, by whoever may import.
      if (bill.fileName === null) refuseSelfAudit(ctx, { ...bill, organizeCode: null }, facts);
      const [closed] = rows.closedPeriod ?? [];
      if (closed !== undefined) throw periodClosed({ period: closed.period });
      refuseCounting(bill, rows);
    },
    unaudit(_ctx, bill, { rows }) {
      refuseLocked(rows.heldCutOver ?? []);
      refuseCounting(bill, rows);
      const [used] = [rows.capitalUses, rows.receivableUses, rows.costUses, rows.stockUses, rows.payableUses].flatMap(
        (uses = []) => uses,
      );
      if (used !== undefined) throw openingUsed({ code: used.docCode });
    },
  },
  after: {
    audit(ctx, bill, facts) {
      if (bill.kind === 'stock') openGoods(ctx, bill, facts);
      else if (bill.kind === 'payable') openPayables(ctx, bill);
      else openMoney(ctx, bill, facts);
    },
    unaudit(ctx, bill) {
      if (bill.kind === 'stock') unopenStock(ctx, sourceOf(bill));
      else if (bill.kind === 'payable') unbookPayable(ctx, sourceOf(bill));
      else unbook(ctx, sourceOf(bill));
    },
  },
});

const sourceOf = (bill: Opening): Source => ({
  type: opening.name,
  id: bill.id,
  code: bill.code,
  opSeq: bill.opSeq,
  date: bill.billDate,
});

function openGoods(ctx: Command, bill: Opening, { rows }: Facts<Named>): void {
  const places = placesIn(rows.places ?? []);
  openStock(
    ctx,
    sourceOf(bill),
    bill.lines.map((line, i) => {
      const place = places.get(line.storageCode ?? '');
      if (place === undefined)
        throw invalidAt([
          { path: `lines.${i}.storageCode`, field: opening.lines.storageCode.label, reason: reasons.unknown },
        ]);
      return {
        lineId: line.id,
        place,
        materialCode: line.productCode ?? '',
        number: line.number ?? '0',
        amount: line.amount,
      };
    }),
  );
}

function openPayables(ctx: Command, bill: Opening): void {
  bookPayable(
    ctx,
    sourceOf(bill),
    bill.lines.map(({ id: lineId, organizeCode, supplierCode, item, amount, dueDate }) => ({
      organizeCode: organizeCode ?? '',
      supplierCode: supplierCode ?? '',
      postType: 'OPN',
      ...(item === 'PRE' ? { prepaid: amount } : { amount, dueDate }),
      lineId,
    })),
  );
}

/** Cash, credit and what is owed are posted together; rebate and limits are nobody's debt. */
function openMoney(ctx: Command, bill: Opening, { rows }: Facts<Named>): void {
  const accounts = new Map(
    accountsIn(rows.accounts ?? [])
      .filter(({ isEnabled, brandCode, channelCode }) => isEnabled && brandCode === null && channelCode === null)
      .map((account) => [pocket(account.organizeCode, account.customerCode, account.type), account]),
  );
  const accountOf = (i: number, type: string): Account => {
    const line = bill.lines[i];
    const account = accounts.get(pocket(line?.organizeCode ?? null, line?.customerCode ?? null, type));
    // One that was switched off takes no money.
    if (account === undefined)
      throw invalidAt([
        { path: `lines.${i}.customerCode`, field: opening.lines.customerCode.label, reason: reasons.unknown },
      ]);
    return account;
  };
  const movements: Movement[] = [];
  const debts: Debt[] = [];
  bill.lines.forEach(({ id: lineId, organizeCode, customerCode, item, amount, dueDate }, i) => {
    if (bill.kind === 'credit')
      movements.push({
        account: accountOf(i, accountKinds.credit),
        postType: 'LIM',
        changes: { creditLimit: amount },
        lineId,
      });
    else if (bill.kind === 'rebate')
      movements.push({
        account: accountOf(i, accountKinds.rebate),
        postType: 'OPN',
        changes: { balance: amount },
        lineId,
      });
    else if (item === 'AR')
      debts.push({
        organizeCode: organizeCode ?? '',
        customerCode: customerCode ?? '',
        postType: 'OPN',
        amount,
        lineId,
        dueDate,
      });
    else movements.push({ account: accountOf(i, item ?? ''), postType: 'OPN', changes: { balance: amount }, lineId });
  });
  book(ctx, sourceOf(bill), movements, debts, () => fundsUsed());
}

const pocket = (...parts: readonly (string | null)[]): string => JSON.stringify(parts);
