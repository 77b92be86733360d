import { statement } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import type { HomeFigure } from '#platform/server/list/home-figure.ts';
import { accountCheck } from '#funds/model/account-check.ts';
import { bankStatement } from '#funds/model/bank-statement.ts';
import { creditInfo } from '#funds/model/credit-info.ts';
import { payableBalance } from '#funds/model/payable/payable-balance.ts';
import { saleBalance } from '#funds/model/sale-balance.ts';
import { saleBill } from '#funds/model/sale-bill.ts';
import { creditFrom } from './account-reports.ts';
import { ageingScope } from './ageing.ts';
import { visiblePayables } from '#funds/server/payable/payable-balance.ts';

const figure = { amount: 'decimal?', count: 'integer' } as const;

/** What customers owe in all, and how many of them. */
const receivable = statement(
  figure,
  `
    select coalesce(sum(b.amount), 0) as amount, count(*) filter (where b.amount > 0)::integer as count
    from app.receivable_balance b
    where b.amount <> 0 and ${ageingScope}`,
);

/** What is due of it: opened entry by entry, of those alone who owe something. */
const overdue = statement(
  figure,
  `
    select coalesce(sum(x.late), 0) as amount, count(*) filter (where x.late > 0)::integer as count
    from app.receivable_balance b
    cross join lateral (
      select sum(r.open_amount) as late
      from app.receivable_open(b.organize_code, b.customer_code) r
      where r.open_amount > 0 and r.due_date < ${todaySql}
    ) x
    where b.amount > 0 and ${ageingScope}`,
);

/** Customers who owe on credit more than they may. */
const overLimit = statement(
  figure,
  `
    select coalesce(sum(-x.left_over), 0) as amount, count(*)::integer as count
    from (
      select b.balance + b.credit_limit - b.occupied - b.frozen + coalesce(t.lent, 0) as left_over
      from ${creditFrom}
    ) x
    where x.left_over < 0`,
);

const payable = statement(
  figure,
  `
    select coalesce(sum(b.amount), 0) as amount, count(*) filter (where b.amount > 0)::integer as count
    from app.payable_balance b
    where b.amount <> 0 and ${visiblePayables}`,
);

export const fundsFigures: readonly HomeFigure[] = [
  {
    key: 'receiptsOfMonth',
    place: 'money',
    label: ['本月回款', '本月回款', 'Collected (month)'],
    of: saleBill,
    where: { billType: 'RC', billStatus: '1' },
    span: { field: 'billDate', days: 'month' },
    sum: 'amount',
  },
  {
    key: 'receivable',
    place: 'money',
    label: ['应收余额', '應收餘額', 'Receivable'],
    of: saleBalance,
    read: receivable,
  },
  {
    key: 'overdue',
    place: 'money',
    label: ['逾期应收', '逾期應收', 'Overdue'],
    of: saleBalance,
    isBad: true,
    read: overdue,
  },
  { key: 'payable', place: 'money', label: ['应付余额', '應付餘額', 'Payable'], of: payableBalance, read: payable },
  {
    key: 'linesToClaim',
    place: 'waiting',
    label: ['待认领银行流水', '待認領銀行流水', 'Bank lines to claim'],
    of: bankStatement,
    verb: 'claim',
    where: { claimStatus: '0' },
    sum: 'amount',
    since: 'tradeDate',
  },
  {
    key: 'statementsToConfirm',
    place: 'waiting',
    label: ['待客户确认对账', '待客戶確認對帳', 'Statements to be confirmed'],
    of: accountCheck,
    where: { reconcileStatus: '1' },
    since: 'billDate',
  },
  {
    key: 'overLimit',
    place: 'warning',
    label: ['授信超额客户', '授信超額客戶', 'Customers over their limit'],
    of: creditInfo,
    isBad: true,
    read: overLimit,
  },
];
