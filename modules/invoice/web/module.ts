import { permissionOf } from '#platform/model/permission.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { textAt } from '#platform/web/value/row.ts';
import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { invoice as model } from '#invoice/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const invoice: WebModule = {
  model,
  actions: {
    'order:order': [
      {
        verb: 'invoice',
        label: ['申请开票', '申請開票', 'Ask for invoice'],
        permission: permissionOf(invoiceApply, 'stash'),
        isInBill: true,
        isOffered: (row) => ['1', '2'].includes(textAt(row, 'deliveryStatus')),
        load: chunk(
          () => import('./invoice-deeds.ts'),
          (all) => all.applyForOrders,
        ),
      },
    ],
  },
};
