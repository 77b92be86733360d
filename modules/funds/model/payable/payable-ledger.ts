import { supplier } from '#data/model/partner/supplier.ts';
import { defineLedger } from '#platform/model/ledger.ts';
import { organization } from '#system/model/organization.ts';

/**
 * What an organisation owes a supplier, and what it has paid ahead (B13). An amount that is owed names the day on which
 * it falls due and its receipt: returns and payments settle the receipt they name, the rest the oldest due. Prepaid
 * money stands apart until it is offset, which lowers both (B13a).
 */
export const payable = defineLedger({
  name: 'payable',
  label: ['应付账款', '應付帳款', 'Payable'],
  lockOrder: 60,
  key: ['organizeCode', 'supplierCode'],
  refs: { organizeCode: () => organization, supplierCode: () => supplier },
  measures: { amount: ['应付余额', '應付餘額', 'Payable'], prepaid: ['预付余额', '預付餘額', 'Prepaid'] },
  available: { plus: ['amount'], minus: [] },
  signed: ['amount'],
  money: ['amount', 'prepaid'],
  monthEnd: { amount: ['amount', 'prepaid'], organization: 'organizeCode' },
  notes: { dueDate: 'date', receiptCode: 'text', purchaseCode: 'text' },
  postTypes: {
    PUR: ['采购入库', '採購入庫', 'Purchase'],
    PRT: ['采购退货', '採購退貨', 'Purchase return'],
    PAY: ['付款', '付款', 'Payment'],
    PRE: ['预付', '預付', 'Prepayment'],
    OFS: ['预付冲抵', '預付沖抵', 'Offset'],
    ADJ: ['调整', '調整', 'Adjustment'],
    OPN: ['期初', '期初', 'Opening'],
  },
});

/** The day on which a receipt is to be paid: after the days agreed with the supplier, at once where none are (B13a). */
export function payableDueDate(date: string, payDays: number | null): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + (payDays ?? 0))).toISOString().slice(0, 10);
}
