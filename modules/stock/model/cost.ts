import { material } from '#data/model/goods/material.ts';
import { defineLedger } from '#platform/model/ledger.ts';
import { organization } from '#system/model/organization.ts';

/**
 * What the goods on an organisation's books cost: the average moves with every receipt (domain §4.1). Where stock may
 * be negative, so may this.
 */
export const cost = defineLedger({
  name: 'cost',
  label: ['存货成本', '存貨成本', 'Stock cost'],
  lockOrder: 30,
  key: ['stockOrganizeCode', 'materialCode'],
  refs: { stockOrganizeCode: () => organization, materialCode: () => material },
  measures: { number: ['结存数量', '結存數量', 'Quantity'], amount: ['结存金额', '結存金額', 'Amount'] },
  available: { plus: ['number'], minus: [] },
  signed: ['number', 'amount'],
  money: ['amount'],
  monthEnd: { number: ['number'], amount: ['amount'], organization: 'stockOrganizeCode' },
});
