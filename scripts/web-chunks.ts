/** What the build of the browser packs together: fewer files before the first list, and smaller than one by one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Group {
  readonly name: string;
  readonly test: (id: string) => boolean;
}

/**
 * The definitions of the modules. No two chunks may need each other, or nothing starts: each group holds all that its
 * files need, but for what stands in a group before it and what the frame and every list have already, which needs none
 * of them.
 */
export function chunkGroups(root: string): Group[] {
  const early = new Set(pages.flatMap((page) => [...needsOf(root, join(root, page), ofPlatform)]));
  return definitionGroups(root).map(({ name, test }) => ({ name, test: (id) => !early.has(id) && test(id) }));
}

const pages = ['platform/web/frame/shell.tsx', 'platform/web/list/list-page.tsx'];
const ofPlatform: Reach = { of: ['platform'], on: ['model', 'web'] };

/**
 * One chunk per module: the files that define its nouns, and what its `web/module.ts` needs at once. What several
 * modules need is in one chunk below them; in another what a module needs that knows no other, which does not wait for
 * what those above it share. What a module computes (prices, processes) stays with whoever needs it.
 */
function definitionGroups(root: string): { name: string; test: (id: string) => boolean }[] {
  const folder = join(root, 'modules');
  const modules = readdirSync(folder);
  const neededBy = new Map<string, Set<string>>();
  for (const module of modules)
    for (const file of needsOf(root, join(folder, module, 'web/module.ts'), {
      of: ['platform', ...modules],
      on: ['model', 'web'],
    }))
      neededBy.set(file, (neededBy.get(file) ?? new Set()).add(module));
  const isForeign = (file: string, module: string): boolean =>
    file.startsWith(join(folder, '/')) && !file.startsWith(join(folder, module, '/'));
  const alone = new Set(
    modules.filter((module) => ![...neededBy].some(([file, by]) => by.has(module) && isForeign(file, module))),
  );
  const needing = (id: string): string[] => [...(neededBy.get(id) ?? [])];
  const isGround = (id: string): boolean => needing(id).some((module) => alone.has(module));
  return [
    { name: 'ground', test: (id) => needing(id).length > 1 && isGround(id) },
    { name: 'definitions', test: (id) => needing(id).length > 1 && !isGround(id) },
    ...modules.map((module) => ({
      name: `module-${module}`,
      test: (id: string) => needing(id).length === 1 && needing(id)[0] === module,
    })),
  ];
}

interface Reach {
  /** The folders that are followed, modules and the platform, and the floors of them. */
  readonly of: readonly string[];
  readonly on: readonly string[];
}

/** A file and what it needs at once. */
function needsOf(root: string, start: string, { of, on }: Reach): ReadonlySet<string> {
  const known = new Set<string>();
  const take = (file: string): void => {
    if (known.has(file) || !existsSync(file)) return;
    known.add(file);
    for (const [, request = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type)[^;]*? from '([^']+\.tsx?)'/gm,
    )) {
      const [, owner = '', name = ''] = /^#(\w+)\/(.+)$/.exec(request) ?? [];
      if (request.startsWith('./')) take(join(dirname(file), request));
      else if (of.includes(owner) && on.includes(name.split('/')[0] ?? ''))
        take(join(root, owner === 'platform' ? owner : join('modules', owner), name));
    }
  };
  take(start);
  return known;
}
