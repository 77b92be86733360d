import { refusal } from '#platform/model/refusal.ts';

export const badRequest = refusal('E-REPORT-ASKED', 10003, [
  '报表参数【{name}】不正确',
  '報表參數【{name}】不正確',
  'The report cannot be asked so: {name}',
]);
