import { refusal } from '#platform/model/refusal.ts';

export const badRequest = refusal('E-REPORT-ASKED', 10003, [
  '报表参数【{name}】不正确',
  '報表參數【{name}】不正確',
  'The report cannot be asked so: {name}',
]);

export const onlyCosts = refusal('E-REPORT-COSTS', 403, [
  '这张报表的指标都需要成本权限',
  '這張報表的指標都需要成本權限',
  'All figures of this report need the right to see costs',
]);
