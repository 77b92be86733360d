import type { Document } from '#platform/model/document.ts';
import type { Page as Paged } from '#platform/model/envelope.ts';
import { get, post } from '#platform/web/api/client.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { listPath } from '#platform/web/record/use-list.ts';
import { say } from '#platform/web/text/language.ts';
import { panelName, type Page } from '#platform/web/route/menu.ts';

/** Something the palette can open. */
export interface Found {
  readonly route: string;
  readonly title: string;
  readonly hint: string;
  readonly code?: string;
}

const most = 8;

/** Pages whose title has every word that was typed; a title that begins with it comes first. */
export function menusLike(pages: ReadonlyMap<string, Page>, typed: string): readonly Found[] {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const rank = ({ title }: Page): number => (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return [...pages.values()]
    .filter((page) => words.every((word) => `${page.title} ${page.name}`.toLowerCase().includes(word)))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most)
    .map(({ name, title }) => ({ route: name, title, hint: '' }));
}

/** A document number has digits; a word alone asks no server. */
export const isNumberLike = (typed: string): boolean => /^[\w-]{3,}$/.test(typed.trim()) && /\d/.test(typed);

/** Documents of every kind in the user's menu whose number has what was typed. */
export async function documentsLike(
  pages: ReadonlyMap<string, Page>,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const kinds = new Map(
    [...pages.values()].flatMap((page): [Document, Page][] =>
      page.noun?.kind === 'document' ? [[page.noun, page]] : [],
    ),
  );
  const found = await Promise.all(
    [...kinds].map(async ([noun, page]): Promise<readonly Found[]> => {
      const params = { code: typed.trim(), page: 1, limit: 5 };
      const ask =
        noun.list.method === 'POST'
          ? post<Paged<Row>>(listPath(noun), params, { isSilent: true, signal })
          : get<Paged<Row>>(listPath(noun), params, { isSilent: true, signal });
      // One kind that cannot be searched does not hide the others.
      const { list } = await ask.catch(() => ({ list: [] as readonly Row[] }));
      return list.map((row) => ({
        route: panelName(page, 'read', textAt(row, 'id')),
        title: textAt(row, 'code'),
        hint: say(noun.label),
      }));
    }),
  );
  return found.flat();
}

/** One letter is in everything; one Chinese letter is a word. */
export const isWordLike = (typed: string): boolean => /\S{2}|[^\s\u0000-\u007f]/.test(typed.trim());

interface FoundRecord {
  readonly noun: string;
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Master data by code, name or pinyin, of those kinds that are in the user's menu; opened to be read. */
export async function recordsLike(
  pages: ReadonlyMap<string, Page>,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const places = new Map(
    [...pages.values()]
      .toReversed()
      .flatMap((page): [string, Page][] => (page.noun?.kind === 'entity' ? [[page.noun.name, page]] : [])),
  );
  const found = await get<readonly FoundRecord[]>('/sys/search', { keyword: typed.trim() }, { isSilent: true, signal });
  return found.flatMap(({ noun, id, code, name }) => {
    const page = places.get(noun);
    return page?.noun === undefined
      ? []
      : [
          {
            route: panelName(page, 'read', id),
            title: name,
            hint: say(page.noun.label),
            ...(code === '' || code === name ? {} : { code }),
          },
        ];
  });
}
