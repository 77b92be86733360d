import { refusal } from '#platform/model/refusal.ts';

export const overRed = refusal('E-RED-OVER', 20231, [
  '红字数量超过来源单据可红冲数量{n}',
  '紅字數量超過來源單據可紅沖數量{n}',
  'Red quantity exceeds what is left of the source, {n}',
]);
