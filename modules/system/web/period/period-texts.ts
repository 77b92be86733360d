import type { Label } from '#platform/model/label.ts';

export const periodTexts = {
  title: ['结账 {period}', '結帳 {period}', 'Close {period}'],
  wholeTenant: ['全部组织', '全部組織', 'All organisations'],
  mustDo: ['必须处理', '必須處理', 'To be done'],
  mayLook: ['请过目', '請過目', 'Worth a look'],
  mayLookHint: ['不挡结账', '不擋結帳', 'does not keep the period open'],
  passed: ['已通过', '已通過', 'Passed'],
  left: ['还差 {count} 项才能结账', '還差 {count} 項才能結帳', 'Checks not passed yet: {count}'],
  ready: ['全部通过，可以结账', '全部通過，可以結帳', 'All checks passed; the period can be closed'],
  readyToLook: [
    '可以结账，请先过目下列事项',
    '可以結帳，請先過目下列事項',
    'The period can be closed; have a look at what is listed first',
  ],
  again: ['重新检查', '重新檢查', 'Check again'],
  checking: ['正在检查账目…', '正在檢查帳目…', 'Checking the books …'],
  earlierOpen: [
    '{period} 还没有结账，请先结它',
    '{period} 還沒有結帳，請先結它',
    '{period} is not closed yet; it comes first',
  ],
  earlierClosed: ['以前的期间都已结账', '以前的期間都已結帳', 'Earlier periods are closed'],
  showEarlier: ['结账 {period}', '結帳 {period}', 'Close {period}'],
  notOver: [
    '期间到 {date} 才结束，之后的单据将不能记入',
    '期間到 {date} 才結束，之後的單據將不能記入',
    'The period ends on {date}; nothing can be posted in it from now on',
  ],
  over: ['期间已经结束', '期間已經結束', 'The period is over'],
  waiting: ['{count} 张{noun}未审核', '{count} 張{noun}未審核', '{noun}: {count} not audited'],
  allAudited: ['{noun}全部审核', '{noun}全部審核', '{noun}: all audited'],
  more: ['另有 {count} 张', '另有 {count} 張', '{count} more'],
  booksDiffer: ['账目核对有 {count} 处差异', '帳目核對有 {count} 處差異', 'Differences in the books: {count}'],
  booksDifferHint: [
    '请把下面的内容告诉系统管理员',
    '請把下面的內容告訴系統管理員',
    'Tell your administrator what is listed here',
  ],
  booksAgree: ['账目核对无差异', '帳目核對無差異', 'The books agree'],
  afterwards: [
    '结账后本期单据不能再改，更正请开红字单据；期末库存、成本、应收余额同时存档。',
    '結帳後本期單據不能再改，更正請開紅字單據；期末庫存、成本、應收餘額同時存檔。',
    'Its documents then stay as they are; mistakes are corrected in red. Month-end balances are kept.',
  ],
} as const satisfies Readonly<Record<string, Label>>;
