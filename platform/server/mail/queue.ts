import { invalidAt, reasons, refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { newId } from '#platform/server/db/id.ts';
import { isMailAddress } from './address.ts';
import { paramFaults, renderTemplate, variablesIn, type Template, type TemplateParams } from './template.ts';

/** A mail to be sent once what it follows is committed. */
export interface MailOrder {
  /** Name of an enabled template of the tenant, or the template itself. */
  readonly template: string | (Template & { readonly id?: string });
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly params: TemplateParams;
  /** Params that only the receiver may learn (a link that sets a password); the log shows stars. */
  readonly hidden?: readonly string[];
  /** Go with it, as they lie in their stores when it is sent. */
  readonly files?: readonly MailFile[];
  /** The record that learns whether it was sent (sec.end_outbox). */
  readonly subjectId?: string;
}

export interface MailFile {
  readonly name: string;
  readonly storageKey: string;
  readonly provider: string;
}

export const noTemplate = refusal('E-MAIL-TEMPLATE', 10010, [
  '没有启用的邮件模板【{name}】',
  '沒有啟用的郵件模板【{name}】',
  'There is no enabled mail template {name}',
]);

/**
 * Renders the template now, as it is now, and writes the mail's one row of the log; the worker sends it. Answers the id
 * of that row.
 */
export async function queueMail(ctx: Command, order: MailOrder): Promise<string> {
  const template = typeof order.template === 'string' ? await templateNamed(ctx, order.template) : order.template;
  const variables = variablesIn(template.variables) ?? [];
  const { missing, surplus } = paramFaults(variables, order.params);
  const places = [
    ...missing.map((each) => ({
      path: `params.${each}`,
      field: [each, each, each] as const,
      reason: reasons.required,
    })),
    ...surplus.map((each) => ({
      path: `params.${each}`,
      field: [each, each, each] as const,
      reason: reasons.unknownField,
    })),
  ];
  if (places.length > 0) throw invalidAt(places);
  if (order.to.length === 0 || ![...order.to, ...(order.cc ?? [])].every(isMailAddress))
    throw invalidAt([{ path: 'mailTo', field: ['收件人', '收件人', 'To'], reason: reasons.format }]);
  const { subject, html } = renderTemplate(template, order.params);
  const id = newId();
  const logged = order.hidden === undefined ? { subject, html } : renderTemplate(template, order.params, order.hidden);
  ctx.later({
    text: `
      insert into app.message_maillog (id, template_id, mail_to, mail_cc, subject, content, creator_id, creator_name)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      id,
      'id' in template ? (template.id ?? null) : null,
      order.to.join(', '),
      (order.cc ?? []).join(', ') || null,
      logged.subject,
      logged.html,
      ctx.identity.userId,
      ctx.identity.realName,
    ],
  });
  ctx.later(
    statement({ putOutbox: 'nothing' }, `select sec.put_outbox($1, 'mail', $2)`, [
      id,
      JSON.stringify({
        to: order.to,
        cc: order.cc ?? [],
        subject,
        html,
        ...(order.files === undefined ? {} : { files: order.files }),
        ...(order.subjectId === undefined ? {} : { subjectId: order.subjectId }),
      }),
    ]),
  );
  return id;
}

async function templateNamed(ctx: Command, name: string): Promise<Template & { readonly id: string }> {
  const [row] = await ctx.rows(
    statement(
      { id: 'uuid', subject: 'text', content: 'text', variables: 'json?' },
      `
        select id, subject, content, variables
        from app.message_mailtemplate
        where name = $1 and status = '1'
        order by create_date desc
        limit 1`,
      [name],
    ),
  );
  if (row === undefined) throw noTemplate({ name });
  return row;
}
