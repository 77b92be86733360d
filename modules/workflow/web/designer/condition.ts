import { parseFeel, FeelFault, type Comparison, type Node } from '#workflow/model/engine/feel-syntax.ts';
import type { Type } from '#workflow/model/engine/feel.ts';
import { literal, valueOf } from '#workflow/model/rule/rule.ts';

/** A condition as rows: every row compares one field with one value, and all of them, or any, must hold. */
export interface Rows {
  readonly joined: 'and' | 'or';
  readonly rows: readonly Row[];
}
export interface Row {
  readonly field: string;
  readonly operator: Comparison;
  readonly value: string;
}

export const operators: readonly Comparison[] = ['=', '!=', '>', '>=', '<', '<='];

/** Null where the condition says more than rows can: it is then edited as text alone. */
export function rowsOf(source: string): Rows | null {
  if (source.trim() === '') return { joined: 'and', rows: [] };
  try {
    const node = parseFeel(source);
    const joined = node.kind === 'logic' ? node.operator : 'and';
    const rows = flat(node, joined).map(rowOf);
    return rows.every((row) => row !== null) ? { joined, rows } : null;
  } catch (error) {
    if (error instanceof FeelFault) return null;
    throw error;
  }
}

const flat = (node: Node, operator: 'and' | 'or'): readonly Node[] =>
  node.kind === 'logic' && node.operator === operator
    ? [...flat(node.left, operator), ...flat(node.right, operator)]
    : [node];

function rowOf(node: Node): Row | null {
  if (node.kind !== 'comparison' || node.left.kind !== 'name') return null;
  const value = valueOf(node.right);
  return value === null ? null : { field: node.left.name, operator: node.operator, value };
}

/** Rows without a value are not written yet. */
export function feelOf({ joined, rows }: Rows, typeOf: (field: string) => Type | undefined): string {
  return rows
    .filter(({ field, value }) => field !== '' && value !== '')
    .map(({ field, operator, value }) => `${field} ${operator} ${literal(value, typeOf(field) ?? 'text')}`)
    .join(` ${joined} `);
}
