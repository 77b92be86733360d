/** Where somebody was when a save began. By names, too: the form of the saved record has elements of its own. */
export interface WorkPlace {
  readonly holder: HTMLElement;
  readonly path: string;
  /** A cell of the lines. */ readonly cell?: { readonly row: number; readonly key: string };
}

/** A value typed into a cell counts when the cell is left. */
export function leaveWork(): WorkPlace | null {
  const holder = document.activeElement;
  if (!(holder instanceof HTMLElement)) return null;
  const place = placeOf(holder);
  holder.blur();
  return place;
}

/** Whoever works elsewhere meanwhile is left alone. */
export function returnToWork(
  { holder, path, cell }: WorkPlace,
  tab: string,
  toCell?: (row: number, key: string) => void,
): void {
  if (document.activeElement?.closest('.panel, .dialogs') != null) return;
  if (holder.isConnected) holder.focus({ preventScroll: true });
  else if (cell !== undefined) toCell?.(cell.row, cell.key);
  else document.querySelector<HTMLElement>(`[data-panel="${CSS.escape(tab)}"] ${path}`)?.focus({ preventScroll: true });
}

function placeOf(holder: HTMLElement): WorkPlace | null {
  const cursor = holder.closest('.grid-cursor');
  if (cursor !== null) {
    // Counted from one, below the titles.
    const row = Number.parseInt(cursor.parentElement?.ariaRowIndex ?? '', 10) - 2;
    const key = cursor
      .closest('.grid')
      ?.querySelector(`[data-line="${row}"][aria-colindex="${cursor.ariaColIndex ?? ''}"]`)
      ?.getAttribute('data-field');
    return key == null ? null : { holder, path: '', cell: { row, key } };
  }
  const field = holder.closest('[data-field]')?.getAttribute('data-field');
  if (field != null) return { holder, path: `[data-field="${field}"] :is(input, textarea)` };
  const verb = holder.getAttribute('data-verb');
  return verb === null ? null : { holder, path: `.panel-head [data-verb="${verb}"]` };
}
