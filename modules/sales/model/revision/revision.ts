import { customer } from '#data/model/partner/customer.ts';
import { material } from '#data/model/goods/material.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument, referTo } from '#platform/model/document.ts';
import { amount, choice, integer, json, price, quantity, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { order } from '#sales/model/order/order.ts';
import { organization } from '#system/model/organization.ts';
import { revisionAction } from './choices.ts';

const { audit, cancel, stash, unstash } = billVerbs;

/**
 * An audited order that becomes another (domain §3.3). It says which lines shall change; the audit changes them, with
 * the goods and the money that are held for them. It is never taken back: whoever wants the old order revises again.
 */
export const revision = defineDocument({
  name: 'order:revision',
  label: ['订单变更', '訂單變更', 'Order revision'],
  path: '/channelsale/orderrevision',
  number: { prefix: 'SR', digits: 4 },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    orderCode: ref(['订单编码', '訂單編碼', 'Order no.'], () => referTo(order), { required: true }),
    // Whose order it is is the order's to say.
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { kept: true }),
    // Which version of the order it makes.
    revisionNo: integer(['变更次数', '變更次數', 'Revision number'], { kept: true }),
    reason: text(['变更原因', '變更原因', 'Reason'], { max: 200, required: true }),
    beforeAmount: amount(['变更前金额', '變更前金額', 'Amount before'], { kept: true }),
    // An estimate until it is audited.
    afterAmount: amount(['变更后金额', '變更後金額', 'Amount after'], { kept: true }),
    // A RevisionRecord: what becomes of the order, and why.
    estimate: json(['变更说明', '變更說明', 'What becomes of it'], { kept: true, hidden: true }),
    remark: remark(),
  },
  lineLabel: ['订单变更明细', '訂單變更明細', 'Order revision line'],
  lines: {
    // Empty of a line that is added.
    orderLineId: text(['订单行', '訂單行', 'Order line'], { max: 36, hidden: true }),
    action: choice(['变更方式', '變更方式', 'Action'], revisionAction, { required: true, default: 'C' }),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', mainUnitName: 'mainUnitName' },
    }),
    beforeNumber: quantity(['原数量', '原數量', 'Quantity before'], { kept: true, unitFrom: 'mainUnitName' }),
    // Of a line that is taken out it becomes what is on its way already.
    afterNumber: quantity(['新数量', '新數量', 'Quantity after'], {
      required: true,
      filled: true,
      unitFrom: 'mainUnitName',
    }),
    beforePrice: price(['原单价', '原單價', 'Price before'], { kept: true }),
    // Left as it is it follows the terms of the order; another one is typed, which takes a right of its own.
    afterPrice: price(['新单价', '新單價', 'Price after'], { required: true, filled: true }),
    typedPrice: price(['手工价', '手工價', 'Typed price'], { kept: true, hidden: true }),
    amount: amount(['金额', '金額', 'Amount'], { kept: true }),
    spec: text(['规格', '規格', 'Spec']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    remark: remark(),
  },
  isImported: true,
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'orderCode'],
  editable: ['saved', 'stashed'],
  verbs: { audit, cancel, stash, unstash },
  list: {
    columns: [
      'code',
      'billDate',
      'orderCode',
      'customerName',
      'revisionNo',
      'beforeAmount',
      'afterAmount',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'orderCode', 'customerCode', 'organizeCode', 'billStatus', 'billDate'],
  },
  screen: { area: 'order', url: 'order/revision', sort: 84, title: ['订单变更', '訂單變更', 'Order revisions'] },
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  print: {
    also: ['customerCode'],
    without: ['spec'],
    sums: ['beforeAmount', 'afterAmount'],
    amount: 'afterAmount',
    signatures: [['客户', '客戶', 'Customer']],
  },
});
