export interface Press {
  readonly key: string;
  readonly isControl: boolean;
  readonly isShift: boolean;
  readonly isAlt: boolean;
}

/** What a key asks of a grid. Whether the grid can do it is another question. */
export type Command =
  | { readonly kind: 'move'; readonly rows: number; readonly cols: number; readonly isExtending: boolean }
  | { readonly kind: 'page'; readonly step: 1 | -1; readonly isExtending: boolean }
  | { readonly kind: 'edge'; readonly to: 'rowStart' | 'rowEnd' | 'first' | 'last'; readonly isExtending: boolean }
  | { readonly kind: 'enter'; readonly step: 1 | -1 }
  | { readonly kind: 'tab'; readonly step: 1 | -1 }
  | { readonly kind: 'space'; readonly isExtending: boolean }
  | {
      readonly kind:
        | 'tick'
        | 'edit'
        | 'open'
        | 'cancel'
        | 'clear'
        | 'fillDown'
        | 'fillRange'
        | 'undo'
        | 'redo'
        | 'selectAll'
        | 'insertRow'
        | 'removeRows';
    };

/** Null: the key is left to the browser. While a cell is edited, most keys belong to its text. */
export function commandOf({ key, isControl, isShift, isAlt }: Press, isEditing: boolean): Command | null {
  if (isAlt) return key === 'ArrowDown' ? { kind: 'open' } : null;
  if (isControl) return controlled(key, isShift, isEditing);
  switch (key) {
    case 'Enter':
      return { kind: 'enter', step: isShift ? -1 : 1 };
    case 'Tab':
      return { kind: 'tab', step: isShift ? -1 : 1 };
    case 'Escape':
      return { kind: 'cancel' };
    case 'F2':
      return { kind: 'edit' };
    case 'F4':
      return { kind: 'open' };
    case 'ArrowUp':
      return { kind: 'move', rows: -1, cols: 0, isExtending: isShift && !isEditing };
    case 'ArrowDown':
      return { kind: 'move', rows: 1, cols: 0, isExtending: isShift && !isEditing };
  }
  if (isEditing) return null;
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'move', rows: 0, cols: -1, isExtending: isShift };
    case 'ArrowRight':
      return { kind: 'move', rows: 0, cols: 1, isExtending: isShift };
    case 'PageDown':
      return { kind: 'page', step: 1, isExtending: isShift };
    case 'PageUp':
      return { kind: 'page', step: -1, isExtending: isShift };
    case 'Home':
      return { kind: 'edge', to: 'rowStart', isExtending: isShift };
    case 'End':
      return { kind: 'edge', to: 'rowEnd', isExtending: isShift };
    case 'Delete':
    case 'Backspace':
      return { kind: 'clear' };
    case 'Insert':
      return { kind: 'insertRow' };
    case ' ':
      return { kind: 'space', isExtending: isShift };
    case 'x':
    case 'X':
      return { kind: 'tick' };
    default:
      return null;
  }
}

function controlled(key: string, isShift: boolean, isEditing: boolean): Command | null {
  if (key === 'Enter') return isEditing ? { kind: 'fillRange' } : null;
  if (isEditing) return null;
  switch (key.toLowerCase()) {
    case 'home':
      return { kind: 'edge', to: 'first', isExtending: isShift };
    case 'end':
      return { kind: 'edge', to: 'last', isExtending: isShift };
    case 'a':
      return { kind: 'selectAll' };
    case 'd':
      return { kind: 'fillDown' };
    case 'z':
      return { kind: isShift ? 'redo' : 'undo' };
    case 'y':
      return { kind: 'redo' };
    case 'delete':
      return { kind: 'removeRows' };
    default:
      return null;
  }
}
