import type { Label } from '#platform/model/label.ts';

export const standingTexts = {
  mine: ['在您手上', '在您手上', 'with you'],
  with: ['在{names}手上', '在{names}手上', 'with {names}'],
  several: ['{names} 等 {count} 人', '{names} 等 {count} 人', '{names} and others ({count})'],
  comma: ['、', '、', ', '],
  sinceBy: ['自{when} {who}{did}起，已 {long}', '自{when} {who}{did}起，已 {long}', '{did} by {who}, {when} · {long}'],
  justNow: ['自{when} 起', '自{when} 起', 'since {when}'],
  lately: ['自{when} {who}{did}起', '自{when} {who}{did}起', '{did} by {who}, {when}'],
  since: ['自{when} 起，已 {long}', '自{when} 起，已 {long}', 'since {when} · {long}'],
  now: ['现在', '現在', 'now'],
  urge: ['催办', '催辦', 'Remind'],
  urged: ['已提醒{names}', '已提醒{names}', 'Reminded {names}'],
  lacks: ['还差 {count} 项', '還差 {count} 項', '{count} {count:thing|things} missing'],
  more: ['还有 {count} 项', '還有 {count} 項', '{count} more'],
  less: ['收起', '收起', 'Less'],
  made: ['已生成', '已產生', 'Created'],
  some: ['{count} 张{noun}', '{count} 張{noun}', '{count} × {noun}'],
  others: ['等 {count} 张', '等 {count} 張', 'and {count} more'],
  notYours: ['您没有{verb}的权限', '您沒有{verb}的權限', 'You may not {verb}'],
  next: ['下一步', '下一步', 'Next step'],
} satisfies Record<string, Label>;
