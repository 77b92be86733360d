import { defineEntity } from '#platform/model/entity.ts';
import { choice, date, quantity } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { priceScope } from '#data/model/value/choices.ts';

export const restrictRule = defineEntity({
  name: 'data:restrictrule',
  label: ['限购规则', '限購規則', 'Purchase limit rule'],
  path: '/data/bd/material/restrict/rule',
  fields: {
    code: code(),
    name: name(),
    minNumber: quantity(['最小数量', '最小數量', 'Minimum quantity'], { isNotSummed: true }),
    maxNumber: quantity(['最大数量', '最大數量', 'Maximum quantity'], { isNotSummed: true }),
    multipleNumber: quantity(['起订倍数', '起訂倍數', 'Order multiple'], { isNotSummed: true }),
    startDate: date(['开始日期', '開始日期', 'Start date']),
    endDate: date(['结束日期', '結束日期', 'End date']),
    customerScope: choice(['客户范围', '客戶範圍', 'Customer scope'], priceScope, { default: '0' }),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: [
      'code',
      'name',
      'minNumber',
      'maxNumber',
      'multipleNumber',
      'startDate',
      'endDate',
      'customerScope',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'customerScope', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/restrictrule',
    sort: 56,
    title: ['限购规则', '限購規則', 'Purchase limit rules'],
    byTenantFlag: true,
  },
});
