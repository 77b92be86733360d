import type { Command } from '#platform/server/command/command.ts';
import { isMailAddress } from '#platform/server/mail/address.ts';
import { queueMail, type MailFile } from '#platform/server/mail/queue.ts';

export interface Pushed {
  readonly id: string;
  readonly requestId: string;
  readonly email: string | null;
  readonly title: string;
  readonly organizeName: string | null;
  readonly invoiceNumber: string | null;
  readonly invoiceDate: string | null;
  readonly totalAmount: string | null;
}

const template = {
  subject: '【{{seller}}】电子发票 {{number}}',
  content:
    '<p>{{title}}：</p><p>{{seller}} 于 {{date}} 为您开具的电子发票见附件，' +
    '号码 {{number}}，价税合计 {{amount}} 元。</p>',
  variables: ['seller', 'title', 'number', 'date', 'amount'],
};

/** The customer has his invoice by mail; whether it was sent stands on the invoice (sec.end_outbox). */
export async function pushInvoice(ctx: Command, invoice: Pushed, file: MailFile): Promise<boolean> {
  const { id, requestId, email, title, organizeName, invoiceNumber, invoiceDate, totalAmount } = invoice;
  if (email === null || !isMailAddress(email)) return false;
  const { name, storageKey, provider } = file;
  const mailId = await queueMail(ctx, {
    template,
    to: [email],
    params: {
      seller: organizeName ?? '',
      title,
      number: invoiceNumber ?? '',
      date: invoiceDate ?? '',
      amount: totalAmount ?? '',
    },
    files: [{ name, storageKey, provider }],
    subjectId: id,
  });
  ctx.later({ text: 'update app.invoice_request set mail_id = $2 where id = $1', values: [requestId, mailId] });
  return true;
}
