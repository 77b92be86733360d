import type { MenuNode } from '#platform/web/api/me.ts';

/** The same list of the organisation and of the group: `data/brand?tenantFlag=0` and `data/brand?tenantFlag=1`. */
export function twinOf(url: string): string | undefined {
  const side = /[?&]tenantFlag=([01])$/.exec(url)?.[1];
  return side === undefined ? undefined : `${url.slice(0, -1)}${side === '0' ? '1' : '0'}`;
}

/**
 * One entry for both sides of a list: that of the organisation, and where it stands, the side that is on screen. Who
 * has only one of them keeps that one.
 */
export function withoutTwins(nodes: readonly MenuNode[], current: string): readonly MenuNode[] {
  const urls = new Set(nodes.map(({ url }) => url));
  return nodes.flatMap((node): MenuNode[] => {
    const { url, children } = node;
    if (!url) return [{ ...node, children: withoutTwins(children ?? [], current) }];
    const twin = twinOf(url);
    if (twin === undefined || !urls.has(twin)) return [node];
    if (url.endsWith('1')) return [];
    return [current === twin.replaceAll('/', '-') ? { ...node, url: twin } : node];
  });
}

/** What a person types to find an entry: a part of its name, its pinyin or the initials of it. */
export function isMenuLike({ name, pinyin = '' }: Pick<MenuNode, 'name' | 'pinyin'>, typed: string): boolean {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const spelled = (pinyin ?? '').split(/[\n\f]+/);
  return words.every((word) => name.toLowerCase().includes(word) || spelled.some((line) => line.includes(word)));
}

/** The entries that are meant, in their folders; a folder that is meant itself is shown whole. */
export function menuLike(nodes: readonly MenuNode[], typed: string): readonly MenuNode[] {
  if (typed.trim() === '') return nodes;
  return nodes.flatMap((node): MenuNode[] => {
    if (isMenuLike(node, typed)) return [node];
    const children = menuLike(node.children ?? [], typed);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

export const foldersIn = (nodes: readonly MenuNode[]): readonly string[] =>
  nodes.flatMap(({ id, url, children }) => (url ? [] : [id, ...foldersIn(children ?? [])]));
