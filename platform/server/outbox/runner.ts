import type { FastifyBaseLogger } from 'fastify';
import { statement } from '#platform/server/db/statement.ts';
import type { Door } from '#platform/server/db/door.ts';
import { makeSleeper } from '#platform/server/job/sleeper.ts';

export type OutboxKind = 'mail' | 'sms' | 'approval' | 'push';
export interface OutboxItem {
  readonly id: string;
  readonly attempts: number;
  readonly account: SendingAccount | null;
}

/** The account that a message leaves through: an outer system, or a provider of text messages. */
export type SendingAccount = Readonly<
  Partial<
    Record<
      | 'code'
      | 'name'
      | 'url'
      | 'account'
      | 'sealedSecret'
      | 'platform'
      | 'accessKey'
      | 'appId'
      | 'signName'
      | 'templateCode',
      string | null
    >
  >
>;

/**
 * How one kind of message leaves the house. It throws what went wrong; `Unsendable` where trying again would change
 * nothing.
 */
export interface Sender {
  /** As whom, for the log. */
  readonly from: string;
  /**
   * Where a message goes and to whom, for the interface log: no credential, and of a receiver only enough to know him
   * by.
   */
  readonly placeOf?: (payload: Readonly<Record<string, unknown>>, item: OutboxItem) => Place;
  send(payload: Readonly<Record<string, unknown>>, item: OutboxItem): Promise<void>;
  /** Why nothing of this kind leaves this installation: it is no failure, and said once. */
  readonly rests?: string | undefined;
  /** Seconds between its own tries, where they are not those of the outbox. */
  readonly pauses?: readonly number[];
}

/** `type` is of the dictionary interface_type. */
export interface Place {
  readonly url: string;
  readonly target: string;
  readonly type?: string;
}

export class Unsendable extends Error {}

export interface OutboxOptions {
  readonly door: Door;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Kinds that nobody here sends are left to those who can. */
  readonly senders: Readonly<Partial<Record<OutboxKind, Sender>>>;
  readonly leaseMs?: number;
  /** Seconds before the second try, the third and so on; after the last the message is given up. */
  readonly pauses?: readonly number[];
}

/**
 * Sends what waits in the outbox; any number of processes may. A message is acknowledged after it was sent: one whose
 * worker died in between is sent again, and its row in the log is one all the same.
 */
export function startOutbox(options: OutboxOptions): { stop(): Promise<void> } {
  const { door, log, senders } = options;
  let isStopped = false;
  const sleeper = makeSleeper(() => isStopped);
  for (const [kind, { rests }] of Object.entries(senders)) if (rests !== undefined) log.warn({ kind }, rests);
  door.listen('qudao_outbox', sleeper.wake, () => undefined);

  async function sending(): Promise<void> {
    while (!isStopped) {
      const wasThere = await sendNext(options).catch((error: unknown) => {
        log.error({ err: error }, 'the outbox could not be read');
        return false;
      });
      if (!wasThere) await sleeper.rest(2000);
    }
  }

  const running = sending();
  return {
    stop: async () => {
      isStopped = true;
      sleeper.wake();
      await running;
    },
  };
}

async function sendNext({
  door,
  log,
  senders,
  leaseMs = 120_000,
  pauses = [30, 120, 600, 3600],
}: OutboxOptions): Promise<boolean> {
  const [row] = await door.gate(
    statement(
      { id: 'uuid', kind: 'text', payload: 'json', attempts: 'integer', account: 'json?' },
      'select * from sec.take_outbox($1, $2)',
      [leaseMs, Object.keys(senders)],
    ),
  );
  if (row === undefined) return false;
  const payload = row.payload as Readonly<Record<string, unknown>>;
  const item: OutboxItem = { id: row.id, attempts: row.attempts, account: row.account as SendingAccount | null };
  let error: unknown = null;
  const started = performance.now();
  const sender = senders[row.kind as OutboxKind];
  if (sender === undefined) throw new Error(`a message of kind ${row.kind} was not asked for`);
  if (sender.rests !== undefined) {
    await endOutbox(door, item, { error: sender.rests, again: null, from: sender.from, line: { isUnsent: true } });
    return true;
  }
  try {
    await sender.send(payload, item);
  } catch (thrown) {
    error = thrown;
    log.warn({ err: thrown, kind: row.kind, attempt: item.attempts }, 'a message was not sent');
  }
  const again = error instanceof Unsendable ? null : ((sender.pauses ?? pauses)[item.attempts - 1] ?? null);
  const line = {
    ...(sender.placeOf?.(payload, item) ?? { url: row.kind, target: '' }),
    cost: Math.round(performance.now() - started),
    ...(error === null ? {} : { error: masked(errorText(error)) }),
  };
  await endOutbox(door, item, { error: error === null ? null : errorText(error), again, from: sender.from, line });
  return true;
}

interface Ended {
  readonly error: string | null;
  /** Seconds until it is tried again; null when it is over. */
  readonly again: number | null;
  readonly from: string;
  /** For the interface log. */
  readonly line: object;
}
const endOutbox = (door: Door, item: OutboxItem, { error, again, from, line }: Ended): Promise<unknown> =>
  door.gate(
    statement({ endOutbox: 'boolean' }, 'select sec.end_outbox($1, $2, $3, $4, $5, $6::jsonb)', [
      item.id,
      item.attempts,
      error,
      again,
      from,
      JSON.stringify(line),
    ]),
  );

/** What a server says of a message often names its receiver. */
const masked = (text: string): string =>
  text.replace(/([\w.+-])[\w.+-]*@/g, '$1***@').replace(/\b(1\d\d)\d{4}(\d{4})\b/g, '$1****$2');
const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).toWellFormed().replaceAll('\u0000', '').slice(0, 500);
