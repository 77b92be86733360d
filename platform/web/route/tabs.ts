import { createContext, use } from 'react';
import { queries } from '#platform/web/api/queries.ts';
import { leaveDialogs } from '#platform/web/page/dialogs.tsx';
import { keepEarlyKeys } from '#platform/web/page/early-keys.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { createStore } from '#platform/web/page/store.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { Page, Panel } from './menu.ts';
import { currentRoute, go, goInstead, panelName, type PanelAction } from './route.ts';
import { aliveIn, moved, neighbourOf, withRecent } from './tab-order.ts';

interface Tabs {
  readonly open: readonly string[];
  /** Most recently shown first, home aside. */
  readonly recent: readonly string[];
  readonly dirty: ReadonlySet<string>;
  /** How often a tab was made anew by "refresh". */
  readonly rounds: ReadonlyMap<string, number>;
  /** What the records in them are called: a short number, and whom it is with. */
  readonly names: ReadonlyMap<string, TabNames>;
}
interface TabNames {
  /** '' while it has none. */
  readonly number: string;
  readonly partner: string;
}
const fresh: Tabs = { open: ['home'], recent: [], dirty: new Set(), rounds: new Map(), names: new Map() };
const tabs = createStore(fresh);

export const useTabs = tabs.use;
export const openTabs = (): readonly string[] => tabs.get().open;
export const isDirtyTab = (name: string): boolean => tabs.get().dirty.has(name);
export const hasDirtyTabs = (): boolean => tabs.get().dirty.size > 0;
/** Those whose pages are kept alive. */
export const aliveTabs = ({ recent, dirty }: Tabs): ReadonlySet<string> => aliveIn(recent, dirty);

/** The same name twice is the same tab. */
export function showTab(name: string): void {
  const before = aliveTabs(tabs.get());
  tabs.set((state) => {
    const isThere = state.open.includes(name);
    if (isThere && state.recent[0] === name) return state;
    return { ...state, open: isThere ? state.open : [...state.open, name], recent: withRecent(state.recent, name) };
  });
  const after = aliveTabs(tabs.get());
  forget([...before].filter((each) => !after.has(each)));
}

/** A list without a form opens nothing and says so; a record without an id has no detail (001 §2.1). */
export function openPanel(page: Page, action: PanelAction, id?: string): void {
  const hasForm = page.noun?.kind === 'entity' || page.noun?.kind === 'document';
  if (!hasForm || page.name === '' || page.title === '') feedback.warn(say(texts.noPanel));
  else if (action !== 'add' && (id === undefined || id === '')) feedback.error(say(texts.noDetail));
  else {
    const name = panelName(page, action, id);
    // Only a form that is still to come, of a kind that takes the focus by itself.
    if (action === 'add' && page.noun?.kind === 'document' && !tabs.get().open.includes(name)) keepEarlyKeys(name);
    go(name);
  }
}

/** A new record becomes the tab of the saved one, in the same place. */
export function becomePanel(from: string, to: string): void {
  forget([from]);
  const rename = (names: readonly string[]): readonly string[] =>
    names.includes(to) ? names.filter((name) => name !== from) : names.map((name) => (name === from ? to : name));
  tabs.set((state) => ({
    ...state,
    open: rename(state.open),
    recent: rename(state.recent),
    dirty: without(state.dirty, [from]),
  }));
  goInstead(to);
}

export function setDirty(name: string, isDirty: boolean): void {
  tabs.set((state) => {
    if (state.dirty.has(name) === isDirty) return state;
    return { ...state, dirty: isDirty ? new Set([...state.dirty, name]) : without(state.dirty, [name]) };
  });
}

/** Says what the record in a tab is called. */
export function nameTab(name: string, number: string, partner: string): void {
  tabs.set((state) => {
    const known = state.names.get(name);
    if (known?.number === number && known.partner === partner) return state;
    return { ...state, names: new Map([...state.names, [name, { number, partner }]]) };
  });
}

/** Saves what is unsaved in a tab before it closes; false when that was not possible, which has been told. */
type SaveTab = () => Promise<boolean>;
const savers = new Map<string, SaveTab>();
/** Offers to save a tab that is closed; answers how to take the offer back. */
export function offerSaving(name: string, save: SaveTab): () => void {
  savers.set(name, save);
  return () => {
    if (savers.get(name) === save) savers.delete(name);
  };
}

export function moveTab(name: string, to: number): void {
  tabs.set((state) => {
    const open = moved(state.open, name, to);
    return open === state.open ? state : { ...state, open };
  });
}

/**
 * Asks once when something is unsaved; home stays. Closing the active tab shows its neighbour, or, where one is done
 * with it (`isBack`), the tab one came from.
 */
export async function closeTabs(names: readonly string[], { isBack = false } = {}): Promise<boolean> {
  const { open, dirty } = tabs.get();
  const closing = names.filter((name) => name !== 'home' && open.includes(name));
  if (
    !(await mayLeave(
      closing.filter((name) => dirty.has(name)),
      true,
    ))
  )
    return false;
  giveUp(closing.filter((name) => dirty.has(name)));
  const active = currentRoute();
  const left = open.filter((name) => !closing.includes(name));
  forget(closing);
  const before = tabs.get().recent.find((name) => !closing.includes(name) && left.includes(name));
  tabs.set((state) => ({
    ...state,
    open: left,
    recent: state.recent.filter((name) => !closing.includes(name)),
    dirty: without(state.dirty, closing),
    rounds: new Map([...state.rounds].filter(([name]) => !closing.includes(name))),
  }));
  if (closing.includes(active)) goInstead((isBack ? before : undefined) ?? neighbourOf(open, active, left));
  return true;
}

/** Whether unsaved tabs may go: given up, or saved where all of them can be. */
async function mayLeave(unsaved: readonly string[], isClosing: boolean): Promise<boolean> {
  if (unsaved.length === 0) return true;
  const canSave = isClosing && unsaved.every((name) => savers.has(name));
  const chosen = await feedback.leave(say(texts.unsaved), {
    save: canSave ? say(texts.saveAndClose) : undefined,
    discard: say(texts.dontSave),
  });
  if (chosen !== 'save') return chosen === 'discard';
  for (const name of unsaved)
    if (!((await savers.get(name)?.()) ?? false)) {
      go(name);
      return false;
    }
  return true;
}

/** Makes the page anew, with everything it reads. */
export async function refreshTab(name: string): Promise<void> {
  if (tabs.get().dirty.has(name) && !(await mayLeave([name], false))) return;
  giveUp(tabs.get().dirty.has(name) ? [name] : []);
  forget([name]);
  tabs.set((state) => ({
    ...state,
    dirty: without(state.dirty, [name]),
    rounds: new Map([...state.rounds, [name, (state.rounds.get(name) ?? 0) + 1]]),
  }));
}

/** Tabs of an earlier session, in their order; a page is made when it is shown. */
export function reopenTabs(names: readonly string[]): void {
  tabs.set((state) => {
    const missing = names.filter((name) => !state.open.includes(name));
    return missing.length === 0
      ? state
      : {
          ...state,
          open: [
            'home',
            ...names.filter((name) => name !== 'home'),
            ...state.open.filter((name) => name !== 'home' && !names.includes(name)),
          ],
        };
  });
}

/** Hears of unsaved tabs whose work was given up, by closing them or making them anew. */
export function onGivenUp(listener: (name: string) => void): void {
  givenUp.add(listener);
}
const givenUp = new Set<(name: string) => void>();
const giveUp = (names: readonly string[]): void => {
  for (const name of names) for (const listener of givenUp) listener(name);
};

export function resetTabs(): void {
  leaveDialogs();
  tabs.set(() => fresh);
}

/** Constant while the tab lives; a value that changed with the active tab would draw every page at every switch. */
export const TabContext = createContext<Panel | null>(null);
export function useTab(): Panel {
  const panel = use(TabContext);
  if (panel === null) throw new Error('useTab outside of a tab');
  return panel;
}

function forget(names: readonly string[]): void {
  if (names.length === 0) return;
  leaveDialogs(names);
  for (const name of names) {
    queries.removeQueries({ queryKey: ['list', name] });
    queries.removeQueries({ queryKey: ['record', name] });
  }
}

const without = (set: ReadonlySet<string>, names: readonly string[]): ReadonlySet<string> =>
  new Set([...set].filter((each) => !names.includes(each)));
