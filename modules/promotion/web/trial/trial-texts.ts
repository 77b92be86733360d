import type { Label } from '#platform/model/label.ts';
import type { Trial } from '#promotion/model/trial/rule-trial.ts';

export const trialTitles: Readonly<Record<Trial['worth'], Label>> = {
  off: ['买多少减多少', '買多少減多少', 'What comes off'],
  credit: ['买多少返多少', '買多少返多少', 'What comes back'],
  gifts: ['买多少赠多少', '買多少贈多少', 'What is given'],
};

export const trialTexts = {
  yuan: ['元', '元', 'yuan'],
  pieces: ['件', '件', 'pieces'],
  buy: ['买', '買', 'Buy'],
  off: ['减 {worth}，付 {paid}', '減 {worth}，付 {paid}', '{worth} off, pays {paid}'],
  credit: ['返 {worth}', '返 {worth}', '{worth} back'],
  gifts: ['赠 {worth} 件', '贈 {worth} 件', '{worth} given'],
  next: ['差 {more} 到第 {tier} 档', '差 {more} 到第 {tier} 檔', '{more} short of tier {tier}'],
  last: ['已到最高一档', '已到最高一檔', 'The highest tier is reached'],
  trial: ['试算', '試算', 'Trial'],
  corner: ['{bought}：{worth}', '{bought}：{worth}', '{bought}: {worth}'],
  tenThousand: ['{n} 万', '{n} 萬', '{n}0k'],
} as const satisfies Readonly<Record<string, Label>>;
