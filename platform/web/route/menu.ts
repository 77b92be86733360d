import type { Label } from '#platform/model/label.ts';
import type { MenuNode } from '#platform/web/api/me.ts';
import { say } from '#platform/web/text/language.ts';
import type { PanelAction } from './route.ts';
import { nounAt, paramPageAt, type Listed } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { twinOf } from './twin.ts';

/**
 * A menu entry as a page: `data/brand?tenantFlag=1` is named `data-brand?tenantFlag=1` and sends tenantFlag with its
 * list calls.
 */
export interface Page {
  readonly name: string;
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  /** Where its module is found; the noun is there once the module has come. */
  readonly url?: string;
  readonly noun?: Listed | undefined;
  /** How its title is typed. */
  readonly pinyin?: string;
  /** The page of the other side, group or organisation, where whoever is logged in has both. */
  readonly twin?: string;
  /** Somebody else's page, shown in a frame. */
  readonly frame?: string;
  /** A page of the product itself that is in nobody's menu. */
  readonly fixed?: FixedPage;
  /** A page of a module about one record, in nobody's menu. */
  readonly param?: string;
}
export type FixedPage = 'about' | 'versionTimeline';

/** Routes that exist without a menu entry (000 §2); those outside the main layout are in `app.tsx`. */
const fixedTitles: Readonly<Record<FixedPage, Label>> = { about: texts.about, versionTimeline: texts.versions };

/** What one tab shows: a page of the menu, or a record in its form. */
export interface Panel {
  readonly name: string;
  readonly title: string;
  readonly page: Page;
  readonly action?: PanelAction;
  readonly id?: string;
}

export const pageName = (url: string): string => url.replaceAll('/', '-');

export function pagesOf(nav: readonly MenuNode[]): ReadonlyMap<string, Page> {
  const fixed = Object.entries(fixedTitles).map(([name, title]): [string, Page] => [
    name,
    { name, title: say(title), query: {}, fixed: name as FixedPage },
  ]);
  const leaves = leavesOf(nav);
  const urls = new Set(leaves.map(({ url }) => url));
  const twinIn = (url: string): { twin?: string } => {
    const twin = twinOf(url);
    return twin !== undefined && urls.has(twin) ? { twin: pageName(twin) } : {};
  };
  return new Map([
    ...fixed,
    ...leaves.map((node): [string, Page] => [pageName(node.url), pageOf(node, twinIn(node.url))]),
  ]);
}

/** The tab of a route; undefined when the user's menu knows no such page, however it was typed. */
export function panelOf(route: string, pages: ReadonlyMap<string, Page>): Panel | undefined {
  const page = pages.get(route);
  if (page !== undefined) return { name: route, title: page.title, page };
  const [, about = '', of = '', text = ''] = /^(\w+)\/([\w-]+)(?:\?(.*))?$/.exec(route) ?? [];
  const param = paramPageAt(about);
  if (param !== undefined)
    return {
      name: route,
      title: say(param.title),
      page: {
        name: about,
        title: say(param.title),
        query: Object.fromEntries(new URLSearchParams(text)),
        param: about,
      },
      id: of,
    };
  const [, base = '', action = '', id = ''] = /^(.+)__(add|edit|read)__([\w-]+)$/.exec(route) ?? [];
  const owner = pages.get(base);
  if (owner?.noun === undefined) return undefined;
  const title = say(texts.panelTitle, { action: say(texts[action as PanelAction]), screen: say(owner.noun.label) });
  return { name: route, title, page: owner, action: action as PanelAction, id };
}

/** Where an unknown route leads: to the page before its suffix, once, else to 404 (000 §2). */
export function detourOf(route: string, pages: ReadonlyMap<string, Page>): string {
  const base = route.split('__')[0] ?? '';
  return base !== route && pages.has(base) ? base : '404';
}

type Leaf = MenuNode & { readonly url: string };
const leavesOf = (nodes: readonly MenuNode[]): Leaf[] =>
  nodes.flatMap((node) => (hasUrl(node) ? [node] : leavesOf(node.children ?? [])));
const hasUrl = (node: MenuNode): node is Leaf => typeof node.url === 'string' && node.url !== '';

function pageOf({ url, name, pinyin }: Leaf, twin: { readonly twin?: string }): Page {
  const [path = '', text = ''] = url.split('?');
  const common = {
    name: pageName(url),
    title: name,
    query: Object.fromEntries(new URLSearchParams(text)),
    ...(pinyin ? { pinyin } : {}),
    ...twin,
  };
  if (/^https?:\/\//i.test(url)) return { ...common, query: {}, frame: url };
  if (path in fixedTitles) return { ...common, fixed: path as FixedPage };
  return {
    ...common,
    url: path,
    get noun() {
      return nounAt(path);
    },
  };
}
