import type { Label } from '#platform/model/label.ts';

export const waiverTexts = {
  giftWaive: ['放弃缺货赠品', '放棄缺貨贈品', 'Give up short gifts'],
  activity: ['活动', '活動', 'Activity'],
  earned: ['应赠', '應贈', 'Earned'],
  there: ['能赠', '能贈', 'In stock'],
  givenUp: ['放弃数量', '放棄數量', 'Give up'],
  noneShort: ['没有缺货的赠品', '沒有缺貨的贈品', 'No gift is out of stock'],
  notHere: [
    '系统参数不允许放弃缺货赠品',
    '系統參數不允許放棄缺貨贈品',
    'The parameters do not let short gifts be given up',
  ],
  waived: ['缺货放弃', '缺貨放棄', 'Given up: out of stock'],
  byWhom: ['{by}，{at}：{reason}', '{by}，{at}：{reason}', '{by}, {at}: {reason}'],
} as const satisfies Readonly<Record<string, Label>>;
