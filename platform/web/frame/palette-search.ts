import type { Page } from '#platform/web/route/menu.ts';

/** Something the palette can open. */
export interface Found {
  readonly route: string;
  readonly title: string;
  readonly hint: string;
  readonly code?: string;
}

const most = 8;

/** Pages whose title has every word that was typed; a title that begins with it comes first. */
export function menusLike(pages: ReadonlyMap<string, Page>, typed: string): readonly Found[] {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const rank = ({ title }: Page): number => (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return [...pages.values()]
    .filter((page) =>
      words.every((word) => `${page.title} ${page.name}\n${page.pinyin ?? ''}`.toLowerCase().includes(word)),
    )
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most)
    .map(({ name, title }) => ({ route: name, title, hint: '' }));
}

/** A document number has digits; a word alone asks no server. */
export const isNumberLike = (typed: string): boolean => /^[\w-]{3,}$/.test(typed.trim()) && /\d/.test(typed);

/** One letter is in everything; one Chinese letter is a word. */
export const isWordLike = (typed: string): boolean => /\S{2}|[^\s\u0000-\u007f]/.test(typed.trim());
