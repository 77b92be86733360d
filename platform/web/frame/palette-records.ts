import type { Document } from '#platform/model/document.ts';
import type { Page as Paged } from '#platform/model/envelope.ts';
import { get, post } from '#platform/web/api/client.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { fetchModules } from '#platform/web/registry/late-modules.ts';
import { listPath } from '#platform/web/record/use-list.ts';
import { say } from '#platform/web/text/language.ts';
import type { Page } from '#platform/web/route/menu.ts';
import { panelName } from '#platform/web/route/route.ts';
import type { Found } from './palette-search.ts';

/** Documents of every kind in the user's menu whose number has what was typed. */
export async function documentsLike(
  pages: ReadonlyMap<string, Page>,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  await fetchModules();
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
  await fetchModules();
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
