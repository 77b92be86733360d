import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { order } from '#sales/model/order/order.ts';
import type { Staff } from './people.ts';
import { send } from './send.ts';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Own {
  readonly id: string;
  readonly customerCode: string;
}

/** What customers ask to have invoiced of what they signed for: an application in each state. */
export async function showInvoices({ deputy, auditor }: Staff): Promise<void> {
  const { path } = invoiceApply;
  const { list: titles } = await deputy.get<Page<Own>>('/data/bd/customer/invoice/page?page=1&limit=500&status=1');
  const named = new Set(titles.map(({ customerCode }) => customerCode));
  const { list } = await deputy.get<Page<Own>>(
    `${order.path}/page?page=1&limit=200&orderStatus=3&billStatus=1&orderField=billDate&order=asc`,
  );
  const sold = list.filter(({ customerCode }) => named.has(customerCode)).slice(0, 6);
  const made: string[] = [];
  for (const { id } of sold)
    made.push(...(await deputy.ask<{ ids: string[] }>(`${path}/fromorders`, [id] as never)).ids);
  const [saved, voided, , sent, closed, audited] = made;
  await deputy.put(`${path}/unstash`, [saved, voided, sent, closed, audited]);
  await deputy.put(`${path}/cancel`, { ids: [voided], operateMsg: '客户要求合并开票' });
  await send(deputy, 'INV_APPLY', sent ?? '');
  await auditor.put(`${path}/audit`, [closed, audited]);
  await auditor.put(`${path}/close`, { ids: [closed], operateMsg: '客户放弃开票' });
}
