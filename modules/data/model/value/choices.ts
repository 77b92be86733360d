import type { Choices } from '#platform/model/field.ts';

/** Percent. A rate that the law drops stays here, because old documents carry it. */
export const taxRate = {
  0: ['0%', '0%', '0%'],
  1: ['1%', '1%', '1%'],
  3: ['3%', '3%', '3%'],
  5: ['5%', '5%', '5%'],
  6: ['6%', '6%', '6%'],
  9: ['9%', '9%', '9%'],
  10: ['10%', '10%', '10%'],
  11: ['11%', '11%', '11%'],
  13: ['13%', '13%', '13%'],
  16: ['16%', '16%', '16%'],
  17: ['17%', '17%', '17%'],
} as const satisfies Choices;

export const groupFlag = {
  0: ['产品', '產品', 'Product'],
  1: ['组合', '組合', 'Combination'],
} as const satisfies Choices;

export const shelfStatus = {
  0: ['已下架', '已下架', 'Delisted', 'red'],
  1: ['已上架', '已上架', 'Listed', 'green'],
  2: ['未上架', '未上架', 'Not listed', 'grey'],
} as const satisfies Choices;

export const storageType = {
  0: ['普通仓', '普通倉', 'Normal'],
  1: ['残次仓', '殘次倉', 'Defective'],
  2: ['在途仓', '在途倉', 'In transit'],
  3: ['虚拟仓', '虛擬倉', 'Virtual'],
} as const satisfies Choices;

export const orderType = {
  0: ['正常订单', '正常訂單', 'Normal'],
  1: ['特殊订单', '特殊訂單', 'Special order'],
  2: ['退货订单', '退貨訂單', 'Return'],
  5: ['换货订单', '換貨訂單', 'Exchange'],
} as const satisfies Choices;

/** Of the records that are their own classes: which of the two one is. */
export const rootDataFlag = {
  1: ['分类（根）数据', '分類（根）資料', 'Class rows'],
  0: ['明细数据', '明細資料', 'Item rows'],
} as const satisfies Choices;

export const ladderFlag = {
  1: ['阶梯价', '階梯價', 'Tier pricing'],
  0: ['非阶梯价', '非階梯價', 'No tiers'],
} as const satisfies Choices;

export const tenantFlag = {
  0: ['组织级', '組織級', 'Organisation level'],
  1: ['集团级', '集團級', 'Group level'],
} as const satisfies Choices;

export const budgetControl = {
  0: ['不控制', '不控制', 'None'],
  1: ['提醒', '提醒', 'Warn'],
  2: ['禁止超支', '禁止超支', 'Block'],
} as const satisfies Choices;

export const priceScope = {
  0: ['全部客户', '全部客戶', 'All customers'],
  1: ['客户分类', '客戶分類', 'Customer class'],
  2: ['指定客户', '指定客戶', 'Customer'],
  3: ['渠道', '渠道', 'Channel'],
  4: ['价格级别', '價格級別', 'Price level'],
  9: ['多维度', '多維度', 'Several or other dimensions'],
} as const satisfies Choices;
