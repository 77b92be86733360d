import type { Mentioned, Reader } from '#message/model/comment.ts';

/** What is typed behind the last @ before the cursor; null when nobody is being called. */
export function typedMention(text: string, cursor: number): { readonly from: number; readonly typed: string } | null {
  const found = /@([^\s@]{0,20})$/.exec(text.slice(0, cursor));
  return found === null ? null : { from: cursor - found[0].length, typed: found[1] ?? '' };
}

const shownAtOnce = 6;

/** By name or pinyin, those on the document first, as the server answers them. */
export const matching = (readers: readonly Reader[], typed: string): readonly Reader[] =>
  readers
    .filter(({ name, search }) => name.includes(typed) || search.includes(typed.toLowerCase()))
    .slice(0, shownAtOnce);

/** Whose names still stand in the text. */
export const mentionedIn = <Person extends Mentioned>(text: string, chosen: readonly Person[]): readonly Person[] =>
  chosen.filter(({ name }) => text.includes(`@${name}`));

/** The text in pieces: what is said, and whom it calls. */
export function piecesOf(
  text: string,
  mentions: readonly Mentioned[],
): readonly { readonly text: string; readonly isName: boolean }[] {
  const names = mentions.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const pieces: { text: string; isName: boolean }[] = [];
  let rest = text;
  while (rest !== '') {
    const at = Math.min(...names.map((name) => rest.indexOf(name)).filter((place) => place >= 0), rest.length);
    if (at > 0) pieces.push({ text: rest.slice(0, at), isName: false });
    const name = names.find((each) => rest.startsWith(each, at));
    if (name === undefined) break;
    pieces.push({ text: name, isName: true });
    rest = rest.slice(at + name.length);
  }
  return pieces;
}
