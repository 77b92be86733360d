import { permissionOf } from '#platform/model/permission.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { textAt } from '#platform/web/value/row.ts';
import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { invoiceConfirm } from '#invoice/model/confirm/confirm.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { invoice as model } from '#invoice/model/module.ts';
import { redActions, returnActions } from './red-actions.ts';

/** What the browser shows of the module beside what its definitions give. */
export const invoice: WebModule = {
  model,
  pages: { 'invoice/confirm': async () => (await import('#invoice/web/confirm-page.tsx')).ConfirmPage },
  sections: { 'invoice:maintain': async () => (await import('#invoice/web/red-notice.tsx')).RedNotice },
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
    'invoice:confirm': [
      {
        verb: 'confirm',
        label: ['确认', '確認', 'Confirm'],
        permission: permissionOf(invoiceConfirm, 'confirm'),
        isMain: true,
        isOffered: (row) => textAt(row, 'confirmFlag') !== '1' && textAt(row, 'billStatus') === '1',
        load: chunk(
          () => import('./invoice-deeds.ts'),
          (all) => all.confirm,
        ),
      },
      {
        verb: 'unconfirm',
        label: ['取消确认', '取消確認', 'Revoke confirmation'],
        permission: permissionOf(invoiceConfirm, 'unconfirm'),
        isDanger: true,
        isOffered: (row) => textAt(row, 'confirmFlag') === '1' && textAt(row, 'issueStatus') === '0',
        load: chunk(
          () => import('./invoice-deeds.ts'),
          (all) => all.unconfirm,
        ),
      },
    ],
    'invoice:maintain': [
      {
        verb: 'issue',
        label: ['开具', '開具', 'Issue'],
        permission: permissionOf(invoiceMaintain, 'issue'),
        isInBill: true,
        // One that is with the provider is looked for again once it was given up, and says so.
        isOffered: (row) =>
          (textAt(row, 'kind') === '0' || textAt(row, 'redConfirmStatus') === '4') &&
          ['2', '3'].includes(textAt(row, 'invoiceType')) &&
          (textAt(row, 'billStatus') === '0' || (textAt(row, 'billStatus') === '4' && textAt(row, 'failMsg') !== '')),
        load: chunk(
          () => import('./invoice-deeds.ts'),
          (all) => all.issue,
        ),
      },
      {
        verb: 'push',
        label: ['推送', '推送', 'Push'],
        permission: permissionOf(invoiceMaintain, 'push'),
        isInBill: true,
        isOffered: (row) =>
          textAt(row, 'billStatus') === '1' &&
          ['2', '3'].includes(textAt(row, 'invoiceType')) &&
          textAt(row, 'email') !== '',
        load: chunk(
          () => import('./invoice-deeds.ts'),
          (all) => all.push,
        ),
      },
      ...redActions,
    ],
    'order:refund': returnActions,
  },
};
