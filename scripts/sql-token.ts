/**
 * SQL text in tokens and groups, as a form of it needs them: what lies inside a string, a name or a hole is one piece.
 */

export interface Token {
  readonly kind: 'token';
  readonly text: string;
  /** The plain word in lower case; empty of everything else. */
  readonly word: string;
  /** White space stood before it. */
  readonly space: boolean;
}
export interface Group {
  readonly kind: 'group';
  readonly open: string;
  readonly close: string;
  readonly nodes: readonly Node[];
  readonly space: boolean;
}
export type Node = Token | Group;

/**
 * Holes stand as letters of the private area while the text is read, so that `'${code}'` is a string and
 * `app.${table}_line` a name.
 */
const firstHole = 0xe000;
const lastHole = 0xf8ff;

const pattern = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<comment>--[^\n]*|/\*[\s\S]*?\*/)`,
    String.raw`(?<text>(?:[eEbBxX]|[uU]&)?'(?:[^']|'')*')`,
    String.raw`(?<quoted>\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?\$\k<tag>\$)`,
    String.raw`(?<name>"(?:[^"]|"")*")`,
    String.raw`(?<word>[\p{L}_\uE000-\uF8FF][\p{L}\p{N}_$\uE000-\uF8FF]*)`,
    String.raw`(?<number>\d[\w.]*)`,
    String.raw`(?<sign>[\s\S])`,
  ].join('|'),
  'guy',
);

/** A piece of a text that may hold comments and dollar quotes: a body of a function. */
export interface Piece {
  readonly kind: 'comment' | 'quoted' | 'token';
  readonly text: string;
  /** The plain word in lower case; empty of everything else. */
  readonly word: string;
  readonly hasSpace: boolean;
  /** The first of its line. */
  readonly isFirst: boolean;
  /** An empty line stands above. */
  readonly hasGap: boolean;
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let space = '';
  for (const { 0: piece, groups = {} } of text.matchAll(pattern)) {
    if (groups['space'] !== undefined) {
      space = piece;
      continue;
    }
    pieces.push({
      kind: groups['comment'] !== undefined ? 'comment' : groups['quoted'] !== undefined ? 'quoted' : 'token',
      text: piece,
      word: groups['word'] === undefined ? '' : piece.toLowerCase(),
      hasSpace: space !== '',
      isFirst: space.includes('\n'),
      hasGap: /\n\s*\n/.test(space),
    });
    space = '';
  }
  return pieces;
}

/**
 * Null: the text holds what must stay as it is (comments, dollar quotes, escapes between the tokens, an open string).
 */
export function tokensOf(parts: readonly string[]): Token[] | null {
  const holes = parts.filter((_part, i) => i % 2 === 1);
  if (parts.some((part, i) => i % 2 === 0 && /[\uE000-\uF8FF]/.test(part)) || holes.length > lastHole - firstHole)
    return null;
  const text = parts.map((part, i) => (i % 2 === 0 ? part : String.fromCharCode(firstHole + (i - 1) / 2))).join('');
  const whole = (piece: string): string =>
    piece.replace(/[\uE000-\uF8FF]/g, (letter) => holes[letter.charCodeAt(0) - firstHole] ?? '');
  const tokens: Token[] = [];
  let space = false;
  for (const { 0: piece, groups = {} } of text.matchAll(pattern)) {
    if (groups['space'] !== undefined) {
      space = true;
      continue;
    }
    const isKept = groups['comment'] !== undefined || groups['quoted'] !== undefined;
    if (isKept || (groups['sign'] !== undefined && /['"\\]/.test(piece)) || /\\'/.test(piece)) return null;
    const word = groups['word'] !== undefined && /^[a-z_]+$/i.test(piece) ? piece.toLowerCase() : '';
    tokens.push({ kind: 'token', text: whole(piece), word, space });
    space = false;
  }
  return tokens;
}

/** What must be the same before and after: tokens in their order. White space between them is the form's. */
export const sameTokens = (before: readonly Token[], after: readonly Token[]): boolean =>
  before.length === after.length && before.every(({ text }, i) => text === after[i]?.text);

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', case: 'end' };

/**
 * Parentheses, brackets and `case … end` become groups; one whose other half stands in another fragment stays a token.
 */
export function treeOf(tokens: readonly Token[]): Node[] {
  const partners = partnersIn(tokens);
  const build = (from: number, to: number): Node[] => {
    const nodes: Node[] = [];
    for (let i = from; i < to; i += 1) {
      const token = tokens[i] as Token;
      const partner = partners.get(i);
      if (partner === undefined) nodes.push(token);
      else {
        const close = tokens[partner] as Token;
        nodes.push({
          kind: 'group',
          open: token.text,
          close: close.text,
          nodes: build(i + 1, partner),
          space: token.space,
        });
        i = partner;
      }
    }
    return nodes;
  };
  return build(0, tokens.length);
}

function partnersIn(tokens: readonly Token[]): Map<number, number> {
  const partners = new Map<number, number>();
  const waiting: { readonly at: number; readonly close: string }[] = [];
  tokens.forEach((token, at) => {
    const key = token.word === 'case' ? 'case' : token.text;
    const close = closing[key];
    if (close !== undefined) waiting.push({ at, close });
    const mine = token.word === 'end' ? 'end' : token.text;
    const found = Object.values(closing).includes(mine) ? waiting.findLastIndex((each) => each.close === mine) : -1;
    if (found < 0) return;
    partners.set(waiting[found]?.at ?? 0, at);
    waiting.length = found;
  });
  return partners;
}
