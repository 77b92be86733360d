import type { ExchangeSystem } from '#platform/server/exchange/port.ts';
import { unattended, type Command, type Origin } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { systemSecretIn } from '#system/server/operation/system-secret.ts';
import { invoicePoll } from '#invoice/model/provider/job.ts';
import { openStates, type Progress } from '#invoice/model/provider/progress.ts';

const taken = {
  id: 'uuid',
  invoiceId: 'uuid',
  kind: 'text',
  code: 'text',
  creatorName: 'text',
  invoiceNumber: 'text?',
  body: 'json',
  state: 'text',
  faults: 'integer',
  polls: 'integer',
  attempts: 'integer',
  calling: 'text?',
  systemCode: 'text',
  systemName: 'text',
  isOn: 'boolean',
  url: 'text?',
  account: 'text?',
  sealedSecret: 'text?',
} as const;
export type Taken = RowOf<typeof taken>;

const open = openStates.map((state) => `'${state}'`).join(', ');

/** The next request whose time has come, held; one that somebody else has in hand is passed by. */
export const nextDue = () =>
  statement(
    taken,
    `
      select r.id, r.invoice_id, r.kind, h.code, r.creator_name, h.invoice_number, r.body, r.state, r.faults, r.polls,
        r.attempts, r.calling, r.system_code, s.name as system_name, s.enable_flag = '1' as is_on, s.url, s.account,
        s.sealed_secret
      from app.invoice_request r
      join app.invoice_maintain h on h.id = r.invoice_id
      join app.approve_system s on s.code = r.system_code
      where r.state in (${open})
        and r.not_before <= clock_timestamp()
        and (r.lease_until is null or r.lease_until < clock_timestamp())
      order by r.not_before, r.id
      limit 1
      for update of r skip locked`,
  );

/** In how many milliseconds there is something to do again, as long as that is soon. */
export const soonDue = (withinMs: number) =>
  statement(
    { ms: 'integer?' },
    `
      select ceil(
        extract(epoch from min(greatest(r.not_before, coalesce(r.lease_until, r.not_before))) - clock_timestamp()) *
        1000
      )::integer as ms
      from app.invoice_request r
      where r.state in (${open})
        and greatest(r.not_before, coalesce(r.lease_until, r.not_before)) < clock_timestamp() + $1 * interval
          '1 millisecond'`,
    [withinMs],
  );

/** Said before the call, in a commit of its own: whoever finds it later knows that something may have been sent. */
export function markCalling(ctx: Command, { id }: Taken, call: string, leaseSeconds: number): void {
  ctx.later({
    text: `
      update app.invoice_request
      set calling = $2, attempts = attempts + 1, lease_until = clock_timestamp() + $3 * interval '1 second'
      where id = $1`,
    values: [id, call, leaseSeconds],
  });
}

export function writeProgress(
  ctx: Command,
  id: string,
  { state, faults, polls, pause, message }: Progress & { readonly pause: number; readonly message: string | null },
): void {
  ctx.later({
    text: `
      update app.invoice_request
      set state = $2, faults = $3, polls = $4, not_before = clock_timestamp() + $5 * interval '1 second', message = $6,
        calling = null, lease_until = null, update_date = now()
      where id = $1`,
    values: [id, state, faults, polls, pause, message],
  });
}

export const systemOf = ({ systemCode, systemName, url, account, sealedSecret }: Taken): ExchangeSystem => ({
  code: systemCode,
  name: systemName,
  url: url ?? '',
  account: account ?? '',
  secret: systemSecretIn(sealedSecret),
});

export const originOf = (runId: string): Origin => unattended(`job:${invoicePoll.name}`, runId);
