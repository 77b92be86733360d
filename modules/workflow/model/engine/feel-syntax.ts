import type { Label } from '#platform/model/label.ts';

/** Why a condition cannot be used, for whoever wrote it. */
export class FeelFault extends Error {
  readonly reason: Label;
  constructor(reason: Label) {
    super(reason[2]);
    this.name = 'FeelFault';
    this.reason = reason;
  }
}

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';
export interface Range {
  readonly kind: 'range';
  readonly low: Node;
  readonly high: Node;
  readonly isLowIncluded: boolean;
  readonly isHighIncluded: boolean;
}
export type Node =
  | { readonly kind: 'number' | 'text' | 'date'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'not' | 'minus'; readonly operand: Node }
  | { readonly kind: 'logic'; readonly operator: 'and' | 'or'; readonly left: Node; readonly right: Node }
  | { readonly kind: 'arithmetic'; readonly operator: '+' | '-' | '*'; readonly left: Node; readonly right: Node }
  | { readonly kind: 'comparison'; readonly operator: Comparison; readonly left: Node; readonly right: Node }
  | { readonly kind: 'in'; readonly value: Node; readonly alternatives: readonly (Node | Range)[] };

const longest = 1000;
const deepest = 50;

/** The tree of a condition. Anything that is not in the language is a fault here. */
export function parseFeel(source: string): Node {
  if (source.length > longest) throw new FeelFault(['条件过长', '條件過長', 'the condition is too long']);
  const parser: Parser = { tokens: tokensOf(source), at: 0, depth: 0 };
  const node = parseOr(parser);
  if (parser.at < parser.tokens.length) throw unexpected(parser);
  return node;
}

type TokenKind = 'number' | 'text' | 'name' | 'sign';
interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}
interface Parser {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
}

const patterns: readonly (readonly [TokenKind | 'space', RegExp])[] = [
  ['space', /\s+/y],
  ['number', /\d{1,16}(?:\.\d{1,8})?(?![\w.]*\w)/y],
  ['text', /"(?:[^"\\\n]|\\["\\])*"/y],
  ['name', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['sign', /\.\.|!=|<=|>=|[=<>+\-*(),[\]]/y],
];

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    // `[0..5]`: the figure ends before the two dots.
    const range = /\d{1,16}(?:\.\d{1,8})?(?=\.\.)/y;
    range.lastIndex = at;
    const bound = range.exec(source);
    const found =
      bound !== null
        ? (['number', bound[0]] as const)
        : patterns
            .map(([kind, pattern]) => {
              pattern.lastIndex = at;
              const match = pattern.exec(source);
              return match === null ? null : ([kind, match[0]] as const);
            })
            .find((match) => match !== null);
    if (found === undefined || found === null)
      throw new FeelFault([
        `不认识“${source.slice(at, at + 10)}”`,
        `不認識「${source.slice(at, at + 10)}」`,
        `${source.slice(at, at + 10)} is not understood`,
      ]);
    if (found[0] !== 'space') tokens.push({ kind: found[0], text: found[1] });
    at += found[1].length;
  }
  return tokens;
}

const unexpected = (parser: Parser): FeelFault => {
  const text = parser.tokens[parser.at]?.text;
  return text === undefined
    ? new FeelFault(['条件不完整', '條件不完整', 'the condition is not complete'])
    : new FeelFault([`此处不应有“${text}”`, `此處不應有「${text}」`, `${text} is not expected here`]);
};

const isNext = (parser: Parser, text: string): boolean =>
  parser.tokens[parser.at]?.text === text && parser.tokens[parser.at]?.kind !== 'text';
function accept(parser: Parser, ...texts: readonly string[]): string | null {
  const found = texts.find((text) => isNext(parser, text));
  if (found !== undefined) parser.at += 1;
  return found ?? null;
}
function expect(parser: Parser, text: string): void {
  if (accept(parser, text) === null) throw unexpected(parser);
}

function parseOr(parser: Parser): Node {
  parser.depth += 1;
  if (parser.depth > deepest)
    throw new FeelFault(['条件嵌套过深', '條件巢狀過深', 'the condition is nested too deeply']);
  let left = parseAnd(parser);
  while (accept(parser, 'or') !== null) left = { kind: 'logic', operator: 'or', left, right: parseAnd(parser) };
  parser.depth -= 1;
  return left;
}

function parseAnd(parser: Parser): Node {
  let left = parseComparison(parser);
  while (accept(parser, 'and') !== null)
    left = { kind: 'logic', operator: 'and', left, right: parseComparison(parser) };
  return left;
}

function parseComparison(parser: Parser): Node {
  const left = parseSum(parser);
  const operator = accept(parser, '=', '!=', '<=', '>=', '<', '>') as Comparison | null;
  if (operator !== null) return { kind: 'comparison', operator, left, right: parseSum(parser) };
  return accept(parser, 'in') === null ? left : { kind: 'in', value: left, alternatives: parseAlternatives(parser) };
}

/** `in (1, 2)`, `in [1..5]`, `in ([1..5], 9)`, `in "a"`. `(1..5]` is a range, `(1, 5)` a list: two dots tell. */
function parseAlternatives(parser: Parser): (Node | Range)[] {
  const range = parseRange(parser);
  if (range !== null) return [range];
  if (accept(parser, '(') === null) return [parseSum(parser)];
  const alternatives: (Node | Range)[] = [];
  do alternatives.push(parseRange(parser) ?? parseSum(parser));
  while (accept(parser, ',') !== null);
  expect(parser, ')');
  return alternatives;
}

function parseRange(parser: Parser): Range | null {
  const start = parser.at;
  const open = accept(parser, '[', '(', ']');
  if (open === null) return null;
  if (open === '(' && !hasDots(parser)) {
    parser.at = start;
    return null;
  }
  const low = parseSum(parser);
  expect(parser, '..');
  const high = parseSum(parser);
  const close = accept(parser, ']', ')', '[');
  if (close === null) throw unexpected(parser);
  return { kind: 'range', low, high, isLowIncluded: open === '[', isHighIncluded: close === ']' };
}

/** Whether two dots come before this parenthesis ends or a comma splits it. */
function hasDots(parser: Parser): boolean {
  let depth = 0;
  for (const { kind, text } of parser.tokens.slice(parser.at)) {
    if (kind !== 'sign') continue;
    if (depth === 0 && text === '..') return true;
    if (depth === 0 && (text === ',' || text === ')')) return false;
    depth += text === '(' || text === '[' ? 1 : text === ')' || text === ']' ? -1 : 0;
  }
  return false;
}

function parseSum(parser: Parser): Node {
  let left = parseProduct(parser);
  for (let sign = accept(parser, '+', '-'); sign !== null; sign = accept(parser, '+', '-'))
    left = { kind: 'arithmetic', operator: sign as '+' | '-', left, right: parseProduct(parser) };
  return left;
}

function parseProduct(parser: Parser): Node {
  let left = parseTerm(parser);
  while (accept(parser, '*') !== null) left = { kind: 'arithmetic', operator: '*', left, right: parseTerm(parser) };
  return left;
}

function parseTerm(parser: Parser): Node {
  if (accept(parser, '-') !== null) return { kind: 'minus', operand: parseTerm(parser) };
  if (accept(parser, '(') !== null) {
    const node = parseOr(parser);
    expect(parser, ')');
    return node;
  }
  const token = parser.tokens[parser.at];
  if (token === undefined || token.kind === 'sign') throw unexpected(parser);
  parser.at += 1;
  switch (token.kind) {
    case 'number':
      return { kind: 'number', value: token.text };
    case 'text':
      return { kind: 'text', value: token.text.slice(1, -1).replace(/\\(.)/g, '$1') };
    case 'name':
      return parseWord(parser, token.text);
  }
}

const words: readonly string[] = [
  'and',
  'or',
  'in',
  'if',
  'then',
  'else',
  'for',
  'return',
  'some',
  'every',
  'satisfies',
  'between',
  'function',
];

function parseWord(parser: Parser, word: string): Node {
  if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true' };
  if (word === 'null') return { kind: 'null' };
  if (word === 'not' || word === 'date') {
    expect(parser, '(');
    const operand = parseOr(parser);
    expect(parser, ')');
    if (word === 'not') return { kind: 'not', operand };
    if (operand.kind !== 'text' || !/^\d{4}-\d\d-\d\d$/.test(operand.value) || Number.isNaN(Date.parse(operand.value)))
      throw new FeelFault([
        '日期格式应为 date("2026-01-31")',
        '日期格式應為 date("2026-01-31")',
        'a date is written date("2026-01-31")',
      ]);
    return { kind: 'date', value: operand.value };
  }
  // Functions are not part of the language: what looks like a call is refused, whatever its name.
  if (words.includes(word) || isNext(parser, '(')) {
    parser.at -= 1;
    throw unexpected(parser);
  }
  return { kind: 'name', name: word };
}
