import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { checkedAddress } from '#platform/server/network/outbound.ts';
import { sealSystemSecret } from './system-secret.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { statement } from '#platform/server/db/statement.ts';
import { externalSystem } from '#system/model/external-system.ts';

/** Of the machine and not of the browser. */
export interface ExchangeHost {
  readonly isPrivateAllowed: () => boolean;
}

const sayAgain: Label = [
  '地址已改变，请重新填写密钥',
  '位址已改變，請重新填寫金鑰',
  'must be entered again, the address changed',
];
const { fields } = externalSystem;

/** Keeps the secret sealed, and an address that is not for us is not even saved. */
export function externalSystemService({ isPrivateAllowed }: ExchangeHost): EntityService {
  return serveEntity(externalSystem, {
    async beforeSave(ctx, next, previous, given) {
      const secret = given['secret'];
      const isTold = typeof secret === 'string' && secret !== '';
      const places: Place[] = (await isAllowed(next.url, isPrivateAllowed()))
        ? []
        : [{ path: 'url', field: fields.url.label, reason: reasons.notAllowed }];
      // Kept, the secret would be used on whoever lives at the new address.
      if (
        previous !== null &&
        previous.url !== null &&
        previous.url !== next.url &&
        !isTold &&
        (await hasSecret(ctx, previous.id))
      )
        places.push({ path: 'secret', field: fields.secret.label, reason: sayAgain });
      if (places.length > 0) throw invalidAt(places);
      // Passwords go there: not from a screen that was left open.
      if (previous?.url !== next.url && (await hasErpUsers(ctx)))
        await ctx.rows(
          statement({ isConfirmed: 'boolean' }, 'select sec.require_confirmed($1) as is_confirmed', [
            ctx.identity.userId,
          ]),
        );
      return next;
    },
    afterSave(ctx, { id }, given) {
      const secret = given['secret'];
      // An untouched secret stays as it is; nobody can read it back to send it again.
      if (typeof secret === 'string' && secret !== '')
        ctx.later({
          text: 'update app.approve_system set sealed_secret = $2 where id = $1',
          values: [id, sealSystemSecret(secret)],
        });
    },
  });
}

const hasErpUsers = async (ctx: Command): Promise<boolean> =>
  (
    await ctx.rows(
      statement({ found: 'integer' }, `select 1 as found from app.sys_user where verify_type = '1' limit 1`, []),
    )
  ).length > 0;

async function hasSecret(ctx: Command, id: string): Promise<boolean> {
  return (
    (
      await ctx.rows(
        statement(
          { found: 'integer' },
          'select 1 as found from app.approve_system where id = $1 and sealed_secret is not null',
          [id],
        ),
      )
    ).length > 0
  );
}

/** Only addresses that we would call are looked at; others (a database, a folder) are somebody else's to use. */
async function isAllowed(typed: string | null, isPrivateAllowed: boolean): Promise<boolean> {
  if (typed === null || !/^https?:/i.test(typed)) return true;
  const url = URL.parse(typed);
  if (url === null || url.username !== '' || url.password !== '') return false;
  const port = Number.parseInt(url.port || (url.protocol === 'https:' ? '443' : '80'), 10);
  return checkedAddress(url.hostname, port, {
    isPrivateAllowed,
    ports: url.protocol === 'https:' ? [443, 8443] : [],
  }).then(
    () => true,
    () => false,
  );
}
