import { material } from '#data/model/goods/material.ts';
import { priceClass } from '#data/model/partner/price-class.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { date, price, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';

/**
 * Benchmark prices from a day on, many at once: audited it ends the prices before that day and writes the new ones. It
 * is not taken back; another change takes its prices back.
 */
export const priceChange = defineDocument({
  name: 'sale:pricechange',
  label: ['调价单', '調價單', 'Price change'],
  path: '/channelsale/price/change',
  number: { prefix: 'PC', digits: 4 },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    effectiveDate: date(['生效日期', '生效日期', 'Effective date'], { required: true }),
    reason: text(['调价原因', '調價原因', 'Reason'], { max: 200 }),
    remark: remark(),
  },
  lineLabel: ['调价明细', '調價明細', 'Price change line'],
  lines: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', mainUnitName: 'mainUnitName' },
    }),
    spec: text(['规格', '規格', 'Spec']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit']),
    // Left empty it is of the default class (SD004).
    priceClassCode: ref(['价格级别编码', '價格級別編碼', 'Price level code'], () => priceClass),
    oldPrice: price(['原价', '原價', 'Old price'], { kept: true }),
    newPrice: price(['新价', '新價', 'New price'], { required: true }),
    floorPrice: price(['最低限价', '最低限價', 'Floor price']),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: [],
  editable: ['saved', 'stashed'],
  verbs: { audit: billVerbs.audit, cancel: billVerbs.cancel, stash: billVerbs.stash, unstash: billVerbs.unstash },
  list: {
    columns: [
      'code',
      'billDate',
      'effectiveDate',
      'reason',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'effectiveDate', 'organizeCode', 'billStatus', 'billDate'],
  },
  screen: { area: 'sale', url: 'sale/pricechange', title: ['调价单', '調價單', 'Price changes'] },
});
