import { deliveryActions, releaseActions } from '#sales/web/delivery/delivery-actions.ts';
import { orderActions } from '#sales/web/order/order-actions.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { sales as model } from '#sales/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const sales: WebModule = {
  model,
  pages: {
    'stock/deliveryrelease': async () => (await import('#sales/web/delivery/release-page.tsx')).ReleasePage,
  },
  actions: {
    'order:order': orderActions,
    'order:delivery': deliveryActions,
    'stock:deliveryrelease': releaseActions,
  },
  inputs: {
    'order:template.content': async () =>
      (await import('#sales/web/order/template-content-input.tsx')).TemplateContentInput,
  },
  liveLines: {
    'order:order': async () => (await import('#sales/web/order/order-lines.tsx')).orderLines,
  },
};
