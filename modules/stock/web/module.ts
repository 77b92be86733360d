import { countActions } from '#stock/web/count-actions.ts';
import { inoutActions } from '#stock/web/inout-actions.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { stock as model } from '#stock/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const stock: WebModule = {
  model,
  pages: {
    'stock/enquiry': async () => (await import('#stock/web/enquiry-page.tsx')).EnquiryPage,
  },
  actions: {
    'stock:inout': inoutActions,
    'stock:inventory': countActions,
  },
};
