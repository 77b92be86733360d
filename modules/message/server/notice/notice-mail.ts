import type { MailKind } from '#message/model/mail-kind.ts';
import type { Command } from '#platform/server/command/command.ts';
import { isMailAddress } from '#platform/server/mail/address.ts';
import { queueMail } from '#platform/server/mail/queue.ts';

/** SQL: where mail of a kind reaches the user of this alias; null where he does not want it. */
export const addressFor = (kind: MailKind, user: string): string => `
  case
    when not exists (select from app.message_mail_unwanted w where w.user_id = ${user}.id and w.kind = '${kind}') then
      ${user}.email
  end`;

const template = { subject: '{{subject}}', content: '<p>{{content}}</p>', variables: ['subject', 'content'] };

/** Tells one person by mail what the bell tells him: one mail each, for nobody is to learn another's address. */
export async function mailNotice(
  ctx: Command,
  address: string | null | undefined,
  params: { readonly subject: string; readonly content: string },
): Promise<void> {
  if (address == null || !isMailAddress(address)) return;
  await queueMail(ctx, { template, to: [address], params });
}
