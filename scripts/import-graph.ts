/**
 * Who names whom: every string of a source file that is the address of another file of the tree, imported or started as
 * a process. A string in a comment counts, too: one test too many costs seconds, one too few hides a fault.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';

/** Path in the repository to the paths that it names. */
export type Graph = ReadonlyMap<string, readonly string[]>;

const roots = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly imports: Readonly<Record<string, string>>;
};
const aliases = Object.entries(roots.imports).map(([from, to]) => [from.replace('*', ''), to.slice(2, -1)] as const);

export function sourceFiles(): Map<string, string> {
  const paths = globSync(['{platform,modules,apps,scripts,tests}/**/*.{ts,tsx}', '*.config.ts'], {
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  return new Map(paths.toSorted().map((path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')]));
}

export function graphOf(files: ReadonlyMap<string, string>): Graph {
  return new Map(
    [...files].map(([path, source]) => [
      path,
      [
        ...new Set([...source.matchAll(/['"`]([#.\w][^'"`\s$]*\.tsx?)['"`]/g)].map(([, name = '']) => to(path, name))),
      ].filter((named) => named !== path && files.has(named)),
    ]),
  );
}

/** The files that name one of these, directly. */
export function importersOf(graph: Graph, paths: ReadonlySet<string>): string[] {
  return [...graph]
    .filter(([path, named]) => !paths.has(path) && named.some((each) => paths.has(each)))
    .map(([path]) => path);
}

/** These files and all that name them, over any number of files between. */
export function reachedFrom(graph: Graph, paths: Iterable<string>): Set<string> {
  const reached = new Set(paths);
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const path of importersOf(graph, reached)) reached.add(path);
  }
  return reached;
}

/** These files and all that they name, over any number of files between. */
export function namedBy(graph: Graph, paths: Iterable<string>): Set<string> {
  const named = new Set(paths);
  // A set that grows while it is walked is walked to its end.
  for (const path of named) for (const next of graph.get(path) ?? []) named.add(next);
  return named;
}

function to(from: string, name: string): string {
  const alias = aliases.find(([start]) => name.startsWith(start));
  if (alias !== undefined) return alias[1] + name.slice(alias[0].length);
  return name.startsWith('.') ? posix.normalize(posix.join(dirname(from), name)) : name;
}
