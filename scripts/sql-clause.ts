import type { Node } from './sql-token.ts';

/**
 * Where clauses, list items and conditions of a piece of SQL begin. Only the level at hand is looked at, never inside a
 * group.
 */

export const wordAt = (nodes: readonly Node[], i: number): string => {
  const node = nodes[i];
  return node?.kind === 'token' ? node.word : '';
};
const textAt = (nodes: readonly Node[], i: number): string => {
  const node = nodes[i];
  return node?.kind === 'token' ? node.text : '';
};

const queryWords = ['select', 'with', 'insert', 'update', 'delete', 'values'];
const setWords = ['union', 'except', 'intersect'];
const joinWords = ['left', 'right', 'full', 'inner', 'cross', 'natural'];

/** `(a, b)` is no query, `(select …)` and `(select …) union (select …)` are. */
export const isQuery = (nodes: readonly Node[]): boolean =>
  queryWords.includes(wordAt(nodes, 0)) || nodes.some((_node, i) => setWords.includes(wordAt(nodes, i)));

/**
 * `from`, `left join …`, `where` … each with what follows it. What stands before the first of them is a clause without
 * a head.
 */
export function clausesOf(nodes: readonly Node[]): Node[][] {
  const clauses: Node[][] = [];
  nodes.forEach((node, i) => {
    const last = clauses.at(-1);
    const isOffset = wordAt(nodes, i) === 'offset' && last !== undefined && wordAt(last, 0) === 'limit';
    if (last === undefined || (startsClause(nodes, i) && !isOffset)) clauses.push([node]);
    else last.push(node);
  });
  return clauses;
}

export const hasClauses = (nodes: readonly Node[]): boolean => nodes.some((_node, i) => startsClause(nodes, i));

function startsClause(nodes: readonly Node[], i: number): boolean {
  const [before, word, next] = [wordAt(nodes, i - 1), wordAt(nodes, i), wordAt(nodes, i + 1)];
  if (textAt(nodes, i - 1) === ';') return true;
  switch (word) {
    case 'with':
      return i === 0;
    case 'update':
      return i === 0 || nodes[i - 1]?.kind === 'group';
    case 'insert':
      return next === 'into';
    case 'into':
      return before !== 'insert' && ['select', 'with'].includes(wordAt(nodes, 0));
    case 'from':
      return !['distinct', 'delete', 'select'].includes(before) && wordAt(nodes, 0) !== 'revoke';
    case 'join':
      return !joinWords.includes(before) && before !== 'outer';
    case 'left':
    case 'right':
    case 'full':
    case 'inner':
    case 'cross':
    case 'natural':
      return next === 'join' || next === 'outer' || (word === 'natural' && joinWords.includes(next));
    case 'group':
      return next === 'by' && before !== 'within';
    case 'order':
      return next === 'by';
    case 'on':
      return next === 'conflict';
    case 'values':
      return before !== 'default';
    case 'set':
      return before !== 'update';
    case 'for':
      return ['update', 'share', 'no', 'key'].includes(next);
    case 'using':
      return wordAt(nodes, 0) === 'delete';
    case 'window':
      return wordAt(nodes, i + 2) === 'as';
    default:
      return ['select', 'delete', 'where', 'having', 'limit', 'offset', 'returning', ...setWords].includes(word);
  }
}

/** How many nodes of a clause are its head, before the list or the conditions begin; 0 when it has none. */
export function headOf(clause: readonly Node[]): number {
  switch (wordAt(clause, 0)) {
    case 'select':
      if (wordAt(clause, 1) === 'distinct' && wordAt(clause, 2) === 'on') return 4;
      return ['distinct', 'all'].includes(wordAt(clause, 1)) ? 2 : 1;
    case 'group':
    case 'order':
      return 2;
    case 'where':
    case 'having':
    case 'returning':
    case 'set':
    case 'values':
    case 'from':
    case 'into':
      return 1;
    default:
      return 0;
  }
}

/** Items of a list; the comma is the last node of its item. Keys and values of an object stay together. */
export function itemsOf(nodes: readonly Node[], perItem = 1): Node[][] {
  const items: Node[][] = [[]];
  let commas = 0;
  nodes.forEach((node, i) => {
    items.at(-1)?.push(node);
    if (textAt(nodes, i) !== ',') return;
    commas += 1;
    if (commas % perItem === 0 && i < nodes.length - 1) items.push([]);
  });
  return items;
}

/**
 * Operands of the weaker of `or` and `and`; each begins with its word but the first. The `and` of `between` is none.
 */
export function operandsOf(nodes: readonly Node[]): Node[][] {
  let isBetween = false;
  const joints = nodes.map((_node, i) => {
    const word = wordAt(nodes, i);
    if (word === 'between') isBetween = true;
    if (word !== 'and') return word === 'or' ? word : '';
    const isJoint = !isBetween;
    isBetween = false;
    return isJoint ? word : '';
  });
  const joint = joints.some((word, i) => word === 'or' && i > 0) ? 'or' : 'and';
  const operands: Node[][] = [];
  nodes.forEach((node, i) => {
    if (i === 0 || joints[i] === joint) operands.push([node]);
    else operands.at(-1)?.push(node);
  });
  return operands;
}
