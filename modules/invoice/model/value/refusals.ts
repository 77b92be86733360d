import { refusal } from '#platform/model/refusal.ts';

export const amountNotPositive = refusal('E-INV-AMT', 20401, [
  '开票金额必须大于零',
  '開票金額必須大於零',
  'Invoice amount must be positive',
]);
export const titleIncomplete = refusal('E-INV-TITLE', 20402, [
  '专用发票必须填写税号、地址、开户行及账号',
  '專用發票必須填寫稅號、地址、開戶行及帳號',
  'Special invoice needs tax number, address, bank and account',
]);
export const alreadyIssued = refusal('E-INV-ISSUED', 20403, [
  '发票已开具，请先红冲',
  '發票已開具，請先紅沖',
  'Invoice issued; red-reverse it first',
]);
export const quotaSpent = refusal('E-INV-QUOTA', 20407, [
  '本月开票额度剩余{n}元',
  '本月開票額度剩餘{n}元',
  'The invoice quota of this month has {n} left',
]);
export const taxNumberMissing = refusal('E-INV-TAXNO', 20406, [
  '电子专用发票必须填写名称和税号',
  '電子專用發票必須填寫名稱和稅號',
  'An electronic special invoice needs name and tax number',
]);
