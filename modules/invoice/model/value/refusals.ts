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
export const noProvider = refusal('E-INV-PROVIDER', 20415, [
  '没有设置开票服务（参数IV008），请手工录入票号',
  '沒有設定開票服務（參數IV008），請手工錄入票號',
  'No provider issues invoices here (parameter IV008); enter the number by hand',
]);
export const stillIssuing = refusal('E-INV-ISSUING', 20416, [
  '发票【{code}】正在开具，结果未知前不能{verb}',
  '發票【{code}】正在開具，結果未知前不能{verb}',
  'Invoice {code} is being issued; cannot {verb} before it is known what came of it',
]);
export const redUnconfirmed = refusal('E-RED-CONFIRM', 20404, [
  '红字确认单{status}，不能开具红字发票',
  '紅字確認單{status}，不能開具紅字發票',
  'The red confirmation is {status}; no red invoice can be issued',
]);
export const redWithProvider = refusal('E-RED-PROVIDER', 20418, [
  '发票【{code}】的红字确认单由开票服务办理，结果未知前不能{verb}',
  '發票【{code}】的紅字確認單由開票服務辦理，結果未知前不能{verb}',
  'The provider sees to the red confirmation of invoice {code}; cannot {verb} before it is known what came of it',
]);
export const redNotWhole = refusal('E-RED-WHOLE', 20405, [
  '开票有误只能整张红冲',
  '開票有誤只能整張紅沖',
  'A wrongly issued invoice is reversed whole',
]);
export const noPaper = refusal('E-INV-FILE', 20417, [
  '发票【{code}】没有版式文件，无法推送',
  '發票【{code}】沒有版式檔案，無法推送',
  'Invoice {code} has no file to send',
]);
