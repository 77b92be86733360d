import { customer } from '#data/model/partner/customer.ts';
import { capitalAccount } from './capital-account.ts';
import { defineLedger } from '#platform/model/ledger.ts';
import { organization } from '#system/model/organization.ts';

/**
 * What a customer has with us and what of it is promised, per account (domain §4.2). A balance below zero is used
 * credit: the limit stands beside it, so that available = balance + limit − occupied − frozen is true of every kind of
 * account.
 */
export const capital = defineLedger({
  name: 'capital',
  label: ['资金池', '資金池', 'Funds pool'],
  lockOrder: 10,
  key: ['accountCode'],
  refs: { accountCode: () => capitalAccount },
  measures: {
    balance: ['余额', '餘額', 'Balance'],
    occupied: ['占用', '佔用', 'Occupied'],
    frozen: ['冻结', '凍結', 'Frozen'],
    creditLimit: ['信用额度', '信用額度', 'Credit limit'],
    tempLimit: ['临时额度', '臨時額度', 'Temporary limit'],
  },
  available: { plus: ['balance', 'creditLimit', 'tempLimit'], minus: ['occupied', 'frozen'] },
  held: 'occupied',
  signed: ['balance'],
  money: ['balance', 'occupied', 'frozen', 'creditLimit', 'tempLimit'],
  postTypes: {
    RCH: ['收款', '收款', 'Receipt'],
    RFD: ['退款', '退款', 'Refund'],
    OCC: ['占用', '佔用', 'Occupy'],
    RLS: ['释放', '釋放', 'Release'],
    DED: ['扣款', '扣款', 'Deduct'],
    RTN: ['退回', '退回', 'Return'],
    GRT: ['返利发放', '返利發放', 'Grant'],
    CLW: ['返利扣回', '返利扣回', 'Claw-back'],
    EXP: ['过期', '過期', 'Expire'],
    TRF: ['转账', '轉帳', 'Transfer'],
    ADJ: ['调整', '調整', 'Adjustment'],
    OPN: ['期初', '期初', 'Opening'],
    FRZ: ['冻结', '凍結', 'Freeze'],
    UFZ: ['解冻', '解凍', 'Unfreeze'],
    LIM: ['额度变更', '額度變更', 'Limit'],
  },
});

/**
 * What a customer owes an organisation. Every posting to cash and credit has its opposite here (I20); an amount that is
 * owed names the day on which it falls due and, where it belongs to one, its order: receipts settle the oldest first,
 * or the order they name.
 */
export const receivable = defineLedger({
  name: 'receivable',
  label: ['应收账款', '應收帳款', 'Receivable'],
  lockOrder: 15,
  key: ['organizeCode', 'customerCode'],
  refs: { organizeCode: () => organization, customerCode: () => customer },
  measures: { amount: ['应收余额', '應收餘額', 'Receivable'] },
  available: { plus: ['amount'], minus: [] },
  signed: ['amount'],
  money: ['amount'],
  monthEnd: { amount: ['amount'], organization: 'organizeCode' },
  notes: { dueDate: 'date', orderCode: 'text' },
  postTypes: {
    SAL: ['销售', '銷售', 'Sale'],
    RET: ['退货', '退貨', 'Return'],
    RBT: ['返利冲抵', '返利沖抵', 'Paid by rebate'],
    REC: ['收款', '收款', 'Receipt'],
    RFD: ['退款', '退款', 'Refund'],
    ADJ: ['调整', '調整', 'Adjustment'],
    TRF: ['转账', '轉帳', 'Transfer'],
    OPN: ['期初', '期初', 'Opening'],
  },
});

/** The kinds of account that the product itself pays from; a tenant may add others for its own books. */
export const accountKinds = { cash: 'A001', credit: 'A002', rebate: 'A003', deposit: 'A004', market: 'A005' } as const;
/** Those that every customer has with an organisation, and how they are called. */
export const openedAccounts = [
  [accountKinds.cash, '预存款'],
  [accountKinds.credit, '授信'],
  [accountKinds.rebate, '返利'],
] as const;
/** Cash and credit are the two sides of what is owed: rebate, deposits and market money are not (domain §4.3). */
export const isOwed = (accountType: string): boolean =>
  accountType === accountKinds.cash || accountType === accountKinds.credit;
