import { budgetAccount, costSubject } from '#data/model/money/cost-subject.ts';
import { budgetControl, taxRate } from '#data/model/value/choices.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { choice, flag, ref } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { docType } from '#expense/model/value/choices.ts';

/** What people claim money for, and what a claim of it needs (domain §8.1). */
export const reimbursementItem = defineEntity({
  name: 'reimbursement:item',
  label: ['报销项目设置', '報銷項目設定', 'Reimbursement item setting'],
  path: '/reimbursement/item/setting',
  fields: {
    code: code(),
    name: name(),
    docType: choice(['单据类型', '單據類型', 'Document type'], docType, {
      none: ['全部单据', '全部單據', 'All documents'],
    }),
    costSubjectCode: ref(['费用科目编码', '費用科目編碼', 'Expense item code'], () => costSubject, { required: true }),
    // Left open it is the account of its expense item.
    budgetAccountCode: ref(['预算科目编码', '預算科目編碼', 'Budget account code'], () => budgetAccount, {
      none: ['随费用科目', '隨費用科目', 'Of its expense item'],
    }),
    control: choice(['预算控制', '預算控制', 'Budget control'], budgetControl, {
      none: ['随预算科目', '隨預算科目', 'Of its budget account'],
    }),
    needInvoice: flag(['须附发票', '須附發票', 'Needs an invoice'], { default: '1' }),
    needApplication: flag(['须先申请', '須先申請', 'Needs an application']),
    taxFlag: flag(['可抵扣进项税', '可抵扣進項稅', 'Input tax deductible'], { default: '1' }),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: [
      'code',
      'name',
      'docType',
      'costSubjectName',
      'budgetAccountCode',
      'control',
      'needApplication',
      'taxRate',
      'status',
      'creatorName',
      'createDate',
    ],
    rare: ['control', 'needApplication'],
    lead: ['code', 'name', 'docType', 'costSubjectName', 'status'],
    filters: ['code', 'name', 'costSubjectCode', 'budgetAccountCode', 'docType', 'taxRate', 'status'],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/item',
    sort: 114,
    title: ['报销项目设置', '報銷項目設定', 'Reimbursement items'],
  },
  picker: {
    columns: ['code', 'name', 'docType', 'costSubjectName', 'needApplication'],
    filters: ['code', 'name', 'docType', 'status'],
    width: '80%',
  },
});
