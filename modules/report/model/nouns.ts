export {
  approvalReport,
  areaStatistics,
  channelStatistics,
  costReport,
  creditReport,
  customerStatistics,
  deliveryReport,
  expenseReport,
  objectiveStatistics,
  payableReport,
  pointsReport,
  productStatistics,
  promotionReport,
  purchaseReport,
  receivableReport,
  refundReport,
  salesmanStatistics,
  salesOrderReport,
  shortageReport,
  stockAgeReport,
  stockReport,
  stockStatistics,
  trendStatistics,
  uninvoicedReport,
} from './screens.ts';
export { reportDefinition } from './definition.ts';
export { reportSubscription } from './subscription.ts';
export { mailReports } from './mail-job.ts';
export { foldFigures } from './fold-job.ts';
