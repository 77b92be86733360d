import type { SourceKey } from '#report/model/figure.ts';
import type { DetailSources, Source } from '#report/server/source/source.ts';
import { activity } from '#report/server/source/activity.ts';
import { approvals } from '#report/server/source/approvals.ts';
import { budget, budgetDetail } from '#report/server/source/budget.ts';
import { expenses, expensesDetail } from '#report/server/source/expenses.ts';
import { gifts, uninvoiced } from '#report/server/source/gifts.ts';
import { journeys, journeysDetail } from '#report/server/source/journeys.ts';
import { margin } from '#report/server/source/margin.ts';
import {
  ageing,
  funds,
  payable,
  receivableDetail,
  statementDetail,
  statementSource,
} from '#report/server/source/money.ts';
import { objective } from '#report/server/source/objective.ts';
import { orders, ordersDetail } from '#report/server/source/orders.ts';
import { points } from '#report/server/source/points.ts';
import { promotions, promotionsDetail } from '#report/server/source/promotions.ts';
import { purchases, purchasesDetail } from '#report/server/source/purchases.ts';
import { returns, returnsDetail } from '#report/server/source/returns.ts';
import { sales, salesDetail } from '#report/server/source/sales.ts';
import { shortage, stockAge } from '#report/server/source/stock-age.ts';
import { stock, stockFlow, stockFlowDetail } from '#report/server/source/stock.ts';

/** Everything that a report can be made of: what is not listed here cannot be asked for. */
export const sources: Readonly<Record<SourceKey, Source>> = {
  sales,
  orders,
  margin,
  stock,
  stockFlow,
  ageing,
  statement: statementSource,
  funds,
  payable,
  purchases,
  returns,
  objective,
  activity,
  promotions,
  gifts,
  stockAge,
  shortage,
  uninvoiced,
  budget,
  expenses,
  approvals,
  points,
  journeys,
};

export const detailSources: DetailSources = {
  sales: salesDetail,
  orders: ordersDetail,
  stockFlow: stockFlowDetail,
  receivable: receivableDetail,
  statement: statementDetail,
  purchases: purchasesDetail,
  returns: returnsDetail,
  promotions: promotionsDetail,
  budget: budgetDetail,
  expenses: expensesDetail,
  journeys: journeysDetail,
};
