import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { chunk } from '#platform/web/loading/chunk.ts';
import { say } from '#platform/web/text/language.ts';
import { useDebounced } from '#platform/web/page/debounced.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { Page } from '#platform/web/route/menu.ts';
import { isNumberLike, isWordLike, menusLike, type Found } from './palette-search.ts';
import { go } from '#platform/web/route/route.ts';

/** Whoever types at once is heard at once: only what asks the server is fetched late. */
const loadRecords = chunk(
  () => import('./palette-records.ts'),
  (records) => records,
);

/** Ctrl+K: any page of the menu, any document by its number, any record by what it is known by. */
export async function openPalette(pages: ReadonlyMap<string, Page>): Promise<void> {
  const route = await openDialog<string>((close) => <Palette pages={pages} onClose={close} />, { scope: 'app' });
  if (route !== undefined) go(route);
}

interface PaletteProps {
  readonly pages: ReadonlyMap<string, Page>;
  readonly onClose: (route?: string) => void;
}

function Palette({ pages, onClose }: PaletteProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { groups, isSearching } = useFound(pages, typed);
  const all = groups.flatMap(([, found]) => found);
  const current = Math.min(at, all.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((current + step + all.length) % Math.max(all.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = all[current];
      if (chosen !== undefined) onClose(chosen.route);
    }
  };
  return (
    <Dialog
      width={600}
      className="palette"
      style={{ top: 72 }}
      footer={null}
      closable={false}
      mask={{ closable: true }}
      onCancel={() => {
        onClose();
      }}
      aria-label={say(texts.paletteHint)}
    >
      <div className="palette-input">
        <SearchOutlined />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={`palette-${current}`}
          aria-label={say(texts.paletteHint)}
          placeholder={say(texts.paletteHint)}
          value={typed}
          data-field="palette"
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Entries groups={groups} current={current} isSearching={isSearching} onOpen={onClose} />
      <div className="palette-keys">{say(texts.paletteKeys)}</div>
    </Dialog>
  );
}

type Groups = readonly (readonly [title: string, found: readonly Found[]])[];

/** Menus answer at once; documents and records are asked for when the typing rests. */
function useFound(
  pages: ReadonlyMap<string, Page>,
  typed: string,
): { readonly groups: Groups; readonly isSearching: boolean } {
  const rested = useDebounced(typed, 250);
  const menus = menusLike(pages, useDeferredValue(typed));
  const { data: documents = [], isFetching } = useQuery({
    queryKey: ['palette', rested],
    queryFn: async ({ signal }) => (await loadRecords()).documentsLike(pages, rested, signal),
    enabled: isNumberLike(rested),
    staleTime: 0,
    gcTime: 0,
  });
  const { data: records = [], isFetching: isSeeking } = useQuery({
    queryKey: ['palette', 'records', rested],
    queryFn: async ({ signal }) => (await loadRecords()).recordsLike(pages, rested, signal),
    enabled: isWordLike(rested),
    staleTime: 0,
    gcTime: 0,
  });
  const groups = [
    [say(texts.paletteMenus), menus],
    ...Map.groupBy(
      [...(isNumberLike(typed) ? documents : []), ...(isWordLike(typed) ? records : [])],
      ({ hint }) => hint,
    ),
  ] as const;
  return { groups, isSearching: isFetching || isSeeking || typed !== rested };
}

interface EntriesProps {
  readonly groups: Groups;
  readonly current: number;
  readonly isSearching: boolean;
  readonly onOpen: (route: string) => void;
}
function Entries({ groups, current, isSearching, onOpen }: EntriesProps): ReactNode {
  const all = groups.flatMap(([, found]) => found);
  return (
    <div className="palette-list" id="palette-list" role="listbox" aria-label={say(texts.paletteHint)}>
      {groups
        .filter(([, found]) => found.length > 0)
        .map(([title, found]) => (
          <div key={title} role="group" aria-label={title}>
            <div className="palette-group" aria-hidden="true">
              {title}
            </div>
            {found.map((each) => (
              <Entry
                key={each.route}
                found={each}
                at={all.indexOf(each)}
                isCurrent={all[current] === each}
                onOpen={() => {
                  onOpen(each.route);
                }}
              />
            ))}
          </div>
        ))}
      {all.length === 0 && (
        <div className="palette-group" role="option" aria-selected="false" aria-disabled="true">
          {say(isSearching ? texts.searching : texts.paletteNothing)}
        </div>
      )}
    </div>
  );
}

function Entry({
  found: { title, code },
  at,
  isCurrent,
  onOpen,
}: {
  readonly found: Found;
  readonly at: number;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}): ReactNode {
  return (
    <div
      ref={isCurrent ? reveal : null}
      className="palette-entry"
      id={`palette-${at}`}
      role="option"
      aria-selected={isCurrent}
      onClick={onOpen}
    >
      {title}
      {code !== undefined && <span className="palette-code">{code}</span>}
    </div>
  );
}

const reveal = (entry: HTMLElement | null): void => {
  entry?.scrollIntoView({ block: 'nearest' });
};
