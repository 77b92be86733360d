import { defineEntity } from '#platform/model/entity.ts';
import { choice, date, instant, integer, ref, text } from '#platform/model/field.ts';
import { periodStatus } from './choices.ts';
import { organization } from './organization.ts';

export const accountingPeriod = defineEntity({
  name: 'sys:accountperiod',
  label: ['会计期间', '會計期間', 'Accounting period'],
  path: '/sys/accountperiod',
  readBy: 'page',
  without: ['export', 'enable', 'disable'],
  codeField: 'startDate',
  nameField: 'startDate',
  unique: ['organizeCode', 'year', 'month'],
  fields: {
    year: integer(['年度', '年度', 'Year'], { required: true }),
    month: integer(['月份', '月份', 'Month'], { required: true }),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    status: choice(['状态', '狀態', 'Status'], periodStatus, { kept: true, default: '0' }),
    closeDate: instant(['结账时间', '結帳時間', 'Closed on'], { kept: true }),
    closerName: text(['结账人', '結帳人', 'Closed by'], { kept: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
  },
  list: {
    columns: [
      'year',
      'month',
      'startDate',
      'endDate',
      'closeDate',
      'closerName',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['organizeCode', 'status'],
  },
  screen: {
    area: 'system',
    url: 'sys/accountperiod',
    sort: 152,
    title: ['会计期间', '會計期間', 'Accounting periods'],
  },
  stepUp: ['unsettle'],
  verbs: {
    open: { label: ['开启', '開啟', 'Open'], when: { status: ['0'] }, grantedBy: 'update' },
    settle: { label: ['结账', '結帳', 'Close'], when: { status: ['1'] } },
    unsettle: { label: ['反结账', '反結帳', 'Reopen'], when: { status: ['2'] }, grantedBy: 'settle', isDanger: true },
  },
});
