/** What the build of the browser packs together: fewer files before the first list, and smaller than one by one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Known {
  readonly importedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): Known | null;
}
interface Group {
  readonly name: string | ((id: string, graph: Graph) => string | null);
  readonly debugName?: string;
  readonly test: (id: string) => boolean;
}

/**
 * Left to itself the bundler tears files that some dialog needs too into chunks of their own, dozens before the first
 * list. No two chunks may need each other, or nothing starts: each group holds all that its files need, but for what
 * stands in a group before it and what the frame and every list have already, which needs none of them.
 */
export function chunkGroups(root: string): Group[] {
  const ofFrame = filesOfFrame(root);
  const early = new Set([...ofFrame, ...pages.flatMap((page) => [...needsOf(root, join(root, page), ofPlatform)])]);
  return [
    { name: 'frame', test: (id) => ofFrame.has(id) },
    iconGroup(root),
    ...definitionGroups(root).map(({ name, test }) => ({ name, test: (id: string) => !early.has(id) && test(id) })),
  ];
}

const pages = ['platform/web/frame/shell.tsx', 'platform/web/list/list-page.tsx'];
const ofPlatform: Reach = { of: ['platform'], on: ['model', 'web'] };

/** What the frame needs before anybody has logged in. */
function filesOfFrame(root: string): ReadonlySet<string> {
  return new Set([
    ...['entity', 'field', 'document', 'permission'].map((name) => join(root, 'platform/model', `${name}.ts`)),
    ...[
      'text/language',
      'text/texts',
      'page/settled',
      'api/client',
      'page/cookie',
      'api/key',
      'api/outcome',
      'api/queries',
      'api/quiet',
      'api/session',
      'route/route',
    ].map((name) => join(root, 'platform/web', `${name}.ts`)),
  ]);
}

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

/** Signs of the frame and of lists. What is drawn before (the login, a message, a spinner) brings its own. */
function iconGroup(root: string): Group {
  const shown = iconsIn(root, pages);
  const early = iconsIn(root, ['platform/web/frame/app.tsx', 'platform/web/account/login.tsx']);
  const nameOf = (id: string): string =>
    /@ant-design\/icons(?:-svg)?\/es\/(?:icons|asn)\/(\w+)\.js$/.exec(id)?.[1] ?? '';
  let atStart: Set<string> | undefined;
  return {
    debugName: 'icons',
    test: (id) => shown.has(nameOf(id)) && !early.has(nameOf(id)),
    name: (id, graph) => {
      atStart ??= new Set([...importedFrom(join(root, 'apps/web/main.tsx'), graph)].map(nameOf));
      return atStart.has(nameOf(id)) ? null : 'icons';
    },
  };
}

function iconsIn(root: string, files: readonly string[]): ReadonlySet<string> {
  const needed = files.flatMap((file) => [...needsOf(root, join(root, file), ofPlatform)]);
  return new Set(
    needed.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import \{([^}]*)\} from '@ant-design\/icons'/gm)].flatMap(
        ([, names = '']) => names.split(',').map((name) => name.trim()),
      ),
    ),
  );
}

/** Whatever is imported at once, the list of all icons aside: of that only what is used is kept. */
function importedFrom(start: string, graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (id: string): void => {
    if (found.has(id) || /@ant-design\/icons\/es\/(?:icons\/)?index\.js$/.test(id)) return;
    found.add(id);
    for (const each of graph.getModuleInfo(id)?.importedIds ?? []) walk(each);
  };
  walk(start);
  return found;
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
