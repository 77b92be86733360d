import type { Label } from '#platform/model/label.ts';

export const texts = {
  nothing: ['还没有讨论，@ 同事一起看', '還沒有討論，@ 同事一起看', 'No comments yet: @ a colleague to look together'],
  placeholder: ['写评论，@ 同事', '寫評論，@ 同事', 'Write a comment, @ a colleague'],
  hint: ['@ 会提醒对方', '@ 會提醒對方', '@ notifies'],
  event: ['{who} {did}', '{who} {did}', '{did} by {who}'],
  words: ['「{words}」', '「{words}」', ': “{words}”'],
  send: ['发送', '傳送', 'Send'],
  takeBack: ['撤回', '收回', 'Take back'],
  confirmTakeBack: ['撤回这条评论？', '收回這則評論？', 'Take this comment back?'],
  line: ['第 {no} 行', '第 {no} 行', 'Line {no}'],
  noQuote: ['不引用', '不引用', 'No quote'],
  quote: ['引用一行', '引用一行', 'Quote a line'],
  unreadable: ['讨论读取失败', '討論讀取失敗', 'The comments could not be read'],
  today: ['今天', '今天', 'Today'],
} as const satisfies Readonly<Record<string, Label>>;
