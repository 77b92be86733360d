import { textOf, type Label, type Language } from '#platform/model/label.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import type { ServerModule } from '#platform/server/module/server-module.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { pinyinOf } from '#platform/server/list/pinyin.ts';
import { menu } from '#system/model/menu.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';

export const menuRoutes = (modules: readonly ServerModule[]): readonly Route[] => [
  {
    method: 'GET',
    path: '/sys/menu/nav',
    permission: 'session',
    effect: 'none',
    summary: 'The menu of the session user',
    handle: async (call) => underHeadings(await menuTree(call, false), headingsIn(modules), call.language),
  },
  {
    method: 'GET',
    path: '/sys/menu/select',
    permission: 'session',
    effect: 'none',
    summary: 'Menus and buttons the session user holds and may grant',
    handle: (call) => menuTree(call, true),
  },
];

/** Headings by the url of a screen, with their place in the folder. */
type Headings = ReadonlyMap<string, { readonly at: number; readonly label: Label }>;
const headingsIn = (modules: readonly ServerModule[]): Headings =>
  new Map(
    modules
      .flatMap(({ headings = {} }) => Object.values(headings))
      .flatMap((groups) =>
        groups.flatMap(({ label, screens }, at) => screens.map((url) => [url, { at, label }] as const)),
      ),
  );

/**
 * Entries under the headings of their folder, in the order of the headings and else as the menu has them. The menu
 * itself stays as it is: headings follow the declarations, in tenants that exist, too.
 */
function underHeadings(nodes: readonly MenuNode[], headings: Headings, language: Language): MenuNode[] {
  const headingOf = ({ url }: MenuNode) => headings.get((url ?? '').replace(/\?.*$/, ''));
  return nodes
    .map((node) => {
      const heading = headingOf(node);
      return {
        ...node,
        ...(heading === undefined ? {} : { group: textOf(heading.label, language) }),
        children: underHeadings(node.children, headings, language),
      };
    })
    .toSorted((one, other) => (headingOf(one)?.at ?? 99) - (headingOf(other)?.at ?? 99));
}

/**
 * An entry leads to a screen of the product or to an allowed house outside. What a button grants is a permission that
 * the routes declare, and its resources are theirs: nobody types urls of calls.
 */
export const menuService = serveEntity(menu, {
  async beforeSave(ctx, next) {
    const { params, known } = await ctx.all({
      params: paramStatement(['SYS031']),
      known: statement(
        { resourceList: 'json?' },
        'select resource_list from app.sys_menu where permissions = $1 and resource_list is not null limit 1',
        [next.permissions],
      ),
    });
    if (next.url !== null && next.url !== '' && !isInside(next.url) && !isAllowed(next.url, paramIn(params, 'SYS031')))
      throw invalidAt([{ path: 'url', field: menu.fields.url.label, reason: reasons.notAllowed }]);
    if (next.permissions === null || next.permissions === '') return { ...next, permissions: null, resourceList: [] };
    if (known[0] === undefined)
      throw invalidAt([{ path: 'permissions', field: menu.fields.permissions.label, reason: reasons.unknown }]);
    return { ...next, resourceList: known[0].resourceList };
  },
});

/** data/brand?tenantFlag=0 */
const isInside = (url: string): boolean => /^[a-z][\w-]*(\/[\w-]+)*(\?[\w-]+=[\w-]*(&[\w-]+=[\w-]*)*)?$/i.test(url);

/** `example.com` allows the house itself, `.example.com` everything below it. */
export function isAllowed(url: string, hosts: string): boolean {
  const parsed = URL.parse(url);
  if (
    parsed === null ||
    !['http:', 'https:'].includes(parsed.protocol) ||
    parsed.username !== '' ||
    parsed.password !== ''
  )
    return false;
  return hosts
    .split(/[\s,;]+/)
    .filter((host) => host !== '')
    .some((host) =>
      host.startsWith('.') ? parsed.hostname.endsWith(host.toLowerCase()) : parsed.hostname === host.toLowerCase(),
    );
}

const menuRow = {
  id: 'uuid',
  pid: 'uuid?',
  name: 'text',
  nameTw: 'text?',
  nameEn: 'text?',
  url: 'text?',
  icon: 'text?',
  type: 'text',
  permissions: 'text?',
} as const;
type MenuRow = RowOf<typeof menuRow>;

interface MenuNode {
  id: string;
  pid: string | null;
  name: string;
  url: string | null;
  icon: string | null;
  type: string;
  permissions: string | null;
  /** How its name is typed, for whoever looks for it. */
  pinyin: string;
  /** The heading it stands under in its folder. */
  group?: string;
  children: MenuNode[];
}

/**
 * What the user holds: entries whose permission is held and that a role names (an administrator needs no role). Empty
 * folders are left out.
 */
async function menuTree(call: Call, withButtons: boolean): Promise<MenuNode[]> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      menuRow,
      `
        with granted as (
          select unnest(r.menu_list) as id
          from app.sys_role r
          where r.id::text = any(coalesce((
            select u.role_id_list
            from app.sys_user u
            where u.id = (select sec.user_id())
          ), '{}'))
            or (r.code = 'GROUP_VIEW' and not exists (select from app.sys_user u where u.id = (select sec.user_id())))
        )
        select m.id, m.pid, m.name, m.name_tw, m.name_en, m.url, m.icon, m.type, m.permissions
        from app.sys_menu m
        where m.status = '1'
          and ($1 or m.type = '0')
          and (
            m.permissions is null
            or (
              m.permissions in (select sec.my_permissions())
              and ((select sec.is_super()) or m.id::text in (select id from granted))
            )
          )
          and (coalesce(m.url, '') !~ '[?&]tenantFlag=[^0]' or sec.holds_menu(m.id))
        order by m.sort, m.name`,
      [withButtons],
    ),
  });
  return prune(treeOf(rows.map((row) => nodeOf(row, call.language))));
}

function nodeOf(row: MenuRow, language: Language): MenuNode {
  const name = row.name;
  const label = textOf([name, row.nameTw ?? name, row.nameEn ?? name], language);
  return {
    id: row.id,
    pid: row.pid,
    name: label,
    url: row.url,
    icon: row.icon,
    type: row.type,
    permissions: row.permissions,
    pinyin: spelled(label),
    children: [],
  };
}

/** The same few hundred names are asked for by everybody. */
const spellings = new Map<string, string>();
const mostSpellings = 5000;
function spelled(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const found = pinyinOf([name]);
  if (spellings.size < mostSpellings) spellings.set(name, found);
  return found;
}

function treeOf(nodes: readonly MenuNode[]): MenuNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const roots: MenuNode[] = [];
  for (const node of nodes) (node.pid === null ? roots : (byId.get(node.pid)?.children ?? [])).push(node);
  return roots;
}

const prune = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes
    .map((node) => ({ ...node, children: prune(node.children) }))
    .filter((node) => node.permissions !== null || node.url !== null || node.children.length > 0);
