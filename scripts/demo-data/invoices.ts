import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { invoiceConfirm } from '#invoice/model/confirm/confirm.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { order } from '#sales/model/order/order.ts';
import type { Load, Staff } from './people.ts';
import { send } from './send.ts';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Own {
  readonly id: string;
  readonly customerCode: string;
}

/** The process by which applications are agreed to. */
export const invoiceProcess = 'IA_APPLY';

/** What customers ask to have invoiced of what they signed for: an application in each state, and invoices. */
export async function showInvoices({ anchor }: Load, { deputy, auditor, leader }: Staff): Promise<void> {
  const { path } = invoiceApply;
  const { list: titles } = await deputy.get<Page<Own>>('/data/bd/customer/invoice/page?page=1&limit=500&status=1');
  const named = new Set(titles.map(({ customerCode }) => customerCode));
  const { list } = await deputy.get<Page<Own>>(
    `${order.path}/page?page=1&limit=200&orderStatus=3&billStatus=1&orderField=billDate&order=asc`,
  );
  const sold = list.filter(({ customerCode }) => named.has(customerCode)).slice(0, 8);
  const made: string[] = [];
  for (const { id } of sold)
    made.push(...(await deputy.ask<{ ids: string[] }>(`${path}/fromorders`, [id] as never)).ids);
  const [saved, voided, , sent, closed, audited, waiting, issued] = made;
  await deputy.put(`${path}/unstash`, [saved, voided, sent, closed, audited, waiting, issued]);
  await deputy.put(`${path}/cancel`, { ids: [voided], operateMsg: '客户要求合并开票' });
  await send(deputy, invoiceProcess, sent ?? '');
  for (const id of [closed, audited, waiting, issued]) {
    await send(deputy, invoiceProcess, id ?? '');
    await leader.put(`${path}/approve`, { ids: [id], operateMsg: '同意' });
  }
  await auditor.put(`${path}/close`, { ids: [closed], operateMsg: '客户放弃开票' });
  await auditor.put(`${invoiceConfirm.path}/confirm`, [waiting, issued]);
  const { invoices } = await auditor.get<{ readonly invoices: readonly { readonly id: string }[] }>(
    `${invoiceConfirm.path}/${issued}`,
  );
  for (const [i, { id }] of invoices.entries())
    await auditor.put(`${invoiceMaintain.path}/number`, {
      ids: [id],
      invoiceNumber: `2633100000000000${String(1001 + i)}`,
      invoiceDate: anchor,
    });
}
