import type { SourceKey } from '#report/model/figure.ts';
import type { DetailSources, Source } from './source/source.ts';
import { margin } from './source/margin.ts';
import { ageing, funds, payable, receivableDetail, statementDetail, statementSource } from './source/money.ts';
import { objective } from './source/objective.ts';
import { orders, ordersDetail } from './source/orders.ts';
import { purchases, purchasesDetail } from './source/purchases.ts';
import { returns, returnsDetail } from './source/returns.ts';
import { sales, salesDetail } from './source/sales.ts';
import { stock, stockFlow, stockFlowDetail } from './source/stock.ts';

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
};

export const detailSources: DetailSources = {
  sales: salesDetail,
  orders: ordersDetail,
  stockFlow: stockFlowDetail,
  receivable: receivableDetail,
  statement: statementDetail,
  purchases: purchasesDetail,
  returns: returnsDetail,
};
