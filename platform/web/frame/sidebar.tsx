import { HomeOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Menu, type MenuProps } from 'antd';
import { useState, type ReactNode } from 'react';
import type { MenuNode } from '#platform/web/api/me.ts';
import { say } from '#platform/web/text/language.ts';
import { useModulesHere } from '#platform/web/registry/late-modules.ts';
import { badgeOf, type Badges } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { useConfig } from '#platform/web/look/branding.ts';
import { iconNamed } from '#platform/web/look/icons.tsx';
import { Logo } from '#platform/web/look/logo.tsx';
import { pageName } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';

/** The menu as the server orders it; the page on screen stays highlighted, also while a record of it is open. */
export function Sidebar({
  nav,
  route,
  isFolded,
}: {
  readonly nav: readonly MenuNode[];
  readonly route: string;
  readonly isFolded: boolean;
}): ReactNode {
  const config = useConfig();
  // Modules say what waits on their pages: drawn anew when they have come.
  useModulesHere();
  const page = route.split('__')[0] ?? route;
  const [open, setOpen] = useState(() => foldersOf(nav, page));
  const [seen, setSeen] = useState(page);
  // A page that was opened from elsewhere is found in the menu too.
  if (seen !== page) {
    setSeen(page);
    const folders = foldersOf(nav, page);
    if (folders.some((folder) => !open.includes(folder))) setOpen([...new Set([...open, ...folders])]);
  }
  const app = config?.globalAppName ?? '';
  const items: MenuProps['items'] = [
    { key: 'home', icon: <HomeOutlined />, label: <span data-url="home">{say(texts.home)}</span> },
    ...nav.map((node) => itemOf(node, true)),
  ];
  return (
    <nav className="sidebar">
      <div className="brand">
        {config?.globalLogoUrl ? (
          <Logo url={config.globalLogoUrl} />
        ) : (
          <span className="brand-mark">{app.slice(0, 1)}</span>
        )}
        {!isFolded && <strong title={app}>{app}</strong>}
      </div>
      <Menu
        theme="dark"
        mode="inline"
        inlineCollapsed={isFolded}
        inlineIndent={22}
        items={items}
        selectedKeys={[page]}
        {...(isFolded ? {} : { openKeys: open, onOpenChange: setOpen })}
        onClick={({ key }) => {
          go(key);
        }}
      />
    </nav>
  );
}

function itemOf(node: MenuNode, isTop = false): NonNullable<MenuProps['items']>[number] {
  const icon = isTop ? { icon: iconNamed(node.icon) } : {};
  if (node.url) return { key: pageName(node.url), ...icon, label: <Entry url={node.url} name={node.name} /> };
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
    children: (node.children ?? []).map((child) => itemOf(child)),
  };
}

function Entry({ url, name }: { readonly url: string; readonly name: string }): ReactNode {
  const count = badgeOf(url);
  return (
    <span data-url={url} title={name}>
      {name}
      {count !== undefined && <Badge url={url} count={count} />}
    </span>
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
