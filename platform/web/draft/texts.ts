import type { Label } from '#platform/model/label.ts';

export const texts = {
  restored: ['已恢复 {time} 未保存的内容', '已恢復 {time} 未儲存的內容', 'Unsaved work of {time} restored'],
  kept: ['草稿已存 {time}', '草稿已存 {time}', 'Draft saved {time}'],
  newerVersion: [
    '{editor} 之后保存过，保存时可逐项对比',
    '{editor} 之後儲存過，儲存時可逐項對比',
    '{editor} saved a newer version; saving shows the differences',
  ],
  waiting: [
    '{time} 未保存的修改仍为您保留，可修改时会恢复',
    '{time} 未儲存的修改仍為您保留，可修改時會恢復',
    'Unsaved changes of {time} are kept and come back when it can be edited',
  ],
  discard: ['放弃', '放棄', 'Discard'],
  discardAsk: ['放弃这些未保存的内容吗？', '放棄這些未儲存的內容嗎？', 'Discard this unsaved work?'],
  staleTitle: ['{editor} 已修改：{what}', '{editor} 已修改：{what}', 'Changed by {editor}: {what}'],
  staleHint: [
    '有 {count} 处不同。选择每处保留哪一边，然后保存；您输入的内容都还在。',
    '有 {count} 處不同。選擇每處保留哪一邊，然後儲存；您輸入的內容都還在。',
    'They differ in {count} {count:place|places}. Choose a side for each, then save; nothing you typed is lost.',
  ],
  field: ['字段', '欄位', 'Field'],
  mine: ['我的', '我的', 'Mine'],
  theirs: ['{editor} 的（{time}）', '{editor} 的（{time}）', '{editor} ({time})'],
  allMine: ['全部用我的', '全部用我的', 'All mine'],
  allTheirs: ['全部用对方的', '全部用對方的', 'All theirs'],
  line: ['第 {no} 行', '第 {no} 行', 'Line {no}'],
  wholeLine: ['第 {no} 行（整行）', '第 {no} 行（整行）', 'Line {no} (whole)'],
  noSuchLine: ['无此行', '無此行', 'No such line'],
  changedByMe: ['我改过', '我改過', 'changed by me'],
  saveChosen: ['按所选保存', '按所選儲存', 'Save as chosen'],
  goOn: ['继续编辑', '繼續編輯', 'Keep editing'],
} as const satisfies Readonly<Record<string, Label>>;
