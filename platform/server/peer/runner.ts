import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { filledText, Refusal } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import { commandOn, unattended, type Command } from '#platform/server/command/command.ts';
import type { Door } from '#platform/server/db/door.ts';
import { statement } from '#platform/server/db/statement.ts';
import { makeSleeper } from '#platform/server/job/sleeper.ts';

/** What another tenant says about a document that both have. */
export interface PeerMessage {
  readonly id: string;
  readonly payload: unknown;
  readonly fromTenant: string;
  readonly fromName: string;
  readonly subjectId: string;
}

/** What each kind of message does, in the context of the tenant that it is for and in one transaction. */
export type PeerHandlers = Readonly<Record<string, (ctx: Command, message: PeerMessage) => Promise<void>>>;

export interface PeerOptions {
  readonly door: Door;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  readonly handlers: PeerHandlers;
  readonly leaseMs?: number;
  /** Seconds before the second try, the third and so on; the last holds for all that follow. */
  readonly pauses?: readonly number[];
}

/** How an attempt ended. */
export type Applied = 'applied' | 'refused' | 'nothing';

/**
 * Applies messages between tenants; any number of processes may. What a message changes and that it was applied commit
 * together: one whose worker died is applied by another, and applied twice it changes nothing.
 */
export function startPeers(options: PeerOptions): { stop(): Promise<void> } {
  const { door, log } = options;
  let isStopped = false;
  const sleeper = makeSleeper(() => isStopped);
  door.listen('qudao_peer', sleeper.wake, () => undefined);

  async function applying(): Promise<void> {
    while (!isStopped) {
      const was = await applyNext(options).catch((error: unknown) => {
        log.error({ err: error }, 'messages between tenants could not be read');
        return 'nothing' as const;
      });
      if (was === 'nothing') await sleeper.rest(1000);
    }
  }

  const running = applying();
  return {
    stop: async () => {
      isStopped = true;
      sleeper.wake();
      await running;
    },
  };
}

/** The next that is due, or the one that is named where it is due: its predecessors come first whoever asks. */
export async function applyNext(options: PeerOptions, only: string | null = null): Promise<Applied> {
  const { door, log, leaseMs = 30_000, pauses = [5, 30, 120, 600] } = options;
  const key = randomBytes(32).toString('base64url');
  const [taken] = await door.gate(
    statement({ id: 'uuid', kind: 'text', attempts: 'integer' }, 'select * from sec.take_peer($1, $2, $3)', [
      key,
      leaseMs,
      only,
    ]),
  );
  if (taken === undefined) return 'nothing';
  try {
    await apply(options, taken, key);
    return 'applied';
  } catch (error) {
    if (!(error instanceof Refusal)) log.warn({ err: error, kind: taken.kind }, 'a message was not applied');
    const again = pauses[Math.min(taken.attempts, pauses.length) - 1] ?? 5;
    const [name, text] = error instanceof Refusal ? [error.key, filledText(error)] : (['E-FAULT', fault] as const);
    await door.gate(
      statement({ refusePeer: 'boolean' }, 'select sec.refuse_peer($1, $2, $3, $4::jsonb, $5)', [
        taken.id,
        key,
        name,
        JSON.stringify(text),
        error instanceof Refusal ? again : 1,
      ]),
    );
    return 'refused';
  }
}

const fault: Label = ['系统繁忙，稍后重试', '系統繁忙，稍後重試', 'Busy; it is tried again'];

async function apply({ door, handlers }: PeerOptions, taken: { id: string; kind: string }, key: string): Promise<void> {
  const tx = door.transaction({ run: taken.id, key, permissions: null, soft: null });
  try {
    const [[message]] = await tx.run([
      statement(
        { kind: 'text', payload: 'json', fromTenant: 'text', fromName: 'text', subjectId: 'uuid' },
        'select * from sec.begin_peer($1, $2)',
        [taken.id, key],
      ),
    ]);
    if (message === undefined) {
      await tx.rollback();
      return;
    }
    const handler = handlers[message.kind];
    if (handler === undefined) throw new Error(`no message is called ${message.kind}`);
    const ctx = commandOn(tx, unattended(`peer:${message.kind}`, taken.id));
    await handler(ctx, { id: taken.id, ...message });
    ctx.later(statement({ endPeer: 'boolean' }, 'select sec.end_peer($1, $2)', [taken.id, key]));
    await tx.commit();
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}
