import { material } from '#data/model/goods/material.ts';
import { storage } from '#data/model/place/storage.ts';
import { defineLedger } from '#platform/model/ledger.ts';
import { organization } from '#system/model/organization.ts';

/**
 * What lies in a warehouse, on the books of the organisation that owns it (domain §4.1). batchNo is '' without batches.
 */
export const stock = defineLedger({
  name: 'stock',
  label: ['库存', '庫存', 'Stock'],
  lockOrder: 40,
  key: ['stockOrganizeCode', 'storageCode', 'materialCode', 'batchNo'],
  refs: { stockOrganizeCode: () => organization, storageCode: () => storage, materialCode: () => material },
  measures: {
    onHand: ['现存量', '現存量', 'On hand'],
    occupied: ['占用量', '佔用量', 'Occupied'],
    frozen: ['冻结量', '凍結量', 'Frozen'],
    inTransit: ['在途量', '在途量', 'In transit'],
  },
  available: { plus: ['onHand'], minus: ['occupied', 'frozen'] },
  held: 'occupied',
  floored: 'onHand',
  monthEnd: { number: ['onHand', 'inTransit'], organization: 'stockOrganizeCode' },
  postTypes: {
    IN: ['入库', '入庫', 'In'],
    OUT: ['出库', '出庫', 'Out'],
    RSV: ['占用', '佔用', 'Reserve'],
    REL: ['释放', '釋放', 'Release'],
    FRZ: ['冻结', '凍結', 'Freeze'],
    UFZ: ['解冻', '解凍', 'Unfreeze'],
    OPN: ['期初', '期初', 'Opening'],
    TOUT: ['调拨出库', '調撥出庫', 'Transfer out'],
    TIN: ['调拨入库', '調撥入庫', 'Transfer in'],
    LOSS: ['调拨损耗', '調撥損耗', 'Lost in transit'],
  },
});
