import { accountType } from '#data/model/money/account-type.ts';
import { amount, choice, flag, integer, quantity, rate, ref, text } from '#platform/model/field.ts';
import {
  addMoneyChangeBuyLimitType,
  canChangeBuyType,
  changeBuyType,
  giveDynamicFlag,
  giveType,
  onSaleRateType,
  onSaleType,
  ruleType,
} from './promotion-choices.ts';

/** A rule as an activity and a kept rule have it: what of it counts is what its type uses (rule-form.ts). */
export const ruleFields = {
  ruleNo: integer(['规则行号', '規則行號', 'Rule no.'], { kept: true }),
  policyRuleTypeCode: choice(['规则类型编码', '規則類型編碼', 'Rule type code'], ruleType, { required: true }),
  leastNumber: quantity(['最低数量', '最低數量', 'Minimum quantity'], { isNotSummed: true }),
  leastAmount: amount(['最低金额', '最低金額', 'Minimum amount'], { isNotSummed: true }),
  buyNumber: quantity(['购买数量', '購買數量', 'Bought quantity'], { isNotSummed: true }),
  giveNumber: quantity(['赠送数量', '贈送數量', 'Gift quantity'], { isNotSummed: true }),
  giveDynamicFlag: choice(['上限方式', '上限方式', 'Limit mode'], giveDynamicFlag),
  giveType: choice(['赠送方式', '贈送方式', 'Give type'], giveType),
  // A product, a class or a package, by the give type: no reference to one noun.
  giveCode: text(['赠品编码', '贈品編碼', 'Gift code'], { max: 50 }),
  giveName: text(['赠品名称', '贈品名稱', 'Gift name'], { max: 200, kept: true }),
  trialFlag: flag(['试用标志', '試用標誌', 'Trial']),
  giveMaxNumber: quantity(['赠送数量上限', '贈送數量上限', 'Max gift quantity'], { isNotSummed: true }),
  giveMaxAmount: amount(['赠送金额上限', '贈送金額上限', 'Max gift amount'], { isNotSummed: true }),
  onSaleType: choice(['特价方式', '特價方式', 'On-sale type'], onSaleType),
  onSaleAmount: amount(['优惠金额', '優惠金額', 'On-sale amount'], { isNotSummed: true }),
  onSaleRateType: choice(['折扣方式', '折扣方式', 'Rate type'], onSaleRateType),
  onSaleRate: rate(['折扣率', '折扣率', 'On-sale rate']),
  freePackageFlag: flag(['免费礼包', '免費禮包', 'Free package']),
  canChangeBuyType: choice(['换购次数方式', '換購次數方式', 'Exchange times'], canChangeBuyType),
  changeBuyType: choice(['换购方式', '換購方式', 'Exchange type'], changeBuyType),
  // Products by commas, a class or a brand, by the exchange type.
  changeProductCode: text(['换购产品编码', '換購產品編碼', 'Exchange product code'], { max: 1000 }),
  changeProductName: text(['换购产品名称', '換購產品名稱', 'Exchange product name'], { max: 2000, kept: true }),
  changeBuyRate: rate(['换购比例', '換購比例', 'Exchange rate']),
  addMoneyChangeBuyLimitType: choice(['换购限制', '換購限制', 'Exchange limit'], addMoneyChangeBuyLimitType),
  changeBuyMaxNumber: quantity(['换购数量上限', '換購數量上限', 'Max exchange quantity'], { isNotSummed: true }),
  changeBuyMaxAmount: amount(['换购金额上限', '換購金額上限', 'Max exchange amount'], { isNotSummed: true }),
  giveAccountAmount: amount(['返账户金额', '返帳戶金額', 'Account credit'], { isNotSummed: true }),
  accountType: ref(['账户类型', '帳戶類型', 'Account type'], () => accountType),
  startNumber: quantity(['起始数量', '起始數量', 'From quantity'], { isNotSummed: true }),
  disRate: rate(['折扣率', '折扣率', 'Discount percent']),
};
