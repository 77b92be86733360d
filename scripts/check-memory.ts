/**
 * What `npm run check` has found green, in .tmp/check: the hash of each text beside the hash of all that can change a
 * verdict without changing a text (settings of the tools, versions, the runtime). Anything that differs is looked at
 * again.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importersOf, type Graph } from './import-graph.ts';

export interface Memory {
  /** Settings and versions under which the texts were green. */
  readonly under: string;
  readonly green: Readonly<Record<string, string>>;
}

export const memoryFolder = '.tmp/check';
/** More importers than this are left to CI: half the product imports the heart of the model. */
const mostImporters = 25;
/** More names than this and the tools read the tree by themselves. */
const mostNames = 300;

export function hashOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}

/** Settings of the tools and versions of everything installed. A new npm script changes no verdict. */
export function settings(): string {
  const { imports, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    unknown
  >;
  const files = ['package-lock.json', ...globSync(['tsconfig*.json', '.oxlintrc.json', '.oxfmtrc.json']).toSorted()];
  const installed = 'node_modules/.package-lock.json';
  return hashOf(
    process.version,
    JSON.stringify([imports, dependencies, devDependencies]),
    ...[...files, ...(existsSync(installed) ? [installed] : [])].flatMap((file) => [file, readFileSync(file, 'utf8')]),
  );
}

/** Texts that are not as they were when they were green; all of them under other settings or without a memory. */
export function changedSince(memory: Memory | null, now: Memory): readonly string[] | 'all' {
  if (memory?.under !== now.under) return 'all';
  const changed = Object.keys(now.green).filter((path) => memory.green[path] !== now.green[path]);
  return changed.length > mostNames ? 'all' : changed;
}

export function isSame(memory: Memory | null, now: Memory): boolean {
  const paths = Object.keys(now.green);
  return (
    memory?.under === now.under &&
    paths.length === Object.keys(memory.green).length &&
    paths.every((path) => memory.green[path] === now.green[path])
  );
}

/**
 * What a linter that knows types must see again: the changed texts and who imports them, or only the texts when too
 * many do.
 */
export function lintedAgain(
  changed: readonly string[],
  graph: Graph,
): { readonly paths: readonly string[]; readonly owed: number } {
  const importers = importersOf(graph, new Set(changed));
  return importers.length > mostImporters
    ? { paths: changed, owed: importers.length }
    : { paths: [...changed, ...importers], owed: 0 };
}

/**
 * The texts that the linter names; none when it does not say where each of its errors is, so that nothing red is
 * remembered as green.
 */
export function complainedOf(output: string): readonly string[] {
  const named = [...output.matchAll(/-\[([^\]:]+):\d+:\d+\]/g)].map(([, path = '']) => path);
  const errors = Number.parseInt(/and (\d+) errors?\./.exec(output)?.[1] ?? '', 10);
  return named.length >= errors ? [...new Set(named)] : [];
}

export function recall<Kept = Memory>(name: string): Kept | null {
  try {
    return JSON.parse(readFileSync(join(memoryFolder, `${name}.json`), 'utf8')) as Kept;
  } catch {
    return null;
  }
}

export function remember(name: string, memory: object): void {
  const file = join(memoryFolder, `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(memory));
}

/** What a step saw in each text, kept by the text's hash: a text that did not change is not parsed again. */
export interface Looks<Seen> {
  /** Of this run, by path. */
  readonly seen: ReadonlyMap<string, Seen>;
  at(path: string, look: () => Seen): Seen;
  keep(): void;
}

/** Under other rules everything is looked at again. */
export function looksAt<Seen>(name: string, rules: string, hashes: Readonly<Record<string, string>>): Looks<Seen> {
  interface Kept {
    readonly hash: string;
    readonly seen: Seen;
  }
  const kept = recall<{ rules: string; looks: Record<string, Kept> }>(name);
  const before: Readonly<Record<string, Kept>> = kept?.rules === rules ? kept.looks : {};
  const now: Record<string, Kept> = {};
  const seen = new Map<string, Seen>();
  return {
    seen,
    at(path, look) {
      const [hash, last] = [hashes[path] ?? '', before[path]];
      const entry = hash !== '' && last?.hash === hash ? last : { hash, seen: look() };
      now[path] = entry;
      seen.set(path, entry.seen);
      return entry.seen;
    },
    keep: () => {
      remember(name, { rules, looks: now });
    },
  };
}
