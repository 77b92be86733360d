import { queryOptions } from '@tanstack/react-query';
import { CallError, get, getNewer, onCommand } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { isSessionEnd } from '#platform/web/api/outcome.ts';
import { queries } from '#platform/web/api/queries.ts';
import { treeOf, type Branch, type Row } from '#platform/web/value/row.ts';
import { language } from '#platform/web/text/language.ts';
import { dictKeyOf, dictKeys, refLists, refListAt, type RefList } from './lists.ts';

/**
 * Loaded when it is empty or when a refresh is asked for; otherwise the copy is used (000 §4). A load that fails is
 * only logged and leaves the copy as it was. Nothing here is cancelled when a tab hides: the next tab wants the same
 * list.
 */
export const refQuery = (key: string) =>
  queryOptions({
    queryKey: ['ref', key],
    queryFn: () => load(key),
    // A list that stays empty is asked for again, but not by each of two hundred cells.
    staleTime: (query) => ((query.state.data?.length ?? 0) > 0 ? Infinity : quietTime),
    gcTime: Infinity,
    structuralSharing: false,
  });

/** Asks the server for what is newer than the copy. */
export async function refreshRef(key: string): Promise<void> {
  await queries.fetchQuery({ ...refQuery(key), staleTime: 0 });
}

/** All dictionary lists together (000 §4), also those that an administrator added. */
export async function refreshDicts(): Promise<void> {
  const added = loadedKeys().filter((key) => key.startsWith(dictKeyOf('')) && !dictKeys.includes(key));
  await Promise.all([...dictKeys, ...added].map(refreshRef));
}

/** Every list that some screen has used, and every dictionary. */
export async function refreshLoaded(): Promise<void> {
  await Promise.all([
    refreshDicts(),
    ...loadedKeys()
      .filter((key) => !key.startsWith(dictKeyOf('')))
      .map(refreshRef),
  ]);
}

const quietTime = 10_000;
const nothing: readonly Branch[] = [];
/** The version of a copy lives as long as the copy: a new session starts with neither. */
const versions = new WeakMap<readonly Branch[], string>();

const loadedKeys = (): string[] =>
  queries
    .getQueryCache()
    .findAll({ queryKey: ['ref'] })
    .map(({ queryKey }) => String(queryKey[1]));

async function load(key: string): Promise<readonly Branch[]> {
  const copy = queries.getQueryData(refQuery(key).queryKey) ?? nothing;
  const list = refListAt(key) ?? (await addedDict(key));
  if (list === null) return copy;
  try {
    const newer = await getNewer(list.method ?? 'GET', list.path, list.params ?? {}, versions.get(copy));
    return newer === null ? copy : kept(list, newer.data, newer.version);
  } catch (error) {
    if (list.isUnchecked === true && error instanceof CallError && error.code > 0 && !isSessionEnd(error.code))
      return kept(list, error.data, undefined);
    note(`reference list ${key}`, error);
    return copy;
  }
}

function kept(list: RefList, data: unknown, version: string | undefined): readonly Branch[] {
  const rows = shaped(list, rowsIn(data));
  // The empty list is shared and would carry the version of another list.
  if (version !== undefined && rows.length > 0) versions.set(rows, version);
  return rows;
}

/** Exported for its test: what becomes of the rows of an answer. */
export function shaped({ isTree, sortBy, isDict }: RefList, rows: readonly Row[]): readonly Branch[] {
  const spoken = isDict === true ? rows.filter((row) => row['status'] !== '0').map(inLanguage) : rows;
  const sorted = sortBy === undefined ? spoken : spoken.toSorted((a, b) => compare(a[sortBy], b[sortBy]));
  if (isTree === true) return treeOf(sorted);
  return sorted.length === 0 ? nothing : [...sorted];
}

const rowsIn = (data: unknown): readonly Row[] => {
  const list = typeof data === 'object' && data !== null && 'list' in data ? data.list : data;
  return Array.isArray(list) ? (list as Row[]) : [];
};

const compare = (a: unknown, b: unknown): number =>
  String(a ?? '') < String(b ?? '') ? -1 : String(a ?? '') > String(b ?? '') ? 1 : 0;

/** Entries carry their label in three languages; screens know one `dictLabel`. */
function inLanguage(row: Row): Row {
  const own = { 'zh-CN': null, 'zh-TW': row['labelTw'], 'en-US': row['labelEn'] }[language()];
  return own === null || own === undefined || own === '' ? row : { ...row, dictLabel: own };
}

/** A dictionary without a fixed number has its number on the server. */
async function addedDict(key: string): Promise<RefList | null> {
  const sample = refLists[dictKeys[0] ?? ''];
  if (!key.startsWith(dictKeyOf('')) || sample === undefined) return null;
  try {
    const types = await queries.fetchQuery({
      queryKey: ['dictTypes'],
      queryFn: () => get<readonly Row[]>('/sys/dict/type/all', undefined, { isSilent: true }),
      staleTime: quietTime,
    });
    const found = types.find(({ dictType }) => dictKeyOf(String(dictType)) === key);
    return found === undefined
      ? null
      : { ...sample, params: { ...sample.params, dictTypeId: String(found['dictTypeId']) } };
  } catch (error) {
    note(`dictionary ${key}`, error);
    return null;
  }
}

/**
 * What this browser changed itself is asked for again: `/data/bd/brand/disable` changes what `/data/bd/brand/page`
 * answers.
 */
export function keysChangedBy(path: string): readonly string[] {
  if (/\/(page|list)$/i.test(path)) return [];
  return Object.entries(refLists)
    .filter(([, list]) => isBelow(path, baseOf(list.path)))
    .map(([key]) => key);
}
const baseOf = (path: string): string =>
  path.replace(/\/(all\/)?(page|list|power|tree|powerList|allList|noTreelist)$/, '');
const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

/** Loaded copies only: the others are empty and will be asked for anyway. */
onCommand((path) => {
  const changed = keysChangedBy(path);
  if (changed.length === 0) return;
  void queries.invalidateQueries({
    predicate: ({ queryKey: [head, key] }) => head === 'ref' && changed.includes(String(key)),
  });
});
