import type { Label } from '#platform/model/label.ts';

export const downloadTexts = {
  title: ['单据下载', '單據下載', 'Document download'],
  organization: ['组织', '組織', 'Organisation'],
  mode: ['下载方式', '下載方式', 'Download mode'],
  byCode: ['按单据编码', '按單據編碼', 'By document no.'],
  byDate: ['按日期范围', '按日期範圍', 'By date range'],
  code: ['单据编码', '單據編碼', 'Document no.'],
  startExecuteTime: ['开始日期', '開始日期', 'Start date'],
  lastExecuteTime: ['结束日期', '結束日期', 'End date'],
  perform: ['下载', '下載', 'Download'],
  rangeTooLong: ['日期范围不能超过7天', '日期範圍不能超過7天', 'The date range must not exceed 7 days'],
  success: ['下载成功', '下載成功', 'Download succeeded'],
  bill: ['单据', '單據', 'Document'],
  why: ['原因', '原因', 'Reason'],
  close: ['关闭', '關閉', 'Close'],
} as const satisfies Readonly<Record<string, Label>>;
