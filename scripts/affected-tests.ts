/**
 * The tests that a change can break, found in the texts alone. By imports: a test that names a changed file, over any
 * number of files between. The files that put the product together (apps/) name everything: behind them the tables
 * decide, and the calls and screens of what is kept in them.
 */
import { importersOf, type Graph } from './import-graph.ts';

/** Test file to why it is run. */
export type Affected = ReadonlyMap<string, string>;

/** What a test would have to name to speak of a changed file. */
interface Subject {
  readonly word: string;
  readonly why: string;
  /** The web speaks to the server and is spoken to by people: only a browser sees what it breaks. */
  readonly isWeb: boolean;
}

const isTest = (path: string): boolean => path.endsWith('.test.ts');
const isBrowser = (path: string): boolean => path.startsWith('tests/e2e/');
const putsTogether = (path: string): boolean =>
  path.startsWith('apps/') || /^modules\/\w+\/web\/module\.ts$/.test(path);

/** `texts`: the source files and those that are written in SQL. */
export function affectedBy(changed: readonly string[], texts: ReadonlyMap<string, string>, graph: Graph): Affected {
  const ways = waysFrom(changed, graph);
  const byImports = [...ways]
    .filter(([path]) => isTest(path))
    .map(([path, way]): [string, string] => [
      path,
      way.length === 1 ? 'was changed itself' : `imports ${way.slice(0, -1).join(' ← ')}`,
    ]);
  const subjects = [...ways].flatMap(([path, way]) => subjectsOf(path, way, texts, graph));
  const isShell = changed.find((path) => /^(platform|apps)\/web\//.test(path) && !isTest(path));
  const byName = [...texts]
    .filter(([path]) => isTest(path) && !ways.has(path))
    .flatMap(([path, text]): [string, string][] => {
      const met = subjects.find(({ word, isWeb }) => (!isWeb || isBrowser(path)) && names(text, word));
      if (met !== undefined) return [[path, `names ${met.word}: ${met.why}`]];
      return isShell !== undefined && isBrowser(path) ? [[path, `every page has ${isShell}`]] : [];
    });
  return new Map([...byImports, ...byName].toSorted(([a], [b]) => a.localeCompare(b)));
}

/** The shortest way to each file that a change reaches: from whom to whom it travels. */
function waysFrom(changed: readonly string[], graph: Graph): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>(changed.map((path) => [path, [path]]));
  for (let before = 0; before !== ways.size;) {
    before = ways.size;
    const open = new Set([...ways.keys()].filter((path) => !putsTogether(path) || changed.includes(path)));
    for (const path of importersOf(graph, open)) {
      const from = graph.get(path)?.find((named) => open.has(named)) ?? '';
      if (!ways.has(path)) ways.set(path, [...(ways.get(from) ?? []), path]);
    }
  }
  return ways;
}

/**
 * Tables that a file reads or writes, the nouns that it declares or whose declaration it imports, and those that it is
 * registered for where the product is put together.
 */
function subjectsOf(
  path: string,
  way: readonly string[],
  texts: ReadonlyMap<string, string>,
  graph: Graph,
): readonly Subject[] {
  if (isTest(path) || !/^(platform|modules|database)\//.test(path)) return [];
  const models = [path, ...(graph.get(path) ?? [])].filter((each) => /^modules\/\w+\/model\//.test(each));
  const nouns = models.flatMap((model) => nounsIn(texts.get(model) ?? ''));
  const registered = [...texts].filter(([each]) => putsTogether(each)).flatMap(([, text]) => keysFor(path, text));
  const why = way.length === 1 ? path : `${path}, which imports ${way.slice(0, -1).join(' ← ')}`;
  return [...tablesIn(texts.get(path) ?? ''), ...nouns, ...registered.flatMap((key) => wordsOf(key, texts))].map(
    (word) => ({ word, why, isWeb: /^modules\/\w+\/web\//.test(path) }),
  );
}

/** `'order:order': orderActions` and `'sys/about': … import('#system/web/about.tsx')`: the keys of a file. */
export function keysFor(path: string, text: string): string[] {
  const address = path.replace(/^modules\//, '#');
  if (!address.startsWith('#')) return [];
  const imported = new RegExp(`import \\{([^}]*)\\} from '${address.replaceAll('.', String.raw`\.`)}'`).exec(text)?.[1];
  const identifiers = imported?.match(/\w+/g) ?? [];
  return text.split('\n').flatMap((line) => {
    const key = /^\s*'([\w:/]+)[\w.]*':/.exec(line)?.[1];
    const isMine = line.includes(`'${address}'`) || identifiers.some((each) => names(line, each));
    return key !== undefined && isMine ? [key] : [];
  });
}

function wordsOf(key: string, texts: ReadonlyMap<string, string>): string[] {
  if (!key.includes(':')) return [key];
  const declared = [...texts].find(([path, text]) => path.includes('/model/') && text.includes(`name: '${key}'`));
  return declared === undefined ? [`app.${key.replace(':', '_')}`] : nounsIn(declared[1]);
}

export function tablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\bapp\.([a-z]\w*)/g)].map(([, table = '']) => `app.${table}`))];
}

/** Of each declaration its table, its calls and its screen. */
export function nounsIn(text: string): string[] {
  return [...text.matchAll(/define(?:Entity|Document|Report)\(\{\s*name: '(\w+):(\w+)'([\s\S]*?\n\}\);)/g)].flatMap(
    ([, area = '', noun = '', body = '']) => [
      `app.${area}_${noun}`,
      `app.${area}_${noun}_line`,
      ...[...body.matchAll(/\b(?:path|url): '([^']+)'/g)]
        .map(([, word = '']) => word)
        .filter((word) => /\w\/\w/.test(word)),
    ],
  );
}

/** As a whole: `/sale/order` is not `/sale/orderline`, and `app.sys_user` is not `app.sys_user_role`. */
function names(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w-]/.test(text[at + word.length] ?? '') && !/[\w-]/.test(text[at - 1] ?? '')) return true;
  return false;
}
