import { get } from '#platform/web/api/client.ts';
import { currentUser } from '#platform/web/api/me.ts';
import { sendQuietly } from '#platform/web/api/quiet.ts';
import { onSessionEnd, sessionToken } from '#platform/web/api/session.ts';
import { createStore } from '#platform/web/page/store.ts';
import { beginPause } from '#platform/web/page/settled.ts';
import { onGivenUp } from '#platform/web/route/tabs.ts';
import type { Content } from './delta.ts';

/** Unsaved work of one tab. */
export interface Draft {
  readonly title: string;
  readonly content: Content;
  readonly baseVersion: number | null;
  readonly updateDate: string;
  /** Not on the server yet. */ readonly isUnsent?: true;
}
/** Where a form's work stands now; asked when it is saved, not at every key. */
export interface Work {
  readonly title: string;
  readonly baseVersion: number | null;
  readonly collect: () => Content;
}

/** Something was typed. It is on the server within `pause`, however long somebody types on. */
export function keepDraft(name: string, work: Work): void {
  const known = kept.get(name);
  const userId = currentUser()?.id ?? '';
  kept.set(name, { ...work, userId, token: sessionToken(), saved: known?.saved ?? '', timer: known?.timer ?? null });
  schedule(name, pause);
}

/** When the work of each tab was last taken by the server. */
const times = createStore<ReadonlyMap<string, string>>(new Map());
export const useDraftTime = (name: string): string | undefined => times.use().get(name);
function tellTime(name: string, at: string | undefined): void {
  times.set((known) => {
    const others = [...known].filter(([each]) => each !== name);
    return new Map(at === undefined ? others : [...others, [name, at]]);
  });
}

/** It was saved, or given up. */
export function dropDraft(name: string): void {
  tellTime(name, undefined);
  const known = kept.get(name);
  if (known?.timer != null) clearTimeout(known.timer);
  kept.delete(name);
  held.delete(name);
  void inTurn(name, () => sendQuietly('DELETE', pathOf(name)));
}

/**
 * What was typed into the tab and not saved, here before a session ended or anywhere else. Null when there is nothing.
 */
export async function loadDraft(name: string): Promise<Draft | null> {
  const here = held.get(name);
  held.delete(name);
  if (here !== undefined && here.userId === currentUser()?.id) return here.draft;
  // One that is being given up is not found once more.
  await turns.get(name);
  // Taken for "none", a failed answer would be overwritten by the first key: ask again.
  for (const wait of [300, 1500, 0]) {
    try {
      const found = await get<Draft | null>(pathOf(name), undefined, { isSilent: true });
      return found !== null && isContent(found.content) ? found : null;
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
      });
    }
  }
  return null;
}

export interface DraftEntry {
  readonly key: string;
  readonly title: string;
  readonly route: string;
  readonly updateDate: string;
}
export const listDrafts = (): Promise<readonly DraftEntry[]> =>
  get<readonly DraftEntry[]>('/sys/draft', undefined, { isSilent: true }).catch(() => []);

const pause = 2000;
/** The server did not take it: it is tried again, not at every key. */
const longPause = 8000;
interface Kept extends Work {
  readonly userId: string;
  readonly token: string;
  readonly saved: string;
  readonly timer: ReturnType<typeof setTimeout> | null;
}
const kept = new Map<string, Kept>();
/** Work of forms that the end of a session took from the screen. */
const held = new Map<string, { readonly userId: string; readonly draft: Draft }>();

const pathOf = (name: string): string => `/sys/draft/${encodeURIComponent(name)}`;
const isContent = (content: unknown): content is Content =>
  typeof content === 'object' && content !== null && 'values' in content;

function schedule(name: string, wait: number): void {
  const known = kept.get(name);
  if (known === undefined || known.timer !== null) return;
  kept.set(name, { ...known, timer: setTimeout(() => void inTurn(name, () => save(name)), wait) });
  beginPause(wait);
}

async function save(name: string): Promise<void> {
  const known = kept.get(name);
  // Written under a session that is over: what was held is saved by whoever restores it.
  if (known === undefined || known.token !== sessionToken()) return;
  if (known.timer !== null) clearTimeout(known.timer);
  const content = known.collect();
  const text = JSON.stringify(content);
  kept.set(name, { ...known, timer: null, saved: text });
  if (text === known.saved) return;
  const outcome = await sendQuietly('PUT', pathOf(name), {
    title: known.title,
    route: name,
    content,
    baseVersion: known.baseVersion,
  });
  const now = kept.get(name);
  if (outcome === 0 && now !== undefined) tellTime(name, new Date().toISOString());
  if (outcome === 0 || now === undefined) return;
  kept.set(name, { ...now, saved: '' });
  // A refusal will be one again until something changes.
  if (outcome === null || outcome >= 500) schedule(name, longPause);
}

/** A save that is still under way must not arrive after the draft was given up. */
function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work);
  turns.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}
const turns = new Map<string, Promise<unknown>>();

/** The page may be gone in a moment: nothing waits for its turn. */
function saveAllNow(): void {
  for (const [name, { timer }] of kept) if (timer !== null) void save(name);
}

function holdAll(): void {
  // A value typed into a cell counts when the cell is left.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  for (const [name, { title, baseVersion, collect, userId, timer }] of kept) {
    if (timer !== null) clearTimeout(timer);
    held.set(name, {
      userId,
      draft: { title, baseVersion, content: collect(), updateDate: new Date().toISOString(), isUnsent: true },
    });
  }
  kept.clear();
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', saveAllNow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveAllNow();
  });
  onSessionEnd(holdAll);
  onGivenUp(dropDraft);
}
