import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import { invalidAt, reasons, refusal } from '#platform/model/refusal.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { accountKinds, isOwed } from '#funds/model/capital.ts';
import { saleBillType } from '#funds/model/choices.ts';
import { faultOfUse, isPayout, payoutRoom, raisedCredit, receiptOf, transferOf } from '#funds/model/credit.ts';
import { saleBill } from '#funds/model/sale-bill.ts';
import {
  accountFor,
  availableOf,
  cashBeside,
  creditOver,
  creditOwed,
  fundLack,
  type Account,
  type Debt,
  type Movement,
} from './capital.ts';

export const rebateLeaves = refusal('E-TRF', 20304, [
  '返利账户不能转入现金、授信或保证金账户',
  '返利帳戶不能轉入現金、授信或保證金帳戶',
  'Rebate cannot be moved to cash, credit or deposit',
]);
export const accountUse = refusal('E-ACCOUNT-USE', 20332, [
  '账户【{account}】不能用于{verb}',
  '帳戶【{account}】不能用於{verb}',
  'Account {account} cannot be used for {verb}',
]);
export const refundOver = refusal('E-REFUND-OVER', 20333, [
  '客户仍有欠款，最多可退{n}元',
  '客戶仍有欠款，最多可退{n}元',
  'The customer still owes; at most {n} can be paid out',
]);

type Bill = LockedBill<typeof saleBill>;

interface Named {
  readonly code: string;
  readonly type: string;
}

/** Credit is never turned into money, and rebate is for goods (A1, A1a). */
export function refuseUse(billType: Bill['billType'], source: Named, target: Named | undefined): void {
  const fault = faultOfUse(billType, source.type, target?.type ?? null);
  if (fault === 'rebate') throw rebateLeaves();
  if (fault === null) return;
  const isSource = faultOfUse(billType, source.type, null) !== null;
  throw accountUse({ account: isSource ? source.code : (target?.code ?? ''), verb: saleBillType[billType] });
}

interface Effect {
  readonly movements: readonly Movement[];
  readonly debts: readonly Debt[];
}
type Owner = Pick<Debt, 'organizeCode' | 'customerCode'>;

/** What a bill does to the accounts it names, and what the customer then owes more or less (domain §3.6). */
export function effectOf(bill: Bill, accounts: readonly Account[], repaysFirst: boolean): Effect {
  const account = named(accounts, bill, bill.accountCode);
  const target = bill.billType === 'TR' ? named(accounts, bill, bill.toAccountCode) : undefined;
  refuseUse(bill.billType, account, target);
  const owner = { organizeCode: bill.organizeCode, customerCode: bill.customerCode };
  const less = negated(bill.amount);
  if (isPayout(bill.billType, account.type, target?.type ?? null)) refuseOwing(bill, account, accounts);
  switch (bill.billType) {
    case 'RC':
      return received(bill, account, accounts, repaysFirst);
    case 'RF':
      return {
        movements: [{ ...moved(account, 'RFD', less), isGuarded: true }],
        debts: isOwed(account.type) ? [{ ...owner, postType: 'RFD', amount: bill.amount }] : [],
      };
    case 'TR':
      return transferred(bill, account, target ?? account, accounts);
    case 'AD':
      return adjusted(bill, account, accounts, owner);
    case 'FZ':
      return {
        movements: [{ account, postType: 'FRZ', changes: { frozen: bill.amount }, isGuarded: true }],
        debts: [],
      };
    case 'UF':
      if (compare(account.frozen, bill.amount) < 0) throw creditOver({ short: minus(bill.amount, account.frozen) });
      return { movements: [{ account, postType: 'UFZ', changes: { frozen: less } }], debts: [] };
  }
}

/** The account that the bill names, or the customer's cash. */
function named(accounts: readonly Account[], bill: Bill, code: string | null): Account {
  const account =
    code === null
      ? accountFor(accounts, accountKinds.cash, bill)
      : accounts.find((each) => each.code === code && each.isEnabled);
  if (account === undefined)
    throw invalidAt([{ path: 'accountCode', field: saleBill.head.accountCode.label, reason: reasons.unknown }]);
  return account;
}

/** No money leaves while credit is owed (A1a). */
function refuseOwing(bill: Bill, account: Account, accounts: readonly Account[]): void {
  const available = availableOf(account);
  if (compare(bill.amount, available) > 0) return;
  const room = payoutRoom(available, creditOwed(accounts, bill));
  if (compare(bill.amount, room) <= 0) return;
  throw bill.billType === 'RF'
    ? refundOver({ n: cents(room) })
    : fundLack({ account: account.name, avail: cents(room), need: cents(bill.amount) });
}

function received(bill: Bill, account: Account, accounts: readonly Account[], repaysFirst: boolean): Effect {
  if (!isOwed(account.type)) return { movements: [moved(account, 'RCH', bill.amount)], debts: [] };
  const credit = account.type === accountKinds.credit ? account : accountFor(accounts, accountKinds.credit, bill);
  const cash = account.type === accountKinds.cash ? account : cashBeside(accounts, account);
  const split = receiptOf(bill.amount, {
    target: account.type,
    creditBalance: credit?.balance ?? '0',
    repaysFirst,
  });
  return {
    movements: [...(credit === undefined ? [] : [moved(credit, 'RCH', split.credit)]), moved(cash, 'RCH', split.cash)],
    debts: settledBy(bill),
  };
}

function transferred(bill: Bill, source: Account, target: Account, accounts: readonly Account[]): Effect {
  const { credit, cash, other } = transferOf(bill.amount, target.type, target.balance);
  const changes = new Map([[source, negated(bill.amount)]]);
  const add = (account: Account, amount: string): void => {
    if (!isZero(amount)) changes.set(account, plus(changes.get(account) ?? '0', amount));
  };
  add(target, plus(credit, other));
  add(cashBeside(accounts, target), cash);
  const owed = [...changes].filter(([{ type }]) => isOwed(type)).map(([, change]) => negated(change));
  return {
    movements: [...changes].map(([account, change]) => ({
      ...moved(account, 'TRF', change),
      isGuarded: compare(change, '0') < 0,
    })),
    debts: [
      { organizeCode: bill.organizeCode, customerCode: bill.customerCode, postType: 'TRF', amount: plus(...owed) },
    ],
  };
}

function adjusted(bill: Bill, account: Account, accounts: readonly Account[], owner: Owner): Effect {
  if (!isOwed(account.type))
    return { movements: [{ ...moved(account, 'ADJ', bill.amount), isGuarded: true }], debts: [] };
  const debts: readonly Debt[] = [{ ...owner, postType: 'ADJ', amount: negated(bill.amount) }];
  if (account.type === accountKinds.cash || compare(bill.amount, '0') < 0)
    return { movements: [moved(account, 'ADJ', bill.amount)], debts };
  const { credit, cash } = raisedCredit(bill.amount, account.balance);
  return { movements: [moved(account, 'ADJ', credit), moved(cashBeside(accounts, account), 'ADJ', cash)], debts };
}

const moved = (account: Account, postType: Movement['postType'], balance: string): Movement => ({
  account,
  postType,
  changes: { balance },
});

/** Lines that name an order pay that order; whatever they leave of the receipt pays the oldest that is due. */
function settledBy(bill: Bill): readonly Debt[] {
  const owner = { organizeCode: bill.organizeCode, customerCode: bill.customerCode };
  const lines = bill.lines
    .filter((line) => line.orderCode !== null)
    .map((line): Debt => ({
      ...owner,
      postType: 'REC',
      amount: negated(line.amount),
      lineId: line.id,
      orderCode: line.orderCode,
    }));
  return [
    ...lines,
    { ...owner, postType: 'REC', amount: negated(plus(bill.amount, ...lines.map(({ amount }) => amount))) },
  ];
}

/** The figures already hold what was asked for: the account that is below zero now is the one that lacks it. */
export function lackOf(movements: readonly Movement[]): Error {
  const lacking = movements.find(
    ({ isGuarded, account }) => isGuarded === true && compare(availableOf(account), '0') < 0,
  );
  if (lacking === undefined) return creditOver({ short: '0' });
  const { account, changes } = lacking;
  const need = isZero(changes.balance ?? '0') ? (changes.frozen ?? '0') : negated(changes.balance ?? '0');
  return fundLack({ account: account.name, avail: cents(plus(availableOf(account), need)), need: cents(need) });
}
