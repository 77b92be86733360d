import { personnelType } from '#data/model/staff/personnel-type.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { amount, choice, date, ref } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { cityLevel } from '#system/model/choices.ts';
import { area } from '#system/model/region.ts';
import { docType, policyControl, policyUnit } from '#expense/model/value/choices.ts';
import { reimbursementItem } from '#expense/model/item/reimbursement-item.ts';

/** How much of an item somebody of a rank may spend at a place (domain §8.1, D1); what is left open holds for all. */
export const reimbursementPolicy = defineEntity({
  name: 'reimbursement:policy',
  label: ['报销政策设置', '報銷政策設定', 'Reimbursement policy setting'],
  path: '/reimbursement/rule/policy',
  fields: {
    code: code(),
    name: name(),
    itemCode: ref(['费用项目编码', '費用項目編碼', 'Item code'], () => reimbursementItem, {
      none: ['全部项目', '全部項目', 'All items'],
    }),
    docType: choice(['单据类型', '單據類型', 'Document type'], docType, {
      none: ['全部单据', '全部單據', 'All documents'],
    }),
    personnelTypeCode: ref(['人员类型编码', '人員類型編碼', 'Personnel type code'], () => personnelType, {
      none: ['全部人员', '全部人員', 'Everybody'],
    }),
    areaCode: ref(['区域编码', '區域編碼', 'Area code'], () => area, {
      none: ['不限区域', '不限區域', 'Anywhere'],
    }),
    cityLevel: choice(['城市级别', '城市級別', 'City level'], cityLevel, {
      none: ['不限级别', '不限級別', 'Any level'],
    }),
    unit: choice(['计量', '計量', 'Measured'], policyUnit, { required: true, default: 'day' }),
    dailyAmount: amount(['每日标准', '每日標準', 'Per day'], { isNotSummed: true }),
    maxAmount: amount(['最高金额', '最高金額', 'Maximum'], { isNotSummed: true }),
    control: choice(['控制方式', '控制方式', 'Control'], policyControl, { default: '1' }),
    startDate: date(['开始日期', '開始日期', 'Start date']),
    endDate: date(['结束日期', '結束日期', 'End date']),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: [
      'code',
      'name',
      'docType',
      'personnelTypeCode',
      'areaCode',
      'cityLevel',
      'itemCode',
      'unit',
      'maxAmount',
      'dailyAmount',
      'control',
      'startDate',
      'endDate',
      'status',
      'creatorName',
      'createDate',
    ],
    rare: ['cityLevel', 'unit', 'startDate', 'endDate'],
    lead: ['code', 'name', 'itemCode', 'dailyAmount', 'maxAmount', 'control', 'status'],
    filters: ['code', 'name', 'personnelTypeCode', 'areaCode', 'itemCode', 'docType', 'control', 'status'],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/policy',
    sort: 113,
    title: ['报销政策设置', '報銷政策設定', 'Reimbursement policies'],
  },
});
