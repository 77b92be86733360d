/**
 * Words that product code may not say. `platform` knows no noun of a module: what it needs of one the noun declares
 * (`knownAs`), or the composition root hands it over. Nor does it know a column by which nouns of modules refer to each
 * other, neither as text nor as a name of its own, but for those that every noun spells alike, which stand in one
 * place. No code names a zone: whose days it counts in is said in one place. Comments may give examples.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { within, type Node } from './one-shot-reads.ts';

/** The one place that names columns: where a record belongs. */
export const columnsPlace = 'platform/model/preset.ts';

/** The one place that names a zone. */
export const zonePlace = 'platform/model/zone.ts';

export interface Finding {
  readonly line: number;
  readonly what: string;
}

/** Names of the nouns that these models declare: `name: 'data:brand'`. */
export const nounsIn = (models: Iterable<string>): ReadonlySet<string> =>
  new Set([...models].flatMap((text) => [...text.matchAll(/\bname: '([a-z]+:\w+)'/g)].map(([, name = '']) => name)));

/**
 * Codes by which nouns of these models refer to each other and the names that come with them, on the wire and in SQL;
 * the platform's own are none.
 */
export const columnsIn = (models: Iterable<string>): ReadonlySet<string> =>
  new Set(
    [...models]
      .flatMap((text) => [...text.matchAll(/^\s+(\w+Code): refs?\(/gm)].map(([, key = '']) => key))
      .filter((key) => !ofPlatform.has(key))
      .flatMap((key) => [key, key.replace(/Code$/, 'Name')])
      .filter((key) => !ofBrowser.has(key))
      .flatMap((key) => [key, key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  );
/** The node above in any tree, whose a row is, and the outer system that the platform's exchange speaks to. */
const ofPlatform: ReadonlySet<string> = new Set(['parentCode', 'tenantCode', 'systemCode']);
/** What React and HTML call so, and what PostgreSQL calls a connection by. */
const ofBrowser: ReadonlySet<string> = new Set(['className', 'tagName', 'applicationName']);

export interface Words {
  readonly nouns: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
}

export const modelFile = /^modules\/\w+\/model\/.*\.ts$/;
export const wordsOf = (models: readonly string[]): Words => ({ nouns: nounsIn(models), columns: columnsIn(models) });

export function wordsIn(path: string, text: string, { nouns, columns }: Words): Finding[] {
  const families = path.startsWith('platform/') ? [...new Set([...nouns].map((noun) => noun.replace(/:.*/, '')))] : [];
  // Most texts hold none of these letters, and parsing all of them takes seconds.
  const isAsked =
    zone.test(text) ||
    families.some((family) => text.includes(`${family}:`) || text.includes(`${family}):`)) ||
    (path.startsWith('platform/') &&
      path !== columnsPlace &&
      (text.match(codes) ?? []).some((word) => columns.has(word)));
  if (!isAsked) return [];
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const found = new Map<string, Finding>();
  const add = ({ start }: Node, what: string): void => {
    const line = lineOf(start);
    found.set(`${line} ${what}`, { line, what });
  };
  for (const node of within(parseSync(path, text).program as unknown as Node)) {
    const said = saidBy(node);
    if (said === null) continue;
    const noun = nounSaid(said, nouns, families);
    if (noun !== undefined) add(node, `names ${noun}, which a module owns`);
    const column = path.startsWith('platform/') && path !== columnsPlace ? columnSaid(said, columns) : undefined;
    if (column !== undefined) add(node, `names ${column}, which only ${columnsPlace} may`);
    if (path !== zonePlace && zone.test(said.text)) add(node, `names a zone, which only ${zonePlace} does`);
  }
  return [...found.values()];
}

const codes = /\b\w+(?:Code|_code|Name|_name)\b/g;
const columnSaid = ({ text }: Said, columns: ReadonlySet<string>): string | undefined =>
  text.match(codes)?.find((word) => columns.has(word));

const zone = /\b(Asia|Europe|America)\/[A-Z]|\+08:?00\b/;

interface Said {
  readonly text: string;
  readonly isPattern: boolean;
}

/** Texts, pieces of templates, regular expressions, and the names that the code itself gives and reads. */
function saidBy(node: Node): Said | null {
  if (node.type === 'TemplateElement')
    return { text: String((node['value'] as { raw?: unknown }).raw), isPattern: false };
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier')
    return { text: String(node['name']), isPattern: false };
  if (node.type === 'JSXText') return { text: String(node['value']), isPattern: false };
  if (node.type !== 'Literal') return null;
  if (typeof node['value'] === 'string') return { text: node['value'], isPattern: false };
  const { regex } = node as { regex?: { readonly pattern: string } | null };
  return regex == null ? null : { text: regex.pattern, isPattern: true };
}

/** A noun or one of its permissions, `data:brand:save`, alone or within SQL; a pattern that picks a family of nouns. */
function nounSaid({ text, isPattern }: Said, nouns: ReadonlySet<string>, families: readonly string[]) {
  if (families.length === 0) return undefined;
  if (isPattern) {
    const [, family] = /\b([a-z]+)\)?:/.exec(text) ?? [];
    return family !== undefined && families.includes(family) ? `${family}:` : undefined;
  }
  return text.match(/(?<![\w:])[a-z]+:\w+/g)?.find((word) => nouns.has(word));
}

/** Product code, without what only tests and the gallery show. */
export const isWorded = (path: string): boolean =>
  /^(platform|modules|apps)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|^platform\/web\/gallery\//.test(path);

if (import.meta.main) {
  const read = (path: string): string => readFileSync(path, 'utf8');
  const words = wordsOf(globSync('modules/*/model/**/*.ts').map(read));
  const found = globSync('{platform,modules,apps}/**/*.{ts,tsx}')
    .filter(isWorded)
    .flatMap((path) => wordsIn(path, read(path), words).map(({ line, what }) => `${path}:${line} ${what}`));
  if (found.length > 0) console.log(found.join('\n'));
  process.exitCode = found.length === 0 ? 0 : 1;
}
