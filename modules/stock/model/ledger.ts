import { defineLedger } from '#platform/model/ledger.ts';

/** What lies in a warehouse, on the books of the organisation that owns it (domain §4.1). batchNo is '' without batches. */
export const stock = defineLedger({
  name: 'stock',
  label: ['库存', '庫存', 'Stock'],
  key: ['stockOrganizeCode', 'storageCode', 'materialCode', 'batchNo'],
  measures: {
    onHand: ['现存量', '現存量', 'On hand'],
    occupied: ['占用量', '佔用量', 'Occupied'],
    frozen: ['冻结量', '凍結量', 'Frozen'],
    inTransit: ['在途量', '在途量', 'In transit'],
  },
  available: { plus: ['onHand'], minus: ['occupied', 'frozen'] },
  held: 'occupied',
  floored: 'onHand',
});
