import { isPaper, type PaperName } from '#platform/model/print.ts';

/** What a print page is asked for, as its route says it: `print?noun=order:order&ids=…&paper=A4&copyOf=2`. */
export interface PrintJob {
  readonly noun: string;
  readonly ids: readonly string[];
  /** The paper the user kept when absent. */
  readonly paper?: PaperName | undefined;
  /** Repeats this print of the one document. */
  readonly copyOf?: number | undefined;
  /** Another paper of the documents than their usual one. */
  readonly layout?: string | undefined;
}

export function printRoute({ noun, ids, paper, copyOf, layout }: PrintJob): string {
  const query = new URLSearchParams({
    noun,
    ids: ids.join(','),
    ...(paper === undefined ? {} : { paper }),
    ...(copyOf === undefined ? {} : { copyOf: String(copyOf) }),
    ...(layout === undefined ? {} : { layout }),
  });
  return `print?${query.toString()}`;
}

/** One document may also be named as `id`, its noun as `entity`. */
export function jobIn(route: string): PrintJob {
  const query = new URLSearchParams(route.split('?').slice(1).join('?'));
  const paper = query.get('paper');
  const copyOf = query.get('copyOf') ?? '';
  return {
    noun: query.get('noun') ?? query.get('entity') ?? '',
    ids: (query.get('ids') ?? query.get('id') ?? '').split(',').filter((id) => id !== ''),
    paper: isPaper(paper) ? paper : undefined,
    copyOf: /^[1-9]\d{0,8}$/.test(copyOf) ? Number.parseInt(copyOf, 10) : undefined,
    layout: query.get('layout') ?? undefined,
  };
}

/** A list on paper: `print?list=data:brand&keys=code,name&search={"name":"x"}`. */
export interface ListJob {
  readonly noun: string;
  readonly keys: readonly string[];
  readonly search: Readonly<Record<string, string>>;
}

export const listRoute = ({ noun, keys, search }: ListJob): string =>
  `print?${new URLSearchParams({ list: noun, keys: keys.join(','), search: JSON.stringify(search) }).toString()}`;

/** Null when the route is about documents. */
export function listJobIn(route: string): ListJob | null {
  const query = new URLSearchParams(route.split('?').slice(1).join('?'));
  const noun = query.get('list');
  if (noun === null) return null;
  return {
    noun,
    keys: (query.get('keys') ?? '').split(',').filter((key) => key !== ''),
    search: searchIn(query.get('search') ?? ''),
  };
}

function searchIn(text: string): Readonly<Record<string, string>> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null
      ? Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'string'))
      : {};
  } catch {
    return {};
  }
}
