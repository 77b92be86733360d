import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { invoiceConfirm } from '#invoice/model/confirm/confirm.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { invoiceTypes } from '#invoice/model/value/choices.ts';
import { order } from '#sales/model/order/order.ts';
import type { Load, Staff } from './people.ts';
import { taxSystemCode } from './sandbox.ts';
import { send } from './send.ts';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Own {
  readonly id: string;
  readonly organizeCode: string;
  readonly customerCode: string;
  readonly customerName: string;
}

/** The process by which applications are agreed to. */
export const invoiceProcess = 'IA_APPLY';

/** What customers ask to have invoiced of what they signed for: an application in each state, and invoices. */
export async function showInvoices({ admin, anchor }: Load, { deputy, auditor, leader }: Staff): Promise<void> {
  const { path } = invoiceApply;
  const { list: titles } = await deputy.get<Page<Own>>('/data/bd/customer/invoice/page?page=1&limit=500&status=1');
  const named = new Set(titles.map(({ customerCode }) => customerCode));
  const { list } = await deputy.get<Page<Own>>(
    `${order.path}/page?page=1&limit=200&orderStatus=3&billStatus=1&orderField=billDate&order=asc`,
  );
  const sold = list.filter(({ customerCode }) => named.has(customerCode)).slice(0, 9);
  const made: string[] = [];
  for (const { id } of sold)
    made.push(...(await deputy.ask<{ ids: string[] }>(`${path}/fromorders`, [id] as never)).ids);
  const [saved, voided, , sent, closed, audited, waiting, issued, issuing] = made;
  await deputy.put(`${path}/unstash`, [saved, voided, sent, closed, audited, waiting, issued, issuing]);
  await deputy.put(`${path}/cancel`, { ids: [voided], operateMsg: '客户要求合并开票' });
  await send(deputy, invoiceProcess, sent ?? '');
  for (const id of [closed, audited, waiting, issued, issuing]) {
    await send(deputy, invoiceProcess, id ?? '');
    await leader.put(`${path}/approve`, { ids: [id], operateMsg: '同意' });
  }
  await auditor.put(`${path}/close`, { ids: [closed], operateMsg: '客户放弃开票' });
  await auditor.put(`${invoiceConfirm.path}/confirm`, [waiting, issued, issuing]);
  for (const [i, id] of (await invoicesOf(auditor, issued)).entries())
    await auditor.put(`${invoiceMaintain.path}/number`, {
      ids: [id],
      invoiceNumber: `2633100000000000${String(1001 + i)}`,
      invoiceDate: anchor,
    });
  for (const { id } of sold.slice(0, 1)) await showPaper(auditor, await deputy.get<Own>(`${order.path}/${id}`), anchor);
  // It waits for the sandbox, which somebody may start.
  await admin.post('/sys/tenant/params', { code: 'IV008', name: '开票服务', typeCode: 'SD', value: taxSystemCode });
  await auditor.put(`${invoiceMaintain.path}/issue`, await invoicesOf(auditor, issuing));
}

/** An old one on paper, with its code beside its number: it came from elsewhere and is entered by hand. */
async function showPaper(auditor: Staff['auditor'], sold: Own, anchor: string): Promise<void> {
  const { organizeCode, customerCode, customerName } = sold;
  const { id } = await auditor.ask<{ readonly id: string }>(invoiceMaintain.path, {
    organizeCode,
    customerCode,
    invoiceType: invoiceTypes.paperOrdinary,
    title: customerName,
    lines: [{ productName: '*涂料*外墙乳胶漆', number: '12', amount: '1356.00', taxRate: '13' }],
  });
  const numbered = { invoiceCode: '033001900204', invoiceNumber: '18526301', invoiceDate: anchor };
  await auditor.put(`${invoiceMaintain.path}/number`, { ids: [id], ...numbered });
}

async function invoicesOf(auditor: Staff['auditor'], application: string | undefined): Promise<readonly string[]> {
  const { invoices } = await auditor.get<{ readonly invoices: readonly { readonly id: string }[] }>(
    `${invoiceConfirm.path}/${application ?? ''}`,
  );
  return invoices.map(({ id }) => id);
}
