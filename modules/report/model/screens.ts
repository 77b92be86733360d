import { reportScreen } from './screen.ts';

export const salesOrderReport = reportScreen({
  name: 'report:salesorder',
  area: 'report',
  code: 'salesorder',
  sort: 10,
  title: ['销售订单报表', '銷售訂單報表', 'Sales order report'],
});
export const deliveryReport = reportScreen({
  name: 'report:delivery',
  area: 'report',
  code: 'delivery',
  sort: 20,
  title: ['发货明细报表', '發貨明細報表', 'Delivery report'],
});
export const refundReport = reportScreen({
  name: 'report:refund',
  area: 'report',
  code: 'refund',
  sort: 30,
  title: ['退款报表', '退款報表', 'Refund report'],
});
export const purchaseReport = reportScreen({
  name: 'report:purchase',
  area: 'report',
  code: 'purchase',
  sort: 40,
  title: ['采购报表', '採購報表', 'Purchase report'],
});
export const stockReport = reportScreen({
  name: 'report:stockinout',
  area: 'report',
  code: 'stockinout',
  sort: 50,
  title: ['收发存报表', '收發存報表', 'Stock movement report'],
});
export const receivableReport = reportScreen({
  name: 'report:receivable',
  area: 'report',
  code: 'receivable',
  sort: 60,
  title: ['应收账款报表', '應收帳款報表', 'Receivables report'],
});
export const payableReport = reportScreen({
  name: 'report:payable',
  area: 'report',
  code: 'payable',
  sort: 70,
  title: ['应付账龄报表', '應付帳齡報表', 'Payables report'],
});
export const creditReport = reportScreen({
  name: 'report:credit',
  area: 'report',
  code: 'credit',
  sort: 80,
  title: ['资金额度报表', '資金額度報表', 'Funds and credit report'],
});
export const expenseReport = reportScreen({
  name: 'report:expense',
  area: 'report',
  code: 'expense',
  sort: 72,
  title: ['费用报表', '費用報表', 'Expense report'],
});
export const promotionReport = reportScreen({
  name: 'report:promotion',
  area: 'report',
  code: 'promotion',
  sort: 74,
  title: ['促销效果报表', '促銷效果報表', 'Promotion report'],
});
export const uninvoicedReport = reportScreen({
  name: 'report:uninvoiced',
  area: 'report',
  code: 'uninvoiced',
  sort: 76,
  title: ['未开票报表', '未開票報表', 'Uninvoiced report'],
});
export const stockAgeReport = reportScreen({
  name: 'report:stockage',
  area: 'report',
  code: 'stockage',
  sort: 52,
  title: ['库龄报表', '庫齡報表', 'Stock ageing report'],
});
export const shortageReport = reportScreen({
  name: 'report:shortage',
  area: 'report',
  code: 'shortage',
  sort: 54,
  title: ['缺货报表', '缺貨報表', 'Shortage report'],
});
export const approvalReport = reportScreen({
  name: 'report:approval',
  area: 'report',
  code: 'approval',
  sort: 92,
  title: ['审批效率报表', '審批效率報表', 'Approval report'],
});
export const pointsReport = reportScreen({
  name: 'report:points',
  area: 'report',
  code: 'points',
  sort: 94,
  title: ['积分报表', '積分報表', 'Points report'],
});
/** Its 查看 is the right to see what goods cost, in every report. */
export const costReport = reportScreen({
  name: 'report:cost',
  area: 'report',
  code: 'margin',
  sort: 90,
  title: ['毛利报表', '毛利報表', 'Margin report'],
  grants: { view: ['查看成本', '檢視成本', 'See costs'] },
});

export const customerStatistics = reportScreen({
  name: 'statistics:customer',
  area: 'statistics',
  code: 'customer',
  sort: 10,
  title: ['客户销售统计', '客戶銷售統計', 'Sales by customer'],
});
export const productStatistics = reportScreen({
  name: 'statistics:product',
  area: 'statistics',
  code: 'product',
  sort: 20,
  title: ['产品销售统计', '產品銷售統計', 'Sales by product'],
});
export const salesmanStatistics = reportScreen({
  name: 'statistics:salesman',
  area: 'statistics',
  code: 'salesman',
  sort: 30,
  title: ['业务员业绩统计', '業務員業績統計', 'Sales by salesperson'],
});
export const areaStatistics = reportScreen({
  name: 'statistics:area',
  area: 'statistics',
  code: 'area',
  sort: 40,
  title: ['区域销售统计', '區域銷售統計', 'Sales by area'],
});
export const channelStatistics = reportScreen({
  name: 'statistics:channel',
  area: 'statistics',
  code: 'channel',
  sort: 50,
  title: ['渠道销售统计', '渠道銷售統計', 'Sales by channel'],
});
export const trendStatistics = reportScreen({
  name: 'statistics:trend',
  area: 'statistics',
  code: 'trend',
  sort: 60,
  title: ['销售趋势', '銷售趨勢', 'Sales trend'],
});
export const stockStatistics = reportScreen({
  name: 'statistics:stock',
  area: 'statistics',
  code: 'stock',
  sort: 70,
  title: ['库存统计', '庫存統計', 'Stock statistics'],
});
export const objectiveStatistics = reportScreen({
  name: 'statistics:objective',
  area: 'statistics',
  code: 'objective',
  sort: 80,
  title: ['目标完成统计', '目標完成統計', 'Objective achievement'],
});
