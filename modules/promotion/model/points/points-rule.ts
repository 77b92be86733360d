import { brand } from '#data/model/goods/brand.ts';
import { material, materialClass } from '#data/model/goods/material.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { choice, date, price, quantity, ref } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';
import { pointsScope } from './points-choices.ts';

/** How many points goods earn, where it is not what the house says for everything (B12). */
export const promotionPoints = defineEntity({
  name: 'promotion:points',
  label: ['促销积分规则', '促銷積分規則', 'Promotion points rule'],
  path: '/channelsale/promotion/points',
  fields: {
    code: code(),
    name: name(),
    productScope: choice(['产品范围', '產品範圍', 'Product scope'], pointsScope, { default: '0', required: true }),
    productClassCode: ref(['产品分类编码', '產品分類編碼', 'Product class code'], () => materialClass),
    brandCode: ref(['品牌编码', '品牌編碼', 'Brand code'], () => brand),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material),
    // Empty: as the house says (JF002). Zero: nothing by amount.
    amountPerPoint: price(['每积分金额', '每積分金額', 'Amount per point'], {
      none: ['按系统参数', '按系統參數', 'As set'],
    }),
    pointsPerUnit: quantity(['每件积分', '每件積分', 'Points per piece']),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'productScope',
      'productClassCode',
      'brandCode',
      'productCode',
      'amountPerPoint',
      'pointsPerUnit',
      'startDate',
      'endDate',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'productClassCode', 'brandCode', 'productCode', 'organizeCode', 'productScope', 'status'],
  },
  screen: {
    area: 'promotion',
    url: 'promotion/points',
    sort: 107,
    title: ['促销积分', '促銷積分', 'Promotion points'],
  },
});
