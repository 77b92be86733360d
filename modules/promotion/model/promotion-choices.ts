import type { Choices } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import type { RuleType } from './engine/rule.ts';

/** What a rule does (6.2), as the engine knows it. */
export const ruleType = {
  P001: ['单品买赠', '單品買贈', 'Single-product buy and give'],
  P002: ['组合买赠', '組合買贈', 'Combined buy and give'],
  P003: ['特价折扣', '特價折扣', 'On sale (amount or percent)'],
  P004: ['免费换购', '免費換購', 'Free exchange purchase'],
  P005: ['加价换购', '加價換購', 'Add-money exchange purchase'],
  P006: ['返账户金额', '返帳戶金額', 'Account credit'],
  P007: ['第N件折扣', '第N件折扣', 'Nth-piece discount'],
} as const satisfies Readonly<Record<RuleType, Label>>;

export const giveType = {
  0: ['赠本品', '贈本品', 'Same product'],
  1: ['赠指定产品', '贈指定產品', 'Specified product'],
  2: ['赠指定分类', '贈指定分類', 'Specified category'],
  3: ['赠礼包', '贈禮包', 'Gift package'],
} as const satisfies Choices;

/** How often a rule gives; of the nth piece '1' is every nth. */
export const giveDynamicFlag = {
  0: ['固定一次', '固定一次', 'Once'],
  1: ['按数量倍增', '按數量倍增', 'Times by number'],
  2: ['按金额倍增', '按金額倍增', 'Times by amount'],
} as const satisfies Choices;

export const onSaleType = {
  0: ['按金额', '按金額', 'Amount'],
  1: ['按比例', '按比例', 'Rate'],
} as const satisfies Choices;

export const onSaleRateType = {
  0: ['实付率', '實付率', 'Pay rate (85 = pay 85%)'],
  1: ['减免率', '減免率', 'Off rate (15 = 15% off)'],
} as const satisfies Choices;

export const canChangeBuyType = {
  0: ['每单一次', '每單一次', 'Once per order'],
  1: ['按数量倍增', '按數量倍增', 'Times by number'],
  2: ['按金额倍增', '按金額倍增', 'Times by amount'],
} as const satisfies Choices;

export const changeBuyType = {
  0: ['活动范围内任一产品', '活動範圍內任一產品', 'Any product of the scope'],
  1: ['指定分类', '指定分類', 'Specified category'],
  2: ['指定品牌', '指定品牌', 'Specified brand'],
  3: ['指定产品', '指定產品', 'Specified product'],
} as const satisfies Choices;

export const addMoneyChangeBuyLimitType = {
  0: ['不限制', '不限制', 'No limit'],
  1: ['限数量', '限數量', 'By number'],
  2: ['限金额', '限金額', 'By amount'],
} as const satisfies Choices;

export const packageType = {
  0: ['固定礼包', '固定禮包', 'Fixed package'],
  1: ['自选礼包', '自選禮包', 'Pick-your-own package'],
} as const satisfies Choices;

/** What the list says of the customer's side of the scope rows. */
export const promotionScope = {
  0: ['全部', '全部', 'All'],
  1: ['客户分类', '客戶分類', 'Customer class'],
  2: ['指定客户', '指定客戶', 'Customer'],
  3: ['渠道', '渠道', 'Channel'],
  4: ['门店', '門店', 'Shop'],
  9: ['多维度', '多維度', 'Several or other dimensions'],
} as const satisfies Choices;

export const productScope = {
  0: ['全部产品', '全部產品', 'All products'],
  1: ['产品分类', '產品分類', 'Product class'],
  2: ['品牌', '品牌', 'Brand'],
  3: ['指定产品', '指定產品', 'Product'],
  9: ['多维度', '多維度', 'Several or other dimensions'],
} as const satisfies Choices;

export const activityStatus = {
  0: ['未开始', '未開始', 'Not started', 'blue'],
  1: ['进行中', '進行中', 'Running', 'green'],
  2: ['已结束', '已結束', 'Ended', 'grey'],
  3: ['已停用', '已停用', 'Disabled', 'red'],
} as const satisfies Choices;

export const publishStatus = {
  0: ['未发布', '未發布', 'Unpublished', 'grey'],
  1: ['已发布', '已發布', 'Published', 'green'],
} as const satisfies Choices;
