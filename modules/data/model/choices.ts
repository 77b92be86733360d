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
  0: ['已下架', '已下架', 'Off shelf', 'red'],
  1: ['已上架', '已上架', 'On shelf', 'green'],
  2: ['未上架', '未上架', 'Not yet listed', 'grey'],
} as const satisfies Choices;

export const storageType = {
  0: ['普通仓', '普通倉', 'Normal'],
  1: ['残次仓', '殘次倉', 'Defective'],
  2: ['在途仓', '在途倉', 'In transit'],
  3: ['虚拟仓', '虛擬倉', 'Virtual'],
} as const satisfies Choices;
