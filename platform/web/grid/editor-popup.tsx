import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { LateDayCalendar } from '#platform/web/date/late-dates.tsx';
import { say } from '#platform/web/text/language.ts';
import type { Editor } from '#platform/web/column/column.ts';
import type { Editing } from './editing.ts';
import { fittingOptions } from './look-up.ts';
import { gridTexts } from './texts.ts';
import { useWatch } from './watch.ts';

interface EditorPopupProps {
  readonly editor: Editor;
  readonly editing: Editing;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly value: string;
}

/** Options or a calendar below the cell that is written. It never takes the focus: the keys go on into the cell. */
export function EditorPopup({ editor, editing, anchor, value }: EditorPopupProps): ReactNode {
  const popup = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0, minWidth: 0 });
  useLayoutEffect(() => {
    const cell = anchor.current?.getBoundingClientRect();
    const size = popup.current?.getBoundingClientRect();
    if (cell === undefined || size === undefined) return;
    const isAbove = cell.bottom + size.height > window.innerHeight && cell.top > size.height;
    setPlace({
      left: Math.min(cell.left, window.innerWidth - size.width - 8),
      top: isAbove ? cell.top - size.height - 3 : cell.bottom + 3,
      minWidth: cell.width,
    });
  }, [anchor, editor]);
  if (editor.kind !== 'select' && editor.kind !== 'date') return null;
  return createPortal(
    <div
      ref={popup}
      className="grid-popup"
      style={place}
      onMouseDown={(event) => {
        event.preventDefault();
      }}
    >
      {editor.kind === 'select' ? (
        <Options editor={editor} editing={editing} />
      ) : (
        <LateDayCalendar value={value} onChoose={editing.choose} />
      )}
    </div>,
    document.body,
  );
}

function Options({ editor, editing }: Pick<EditorPopupProps, 'editor' | 'editing'>): ReactNode {
  const typed = useWatch(editing.text, (text) => text);
  const lit = useWatch(editing.lit, (at) => at);
  const options = fittingOptions(editor.options?.() ?? [], typed);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[lit]?.scrollIntoView({ block: 'nearest' });
  }, [lit]);
  if (options.length === 0) return <div className="grid-option quiet">{say(gridTexts.noOptions)}</div>;
  return (
    <ul ref={list} role="listbox" className="grid-options">
      {options.map(({ value, label }, at) => (
        <li
          key={value}
          role="option"
          aria-selected={at === lit}
          className={at === lit ? 'grid-option grid-option-lit' : 'grid-option'}
          onClick={() => {
            editing.choose(label);
          }}
        >
          {label}
        </li>
      ))}
    </ul>
  );
}
