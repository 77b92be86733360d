import { budgetAccount } from '#data/model/money/cost-subject.ts';
import { dept } from '#data/model/staff/staff.ts';
import { defineLedger } from '#platform/model/ledger.ts';

/**
 * What departments may spend (domain §4.4, I50): a balance is a month of a budget account of a department, or of a
 * project of it. Claims in approval hold what they ask for, approved ones have used it.
 */
export const budgetLedger = defineLedger({
  name: 'budget',
  label: ['费用预算', '費用預算', 'Budget'],
  lockOrder: 80,
  key: ['year', 'period', 'deptCode', 'budgetAccountCode', 'projectCode'],
  refs: { deptCode: () => dept, budgetAccountCode: () => budgetAccount },
  measures: {
    init: ['预算', '預算', 'Budgeted'],
    adj: ['调整', '調整', 'Adjusted'],
    pre: ['预占', '預佔', 'Held'],
    used: ['已用', '已用', 'Used'],
  },
  available: { plus: ['init', 'adj'], minus: ['pre', 'used'] },
  held: 'pre',
  signed: ['adj'],
  money: ['init', 'adj', 'pre', 'used'],
  postTypes: {
    INIT: ['预算下达', '預算下達', 'Budget'],
    ADJ: ['预算调整', '預算調整', 'Adjustment'],
    TRF: ['预算调拨', '預算調撥', 'Transfer'],
    PRE: ['预占', '預佔', 'Hold'],
    REL: ['释放', '釋放', 'Release'],
    USE: ['使用', '使用', 'Use'],
    UNUSE: ['撤销使用', '撤銷使用', 'Use taken back'],
  },
});

/** A budget account of a department, or of one of its projects, in a year: what is checked together. */
export interface BudgetOwner {
  readonly year: string;
  readonly deptCode: string;
  readonly budgetAccountCode: string;
  readonly projectCode: string;
}
/** `period` is the month, 01 to 12. */
export interface BudgetKey extends BudgetOwner {
  readonly period: string;
}
export const periodOf = (month: number): string => String(month).padStart(2, '0');
export const monthOf = (period: string): number => Number.parseInt(period, 10);
export const ownerKey = ({ year, deptCode, budgetAccountCode, projectCode }: BudgetOwner): string =>
  [year, deptCode, budgetAccountCode, projectCode].join('\n');
