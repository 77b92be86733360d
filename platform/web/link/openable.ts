import { permissionOf } from '#platform/model/permission.ts';
import { useMe, type Me, type MenuNode } from '#platform/web/api/me.ts';
import { useModulesHere } from '#platform/web/registry/late-modules.ts';
import { listedNamed, type Listed } from '#platform/web/registry/registry.ts';
import { pageName } from '#platform/web/route/menu.ts';
import { panelName } from '#platform/web/route/route.ts';

/** What a link must know of its target: the name of a noun and the url of its screen. */
export interface Target {
  readonly name: string;
  readonly url: string;
}

/** The noun as the target of a link; undefined of one whose records have no view of their own. */
export function targetOf(noun: Listed | undefined): Target | undefined {
  if (noun?.screen === undefined || noun.kind === 'report') return undefined;
  if (noun.kind === 'entity' && !noun.calls.includes('info')) return undefined;
  return { name: noun.name, url: noun.screen.url };
}

/**
 * The one rule by which a link to a record is offered: its screen is in the reader's menu, and he may view what it
 * lists. A permission without the menu leads to 404, a menu without the permission to 403.
 */
export function routeFor(
  { nav, permissions }: Pick<Me, 'nav' | 'permissions'>,
  { name, url }: Target,
  id: string,
  action: 'read' | 'edit' = 'read',
): string | undefined {
  if (id === '' || !permissions.includes(permissionOf({ name }, 'view'))) return undefined;
  const page = [url, `${url}?tenantFlag=0`, `${url}?tenantFlag=1`].find((each) => urlsIn(nav).has(each));
  return page === undefined ? undefined : panelName({ name: pageName(page) }, action, id);
}

/** Where a record is read, or edited, by whoever is logged in: undefined as long as there is nowhere to lead him. */
export function useRoutes(): (noun: Target | string, id: string, action?: 'read' | 'edit') => string | undefined {
  const me = useMe();
  // A noun of a module above may still come.
  useModulesHere();
  return (noun, id, action) => {
    const target = typeof noun === 'string' ? targetOf(listedNamed(noun)) : noun;
    return me === undefined || target === undefined ? undefined : routeFor(me, target, id, action);
  };
}

/** Whether an address that came with a message is one of the reader's own pages. */
export function isPageOf({ nav }: Pick<Me, 'nav'>, route: string): boolean {
  return [...urlsIn(nav)].some((url) => pageName(url) === route);
}

const known = new WeakMap<readonly MenuNode[], ReadonlySet<string>>();
function urlsIn(nav: readonly MenuNode[]): ReadonlySet<string> {
  let urls = known.get(nav);
  if (urls === undefined) known.set(nav, (urls = new Set(leaves(nav))));
  return urls;
}
const leaves = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ url, children }) => (typeof url === 'string' && url !== '' ? [url] : leaves(children ?? [])));
