import { HomeOutlined, SearchOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input, Menu, type MenuProps } from 'antd';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { MenuNode } from '#platform/web/api/me.ts';
import { useSetting } from '#platform/web/api/setting.ts';
import { say } from '#platform/web/text/language.ts';
import { useModulesHere } from '#platform/web/registry/late-modules.ts';
import { badgeOf, type Badges } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { useConfig } from '#platform/web/look/branding.ts';
import { iconNamed } from '#platform/web/look/icons.tsx';
import { Logo } from '#platform/web/look/logo.tsx';
import { pageName } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';
import { foldersIn, menuLike, withoutTwins } from '#platform/web/route/twin.ts';

interface SidebarProps {
  readonly nav: readonly MenuNode[];
  readonly route: string;
  readonly isFolded: boolean;
  /** A page was chosen, also the one on screen. */
  readonly onGo: () => void;
}

/** The menu as the server orders it; the page on screen stays highlighted, also while a record of it is open. */
export function Sidebar({ nav, route, isFolded, onGo }: SidebarProps): ReactNode {
  // Modules say what waits on their pages: drawn anew when they have come.
  useModulesHere();
  const page = route.split('__')[0] ?? route;
  const [typed, setTyped] = useState('');
  const [favourites, keep] = useSetting<readonly string[]>('menu-favourites', none, isTexts);
  const merged = useMemo(() => withoutTwins(nav, page), [nav, page]);
  const shown = useMemo(() => menuLike(merged, typed), [merged, typed]);
  const [open, setOpen] = useFolders(nav, page);
  const toggle = (url: string): void => {
    keep(favourites.includes(url) ? favourites.filter((each) => each !== url) : [...favourites, url]);
  };
  const stars: Stars = { favourites, toggle };
  const items: MenuProps['items'] = [
    { key: 'home', icon: <HomeOutlined />, label: <span data-url="home">{say(texts.home)}</span> },
    ...favouriteItems(merged, typed, stars),
    ...shown.map((node) => itemOf(node, stars, true)),
  ];
  return (
    <nav className="sidebar" onKeyDown={starByKey(toggle)}>
      <Brand isFolded={isFolded} />
      {!isFolded && <MenuFilter typed={typed} onType={setTyped} />}
      <Menu
        theme="dark"
        mode="inline"
        inlineCollapsed={isFolded}
        inlineIndent={22}
        items={items}
        selectedKeys={[page]}
        {...(isFolded ? {} : { openKeys: typed.trim() === '' ? open : [...foldersIn(shown)], onOpenChange: setOpen })}
        onClick={({ key }) => {
          go(key.replace(favouriteKey, ''));
          onGo();
        }}
      />
    </nav>
  );
}

/** A page that was opened from elsewhere is found in the menu too. */
function useFolders(nav: readonly MenuNode[], page: string): readonly [string[], (open: string[]) => void] {
  const [open, setOpen] = useState(() => foldersOf(nav, page));
  const [seen, setSeen] = useState(page);
  if (seen !== page) {
    setSeen(page);
    const folders = foldersOf(nav, page);
    if (folders.some((folder) => !open.includes(folder))) setOpen([...new Set([...open, ...folders])]);
  }
  return [open, setOpen];
}

function Brand({ isFolded }: { readonly isFolded: boolean }): ReactNode {
  const config = useConfig();
  const app = config?.globalAppName ?? '';
  return (
    <div className="brand">
      {config?.globalLogoUrl ? (
        <Logo url={config.globalLogoUrl} />
      ) : (
        <span className="brand-mark">{app.slice(0, 1)}</span>
      )}
      {!isFolded && <strong title={app}>{app}</strong>}
    </div>
  );
}

function MenuFilter({
  typed,
  onType,
}: {
  readonly typed: string;
  readonly onType: (typed: string) => void;
}): ReactNode {
  return (
    <div className="menu-filter">
      <Input
        size="small"
        variant="borderless"
        allowClear
        prefix={<SearchOutlined />}
        aria-label={say(texts.menuFilter)}
        placeholder={say(texts.menuFilter)}
        data-field="menuFilter"
        value={typed}
        onChange={(event) => {
          onType(event.target.value);
        }}
      />
    </div>
  );
}

/** Kept per person; those that he may no longer open are not shown. */
interface Stars {
  readonly favourites: readonly string[];
  readonly toggle: (url: string) => void;
}
type Item = NonNullable<MenuProps['items']>[number];
const none: readonly string[] = [];
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const favouriteKey = 'favourite ';

function favouriteItems(nodes: readonly MenuNode[], typed: string, stars: Stars): Item[] {
  const own = leavesOf(nodes).filter(({ url }) => stars.favourites.includes(sideless(url ?? '')));
  const found = menuLike(own, typed);
  if (found.length === 0) return [];
  return [
    {
      type: 'group',
      key: 'favourites',
      label: <span className="menu-favourites">{say(texts.favourites)}</span>,
      children: found.map((node) => ({
        key: `${favouriteKey}${pageName(node.url ?? '')}`,
        icon: <StarFilled />,
        label: <span data-favourite={node.url}>{node.name}</span>,
      })),
    },
  ];
}

const leavesOf = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => (node.url ? [node] : leavesOf(node.children ?? [])));
/** Both sides of a list are one favourite. */
const sideless = (url: string): string => url.replace(/tenantFlag=1$/, 'tenantFlag=0');

/** A star inside an entry is for the mouse alone: on the entry itself, * does the same. */
const starByKey =
  (toggle: (url: string) => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== '*' || !(event.target instanceof HTMLElement)) return;
    const url = event.target.querySelector('[data-url]')?.getAttribute('data-url');
    if (url !== null && url !== undefined && url !== 'home') toggle(sideless(url));
  };

function itemOf(node: MenuNode, stars: Stars, isTop = false): Item {
  const icon = isTop ? { icon: iconNamed(node.icon) } : {};
  if (node.url)
    return { key: pageName(node.url), ...icon, label: <Entry url={node.url} name={node.name} stars={stars} /> };
  return {
    key: node.id,
    ...icon,
    label: (
      <span title={node.name}>
        {node.name}
        {badgesBelow(node).map(({ url, count }) => (
          <Badge key={url} url={url} count={count} />
        ))}
      </span>
    ),
    children: itemsUnderHeadings(node.children ?? [], stars),
  };
}

/** Entries that the server put under one heading stand together; one heading over all of them would say nothing. */
function itemsUnderHeadings(nodes: readonly MenuNode[], stars: Stars): Item[] {
  const groups = [...Map.groupBy(nodes, ({ group }) => group ?? '')];
  if (groups.length < 2) return nodes.map((node) => itemOf(node, stars));
  return groups.flatMap(([group, own]): Item[] => {
    const children = own.map((node) => itemOf(node, stars));
    return group === ''
      ? children
      : [{ type: 'group', key: `group ${group}`, label: <span className="menu-group">{group}</span>, children }];
  });
}

function Entry({
  url,
  name,
  stars: { favourites, toggle },
}: {
  readonly url: string;
  readonly name: string;
  readonly stars: Stars;
}): ReactNode {
  const count = badgeOf(url);
  const isStarred = favourites.includes(sideless(url));
  return (
    <>
      <span data-url={url} title={name}>
        {name}
        {count !== undefined && <Badge url={url} count={count} />}
      </span>
      <span
        aria-hidden
        className={isStarred ? 'menu-star menu-starred' : 'menu-star'}
        title={say(isStarred ? texts.unfavour : texts.favour)}
        onClick={(event) => {
          event.stopPropagation();
          toggle(sideless(url));
        }}
      >
        {isStarred ? <StarFilled /> : <StarOutlined />}
      </span>
    </>
  );
}

/** A closed folder says what waits in it. */
const badgesBelow = ({ url, children }: MenuNode): { readonly url: string; readonly count: Badges[string] }[] => {
  const count = url ? badgeOf(url) : undefined;
  return [...(url && count !== undefined ? [{ url, count }] : []), ...(children ?? []).flatMap(badgesBelow)];
};

const most = 99;
/** How much waits there: asked once, when the server says that something arrived, and after every command. */
function Badge({ url, count }: { readonly url: string; readonly count: Badges[string] }): ReactNode {
  const { data = 0 } = useQuery({ queryKey: ['badge', url], queryFn: count });
  return (
    data > 0 && (
      <b className="menu-badge" data-badge={data}>
        {data > most ? `${most}+` : data}
      </b>
    )
  );
}

/** The folders above a page. */
function foldersOf(nodes: readonly MenuNode[], page: string): string[] {
  for (const node of nodes) {
    const children = node.children ?? [];
    if (children.some((child) => child.url && pageName(child.url) === page)) return [node.id];
    const below = foldersOf(children, page);
    if (below.length > 0) return [node.id, ...below];
  }
  return [];
}
