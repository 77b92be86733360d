import { z } from 'zod';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, type Place } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { cleanHtml } from '#platform/server/text/html.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { addressesIn } from '#platform/server/mail/address.ts';
import { noTemplate, queueMail } from '#platform/server/mail/queue.ts';
import {
  renderTemplate,
  templateFault,
  templateFaults,
  variablesIn,
  type Template,
} from '#platform/server/mail/template.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { mailTemplate } from '#message/model/mail.ts';

const { fields } = mailTemplate;

/** What is wrong with a template before anybody sends it. */
function faultsOf({ subject, content, variables }: Template): Place[] {
  const names = variablesIn(variables);
  if (names === null) return [{ path: 'variables', field: fields.variables.label, reason: templateFaults.variables }];
  return (['subject', 'content'] as const).flatMap((path) => {
    const reason = templateFault(path === 'subject' ? subject : content, names);
    return reason === null ? [] : [{ path, field: fields[path].label, reason }];
  });
}

export const mailTemplateService = serveEntity(mailTemplate, {
  beforeSave(_ctx, next) {
    const places = faultsOf(next);
    if (places.length > 0) throw invalidAt(places);
    return next;
  },
});

const params = z.record(z.string().max(50), z.union([z.string().max(2000), z.number(), z.boolean()])).default({});
const previewBody = z.object({
  subject: z.string().max(fields.subject.max),
  content: z.string().max(fields.content.max),
  variables: z.unknown(),
  params,
});
const sendBody = z.object({
  id: z.uuid(),
  mailTo: z.string().min(1).max(2000),
  mailCc: z.string().max(2000).nullish(),
  params,
});

function read<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const { success, data, error } = schema.safeParse(body ?? {});
  if (success) return data;
  const path = String(error.issues[0]?.path[0] ?? 'id');
  throw invalidAt([{ path, field: [path, path, path], reason: reasons.format }]);
}

/**
 * What somebody would receive, of a template that need not be saved yet. A variable without a value is shown as its
 * name.
 */
async function preview(call: Call): Promise<{ readonly subject: string; readonly content: string }> {
  await call.read({});
  const template = read(previewBody, call.body);
  const places = faultsOf({ ...template, content: cleanHtml(template.content) });
  if (places.length > 0) throw invalidAt(places);
  const values = Object.fromEntries(
    (variablesIn(template.variables) ?? []).map((each) => [
      each,
      Object.hasOwn(template.params, each) ? template.params[each] : `[${each}]`,
    ]),
  );
  const { subject, html } = renderTemplate(template, values);
  return { subject, content: html };
}

/** Answers the id of its row in the log. */
function send(call: Call): Promise<{ readonly id: string }> {
  return command(call, async (ctx) => {
    const { id, mailTo, mailCc, params: values } = read(sendBody, call.body);
    const [to, cc] = [addressesIn(mailTo), addressesIn(mailCc ?? '')];
    if (to === null || to.length === 0)
      throw invalidAt([{ path: 'mailTo', field: ['收件人', '收件人', 'To'], reason: reasons.format }]);
    if (cc === null) throw invalidAt([{ path: 'mailCc', field: ['抄送', '抄送', 'Cc'], reason: reasons.format }]);
    const [template] = await ctx.rows(recordsBy(mailTemplate, 'id', [id]));
    if (template === undefined) throw notFound();
    if (template.status !== '1') throw noTemplate({ name: template.name });
    const logId = await queueMail(ctx, { template, to, cc, params: values });
    ctx.log({
      noun: mailTemplate.name,
      recordId: template.id,
      recordCode: template.name,
      operation: 'send',
      message: to.join(', ').slice(0, 200),
    });
    return { id: logId };
  });
}

export const mailTemplateRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${mailTemplate.path}/preview`,
    permission: [permissionOf(mailTemplate, 'view')],
    effect: 'none',
    body: previewBody,
    summary: 'Mail template: what somebody would receive',
    handle: preview,
  },
  {
    method: 'POST',
    path: `${mailTemplate.path}/send`,
    permission: [permissionOf(mailTemplate, 'send')],
    effect: 'command',
    body: sendBody,
    summary: 'Mail template: send to addresses',
    handle: send,
  },
];
