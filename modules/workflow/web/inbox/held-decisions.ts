import { get, isUnanswered } from '#platform/web/api/client.ts';
import { sendQuietly } from '#platform/web/api/quiet.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { sessionToken } from '#platform/web/api/session.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { createStore } from '#platform/web/page/store.ts';
import { say } from '#platform/web/text/language.ts';
import type { InboxRow } from '#workflow/model/inbox.ts';
import { complete, previewComplete, reject } from '#workflow/web/task/task-calls.ts';
import { inboxTexts } from './inbox-texts.ts';

/** How long a decision may be taken back: until then the server has not heard of it. */
export const undoSeconds = 10;

export interface Decision {
  readonly key: number;
  readonly verb: 'complete' | 'reject';
  readonly rows: readonly InboxRow[];
  readonly comment: string;
  /** When it is sent. */
  readonly due: number;
  readonly token: string;
}
interface Held {
  readonly waiting: readonly Decision[];
  /** Under way: no longer in the list, and no longer to be taken back. */
  readonly sending: ReadonlySet<string>;
  /** Why a task came back, by its id. */
  readonly refused: ReadonlyMap<string, string>;
}
const held = createStore<Held>({ waiting: [], sending: new Set(), refused: new Map() });
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let last = 0;

export const useHeld = held.use;
/** Tasks that are decided on as far as the user is concerned. */
export const decidedIn = ({ waiting, sending }: Held): ReadonlySet<string> =>
  new Set([...waiting.flatMap(({ rows }) => rows.map(({ taskId }) => taskId)), ...sending]);

/**
 * Holds a decision for ten seconds. What would be refused is found out at once, by a trial, and comes back while its
 * document is still in mind.
 */
export function decide(verb: Decision['verb'], rows: readonly InboxRow[], comment: string): void {
  const decision: Decision = {
    key: ++last,
    verb,
    rows,
    comment,
    due: Date.now() + undoSeconds * 1000,
    token: sessionToken(),
  };
  held.set((state) => ({
    ...state,
    waiting: [...state.waiting, decision],
    refused: new Map([...state.refused].filter(([id]) => rows.every(({ taskId }) => taskId !== id))),
  }));
  timers.set(
    decision.key,
    setTimeout(() => void send(decision), undoSeconds * 1000),
  );
  if (verb === 'complete') for (const row of rows.slice(0, mostTrials)) void attempt(decision, row);
}
/** A summary of more was looked at as one; what fails of them is told when it is sent. */
const mostTrials = 3;

async function attempt({ key }: Decision, row: InboxRow): Promise<void> {
  try {
    await previewComplete(row);
  } catch (error) {
    if (isUnanswered(error) || !held.get().waiting.some((each) => each.key === key)) return;
    release(key, (rows) => rows.filter(({ taskId }) => taskId !== row.taskId));
    refuse(row, error);
  }
}

/** What a decision was about, in a few words. */
export const whatOf = (rows: readonly InboxRow[]): string =>
  rows.length === 1 ? (rows[0]?.billCode ?? '') : say(inboxTexts.several, { n: rows.length });

/** The latest one comes back; undefined when nothing can. */
export function takeBack(): Decision | undefined {
  const decision = held.get().waiting.at(-1);
  if (decision !== undefined) release(decision.key, () => []);
  return decision;
}

/** What is left of a decision waits on; with nothing left it is forgotten. */
function release(key: number, left: (rows: readonly InboxRow[]) => readonly InboxRow[]): void {
  held.set((state) => ({
    ...state,
    waiting: state.waiting
      .map((each) => (each.key === key ? { ...each, rows: left(each.rows) } : each))
      .filter(({ rows }) => rows.length > 0),
  }));
  if (held.get().waiting.some((each) => each.key === key)) return;
  clearTimeout(timers.get(key));
  timers.delete(key);
}

async function send({ key, verb, comment, token }: Decision): Promise<void> {
  const rows = held.get().waiting.find((each) => each.key === key)?.rows ?? [];
  release(key, () => []);
  // Decided in a session that is over: whoever came after decides for himself.
  if (rows.length === 0 || token !== sessionToken()) return;
  held.set((state) => ({ ...state, sending: new Set([...state.sending, ...rows.map(({ taskId }) => taskId)]) }));
  for (const row of rows) {
    try {
      await (verb === 'complete' ? complete(row, comment) : reject(row, comment));
    } catch (error) {
      refuse(row, error);
    }
  }
  await listsChanged();
  const sent = new Set(rows.map(({ taskId }) => taskId));
  held.set((state) => ({ ...state, sending: new Set([...state.sending].filter((id) => !sent.has(id))) }));
}

function refuse(row: InboxRow, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  held.set((state) => ({ ...state, refused: new Map([...state.refused, [row.taskId, why]]) }));
  feedback.error(say(inboxTexts.failed, { code: row.billCode, why }));
}

/** Whoever closes the window has decided: what waits goes out with the page. */
function sendAll(): void {
  for (const { key, verb, rows, comment, token } of held.get().waiting) {
    clearTimeout(timers.get(key));
    timers.delete(key);
    if (token !== sessionToken()) continue;
    for (const { taskId } of rows)
      void sendQuietly('POST', verb === 'complete' ? '/activiti/task/complete' : '/activiti/task/backToFirst', {
        taskId,
        comment,
      });
  }
  held.set((state) => ({ ...state, waiting: [] }));
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', sendAll);

export const readTask = <Task>(taskId: string): Promise<Task> =>
  get<Task>(`/activiti/task/inbox/${taskId}`, undefined, { isSilent: true });
