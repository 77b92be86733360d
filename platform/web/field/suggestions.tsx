import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { Entity } from '#platform/model/entity.ts';
import type { Page } from '#platform/model/envelope.ts';
import { isSearched } from '#platform/model/search.ts';
import { get, type Params } from '#platform/web/api/client.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { isPaged, listPath } from '#platform/web/record/use-list.ts';
import { say } from '#platform/web/text/language.ts';
import { useDebounced } from '#platform/web/page/debounced.ts';
import { texts } from '#platform/web/text/texts.ts';
import './suggestions.css';

const most = 8;
const restFor = 180;

/** What the server has for what was typed so far. */
export interface Suggested {
  readonly rows: readonly Row[];
  /** The rows are those of the text as it stands, not of the letters before. */
  readonly isCurrent: boolean;
  readonly failure: string | null;
}

/** Nouns of the installation and short trees are chosen otherwise. */
export const isSuggested = (entity: Entity): boolean => isSearched(entity) && isPaged(entity);

/**
 * `typed` is null while there is nothing to ask: the field is shown as it is, or a Chinese word is only being composed.
 */
export function useSuggestions(entity: Entity, typed: string | null, where: Params = {}): Suggested {
  const text = typed?.trim() ?? '';
  const rested = useDebounced(text, restFor);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['list', 'suggestions', listPath(entity), where, rested],
    queryFn: ({ signal }) =>
      get<Page<Row>>(
        listPath(entity),
        {
          ...('status' in entity.fields ? { status: '1' } : {}),
          ...where,
          keyword: rested,
          suggest: 1,
          page: 1,
          limit: most,
        },
        { isSilent: true, signal },
      ),
    enabled: text !== '' && rested !== '' && isSuggested(entity),
    placeholderData: (before) => before,
    gcTime: 30_000,
  });
  return {
    rows: text === '' ? [] : (data?.list ?? []),
    isCurrent: text === rested && (data !== undefined || error !== null) && !isPlaceholderData,
    failure: error?.message ?? null,
  };
}

interface SuggestionListProps {
  readonly id: string;
  readonly entity: Entity;
  readonly suggested: Suggested;
  readonly lit: number;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onChoose: (row: Row) => void;
  readonly onClose: () => void;
}

/** Below the field, or above it where there is no room. It never takes the focus: the keys go on into the field. */
export function SuggestionList({
  id,
  entity,
  suggested: { rows, isCurrent, failure },
  lit,
  anchor,
  onChoose,
  onClose,
}: SuggestionListProps): ReactNode {
  const popup = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>({ left: 0, top: 0, width: 0 });
  useLayoutEffect(() => {
    const field = anchor.current?.getBoundingClientRect();
    const height = popup.current?.getBoundingClientRect().height ?? 0;
    if (field !== undefined) setPlace(placeBeside(field, height));
  }, [anchor, rows]);
  useClosing(popup, anchor, onClose);
  return createPortal(
    <div
      ref={popup}
      className="suggestions"
      style={place}
      onMouseDown={(event) => {
        event.preventDefault();
      }}
    >
      {rows.length === 0 && (
        <div className="suggestion-none" role="status">
          {failure ?? say(isCurrent ? texts.noMatch : texts.lookingUp, { noun: say(entity.label) })}
        </div>
      )}
      <ul id={id} role="listbox" aria-label={say(entity.label)} aria-busy={!isCurrent} hidden={rows.length === 0}>
        {rows.map((row, at) => (
          <li
            key={textAt(row, 'id')}
            id={`${id}-${at}`}
            ref={at === lit ? reveal : null}
            role="option"
            aria-selected={at === lit}
            className="suggestion"
            onClick={() => {
              onChoose(row);
            }}
          >
            <span title={textAt(row, entity.nameField)}>{textAt(row, entity.nameField)}</span>
            <span className="suggestion-code">{textAt(row, entity.codeField)}</span>
          </li>
        ))}
      </ul>
    </div>,
    document.body,
  );
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}
function placeBeside(field: DOMRect, height: number): Place {
  const width = Math.min(Math.max(field.width, 300), window.innerWidth - 16);
  const isAbove = field.bottom + height + 4 > window.innerHeight && field.top > height;
  return {
    left: Math.max(8, Math.min(field.left, window.innerWidth - width - 8)),
    top: isAbove ? field.top - height - 4 : field.bottom + 4,
    width,
  };
}

/**
 * A list that stays where the field was points at another field. A long code that scrolls inside its narrow field moves
 * nothing.
 */
function useClosing(
  popup: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  useEffect(() => {
    const close = ({ target }: Event): void => {
      const isInside = [popup, anchor].some(({ current }) => target instanceof Node && current?.contains(target));
      if (!isInside) onClose();
    };
    window.addEventListener('scroll', close, true);
    window.addEventListener('resize', close);
    return () => {
      window.removeEventListener('scroll', close, true);
      window.removeEventListener('resize', close);
    };
  }, [popup, anchor, onClose]);
}

const reveal = (option: HTMLElement | null): void => {
  option?.scrollIntoView({ block: 'nearest' });
};
