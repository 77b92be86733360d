import type { Label } from '#platform/model/label.ts';

export const hubTexts = {
  decideOne: ['{verb}：{code}', '{verb}：{code}', '{verb}: {code}'],
  decideMany: ['{verb}：{count}张单据', '{verb}：{count}張單據', '{verb}: {count} {count:document|documents}'],
  opinion: ['审批意见', '審批意見', 'Remark'],
  bill: ['单据', '單據', 'Document'],
  executing: ['正在执行…', '正在執行…', 'Executing…'],
  executed: ['执行结果', '執行結果', 'What came of it'],
  failures: ['未处理的单据', '未處理的單據', 'Documents not taken'],
  testTitle: ['测试SQL：{name}', '測試SQL：{name}', 'Test SQL: {name}'],
  run: ['运行', '執行', 'Run'],
  parameters: ['参数', '參數', 'Parameters'],
  rows: ['前{count}行', '前{count}列', 'First {count} {count:row|rows}'],
  noRows: ['没有数据', '沒有資料', 'No rows'],
  close: ['关闭', '關閉', 'Close'],
  draft: [
    '草稿：由编写人{editor}以外的人启用后才会执行',
    '草稿：由編寫人{editor}以外的人啟用後才會執行',
    'Draft: it runs after somebody other than {editor} has enabled it',
  ],
} as const satisfies Readonly<Record<string, Label>>;
