import type { Label } from '#platform/model/label.ts';

export const impactTexts = {
  available: ['可用', '可用', 'Available'],
  restFine: ['其余 {count} 项，都够用', '其餘 {count} 項，都夠用', '{count} more, all sufficient'],
  restShort: ['其余 {count} 项，{short} 项不足', '其餘 {count} 項，{short} 項不足', '{count} more, {short} short'],
  cannot: ['不能{verb}', '不能{verb}', 'Not possible: {verb}'],
  mend: ['去修改', '去修改', 'Edit it'],
  look: ['查看单据', '檢視單據', 'Open it'],
  which: ['哪些单据', '哪些單據', 'Which documents'],
  thisOne: ['这张{noun}', '這張{noun}', 'this {noun}'],
  turns: [
    '{verb}后，{what}由「{from}」变为「{to}」',
    '{verb}後，{what}由「{from}」變為「{to}」',
    '{verb}: {what} goes from {from} to {to}',
  ],
  becomes: ['{verb}后，{what}变为「{to}」', '{verb}後，{what}變為「{to}」', '{verb}: {what} becomes {to}'],
  counted: ['{ledger} {count} 项', '{ledger} {count} 項', '{ledger} ({count})'],
  comma: ['、', '、', ', '],
  semicolon: ['；', '；', '; '],
  end: ['。', '。', '.'],
  moves: ['改动{what}', '改動{what}', 'changes {what}'],
  short: ['其中 {count} 项不足', '其中 {count} 項不足', '{count} of them short'],
  nothing: ['没有库存等账目变化', '沒有庫存等帳目變化', 'no ledger changes'],
} satisfies Record<string, Label>;
