import type { Plugin } from 'vite';

interface Chunk {
  readonly type: string;
  readonly isEntry?: boolean;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/**
 * What a late part is fetched with, without what is there before anybody can ask for it: the files of the start, and
 * those of the frame for whatever stands behind it. Named with every late part, they weighed a thirtieth of the first
 * list. A style sheet of the frame stays named: the print page stands outside of the frame.
 */
export function shortPreloads(): { plugin: Plugin; needed: (url: string, deps: string[], from: string) => string[] } {
  let chunks: Readonly<Record<string, Chunk>> = {};
  const closure = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const sheet of chunks[name]?.viteMetadata?.importedCss ?? []) found.add(sheet);
    for (const each of chunks[name]?.imports ?? []) closure(each, found);
    return found;
  };
  const started = (): Set<string> => closure(Object.keys(chunks).find((name) => chunks[name]?.isEntry === true) ?? '');
  const framed = (): Set<string> => closure(Object.keys(chunks).find((name) => chunks[name]?.name === 'shell') ?? '');
  return {
    plugin: {
      name: 'short-preloads',
      enforce: 'pre',
      generateBundle: (_options, bundle) => {
        chunks = bundle as unknown as Readonly<Record<string, Chunk>>;
      },
    },
    needed: (_url, deps, from) => {
      const start = started();
      const host = closure(from);
      const frame = start.has(from) ? new Set<string>() : framed();
      return deps.filter((name) => !start.has(name) && !host.has(name) && (!frame.has(name) || name.endsWith('.css')));
    },
  };
}
