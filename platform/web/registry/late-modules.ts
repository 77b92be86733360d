import { retried } from '#platform/web/loading/chunk.ts';
import { begin } from '#platform/web/page/settled.ts';
import { createStore } from '#platform/web/page/store.ts';
import {
  entityNamed,
  headOf,
  keepOrder,
  nounAt,
  ownPageAt,
  register,
  type Listed,
  type WebModule,
} from './registry.ts';

/**
 * A module before anything of it is opened: what it is called, the urls of its screens, and how the rest is fetched.
 */
export interface LateModule {
  readonly name: string;
  readonly screens: readonly string[];
  readonly load: () => Promise<WebModule>;
}

/** Called once, before the first page, by the only file that knows every module. */
export function announce(modules: readonly LateModule[]): void {
  announced = modules;
  areHere.set(() => modules.length === 0);
  keepOrder(modules.map(({ name }) => name));
}

/**
 * What the page of a url needs before it is drawn. A list needs its own module and what its nouns refer to. A page that
 * a module wrote itself may ask for any noun, and so may a list that refers to a noun of a module above its own.
 */
export async function fetchPage(url: string): Promise<void> {
  const owner = ownerOf(url);
  if (owner !== undefined) await fetchModule(owner);
  if (!isPageWhole(url)) await fetchModules();
}

/** Whether `fetchPage` has nothing left to fetch. */
export const isPageHere = (url: string): boolean => areModulesHere() || (isFetched(ownerOf(url)) && isPageWhole(url));

/** All of them: for forms, documents and dialogs, where a module adds to the nouns of another. */
export async function fetchModules(): Promise<void> {
  await Promise.all(announced.map(fetchModule));
  areHere.set(() => true);
}

/** Until then a noun that is not found may still come, and a module may still add to one that is. */
export const areModulesHere = (): boolean => areHere.get();
export const useModulesHere = (): boolean => areHere.use();

let announced: readonly LateModule[] = [];
const areHere = createStore(true);
const underWay = new Map<LateModule, Promise<void>>();
const fetched = new Set<LateModule>();

const ownerOf = (url: string): LateModule | undefined => announced.find(({ screens }) => screens.includes(url));
const isFetched = (module: LateModule | undefined): boolean => module !== undefined && fetched.has(module);

function fetchModule(module: LateModule): Promise<void> {
  const started =
    underWay.get(module) ??
    retried(module.load)().then((loaded) => {
      register([loaded]);
      fetched.add(module);
    });
  if (!underWay.has(module)) {
    underWay.set(module, started);
    // A fetch that failed is not kept: whoever asks again tries again.
    started.catch(() => underWay.delete(module)).finally(begin());
  }
  return started;
}

function isPageWhole(url: string): boolean {
  const noun = nounAt(url);
  return noun !== undefined && ownPageAt(url.replaceAll('/', '-')) === undefined && !refersBeyond(noun);
}

/**
 * Whether a field names a record that this module does not bring along: its filter would be drawn without its picker.
 */
const refersBeyond = (noun: Listed): boolean =>
  Object.values(headOf(noun)).some((field) => {
    if (field.kind !== 'ref' && field.kind !== 'refs') return false;
    const { name, kind } = field.target();
    return kind !== 'document' && entityNamed(name) === undefined;
  });
