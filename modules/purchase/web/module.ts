import type { WebModule } from '#platform/web/registry/registry.ts';
import { purchase as model } from '#purchase/model/module.ts';
import { demandActions } from './demand-actions.ts';
import { purchaseActions } from './purchase-actions.ts';

/** What the browser shows of the module beside what its definitions give. */
export const purchase: WebModule = {
  model,
  actions: { 'order:demand': demandActions, 'order:purchase': purchaseActions },
};
