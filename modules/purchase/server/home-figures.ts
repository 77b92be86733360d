import type { HomeFigure } from '#platform/server/list/home-figure.ts';
import { purchase } from '#purchase/model/purchase.ts';

export const purchaseFigures: readonly HomeFigure[] = [
  {
    key: 'purchasesOfMonth',
    place: 'money',
    label: ['本月采购', '本月採購', 'Purchases this month'],
    of: purchase,
    where: { billStatus: '1' },
    span: { field: 'billDate', days: 'month' },
    sum: 'totalAmount',
  },
  {
    key: 'purchasesToArrive',
    place: 'waiting',
    label: ['待到货采购', '待到貨採購', 'Purchases to arrive'],
    of: purchase,
    where: { billStatus: '1', purchaseStatus: '0' },
    sum: 'totalAmount',
    since: 'billDate',
  },
];
