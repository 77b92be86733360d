import { lookingUp } from '#platform/web/page/looking-up.ts';
import type { Block, Lookup } from './clipboard.ts';
import type { Column, Editor } from '#platform/web/column/column.ts';
import { pointTo, restAt, type Steering } from './controls.ts';
import { fittingOptions, lookUp } from './look-up.ts';
import { boxOf, cursorAt, nextCell, type Place } from './range.ts';
import type { Edit, Rows } from './rows.ts';
import type { Value } from './watch.ts';

export interface Host {
  readonly steering: Steering;
  readonly rows: Rows;
  readonly columns: () => readonly Column[];
  readonly input: () => HTMLInputElement | null;
  readonly warn: (text: string) => void;
  /** A block that means more than its cells; false when it does not. */
  readonly takePaste?: ((block: Block, at: Place) => boolean) | undefined;
}

/** What is typed into the cell with the cursor. */
export interface Typing extends Host {
  /** What is typed, for the list of options below the cell, and which of them is lit. */
  readonly text: Value<string>;
  readonly lit: Value<number>;
  /** What the cell said before. */
  before: string;
}

export const columnAt = ({ columns }: Host, { col }: Place): Column | undefined => columns()[col];
export const editorAt = (host: Host, place: Place): Editor | undefined => columnAt(host, place)?.editor;
export const canWrite =
  ({ columns }: Host) =>
  (col: number): boolean =>
    columns()[col]?.editor !== undefined;

export function setInput({ input }: Host, value: string): void {
  const element = input();
  if (element !== null) element.value = value;
}
export function rest(host: Host): void {
  const { focus } = host.steering;
  setInput(host, '');
  focus.set(restAt(focus.get()));
}
export function go(host: Host, place: Place): void {
  setInput(host, '');
  pointTo(host.steering, cursorAt(place));
}

/** One text into the active cell, or into every cell of the range that can hold it. */
export function write({ steering, rows, columns, warn }: Host, value: string, isWholeRange = false): void {
  const cursor = steering.focus.get();
  const { top, bottom, left, right } = isWholeRange ? boxOf(cursor) : boxOf(cursorAt(cursor.active));
  const edits: Edit[] = [];
  const lookups: Lookup[] = [];
  for (let at = top; at <= bottom; at += 1) {
    for (const column of columns().slice(left, right + 1)) {
      const { changes, complaint } = column.editor?.read(value, rows.get()[at]) ?? {};
      if (complaint !== undefined && changes === undefined && !isWholeRange) warn(`${column.title}: ${complaint}`);
      if (changes === undefined) continue;
      edits.push({ at, changes, ...(complaint === undefined ? {} : { complaints: { [column.key]: complaint } }) });
      if (column.editor?.resolve !== undefined && value.trim() !== '') lookups.push({ at, column, text: value.trim() });
    }
  }
  rows.edit(edits);
  if (lookups.length > 0) void lookingUp(lookUp(rows, lookups));
}

/** The option that Enter takes; undefined where no options are open. */
function litText(typing: Typing): string | undefined {
  const { active, isOpen } = typing.steering.focus.get();
  const editor = editorAt(typing, active);
  if (editor?.kind !== 'select' || !isOpen) return undefined;
  const fitting = fittingOptions(editor.options?.() ?? [], typing.text.get());
  return fitting[Math.min(typing.lit.get(), fitting.length - 1)]?.label;
}

export function commit(typing: Typing, isWholeRange = false): void {
  if (!typing.steering.focus.get().isEditing) return;
  const { before } = typing;
  const value = typing.input()?.value ?? '';
  const chosen = value.trim() === '' && value !== before ? '' : (litText(typing) ?? value);
  if (chosen !== before || isWholeRange) write(typing, chosen, isWholeRange);
  rest(typing);
}

export function begin(typing: Typing, isKeepingText: boolean, isOpen?: boolean): void {
  const { rows, input, text, lit } = typing;
  const { focus } = typing.steering;
  const { active, head } = focus.get();
  const editor = editorAt(typing, active);
  const row = rows.get()[active.row];
  if (editor === undefined || row === undefined || editor.kind === 'toggle') return;
  const before = editor.startText(row);
  typing.before = before;
  if (isKeepingText) {
    setInput(typing, before);
    input()?.select();
  }
  text.set(isKeepingText ? '' : (input()?.value ?? ''));
  lit.set(Math.max(0, isKeepingText ? (editor.options?.() ?? []).findIndex(({ label }) => label === before) : 0));
  focus.set({ active, head, isEditing: true, isOpen: isOpen ?? editor.kind === 'select' });
}

/** Something was typed into the input over the active cell. */
export function typed(typing: Typing): void {
  const { active, isEditing } = typing.steering.focus.get();
  if (!isEditing) begin(typing, false);
  else if (editorAt(typing, active)?.kind === 'select') {
    typing.text.set(typing.input()?.value ?? '');
    typing.lit.set(0);
  }
}

export function toggle(host: Host, place: Place): void {
  const editor = editorAt(host, place);
  const row = host.rows.get()[place.row];
  if (editor?.kind !== 'toggle' || row === undefined) return;
  const { changes } = editor.read(editor.startText(row) === '1' ? '0' : '1');
  if (changes !== undefined) host.rows.edit([{ at: place.row, changes }]);
}

async function pick(host: Host): Promise<void> {
  const { steering, rows, input } = host;
  const { active, isEditing } = steering.focus.get();
  const editor = editorAt(host, active);
  const key = rows.keyAt(active.row);
  const wanted = isEditing ? (input()?.value.trim() ?? '') : '';
  rest(host);
  const found = await editor?.pick?.(wanted);
  const at = rows.get().findIndex((_row, place) => rows.keyAt(place) === key);
  const [first, ...more] = found ?? [];
  if (first === undefined || at < 0) {
    steering.takeFocus();
    return;
  }
  rows.edit([{ at, changes: first }]);
  if (more.length > 0) rows.insertNew(at + 1, more, true);
  go(host, nextCell({ row: at, col: active.col }, 1, steering.size(), canWrite(host)) ?? active);
}

/** What the active cell leads to where it is only read; false when there is nothing. */
export function opened(host: Host): boolean {
  const { active } = host.steering.focus.get();
  const row = host.rows.get()[active.row];
  return row !== undefined && columnAt(host, active)?.open?.(row) === true;
}

export function open(typing: Typing): void {
  if (opened(typing)) return;
  const { focus } = typing.steering;
  const editor = editorAt(typing, focus.get().active);
  if (editor?.pick !== undefined) void pick(typing);
  else if (editor?.kind === 'toggle') toggle(typing, focus.get().active);
  else if (focus.get().isEditing) focus.set({ ...focus.get(), isOpen: true });
  else begin(typing, true, editor?.kind === 'select' || editor?.kind === 'date');
}
