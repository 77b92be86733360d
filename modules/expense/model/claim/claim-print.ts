import { definePage } from '#platform/model/page.ts';

/** 报销打印: whoever keeps the books prints vouchers, many at once. Its list is that of all documents. */
export const claimPrinting = definePage({
  name: 'reimbursement:print',
  label: ['报销打印', '報銷列印', 'Reimbursement print'],
  realm: 'B',
  grants: { page: ['查询', '查詢', 'Query'], print: ['打印', '列印', 'Print'] },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/print',
    sort: 112,
    title: ['报销打印', '報銷列印', 'Claim printouts'],
  },
});
