import { customer } from '#data/model/partner/customer.ts';
import { confirmFlag } from '#funds/model/choices.ts';
import { referTo } from '#platform/model/document.ts';
import { amount, choice, date, dict, instant, ref, text } from '#platform/model/field.ts';
import { billStates } from '#platform/model/bill.ts';
import { remark } from '#platform/model/preset.ts';
import { defineReport } from '#platform/model/report.ts';
import { organization } from '#system/model/organization.ts';
import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { issueStatus } from '#invoice/model/value/choices.ts';

const billStatus = {
  [billStates.audited.code]: [...billStates.audited.label, billStates.audited.tone],
  [billStates.closed.code]: [...billStates.closed.label, billStates.closed.tone],
} as const;

/** Finance's side of an application: the same rows, without a table of its own. Confirmed it becomes invoices. */
export const invoiceConfirm = defineReport({
  name: 'invoice:confirm',
  label: ['开票确认', '開票確認', 'Invoice confirmation'],
  path: '/invoice/confirm',
  fields: {
    code: text(['单据编号', '單據編號', 'Document no.']),
    billDate: date(['单据日期', '單據日期', 'Document date']),
    applyCode: ref(['申请单号', '申請單號', 'Application no.'], () => referTo(invoiceApply)),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    invoiceType: dict(['发票类型', '發票類型', 'Invoice type'], 'invoice_type'),
    title: text(['发票抬头', '發票抬頭', 'Invoice title']),
    taxNumber: text(['纳税人识别号', '納稅人識別號', 'Tax number']),
    totalTax: amount(['税额合计', '稅額合計', 'Total tax']),
    confirmFlag: choice(['确认标志', '確認標誌', 'Confirmed'], confirmFlag),
    confirmDate: instant(['确认时间', '確認時間', 'Confirmed at']),
    confirmerName: text(['确认人', '確認人', 'Confirmed by']),
    issueStatus: choice(['开具状态', '開具狀態', 'Issue status'], issueStatus),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    totalAmount: amount(['开票金额', '開票金額', 'Invoice amount']),
    billStatus: choice(['单据状态', '單據狀態', 'Status'], billStatus),
    auditPersonName: text(['审核人', '審核人', 'Approved by']),
    auditDate: instant(['审核时间', '審核時間', 'Approved at']),
    creatorName: text(['创建人', '建立人', 'Created by']),
    createDate: instant(['创建时间', '建立時間', 'Created at']),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'billDate',
      'applyCode',
      'customerName',
      'invoiceType',
      'title',
      'taxNumber',
      'totalTax',
      'confirmFlag',
      'confirmDate',
      'confirmerName',
      'issueStatus',
      'organizeName',
      'totalAmount',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'customerName', 'totalAmount', 'confirmFlag', 'invoiceType', 'title'],
    filters: [
      'code',
      'title',
      'applyCode',
      'customerCode',
      'organizeCode',
      'invoiceType',
      'confirmFlag',
      'issueStatus',
      'billStatus',
      'billDate',
    ],
  },
  grants: {
    view: ['查看', '檢視', 'View'],
    confirm: ['确认', '確認', 'Confirm'],
    unconfirm: ['取消确认', '取消確認', 'Revoke confirmation'],
  },
  screen: {
    area: 'invoice',
    url: 'invoice/confirm',
    sort: 72,
    title: ['开票确认', '開票確認', 'Invoice confirmation'],
  },
});
