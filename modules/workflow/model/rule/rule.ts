import type { Comparison, Node, Range } from '#workflow/model/engine/feel-syntax.ts';
import { FeelFault, parseFeel } from '#workflow/model/engine/feel-syntax.ts';
import { compileCondition, type Names, type Type } from '#workflow/model/engine/feel.ts';

/**
 * A condition as people put it together: tests of fields, all or any of which must hold, with one level of groups that
 * are joined the other way. The engine runs the FEEL that `printRule` makes of it; nothing else is stored.
 */
export interface Rule {
  readonly joined: Joint;
  readonly parts: readonly (Test | Group)[];
}
export type Joint = 'and' | 'or';
/** Joined by the other word than the rule around it: a group of the same word says nothing. */
export interface Group {
  readonly tests: readonly Test[];
}
export interface Test {
  readonly field: string;
  readonly operator: Operator;
  /** None for `empty` and `filled`, two for `between`, one or more for `oneOf` and `noneOf`, one otherwise. */
  readonly values: readonly string[];
}
export type Operator = Comparison | 'oneOf' | 'noneOf' | 'between' | 'empty' | 'filled';

export const emptyRule: Rule = { joined: 'and', parts: [] };
export const isGroup = (part: Test | Group): part is Group => 'tests' in part;
export const otherJoint = (joined: Joint): Joint => (joined === 'and' ? 'or' : 'and');
export const testsOf = ({ parts }: Rule): readonly Test[] =>
  parts.flatMap((part) => (isGroup(part) ? part.tests : [part]));

/** What a test of this operator needs beside its field. */
export const valuesNeeded = (operator: Operator): number =>
  operator === 'empty' || operator === 'filled' ? 0 : operator === 'between' ? 2 : 1;
export const isComplete = ({ field, operator, values }: Test): boolean =>
  field !== '' &&
  values.length >= valuesNeeded(operator) &&
  values.every((value) => value !== '') &&
  (operator === 'oneOf' || operator === 'noneOf' || values.length === valuesNeeded(operator));

/** Null where the expression says more than a rule can, or nothing that this document knows: it is kept as it is. */
export function parseRule(source: string, names: Names): Rule | null {
  if (source.trim() === '') return emptyRule;
  try {
    compileCondition(source, names);
    const node = parseFeel(source);
    const joined = node.kind === 'logic' ? node.operator : 'and';
    const parts = flat(node, joined).map((each) => partOf(each, joined));
    return parts.every((part) => part !== null) ? { joined, parts } : null;
  } catch (error) {
    if (error instanceof FeelFault) return null;
    throw error;
  }
}

export function printRule({ joined, parts }: Rule, names: Names): string {
  return parts
    .map((part) =>
      isGroup(part)
        ? `(${part.tests.map((test) => printTest(test, names)).join(` ${otherJoint(joined)} `)})`
        : printTest(part, names),
    )
    .join(` ${joined} `);
}

export function printTest({ field, operator, values }: Test, names: Names): string {
  const written = values.map((value) => literal(value, names[field] ?? 'text'));
  switch (operator) {
    case 'empty':
      return `${field} = null`;
    case 'filled':
      return `${field} != null`;
    case 'oneOf':
      return `${field} in (${written.join(', ')})`;
    case 'noneOf':
      return `not(${field} in (${written.join(', ')}))`;
    case 'between':
      return `${field} in [${written.join('..')}]`;
    default:
      return `${field} ${operator} ${written[0] ?? 'null'}`;
  }
}

const flat = (node: Node, operator: Joint): readonly Node[] =>
  node.kind === 'logic' && node.operator === operator
    ? [...flat(node.left, operator), ...flat(node.right, operator)]
    : [node];

function partOf(node: Node, joined: Joint): Test | Group | null {
  if (node.kind !== 'logic') return testOf(node);
  const tests = flat(node, otherJoint(joined)).map((each) => testOf(each));
  return tests.every((test) => test !== null) ? { tests } : null;
}

function testOf(node: Node): Test | null {
  switch (node.kind) {
    case 'name':
      return { field: node.name, operator: '=', values: ['true'] };
    case 'not': {
      const { operand } = node;
      if (operand.kind === 'name') return { field: operand.name, operator: '=', values: ['false'] };
      const inner = operand.kind === 'in' ? testOf(operand) : null;
      return inner?.operator === 'oneOf' ? { ...inner, operator: 'noneOf' } : null;
    }
    case 'comparison': {
      if (node.left.kind !== 'name') return null;
      const field = node.left.name;
      if (node.right.kind === 'null' && (node.operator === '=' || node.operator === '!='))
        return { field, operator: node.operator === '=' ? 'empty' : 'filled', values: [] };
      const value = valueOf(node.right);
      return value === null || value === '' ? null : { field, operator: node.operator, values: [value] };
    }
    case 'in':
      return node.value.kind === 'name' ? memberOf(node.value.name, node.alternatives) : null;
    default:
      return null;
  }
}

function memberOf(field: string, alternatives: readonly (Node | Range)[]): Test | null {
  const [first] = alternatives;
  if (first?.kind === 'range') {
    if (alternatives.length > 1 || !first.isLowIncluded || !first.isHighIncluded) return null;
    const [low, high] = [valueOf(first.low), valueOf(first.high)];
    return low === null || high === null || low === '' || high === ''
      ? null
      : { field, operator: 'between', values: [low, high] };
  }
  const values = alternatives
    .map((each) => (each.kind === 'range' ? null : valueOf(each)))
    .filter((each) => each !== null);
  return values.length === alternatives.length && !values.includes('') ? { field, operator: 'oneOf', values } : null;
}

/** What a literal stands for, as it is typed into a form; null for whatever is no literal. */
export function valueOf(node: Node): string | null {
  switch (node.kind) {
    case 'number':
    case 'text':
    case 'date':
      return node.value;
    case 'boolean':
      return String(node.value);
    case 'minus':
      return node.operand.kind === 'number' ? `-${node.operand.value}` : null;
    default:
      return null;
  }
}

/** A literal of what is typed into a form. */
export function literal(value: string, type: Type): string {
  switch (type) {
    case 'number':
      return value;
    case 'boolean':
      return value === 'true' ? 'true' : 'false';
    case 'date':
      return `date("${value}")`;
    case 'text':
      return `"${value.replace(/[\\"]/g, (letter) => `\\${letter}`).replaceAll('\n', ' ')}"`;
  }
}
