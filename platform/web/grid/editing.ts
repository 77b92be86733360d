import { say } from '#platform/web/language.ts';
import { lookingUp } from '#platform/web/looking-up.ts';
import { blockOf, cleared, filledDown, pasted, readBlock, writeBlock, type Block, type Lookup } from './clipboard.ts';
import type { Column } from './column.ts';
import { pointTo, restAt, steered, type Steering } from './controls.ts';
import type { Command } from './keyboard.ts';
import { fittingOptions, lookUp } from './look-up.ts';
import { boxOf, cursorAt, isSingle, nextCell, type Place } from './range.ts';
import type { Edit, Rows } from './rows.ts';
import { gridTexts } from './texts.ts';
import { createValue, type Value } from './watch.ts';

export interface Host {
  readonly steering: Steering;
  readonly rows: Rows;
  readonly columns: () => readonly Column[];
  readonly input: () => HTMLInputElement | null;
  readonly warn: (text: string) => void;
  /** A block that means more than its cells; false when it does not. */
  readonly takePaste?: ((block: Block, at: Place) => boolean) | undefined;
}

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
export function createEditing({ steering, rows, columns, input, warn, takePaste }: Host): Editing {
  const { focus } = steering;
  const text = createValue('');
  const lit = createValue(0);
  let before = '';
  /** Enter after tabbing goes back to the column where the tabbing began, as in a spreadsheet. */
  let tabbedFrom: number | null = null;
  let isLeaving = false;

  const columnAt = ({ col }: Place): Column | undefined => columns()[col];
  const editorAt = (place: Place) => columnAt(place)?.editor;
  const setInput = (value: string): void => {
    const element = input();
    if (element !== null) element.value = value;
  };
  const rest = (): void => {
    setInput('');
    focus.set(restAt(focus.get()));
  };
  const go = (place: Place): void => {
    setInput('');
    pointTo(steering, cursorAt(place));
  };
  const canWrite = (col: number): boolean => columns()[col]?.editor !== undefined;

  /** One text into the active cell, or into every cell of the range that can hold it. */
  const write = (value: string, isWholeRange = false): void => {
    const cursor = focus.get();
    const { top, bottom, left, right } = isWholeRange ? boxOf(cursor) : boxOf(cursorAt(cursor.active));
    const edits: Edit[] = [];
    const lookups: Lookup[] = [];
    for (let at = top; at <= bottom; at += 1) {
      for (const column of columns().slice(left, right + 1)) {
        const { changes, complaint } = column.editor?.read(value) ?? {};
        if (complaint !== undefined && changes === undefined && !isWholeRange) warn(`${column.title}: ${complaint}`);
        if (changes === undefined) continue;
        edits.push({ at, changes, ...(complaint === undefined ? {} : { complaints: { [column.key]: complaint } }) });
        if (column.editor?.resolve !== undefined && value.trim() !== '')
          lookups.push({ at, column, text: value.trim() });
      }
    }
    rows.edit(edits);
    if (lookups.length > 0) void lookingUp(lookUp(rows, lookups));
  };

  const litText = (): string | undefined => {
    const editor = editorAt(focus.get().active);
    if (editor?.kind !== 'select' || !focus.get().isOpen) return undefined;
    const fitting = fittingOptions(editor.options?.() ?? [], text.get());
    return fitting[Math.min(lit.get(), fitting.length - 1)]?.label;
  };
  const commit = (isWholeRange = false): void => {
    if (!focus.get().isEditing) return;
    const value = input()?.value ?? '';
    const chosen = value.trim() === '' && value !== before ? '' : (litText() ?? value);
    if (chosen !== before || isWholeRange) write(chosen, isWholeRange);
    rest();
  };
  const begin = (isKeepingText: boolean, isOpen?: boolean): void => {
    const { active, head } = focus.get();
    const editor = editorAt(active);
    const row = rows.get()[active.row];
    if (editor === undefined || row === undefined || editor.kind === 'toggle') return;
    before = editor.startText(row);
    if (isKeepingText) {
      setInput(before);
      input()?.select();
    }
    text.set(isKeepingText ? '' : (input()?.value ?? ''));
    lit.set(Math.max(0, isKeepingText ? (editor.options?.() ?? []).findIndex(({ label }) => label === before) : 0));
    focus.set({ active, head, isEditing: true, isOpen: isOpen ?? editor.kind === 'select' });
  };
  const toggle = (place: Place): void => {
    const editor = editorAt(place);
    const row = rows.get()[place.row];
    if (editor?.kind !== 'toggle' || row === undefined) return;
    const { changes } = editor.read(editor.startText(row) === '1' ? '0' : '1');
    if (changes !== undefined) rows.edit([{ at: place.row, changes }]);
  };
  const pick = async (): Promise<void> => {
    const { active, isEditing } = focus.get();
    const editor = editorAt(active);
    const key = rows.keyAt(active.row);
    const wanted = isEditing ? (input()?.value.trim() ?? '') : '';
    rest();
    const found = await editor?.pick?.(wanted);
    const at = rows.get().findIndex((_row, place) => rows.keyAt(place) === key);
    const [first, ...more] = found ?? [];
    if (first === undefined || at < 0) {
      steering.takeFocus();
      return;
    }
    rows.edit([{ at, changes: first }]);
    if (more.length > 0) rows.insertNew(at + 1, more, true);
    go(nextCell({ row: at, col: active.col }, 1, steering.size(), canWrite) ?? active);
  };
  const opened = (): boolean => {
    const { active } = focus.get();
    const row = rows.get()[active.row];
    return row !== undefined && columnAt(active)?.open?.(row) === true;
  };
  const open = (): void => {
    if (opened()) return;
    const editor = editorAt(focus.get().active);
    if (editor?.pick !== undefined) void pick();
    else if (editor?.kind === 'toggle') toggle(focus.get().active);
    else if (focus.get().isEditing) focus.set({ ...focus.get(), isOpen: true });
    else begin(true, editor?.kind === 'select' || editor?.kind === 'date');
  };

  /** Enter on the last line adds one, unless that line is still blank. */
  const canAdd = (): boolean => rows.get().length < rows.most && !rows.isBlankAt(rows.get().length - 1);
  const enter = (step: 1 | -1): boolean => {
    commit();
    const { active } = focus.get();
    const row = active.row + step;
    if (row >= rows.get().length && canAdd()) rows.insertNew(row, [{}]);
    go({ row, col: tabbedFrom ?? active.col });
    tabbedFrom = null;
    return true;
  };
  const tab = (step: 1 | -1): boolean => {
    const { active } = focus.get();
    commit();
    if (isLeaving) {
      isLeaving = false;
      return false;
    }
    tabbedFrom ??= active.col;
    const next = nextCell(active, step, steering.size(), canWrite);
    if (next !== null) {
      if (next.row !== active.row) tabbedFrom = null;
      go(next);
      return true;
    }
    tabbedFrom = null;
    if (step < 0 || !canAdd()) return false;
    rows.insertNew(rows.get().length, [{}]);
    go(nextCell({ row: rows.get().length - 1, col: -1 }, 1, steering.size(), canWrite) ?? active);
    return true;
  };
  const edit = (edits: readonly Edit[]): true => {
    rows.edit(edits);
    return true;
  };
  const after = (isDone: boolean): true => {
    if (isDone) pointTo(steering, focus.get());
    return true;
  };

  const run = (command: Command): boolean => {
    const { active, isEditing, isOpen } = focus.get();
    const wasLeaving = isLeaving;
    isLeaving = false;
    if (command.kind === 'tab') {
      isLeaving = wasLeaving;
      return tab(command.step);
    }
    if (command.kind === 'enter') return opened() || enter(command.step);
    if (isEditing && isOpen && command.kind === 'move' && editorAt(active)?.kind === 'select') {
      const count = fittingOptions(editorAt(active)?.options?.() ?? [], text.get()).length;
      lit.set(Math.max(0, Math.min(count - 1, lit.get() + command.rows)));
      return true;
    }
    switch (command.kind) {
      case 'cancel':
        // A grid that takes every Tab must let go of the keyboard: after Escape the next Tab leaves it.
        if (!isEditing) {
          isLeaving = true;
          return false;
        }
        if (isOpen && editorAt(active)?.kind !== 'select') focus.set({ ...focus.get(), isOpen: false });
        else rest();
        return true;
      case 'edit':
        begin(true);
        return true;
      case 'open':
        open();
        return true;
      case 'space':
        if (editorAt(active)?.kind !== 'toggle') return false;
        toggle(active);
        return true;
      case 'clear':
        return edit(cleared(columns(), focus.get()));
      case 'fillDown':
        return edit(filledDown(rows.get(), columns(), focus.get()));
      case 'fillRange':
        commit(true);
        return true;
      case 'undo':
        return after(rows.undo());
      case 'redo':
        return after(rows.redo());
      case 'insertRow':
        rows.insertNew(active.row + 1, [{}]);
        go({ row: active.row + 1, col: active.col });
        return true;
      case 'removeRows': {
        const { top, bottom } = boxOf(focus.get());
        rows.remove(Array.from({ length: bottom - top + 1 }, (_each, down) => rows.keyAt(top + down)));
        return after(true);
      }
      default:
        commit();
        tabbedFrom = null;
        setInput('');
        return steered(steering, command);
    }
  };

  return {
    run,
    begin,
    toggle,
    open,
    opened,
    text,
    lit,
    commit: () => {
      commit();
    },
    typed() {
      const { isEditing } = focus.get();
      if (!isEditing) begin(false);
      else if (editorAt(focus.get().active)?.kind === 'select') {
        text.set(input()?.value ?? '');
        lit.set(0);
      }
    },
    choose(value) {
      write(value);
      rest();
      steering.takeFocus();
    },
    copy: () => writeBlock(blockOf(rows.get(), columns(), focus.get())),
    paste(value) {
      const block = readBlock(value);
      if (takePaste?.(block, { row: boxOf(focus.get()).top, col: boxOf(focus.get()).left }) === true) return;
      const result = pasted(block, columns(), focus.get(), rows.most);
      rows.edit(result.edits);
      const last = Math.max(...result.edits.map(({ at }) => at), focus.get().active.row);
      if (isSingle(focus.get()) && last > focus.get().active.row)
        focus.set(restAt({ active: focus.get().active, head: { row: last, col: focus.get().active.col } }));
      if (result.lookups.length > 0) void lookingUp(lookUp(rows, result.lookups));
      const [first] = result.rejected;
      if (first === undefined) return;
      const named = say(gridTexts.pasteCell, {
        row: first.row + 1,
        column: columns().find(({ key }) => key === first.key)?.title ?? '',
        text: first.text,
        complaint: first.complaint === '' ? say(gridTexts.noRoom, { most: rows.most }) : first.complaint,
      });
      warn(
        say(gridTexts.pasteReport, {
          rows: new Set(result.edits.map(({ at }) => at)).size,
          rejected: result.rejected.length,
          first: named,
        }),
      );
    },
  };
}
