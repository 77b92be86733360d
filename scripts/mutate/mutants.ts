import { parseSync, Visitor } from 'oxc-parser';

/** One small fault: a stretch of a file with another text in its place. */
export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** For people: where, and what became of what. */
  readonly line: number;
  readonly was: string;
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
const otherName: Readonly<Record<string, string>> = {
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
};

/** Every fault of these kinds that can be made in a file. Types are left alone: they do nothing when it runs. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const add = ({ start, end }: Span, text: string): void => {
    const was = source.slice(start, end);
    if (was !== text) found.push({ file, start, end, text, line: source.slice(0, start).split('\n').length, was });
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
      const other = name.type === 'Identifier' ? otherName[name.name] : undefined;
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

function otherLiteral(value: unknown): string | null {
  if (typeof value === 'boolean') return String(!value);
  if (typeof value === 'bigint') return `${value + 1n}n`;
  if (typeof value === 'number') return String(value + 1);
  // A code of the wire: '1' is another choice than '2'.
  return typeof value === 'string' && /^\d$/.test(value) ? `'${(Number.parseInt(value, 10) + 1) % 10}'` : null;
}

/** So many of them, by chance that a seed decides: the same seed, the same faults. */
export function chosen(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return mutants
    .map((mutant) => ({ mutant, rank: next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

export const mutated = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);
