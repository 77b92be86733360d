/**
 * What is fetched together is packed together: a first build, thrown away, says which files the start, the frame and
 * the derived pages are made of; the second packs what each of them shares with others into one chunk. What it shares
 * with nobody stays in its own, which can be fetched once more under another address without a second copy of what
 * others stand on. Left alone the bundler makes a chunk of
 * whatever two parts share: a first list was a hundred and ten files, most of them below two kilobytes, and 15 kB
 * larger than the same in seven.
 */
import { build, type Rolldown, type UserConfig } from 'vite';
import type { Group } from './web-chunks.ts';

interface Tier {
  /** The part that brings the chunk. */
  readonly part: string;
  /** Parts that are shown while this one is not there yet: what they need must not wait for it. */
  readonly notFor: readonly string[];
}
/** In the order in which they are met: what an earlier one has, a later one need not bring. */
const start = 'index';
const tiers: readonly Tier[] = [
  { part: start, notFor: [] },
  { part: 'shell', notFor: ['login', 'zh_CN', 'zh_TW', 'zh-cn', 'zh-tw'] },
  { part: 'list-page', notFor: ['home-cards', 'unread-list'] },
  { part: 'picker-dialog', notFor: [] },
  { part: 'entity-form', notFor: [] },
  { part: 'document-page', notFor: [] },
];

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

export async function tierGroups(config: UserConfig): Promise<readonly Group[]> {
  const tierOf = await filesOfTiers(config);
  return tiers.map(({ part }) => ({
    name: part === start ? start : `base-of-${part}`,
    test: (id) => tierOf.get(id) === part,
  }));
}

/** The tier of every file that has one. */
async function filesOfTiers(config: UserConfig): Promise<ReadonlyMap<string, string>> {
  const built = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
  })) as Rolldown.RolldownOutput;
  const chunks: Chunks = new Map(
    built.output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])),
  );
  const found = new Map<string, string>();
  const late = tiers.filter(({ part }) => part !== start);
  const kept = new Set(late.flatMap(({ part }) => partsOf(chunks, part).flatMap(({ moduleIds }) => moduleIds)));
  for (const { part, notFor } of tiers) {
    for (const id of notFor.flatMap((name) => filesOf(chunks, name))) kept.add(id);
    for (const id of filesOf(chunks, part)) if (!kept.has(id) && !found.has(id)) found.set(id, part);
  }
  return found;
}

/** A part that is gone would be packed with nobody, and nobody would hear of it. */
function partsOf(chunks: Chunks, name: string): readonly Rolldown.OutputChunk[] {
  const parts = [...chunks.values()].filter((each) => each.name === name);
  if (parts.length === 0) throw new Error(`scripts/web-tiers.ts: no part of the browser is called ${name}`);
  return parts;
}

function filesOf(chunks: Chunks, name: string): string[] {
  const seen = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const each of chunks.get(file)?.imports ?? []) walk(each);
  };
  for (const { fileName } of partsOf(chunks, name)) walk(fileName);
  return [...seen].flatMap((file) => chunks.get(file)?.moduleIds ?? []);
}
