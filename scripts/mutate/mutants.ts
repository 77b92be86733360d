import { parseSync, Visitor } from 'oxc-parser';

/** One small fault: a stretch of a file with another text in its place. */
export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** For people: where, what became of what, and the words around it, which stay when lines above them move. */
  readonly line: number;
  readonly was: string;
  readonly name: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const otherOperator: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};
/** Names whose opposite a tired hand writes. */
const otherName = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    most: 'least',
    least: 'most',
    min: 'max',
    max: 'min',
    find: 'findLast',
    findLast: 'find',
    plus: 'minus',
    minus: 'plus',
  }),
);

/** Every fault of these kinds that can be made in a file. Types are left alone: they do nothing when it runs. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const add = ({ start, end }: Span, text: string): void => {
    const was = source.slice(start, end);
    if (was === text) return;
    const line = source.slice(0, start).split('\n').length;
    found.push({ file, start, end, text, line, was, name: nameOf(file, source, { start, end }, text) });
  };
  const operator = ({ left, right, operator: sign }: { left: Span; right: Span; operator: string }): void => {
    const at = source.indexOf(sign, left.end);
    const other = otherOperator[sign];
    if (other !== undefined && at >= 0 && at < right.start) add({ start: at, end: at + sign.length }, other);
  };
  const decide = (test: Span): void => {
    add(test, 'true');
    add(test, 'false');
  };
  const inTypes = new Set<number>();
  new Visitor({
    TSLiteralType: ({ literal }) => {
      inTypes.add(literal.start);
    },
    BinaryExpression: operator,
    LogicalExpression: operator,
    UnaryExpression: ({ start, argument, operator: sign }) => {
      if (sign === '!' || sign === '-') add({ start, end: argument.start }, '');
    },
    ConditionalExpression: ({ test }) => {
      decide(test);
    },
    IfStatement: ({ test }) => {
      decide(test);
    },
    Literal: ({ start, end, value }) => {
      const other = inTypes.has(start) ? null : otherLiteral(value);
      if (other !== null) add({ start, end }, other);
    },
    CallExpression: ({ callee, start, end }) => {
      const name = callee.type === 'MemberExpression' && !callee.computed ? callee.property : callee;
      const other = name.type === 'Identifier' ? otherName.get(name.name) : undefined;
      if (other !== undefined) add(name, other);
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      // Without the filter, or without the order, everything comes through.
      if (['filter', 'toSorted'].includes(callee.property.name))
        add({ start, end }, source.slice(callee.object.start, callee.object.end));
    },
    ExpressionStatement: (statement) => {
      add(statement, ';');
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** `tier.ts: if (lines.length ⟦===⟧ 0 || number < le → !==`: the same name wherever the line goes. */
function nameOf(file: string, source: string, { start, end }: Span, text: string): string {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trimStart();
  const after = source.slice(end, (source.indexOf('\n', end) + 1 || source.length + 1) - 1);
  const was = source.slice(start, end);
  const short = (words: string): string => {
    const flat = words.replaceAll(/\s+/g, ' ');
    return flat.length > 40 ? `${flat.slice(0, 20)}…${flat.slice(-19)}` : flat;
  };
  const into = text === '' ? 'nothing' : short(text);
  return `${file}: ${before.slice(-30)}⟦${short(was)}⟧${after.slice(0, 20)} → ${into}`;
}

function otherLiteral(value: unknown): string | null {
  if (typeof value === 'boolean') return String(!value);
  if (typeof value === 'bigint') return `${value + 1n}n`;
  if (typeof value === 'number') return String(value + 1);
  // A code of the wire: '1' is another choice than '2'.
  return typeof value === 'string' && /^\d$/.test(value) ? `'${(Number.parseInt(value, 10) + 1) % 10}'` : null;
}

/**
 * So many of them, by chance that a seed decides, and one at a place at most: a condition that is always true and one
 * that is never count once. Each has its own number: what is written elsewhere does not change who is drawn.
 */
export function chosen(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const places = new Set<string>();
  return mutants
    .map((mutant) => ({ mutant, rank: hashOf(`${seed} ${mutant.name}`) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ mutant }) => mutant)
    .filter(({ file, start, end }) => {
      const place = `${file} ${start} ${end}`;
      return !places.has(place) && places.add(place);
    })
    .slice(0, count);
}

/** FNV-1a, mixed once more: names that differ in their last letter are far apart. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  return Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d) >>> 0;
}

export const mutated = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);
