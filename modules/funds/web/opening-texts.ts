import type { Label } from '#platform/model/label.ts';

export const openingTexts = {
  cutOver: ['期初日期', '期初日期', 'Cut-over day'],
  help: [
    '上线前按类型导入期初余额，均记在期初日期。重新导入会替换同类的上一个文件；锁定后不能再导入，' +
      '早于期初日期的单据不能审核。',
    '上線前按類型匯入期初餘額，均記在期初日期。重新匯入會替換同類的上一個檔案；鎖定後不能再匯入，' +
      '早於期初日期的單據不能審核。',
    'Before go-live, import the balances kind by kind; all are dated the cut-over day. A file that comes again ' +
      'replaces the earlier one of its kind. Once locked, nothing more is imported, and documents dated before ' +
      'the day are not audited.',
  ],
  noDate: ['请先选择期初日期', '請先選擇期初日期', 'Choose the cut-over day first'],
  saved: ['期初日期已保存', '期初日期已儲存', 'Cut-over day saved'],
  kind: ['类型', '類型', 'Kind'],
  state: ['状态', '狀態', 'State'],
  none: ['未导入', '未匯入', 'Not imported'],
  imported: ['已导入', '已匯入', 'Imported'],
  file: ['文件', '檔案', 'File'],
  rows: ['行数', '列數', 'Rows'],
  number: ['数量', '數量', 'Quantity'],
  amount: ['金额', '金額', 'Amount'],
  who: ['导入人', '匯入人', 'Imported by'],
  when: ['导入时间', '匯入時間', 'Imported at'],
  template: ['下载模板', '下載範本', 'Template'],
  lock: ['期初锁定', '期初鎖定', 'Lock'],
  confirmLock: [
    '锁定后不能解锁：期初不能再导入或撤销，早于{date}的单据不能再审核。确定锁定？',
    '鎖定後不能解鎖：期初不能再匯入或撤銷，早於{date}的單據不能再審核。確定鎖定？',
    'This cannot be undone: no opening balance is imported or taken back any more, and no document dated before ' +
      '{date} is audited. Lock?',
  ],
  lockedBy: ['已由{who}于{when}锁定', '已由{who}於{when}鎖定', 'Locked by {who} at {when}'],
  open: ['未锁定', '未鎖定', 'Not locked'],
} as const satisfies Readonly<Record<string, Label>>;
