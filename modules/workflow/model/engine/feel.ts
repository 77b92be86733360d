import { compare, minus, negated, plus, times } from '#platform/model/decimal.ts';
import type { Field, Fields } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { FeelFault, parseFeel, type Comparison, type Node } from './feel-syntax.ts';

/**
 * Conditions of processes and routes: comparisons, and/or/not, in, ranges, + - *, literals and names of the bill's
 * fields. There is nothing else in the language, so nothing else can be made to run. Numbers are exact decimals: a
 * limit of 0.3 is met by 0.1 + 0.2.
 */
export type Type = 'number' | 'text' | 'date' | 'boolean';
export type Value = string | boolean | null;
export type Values = Readonly<Record<string, unknown>>;
/** The names a condition may use, and what each of them is. */
export type Names = Readonly<Record<string, Type>>;

export interface Condition {
  readonly source: string;
  readonly names: readonly string[];
  test(values: Values): boolean;
}

/** Refused here, where it is written, and never while somebody waits for an approval. */
export function compileCondition(source: string, names: Names): Condition {
  const used = new Set<string>();
  const compiled = compileNode(parseFeel(source), names, used);
  if (compiled.type !== 'boolean') throw mismatch('boolean', compiled.type);
  return { source, names: [...used], test: (values) => compiled.of(values) === true };
}

/** What a field is in a condition; files, lists and structures are nothing to compare. */
export function namesOf(fields: Fields): Names {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const type = typeOf(field);
      return type === null ? [] : [[key, type]];
    }),
  );
}

function typeOf(field: Field): Type | null {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return 'number';
    case 'date':
      return 'date';
    case 'bool':
      return 'boolean';
    case 'text':
    case 'flag':
    case 'choice':
    case 'dict':
    case 'ref':
      return 'text';
    case 'instant':
    case 'refs':
    case 'json':
    case 'secret':
    case 'file':
      return null;
  }
}

interface Compiled {
  readonly type: Type | 'null';
  readonly of: (values: Values) => Value;
}

const typeWords: Readonly<Record<Type | 'null', Label>> = {
  number: ['数值', '數值', 'a number'],
  text: ['文本', '文字', 'a text'],
  date: ['日期', '日期', 'a date'],
  boolean: ['是否', '是否', 'true or false'],
  null: ['空', '空', 'nothing'],
};
const mismatch = (wanted: Type, got: Type | 'null'): FeelFault => {
  const [a, b] = [typeWords[wanted], typeWords[got]];
  return new FeelFault([`需要${a[0]}，得到${b[0]}`, `需要${a[1]}，得到${b[1]}`, `${a[2]} is needed, not ${b[2]}`]);
};

function compileNode(node: Node, names: Names, used: Set<string>): Compiled {
  const inner = (child: Node): Compiled => compileNode(child, names, used);
  const typed = (child: Node, type: Type): Compiled['of'] => {
    const compiled = inner(child);
    if (compiled.type !== type) throw mismatch(type, compiled.type);
    return compiled.of;
  };
  switch (node.kind) {
    case 'number':
    case 'text':
    case 'date':
    case 'boolean':
      return constant(node.kind, node.value);
    case 'null':
      return constant('null', null);
    case 'name':
      return named(node.name, names, used);
    case 'not': {
      const of = typed(node.operand, 'boolean');
      return { type: 'boolean', of: (values) => of(values) !== true };
    }
    case 'minus': {
      const of = typed(node.operand, 'number');
      return { type: 'number', of: (values) => negated(figure(of(values))) };
    }
    case 'logic': {
      const [left, right] = [typed(node.left, 'boolean'), typed(node.right, 'boolean')];
      return {
        type: 'boolean',
        of:
          node.operator === 'and'
            ? (values) => left(values) === true && right(values) === true
            : (values) => left(values) === true || right(values) === true,
      };
    }
    case 'arithmetic': {
      const [left, right, operate] = [
        typed(node.left, 'number'),
        typed(node.right, 'number'),
        arithmetic[node.operator],
      ];
      return { type: 'number', of: (values) => operate(figure(left(values)), figure(right(values))) };
    }
    case 'comparison':
      return comparison(node.operator, inner(node.left), inner(node.right));
    case 'in': {
      const value = inner(node.value);
      const tests = node.alternatives.map((alternative): Compiled => {
        if (alternative.kind !== 'range') return comparison('=', value, inner(alternative));
        const [low, high] = [
          comparison(alternative.isLowIncluded ? '>=' : '>', value, inner(alternative.low)),
          comparison(alternative.isHighIncluded ? '<=' : '<', value, inner(alternative.high)),
        ];
        return { type: 'boolean', of: (values) => low.of(values) === true && high.of(values) === true };
      });
      return { type: 'boolean', of: (values) => tests.some((test) => test.of(values) === true) };
    }
  }
}

const constant = (type: Compiled['type'], value: Value): Compiled => ({ type, of: () => value });
const arithmetic = { '+': (a: string, b: string) => plus(a, b), '-': minus, '*': times } as const;

function named(name: string, names: Names, used: Set<string>): Compiled {
  const type = Object.hasOwn(names, name) ? names[name] : undefined;
  if (type === undefined)
    throw new FeelFault([`单据没有字段“${name}”`, `單據沒有欄位「${name}」`, `the document has no field ${name}`]);
  used.add(name);
  return {
    type,
    of(values) {
      if (!Object.hasOwn(values, name))
        throw new FeelFault([`缺少变量“${name}”`, `缺少變數「${name}」`, `variable ${name} is not set`]);
      const value = values[name];
      if (value === null || value === undefined) return null;
      // 20000 of a numeric column arrives as text and is still a number here: the definition says what it is, not the
      // letter.
      if (type === 'boolean') return value === true;
      return typeof value === 'number' || typeof value === 'string' ? String(value) : null;
    },
  };
}

function comparison(operator: Comparison, left: Compiled, right: Compiled): Compiled {
  const isEquality = operator === '=' || operator === '!=';
  if (left.type !== right.type && !(isEquality && (left.type === 'null' || right.type === 'null')))
    throw left.type === 'null' ? mismatch(right.type as Type, 'null') : mismatch(left.type, right.type);
  if (!isEquality && (left.type === 'boolean' || left.type === 'null')) throw mismatch('number', left.type);
  const isNumber = left.type === 'number' && right.type === 'number';
  const order = (a: string, b: string): number => (isNumber ? compare(a, b) : a < b ? -1 : a > b ? 1 : 0);
  return {
    type: 'boolean',
    of(values) {
      const [a, b] = [left.of(values), right.of(values)];
      if (isEquality)
        return (
          (operator === '=') ===
          (a === null || b === null || typeof a === 'boolean' ? a === b : order(a, String(b)) === 0)
        );
      // Nothing is neither more nor less than a figure: a condition that read it as "no" would let a bill pass unseen.
      if (typeof a !== 'string' || typeof b !== 'string')
        throw new FeelFault(['不能与空值比较大小', '不能與空值比較大小', 'an empty value cannot be compared']);
      const sign = order(a, b);
      return operator === '<' ? sign < 0 : operator === '<=' ? sign <= 0 : operator === '>' ? sign > 0 : sign >= 0;
    },
  };
}

function figure(value: Value): string {
  if (typeof value !== 'string')
    throw new FeelFault(['空值不能参与计算', '空值不能參與計算', 'an empty value cannot be computed with']);
  return value;
}
