import { z } from 'zod';
import { patterns } from '#platform/model/pattern.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, refusal } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/db/id.ts';
import { seal } from '#platform/server/secret/seal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { providerNamed } from '#platform/server/sms/sender.ts';
import { statement } from '#platform/server/db/statement.ts';
import { sms } from '#message/model/sms.ts';

const isOff = refusal('E-SMS-OFF', 10010, ['短信【{code}】已停用', '簡訊【{code}】已停用', 'SMS {code} is disabled']);

/** What the secret of an account is sealed for; it stands in sealed secrets and stays. */
export const smsSecret = 'message:sms';

export const smsService = serveEntity(sms, {
  beforeSave(_ctx, next) {
    if (next.platform !== null && providerNamed(next.platform) === undefined)
      throw invalidAt([{ path: 'platform', field: sms.fields.platform.label, reason: reasons.notChosen }]);
    return next;
  },
  afterSave(ctx, { id }, given) {
    const secret = given['secretKey'];
    // An untouched secret stays as it is; nobody can read it back to send it again.
    if (typeof secret === 'string' && secret !== '')
      ctx.later({
        text: 'update app.message_sms set sealed_secret = $2 where id = $1',
        values: [id, seal(secret, smsSecret)],
      });
  },
});

/** Asks the worker to send one text message; its one row of the log is written now. */
export function queueSms(
  ctx: Command,
  order: { readonly smsCode: string; readonly mobile: string; readonly params: Readonly<Record<string, string>> },
): string {
  const id = newId();
  ctx.later({
    text: `
      insert into app.message_smslog (id, sms_code, mobile, params, creator_id, creator_name)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [id, order.smsCode, order.mobile, JSON.stringify(order.params), ctx.identity.userId, ctx.identity.realName],
  });
  ctx.later(statement({ putOutbox: 'nothing' }, `select sec.put_outbox($1, 'sms', $2)`, [id, JSON.stringify(order)]));
  return id;
}

const sendBody = z.object({
  smsCode: z.string().min(1).max(50),
  mobile: z.string().regex(patterns.phone),
  // Providers take short texts; a line break or a control character is none.
  params: z
    .record(
      z.string().regex(/^\w{1,50}$/),
      z
        .string()
        .max(100)
        .regex(/^[^\u0000-\u001f\u007f]*$/),
    )
    .default({}),
});

/** Answers the id of its row in the log. */
function send(call: Call): Promise<{ readonly id: string }> {
  return command(call, async (ctx) => {
    const { success, data, error } = sendBody.safeParse(call.body ?? {});
    if (!success) {
      const path = String(error.issues[0]?.path[0] ?? 'smsCode');
      throw invalidAt([
        {
          path,
          field: path === 'mobile' ? ['手机号', '手機號', 'Mobile'] : [path, path, path],
          reason: reasons.format,
        },
      ]);
    }
    const [account] = await ctx.rows(recordsBy(sms, 'smsCode', [data.smsCode.replaceAll('\u0000', '')]));
    if (account === undefined) throw notFound();
    if (account.status !== '1') throw isOff({ code: data.smsCode });
    const id = queueSms(ctx, data);
    ctx.log({
      noun: sms.name,
      recordId: account.id,
      recordCode: data.smsCode,
      operation: 'send',
      message: data.mobile,
    });
    return { id };
  });
}

export const smsRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${sms.path}/send`,
    permission: [permissionOf(sms, 'send')],
    effect: 'command',
    body: sendBody,
    summary: 'SMS: send to a phone',
    handle: send,
  },
];
