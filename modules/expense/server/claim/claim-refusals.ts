import { refusal } from '#platform/model/refusal.ts';

export const overPolicy = refusal('E-POLICY', 20502, [
  '{item}超标：标准{limit}，申请{claim}',
  '{item}超標：標準{limit}，申請{claim}',
  '{item} over policy: limit {limit}, claimed {claim}',
]);
export const claimedTwice = refusal('E-DUP-INV', 20504, [
  '发票【{no}】已在【{code}】报销',
  '發票【{no}】已在【{code}】報銷',
  'Invoice {no} was already claimed in {code}',
]);
export const tripOverlaps = refusal('E-TRIP-OVERLAP', 20505, [
  '与出差单【{code}】日期重叠',
  '與出差單【{code}】日期重疊',
  'The dates overlap trip {code}',
]);
