import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#invoice/model/grants.ts';
import { invoice as model } from '#invoice/model/module.ts';
import { fromOrdersRoute } from './apply/from-orders.ts';
import { invoiceApplyService } from './apply/apply.ts';

export const invoice: ServerModule = {
  model,
  grants,
  services: [invoiceApplyService],
  routes: [fromOrdersRoute],
};
