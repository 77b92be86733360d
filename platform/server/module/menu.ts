import { classesIn } from '#platform/model/entity.ts';
import type { Label } from '#platform/model/label.ts';
import type { Module, Noun } from '#platform/model/module.ts';
import { grantsOf, permissionOf, type Grant } from '#platform/model/permission.ts';
import type { Page } from '#platform/model/page.ts';
import type { Report } from '#platform/model/report.ts';
import type { Route } from '#platform/server/http/route.ts';
import { menuIdOf } from '#platform/server/db/id.ts';

/** A row of the menu as the definitions ask for it: areas, their screens, one button per permission. */
export interface MenuRow {
  readonly id: string;
  readonly pid: string | null;
  readonly label: Label;
  readonly type: '0' | '1';
  readonly url: string | null;
  readonly permission: string | null;
  readonly icon: string | null;
  readonly sort: number;
  readonly resources: readonly Resource[];
}

interface Resource {
  readonly url: string;
  readonly method: string;
}

export interface PermissionRow {
  readonly permission: string;
  readonly realm: 'P' | 'B' | 'A';
}

type Shown = Noun | Report | Page;
const shownBy = (module: Module): Shown[] => [
  ...module.entities.flatMap((entity) => [entity, classesIn(entity) ?? []].flat()),
  ...module.documents,
  ...module.reports,
  ...module.pages,
];

export function menuRows(modules: readonly Module[], routes: readonly Route[]): readonly MenuRow[] {
  const areas = modules.flatMap((module) => module.areas);
  const resources = resourcesIn(routes);
  const resourcesOf = (grant: Grant | undefined): readonly Resource[] => resources.get(grant?.permission ?? '') ?? [];
  const rows: MenuRow[] = areas.map((area) => ({
    id: menuIdOf(`area ${area.key}`),
    pid: null,
    label: area.label,
    type: '0',
    url: null,
    permission: null,
    icon: area.icon,
    sort: area.sort,
    resources: [],
  }));
  modules.flatMap(shownBy).forEach((noun) => {
    const screen = noun.screen;
    if (screen === undefined) return;
    const urls: [string, Label][] =
      screen.byTenantFlag === true
        ? [
            [`${screen.url}?tenantFlag=0`, screen.title],
            [`${screen.url}?tenantFlag=1`, groupTitle(screen.title)],
          ]
        : [[screen.url, screen.title]];
    urls.forEach(([url, label], j) => {
      const id = menuIdOf(url);
      const grants = grantsOf(noun);
      const [page, ...buttons] = grants;
      rows.push({
        id,
        pid: menuIdOf(`area ${screen.area}`),
        label,
        type: '0',
        url,
        permission: page?.permission ?? null,
        icon: null,
        sort: (screen.sort ?? 999) * 10 + j,
        resources: resourcesOf(page),
      });
      // The buttons hang below the first entry only: holding one is holding it on every entry of the screen.
      if (j === 0)
        buttons.forEach((grant, k) => {
          rows.push({
            id: menuIdOf(`button ${grant.permission}`),
            pid: id,
            label: grant.label,
            type: '1',
            url: null,
            permission: grant.permission,
            icon: null,
            sort: k,
            resources: resourcesOf(grant),
          });
        });
    });
  });
  return rows;
}

/** The group-level twin of a screen says so in the menu. */
const groupTitle = (title: Label): Label => [`${title[0]}（集团）`, `${title[1]}（集團）`, `${title[2]} (group)`];

/** A button's resource list is every route with its permission; nobody types urls. */
function resourcesIn(routes: readonly Route[]): ReadonlyMap<string, readonly Resource[]> {
  const resources = new Map<string, Resource[]>();
  for (const { method, path, permission } of routes) {
    if (typeof permission === 'string') continue;
    const resource = { url: path.replace(/:(\w+)/g, '{$1}'), method };
    for (const each of new Set(permission)) resources.set(each, [...(resources.get(each) ?? []), resource]);
  }
  return resources;
}

/** Global rows are written by the platform alone and read by all; business documents are nothing to the platform. */
export function permissionRows(modules: readonly Module[], routes: readonly Route[]): readonly PermissionRow[] {
  const rows = new Map<string, 'P' | 'B' | 'A'>();
  const shared = new Set(modules.flatMap(({ forEveryTenant = [] }) => forEveryTenant));
  for (const noun of modules.flatMap(shownBy)) {
    for (const { permission } of grantsOf(noun)) rows.set(permission, realmOf(noun, permission, shared));
  }
  for (const route of routes) {
    if (typeof route.permission === 'string') continue;
    for (const permission of route.permission) if (!rows.has(permission)) rows.set(permission, 'A');
  }
  return [...rows].map(([permission, realm]) => ({ permission, realm }));
}

function realmOf(noun: Shown, permission: string, shared: ReadonlySet<string>): 'P' | 'B' | 'A' {
  if (noun.kind === 'page') return noun.realm;
  if (noun.kind !== 'entity') return 'B';
  if (noun.platformGrants?.some((action) => permission === permissionOf(noun, action)) === true) return 'P';
  if (noun.realm === 'tenant') return shared.has(noun.name.replace(/:.*/, '')) ? 'A' : 'B';
  return /:(page|view|export)$/.test(permission) ? 'A' : 'P';
}
