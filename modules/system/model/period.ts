import { defineEntity } from '#platform/model/entity.ts';
import { choice, date, instant, integer, ref, text } from '#platform/model/field.ts';
import { periodStatus } from './choices.ts';
import { everyOrganization, organization } from './organization.ts';

const notClosed = ['未结账', '未結帳', 'Not closed'] as const;

/** Asked for in a dialog of its own, which shows what is left to do. */
export const settling = { label: ['结账', '結帳', 'Close'], when: { status: ['1'] } } as const;

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
    closeDate: instant(['结账时间', '結帳時間', 'Closed at'], { kept: true, none: notClosed }),
    closerName: text(['结账人', '結帳人', 'Closed by'], { kept: true, none: notClosed }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
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
    settle: settling,
    unsettle: { label: ['反结账', '反結帳', 'Reopen'], when: { status: ['2'] }, grantedBy: 'settle', isDanger: true },
  },
});

/**
 * What an accountant goes through before he closes a period: `todo` keeps it open, `look` is worth a look, `ok` passed.
 */
export interface Checklist {
  readonly id: string;
  /** yyyy-MM. */
  readonly period: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly status: string;
  readonly organizeName: string | null;
  readonly lines: readonly CheckLine[];
}

export interface CheckLine {
  readonly kind: 'earlier' | 'over' | 'documents' | 'books';
  readonly state: 'todo' | 'look' | 'ok';
  readonly count: number;
  /** Of documents: which; absent where the line stands for all others. */
  readonly noun?: string;
  /** Of books: the ledger; absent for what documents and ledgers must agree on. */
  readonly book?: string;
  /** What it is called, in the words of whoever asks. */
  readonly name?: string;
  readonly documents?: readonly WaitingDocument[];
  /** Whether whoever asks may open them. */
  readonly canRead?: boolean;
  /** What they are worth together, for whoever may see it. */
  readonly amount?: string;
  /** The period that comes first. */
  readonly earlier?: { readonly id: string; readonly period: string };
  readonly findings?: readonly BookFinding[];
}

export interface WaitingDocument {
  readonly id: string;
  readonly code: string;
  readonly billDate: string;
  readonly status: string;
  readonly creatorName: string;
  readonly amount?: string;
}

export interface BookFinding {
  readonly rule: string;
  readonly place: string;
  readonly detail: string;
}
