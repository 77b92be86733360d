import type { Label } from '#platform/model/label.ts';
import type { SkipReason } from '#promotion/model/engine/outcome.ts';
import type { RuleType } from '#promotion/model/engine/rule.ts';

/** Why an activity did nothing, as its tag says it. */
export const reasonTexts: Readonly<Record<SkipReason, Label>> = {
  THRESHOLD: ['没到门槛', '未達門檻', 'Below threshold'],
  LIMIT: ['次数用完', '次數用完', 'Limit used up'],
  LOCKED: ['不能同享', '不能同享', 'Not combinable'],
  BUDGET: ['预算用完', '預算用完', 'Budget used up'],
  CUSTOMER_SCOPE: ['客户不符', '客戶不符', 'Other customers'],
  DATE: ['不在日期', '不在日期', 'Other dates'],
  NO_MATCH: ['产品不符', '產品不符', 'Other products'],
  ORDER_TYPE: ['订单类型不符', '訂單類型不符', 'Other order types'],
  DISABLED: ['已停用', '已停用', 'Disabled'],
};

/** The same in a sentence, with what is known of it. */
export const passedTexts: Readonly<Record<SkipReason, Label>> = {
  THRESHOLD: ['还差 {missing}', '還差 {missing}', '{missing} more needed'],
  LIMIT: ['该客户可用的次数已用完', '該客戶可用的次數已用完', 'This customer has used it as often as he may'],
  LOCKED: ['{lines}已享「{others}」{rank}', '{lines}已享「{others}」{rank}', '{lines} already under {others}{rank}'],
  BUDGET: ['活动预算已用完', '活動預算已用完', 'Nothing is left of its budget'],
  CUSTOMER_SCOPE: ['不对本客户开放', '不對本客戶開放', 'Not open to this customer'],
  DATE: ['订单日期不在活动期内', '訂單日期不在活動期內', 'The order is not dated within its days'],
  NO_MATCH: ['没有活动内的产品', '沒有活動內的產品', 'None of its products is ordered'],
  ORDER_TYPE: ['不适用于这类订单', '不適用於這類訂單', 'Not for orders of this type'],
  DISABLED: ['活动已停用', '活動已停用', 'The activity is switched off'],
};

export const ruleTypeTexts: Readonly<Record<RuleType, Label>> = {
  P001: ['买赠', '買贈', 'Gift'],
  P002: ['组合买赠', '組合買贈', 'Combined gift'],
  P003: ['满减', '滿減', 'Reduction'],
  P004: ['免费换购', '免費換購', 'Free exchange'],
  P005: ['加价换购', '加價換購', 'Paid exchange'],
  P006: ['返账户', '返帳戶', 'Account credit'],
  P007: ['第 N 件折扣', '第 N 件折扣', 'Nth piece'],
};

/** What a rule did, in a sentence. */
export const appliedTexts: Readonly<Record<RuleType, Label>> = {
  P001: [
    '{lines}共 {number} 件，{times} 次',
    '{lines}共 {number} 件，{times} 次',
    '{lines}: {number} in all, × {times}',
  ],
  P002: [
    '{lines}共 {number} 件、{amount} 元，{times} 次',
    '{lines}共 {number} 件、{amount} 元，{times} 次',
    '{lines}: {number} for {amount} in all, × {times}',
  ],
  P003: [
    '{lines}共 {amount} 元{least}，按金额分摊',
    '{lines}共 {amount} 元{least}，按金額分攤',
    '{lines}: {amount} in all{least}, shared by amount',
  ],
  P004: ['{lines}共 {amount} 元，可换购', '{lines}共 {amount} 元，可換購', '{lines}: {amount} in all, goods to choose'],
  P005: [
    '{lines}共 {amount} 元，可加价换购',
    '{lines}共 {amount} 元，可加價換購',
    '{lines}: {amount} in all, goods to buy at a special price',
  ],
  P006: [
    '{lines}优惠后 {amount} 元，{times} 次；发完货入账',
    '{lines}優惠後 {amount} 元，{times} 次；發完貨入帳',
    '{lines}: {amount} after reductions, × {times}; credited once all is shipped',
  ],
  P007: [
    '{lines}共 {number} 件，按第几件享折扣',
    '{lines}共 {number} 件，按第幾件享折扣',
    '{lines}: {number} in all, reduced from a certain piece on',
  ],
};

/** The same of rules that take a rate off. */
export const rateTexts = {
  discount: ['折扣', '折扣', 'Discount'],
  applied: [
    '{lines}共 {amount} 元{least}，打折',
    '{lines}共 {amount} 元{least}，打折',
    '{lines}: {amount} in all{least}, at a rate',
  ],
} as const satisfies Readonly<Record<string, Label>>;

export const promotionTexts = {
  why: ['促销说明', '促銷說明', 'Promotions'],
  wholeOrder: ['整单', '整單', 'Order'],
  close: ['关闭', '關閉', 'Close'],
  saved: ['省了', '省了', 'Saved'],
  given: ['赠品', '贈品', 'Gifts'],
  credited: ['发完货返利', '發完貨返利', 'Credit'],
  pieces: ['{number} 件', '{number} 件', '{number} pcs'],
  money: ['{amount} 元', '{amount} 元', '{amount}'],
  applied: ['已生效', '已生效', 'Applied'],
  passed: ['没有生效', '沒有生效', 'Not applied'],
  nearestFirst: ['差一点的在前', '差一點的在前', 'nearest first'],
  gives: ['赠 {number} 件', '贈 {number} 件', '{number} free'],
  choosable: ['可选', '可選', 'to choose'],
  credits: ['返 {amount}', '返 {amount}', '{amount} back'],
  least: ['，满 {least}', '，滿 {least}', ' (from {least} on)'],
  lines: ['第 {lines} 行', '第 {lines} 行', 'Lines {lines}'],
  line: ['第 {line} 行', '第 {line} 行', 'Line {line}'],
  usedUp: ['每客户 {limit} 次，已用 {used} 次', '每客戶 {limit} 次，已用 {used} 次', '{used} of {limit} times used'],
  outranked: [
    '（优先级 {theirs} 在 {own} 前）',
    '（優先級 {theirs} 在 {own} 前）',
    ' (priority {theirs} before {own})',
  ],
  begins: ['{date} 开始', '{date} 開始', 'Begins on {date}'],
  ended: ['{date} 已结束', '{date} 已結束', 'Ended on {date}'],
  worth: ['值 {amount}', '值 {amount}', 'worth {amount}'],
  nothing: ['当天没有进行中的活动', '當天沒有進行中的活動', 'No activity is under way that day'],
  nothingOfLine: ['没有活动涉及这一行', '沒有活動涉及這一行', 'No activity touched this line'],
  gift: ['{name} ×{number}', '{name} ×{number}', '{name} ×{number}'],
  withLine: ['随第 {line} 行', '隨第 {line} 行', 'with line {line}'],
  // What more pieces bring, by what the rule does.
  stepGift: [
    '再买 {number} 件{product}，赠 {brought}',
    '再買 {number} 件{product}，贈 {brought}',
    '{number} more of {product}: {brought} free',
  ],
  stepOff: [
    '再买 {number} 件{product}，减 {brought}',
    '再買 {number} 件{product}，減 {brought}',
    '{number} more of {product}: {brought} off',
  ],
  stepCredit: [
    '再买 {number} 件{product}，返 {brought}',
    '再買 {number} 件{product}，返 {brought}',
    '{number} more of {product}: {brought} back',
  ],
  stepPrice: [
    '再买 {number} 件{product}，享折扣',
    '再買 {number} 件{product}，享折扣',
    '{number} more of {product}: a lower price',
  ],
  stepChoice: [
    '再买 {number} 件{product}，可选赠品或换购',
    '再買 {number} 件{product}，可選贈品或換購',
    '{number} more of {product}: goods to choose',
  ],
  hintOf: ['{step}（{activity}）', '{step}（{activity}）', '{step} ({activity})'],
  nextTier: ['离下一档', '離下一檔', 'To the next tier'],
  way: ['已买 {has} · 还差 {lack}', '已買 {has} · 還差 {lack}', '{has} bought · {lack} more'],
  sumOf: ['第 {line} 行为什么是 {amount}', '第 {line} 行為什麼是 {amount}', 'Why line {line} is {amount}'],
  sumKeys: ['停在「优惠」上，或按 F7', '停在「優惠」上，或按 F7', 'Hover over Saved, or press F7'],
  listed: ['原价', '原價', 'List'],
  paid: ['金额', '金額', 'Amount'],
  choose: ['选赠品', '選贈品', 'Choose gifts'],
  mayChoose: ['可选：{offers}', '可選：{offers}', 'To choose: {offers}'],
  unchosen: ['还没选', '尚未選', 'nothing chosen yet'],
  chosenPieces: ['已选 {number} 件', '已選 {number} 件', '{number} chosen'],
  atMost: ['最多 {limit}', '最多 {limit}', 'at most {limit}'],
  payRate: ['按售价的 {rate}% 付款', '按售價的 {rate}% 付款', 'Paid at {rate}% of the price'],
  quota: [
    '{amount} 元以内免费，超出部分付款',
    '{amount} 元以內免費，超出部分付款',
    'Free up to {amount}, the rest is paid',
  ],
  byActivity: ['由活动「{activity}」给出', '由活動「{activity}」給出', 'By {activity}'],
  strange: ['所选赠品不在可选之内', '所選贈品不在可選之內', 'What was chosen is not offered'],
  choosing: ['{customer} · {count} 份可选', '{customer} · {count} 份可選', '{customer} · {count} to choose from'],
  unchosenWarning: [
    '还有赠品或换购没选：{activities}；审核后不再保留',
    '還有贈品或換購沒選：{activities}；審核後不再保留',
    'Goods are still to be chosen: {activities}. They are lost once the order is approved',
  ],
  unchosenKept: [
    '还有赠品或换购没选：{activities}；审核后留给下一张订单',
    '還有贈品或換購沒選：{activities}；審核後留給下一張訂單',
    'Goods are still to be chosen: {activities}. They are kept for the next order once this one is approved',
  ],
  leftOver: ['含以前订单留下的 {limit}', '含以前訂單留下的 {limit}', '{limit} of it left by earlier orders'],
  addPieces: ['加 {number} 件', '加 {number} 件', 'Add {number}'],
} as const satisfies Readonly<Record<string, Label>>;
