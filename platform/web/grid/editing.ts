import { say } from '#platform/web/text/language.ts';
import { lookingUp } from '#platform/web/page/looking-up.ts';
import { blockOf, cleared, filledDown, pasted, readBlock, writeBlock, type Pasted } from './clipboard.ts';
import { pointTo, restAt, steered } from './controls.ts';
import type { Command } from './keyboard.ts';
import { fittingOptions, lookUp } from './look-up.ts';
import { boxOf, isSingle, nextCell, type Place } from './range.ts';
import { gridTexts } from './texts.ts';
import {
  begin,
  canWrite,
  columnAt,
  commit,
  editorAt,
  go,
  open,
  opened,
  rest,
  setInput,
  toggle,
  typed,
  write,
  type Host,
  type Typing,
} from './typing.ts';
import { createValue, type Value } from './watch.ts';

export interface Editing {
  /** False when the command is left to the browser. */
  readonly run: (command: Command) => boolean;
  readonly begin: (isKeepingText: boolean) => void;
  readonly commit: () => void;
  /** Something was typed into the input over the active cell. */
  readonly typed: () => void;
  readonly toggle: (place: Place) => void;
  readonly open: () => void;
  /** What the active cell leads to where it is only read; false when there is nothing. */
  readonly opened: () => boolean;
  readonly choose: (text: string) => void;
  readonly copy: () => string;
  readonly paste: (text: string) => void;
  /** What is typed, for the list of options below the cell, and which of them is lit. */
  readonly text: Value<string>;
  readonly lit: Value<number>;
}

/**
 * Writing into a grid: one real input stands over the active cell all the time, so that a Chinese composition begins in
 * it.
 */
export function createEditing(host: Host): Editing {
  const { steering, rows, columns } = host;
  const { focus } = steering;
  const keys: Keys = {
    ...host,
    text: createValue(''),
    lit: createValue(0),
    before: '',
    tabbedFrom: null,
    isLeaving: false,
  };
  return {
    run: (command) => run(keys, command),
    begin: (isKeepingText) => {
      begin(keys, isKeepingText);
    },
    toggle: (place) => {
      toggle(keys, place);
    },
    open: () => {
      open(keys);
    },
    opened: () => opened(keys),
    text: keys.text,
    lit: keys.lit,
    commit: () => {
      commit(keys);
    },
    typed: () => {
      typed(keys);
    },
    choose: (value) => {
      write(keys, value);
      rest(keys);
      steering.takeFocus();
    },
    copy: () => writeBlock(blockOf(rows.get(), columns(), focus.get())),
    paste: (value) => {
      paste(keys, value);
    },
  };
}

/** What the keyboard remembers from one key to the next. */
interface Keys extends Typing {
  /** Key of the column where the tabbing began: Enter goes back to it, as in a spreadsheet. */
  tabbedFrom: string | null;
  /** A grid that takes every Tab must let go of the keyboard: after Escape the next Tab leaves it. */
  isLeaving: boolean;
}

function run(keys: Keys, command: Command): boolean {
  const { active, isEditing, isOpen } = keys.steering.focus.get();
  if (command.kind === 'tab') return tab(keys, command.step);
  keys.isLeaving = false;
  if (command.kind === 'enter') return opened(keys) || enter(keys, command.step);
  if (isEditing && isOpen && command.kind === 'move' && editorAt(keys, active)?.kind === 'select') {
    const count = fittingOptions(editorAt(keys, active)?.options?.() ?? [], keys.text.get()).length;
    keys.lit.set(Math.max(0, Math.min(count - 1, keys.lit.get() + command.rows)));
    return true;
  }
  return changed(keys, command) ?? steeredOff(keys, command);
}

/** What a command does to the cells or to their rows; undefined when it only moves the cursor. */
function changed(keys: Keys, command: Command): boolean | undefined {
  const { rows, columns } = keys;
  const { focus } = keys.steering;
  const { active } = focus.get();
  switch (command.kind) {
    case 'cancel':
      return cancel(keys);
    case 'edit':
      begin(keys, true);
      return true;
    case 'open':
      open(keys);
      return true;
    case 'tick':
      return false;
    case 'space':
      if (editorAt(keys, active)?.kind !== 'toggle') return false;
      toggle(keys, active);
      return true;
    case 'clear':
      rows.edit(cleared(columns(), focus.get()));
      return true;
    case 'fillDown':
      rows.edit(filledDown(rows.get(), columns(), focus.get()));
      return true;
    case 'fillRange':
      commit(keys, true);
      return true;
    case 'undo':
      return shownAgain(keys, rows.undo());
    case 'redo':
      return shownAgain(keys, rows.redo());
    case 'insertRow':
      rows.insertNew(active.row + 1, [{}]);
      go(keys, { row: active.row + 1, col: active.col });
      return true;
    case 'removeRows': {
      const { top, bottom } = boxOf(focus.get());
      rows.remove(Array.from({ length: bottom - top + 1 }, (_each, down) => rows.keyAt(top + down)));
      return shownAgain(keys, true);
    }
    default:
      return undefined;
  }
}

function steeredOff(keys: Keys, command: Command): boolean {
  commit(keys);
  keys.tabbedFrom = null;
  setInput(keys, '');
  return steered(keys.steering, command);
}

function cancel(keys: Keys): boolean {
  const { focus } = keys.steering;
  const { active, isEditing, isOpen } = focus.get();
  if (!isEditing) {
    keys.isLeaving = true;
    return false;
  }
  if (isOpen && editorAt(keys, active)?.kind !== 'select') focus.set({ ...focus.get(), isOpen: false });
  else rest(keys);
  return true;
}

/** Rows that came or went: the cursor stays in sight. */
function shownAgain({ steering }: Keys, isDone: boolean): true {
  if (isDone) pointTo(steering, steering.focus.get());
  return true;
}

/** Enter on the last line adds one, unless that line is still blank. */
const canAdd = ({ rows }: Keys): boolean => rows.get().length < rows.most && !rows.isBlankAt(rows.get().length - 1);

function enter(keys: Keys, step: 1 | -1): boolean {
  const { rows } = keys;
  commit(keys);
  const { active } = keys.steering.focus.get();
  const row = active.row + step;
  if (row >= rows.get().length && canAdd(keys)) rows.insertNew(row, [{}]);
  const began = keys.columns().findIndex(({ key }) => key === keys.tabbedFrom);
  go(keys, { row, col: began < 0 ? active.col : began });
  keys.tabbedFrom = null;
  return true;
}

function tab(keys: Keys, step: 1 | -1): boolean {
  const { steering, rows } = keys;
  const { active } = steering.focus.get();
  commit(keys);
  if (keys.isLeaving) {
    keys.isLeaving = false;
    return false;
  }
  keys.tabbedFrom ??= columnAt(keys, active)?.key ?? null;
  const next = nextCell(active, step, steering.size(), canWrite(keys));
  if (next !== null) {
    if (next.row !== active.row) keys.tabbedFrom = null;
    go(keys, next);
    return true;
  }
  keys.tabbedFrom = null;
  if (step < 0 || !canAdd(keys)) return false;
  rows.insertNew(rows.get().length, [{}]);
  go(keys, nextCell({ row: rows.get().length - 1, col: -1 }, 1, steering.size(), canWrite(keys)) ?? active);
  return true;
}

function paste(keys: Keys, value: string): void {
  const { rows, columns, takePaste } = keys;
  const { focus } = keys.steering;
  const block = readBlock(value);
  const { top, left } = boxOf(focus.get());
  if (takePaste?.(block, { row: top, col: left }) === true) return;
  const result = pasted(block, columns(), focus.get(), rows.most);
  rows.edit(result.edits);
  const { active } = focus.get();
  const last = Math.max(...result.edits.map(({ at }) => at), active.row);
  if (isSingle(focus.get()) && last > active.row) focus.set(restAt({ active, head: { row: last, col: active.col } }));
  if (result.lookups.length > 0) void lookingUp(lookUp(rows, result.lookups));
  warnOfRejected(keys, result);
}

function warnOfRejected({ rows, columns, warn }: Keys, { edits, rejected }: Pasted): void {
  const [first] = rejected;
  if (first === undefined) return;
  const named = say(gridTexts.pasteCell, {
    row: first.row + 1,
    column: columns().find(({ key }) => key === first.key)?.title ?? '',
    text: first.text,
    complaint: first.complaint === '' ? say(gridTexts.noRoom, { most: rows.most }) : first.complaint,
  });
  warn(
    say(gridTexts.pasteReport, {
      rows: new Set(edits.map(({ at }) => at)).size,
      rejected: rejected.length,
      first: named,
    }),
  );
}
