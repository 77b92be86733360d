import { Refusal } from '#platform/model/refusal.ts';
import { doorMemory } from '#platform/server/db/door-memory.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { ExchangeFault, type Exchange, type ExchangeAdapter } from '#platform/server/exchange/port.ts';
import type { Call } from '#platform/server/http/route.ts';
import { bareUrl } from '#platform/server/log/interface-log.ts';
import { erpKeepsPassword, tooManyLogins } from '#system/server/people/password.ts';
import { systemSecretIn } from '#system/server/operation/system-secret.ts';

const erpRow = {
  code: 'text?',
  name: 'text?',
  url: 'text?',
  account: 'text?',
  sealedSecret: 'text?',
  erpUser: 'text?',
} as const;
export type Erp = RowOf<typeof erpRow>;

/** The ERP that keeps the password of this account, if one does; without a code there is none to ask. */
export const erpOf = async (call: Call, userId: string): Promise<Erp | undefined> =>
  (await call.door.gate(statement(erpRow, 'select * from sec.erp_of($1)', [userId])))[0];

/** A copy here would be one more to lose, and nobody would ask for it. */
export async function refuseErpPassword(call: Call, userId: string): Promise<void> {
  if ((await erpOf(call, userId)) !== undefined) throw erpKeepsPassword();
}

/** Questions under way to one ERP: one that hangs must not hold every connection of the door. */
const mostAsked = 8;
const askedAt = doorMemory(() => new Map<string, number>());

/** Null: it did not answer, or not in a way that is understood. Nothing of the password is kept or logged. */
export async function askErp(
  adapter: ExchangeAdapter,
  call: Call,
  { userId, erp, password }: { readonly userId: string; readonly erp: Erp; readonly password: string },
): Promise<{ readonly isRight: boolean; readonly costTime: number } | null> {
  const { code, name, url, account, sealedSecret, erpUser } = erp;
  if (code === null || url === null) return null;
  const asked = askedAt(call.door);
  if ((asked.get(url) ?? 0) >= mostAsked) throw tooManyLogins();
  asked.set(url, (asked.get(url) ?? 0) + 1);
  const log = (exchange: Exchange, error: string | null): Promise<unknown> =>
    call.door.gate(
      statement({ logErp: 'nothing' }, 'select sec.log_erp($1, $2, $3, $4, $5, $6, $7, $8)', [
        userId,
        code,
        bareUrl(exchange.url),
        exchange.sent,
        exchange.received,
        error === null ? '1' : '0',
        Math.round(exchange.costTime),
        error,
      ]),
    );
  try {
    const system = { code, name: name ?? code, url, account: account ?? '', secret: systemSecretIn(sealedSecret) };
    const exchange = await adapter.checkPassword(system, { user: erpUser ?? '', password });
    await log(exchange, null);
    return exchange;
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error;
    if (!(error.refusal instanceof Refusal)) throw error.refusal;
    await log(error.call, error.refusal.textIn(call.language));
    return null;
  } finally {
    asked.set(url, (asked.get(url) ?? 1) - 1);
  }
}
