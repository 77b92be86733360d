import { DownOutlined, SearchOutlined } from '@ant-design/icons';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { Column, Editor, Row } from '#platform/web/column/column.ts';
import type { Focus } from './controls.ts';
import type { Editing } from './editing.ts';
import { EditorPopup } from './editor-popup.tsx';
import type { Frame } from './frame.tsx';
import { commandOf, type Command } from './keyboard.ts';
import { gridTexts } from './texts.ts';
import { useWatch } from './watch.ts';

interface CursorCellProps {
  readonly frame: Frame;
  /** False when the command is left to the browser. */
  readonly onCommand: (command: Command) => boolean;
  readonly onCopy: () => string;
  readonly rowAt: (at: number) => Row | undefined;
  readonly editing?: Editing | undefined;
}

/**
 * The cell that has the cursor: one real input over it, see-through until something is typed. It has the focus all the
 * time, so the first letter of a Chinese composition is not lost. Typing draws nothing but the input itself.
 */
export function CursorCell(props: CursorCellProps): ReactNode {
  const { frame, rowAt, editing } = props;
  const { focus, input, columns, layout, rowHeight, leads } = frame;
  const { active, isEditing, isOpen } = useWatch(focus, whole);
  const column = columns[active.col];
  const row = rowAt(active.row);
  if (column === undefined || row === undefined) return null;
  const { editor } = column;
  const canWrite = editing !== undefined && editor !== undefined;
  const spoken = isEditing ? '' : column.textOf(row);
  const onClipboard = (event: ClipboardEvent<HTMLInputElement>): void => {
    if (!isEditing) exchangeCells(event, props);
  };
  return (
    <div
      className="grid-row grid-cursor-row"
      role="row"
      aria-rowindex={active.row + 2}
      data-cursor-row={textAt(row, 'id')}
      style={{ top: active.row * rowHeight }}
    >
      <div
        role="gridcell"
        aria-colindex={active.col + 1 + leads}
        aria-selected
        className={cursorClass(column, isEditing)}
        style={{ gridColumn: active.col + 1 + leads, ...layout.sticky.get(column.key) }}
      >
        <input
          ref={input}
          className="grid-input"
          autoComplete="off"
          spellCheck={false}
          readOnly={!canWrite || editor.kind === 'toggle'}
          aria-label={`${say(gridTexts.cell, { row: active.row + 1, column: column.title })} ${spoken}`.trim()}
          inputMode={editor?.kind === 'number' ? 'decimal' : undefined}
          onKeyDown={(event) => {
            takeKey(event, isEditing, props.onCommand);
          }}
          onCopy={onClipboard}
          onCut={onClipboard}
          onPaste={onClipboard}
          onInput={editing?.typed}
          onCompositionStart={() => {
            if (!isEditing) editing?.begin(false);
          }}
          onBlur={editing?.commit}
        />
        {canWrite && isOffering(editor.kind) && (
          <Opener title={column.title} kind={editor.kind} onOpen={editing.open} />
        )}
        {isEditing && isOpen && editing !== undefined && editor !== undefined && (
          <EditorPopup editor={editor} editing={editing} anchor={input} value={editor.startText(row)} />
        )}
      </div>
    </div>
  );
}

const cursorClass = (column: Pick<Column, 'fixed' | 'align'>, isEditing: boolean): string =>
  [
    'grid-cursor',
    isEditing ? 'grid-writing' : '',
    column.fixed === undefined ? '' : 'grid-fixed',
    column.align === 'right' ? 'grid-right' : '',
  ].join(' ');

function takeKey(
  event: KeyboardEvent<HTMLInputElement>,
  isEditing: boolean,
  onCommand: CursorCellProps['onCommand'],
): void {
  // Enter and arrows of a composition belong to the input method.
  if (event.nativeEvent.isComposing || event.keyCode === 229) return;
  const command = commandOf(
    { key: event.key, isControl: event.ctrlKey || event.metaKey, isShift: event.shiftKey, isAlt: event.altKey },
    isEditing,
  );
  if (command === null || !onCommand(command)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Copies, cuts or pastes cells; within a cell that is edited the browser does it. */
function exchangeCells(event: ClipboardEvent<HTMLInputElement>, { editing, onCopy, onCommand }: CursorCellProps): void {
  event.preventDefault();
  if (event.type === 'paste') {
    editing?.paste(event.clipboardData.getData('text/plain'));
    return;
  }
  event.clipboardData.setData('text/plain', onCopy());
  if (event.type === 'cut' && editing !== undefined) onCommand({ kind: 'clear' });
}

interface OpenerProps {
  readonly title: string;
  readonly kind: Editor['kind'];
  readonly onOpen: () => void;
}
function Opener({ title, kind, onOpen }: OpenerProps): ReactNode {
  return (
    <button
      type="button"
      className="grid-opener"
      tabIndex={-1}
      data-verb="pick"
      aria-label={say(texts.choose, { noun: title })}
      onMouseDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={onOpen}
    >
      {kind === 'picker' ? <SearchOutlined /> : <DownOutlined />}
    </button>
  );
}

const isOffering = (kind: Editor['kind']): boolean => kind === 'picker' || kind === 'select' || kind === 'date';
const whole = (focus: Focus): Focus => focus;
