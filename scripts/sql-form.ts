import { clausesOf, hasClauses, headOf, isQuery, itemsOf, operandsOf, wordAt } from './sql-clause.ts';
import { tokensOf, treeOf, type Group, type Node } from './sql-token.ts';
import { columnsOf, mostColumns } from './text-width.ts';

/**
 * The one form of SQL in a template. A query of at most 100 columns stands on one line; a longer one has a line per
 * clause, and what is still too wide is broken from the outside in: conditions one a line, lists filled, sub-selects
 * and `case` indented in their parentheses. Tokens stay as they are and in their order; holes are tokens.
 */

/** Queries up to here are read at a glance. */
const mostAtOnce = 100;
/** The closing quote and a comma or semicolon. */
const afterText = 2;

export interface Place {
  /** Columns before the line that opens the template. */
  readonly indent: number;
  /** Columns before the template on its line, its quote included. */
  readonly column: number;
}

/** `parts`: the text as it stands in the source, then a hole (`${…}`), then text … Null: it keeps the form it has. */
export function sqlForm(parts: readonly string[], place: Place): string | null {
  const tokens = tokensOf(parts);
  if (tokens === null || tokens.length === 0) return null;
  const nodes = treeOf(tokens);
  const lead = leadOf(parts[0] ?? '', nodes);
  const trail = /(?:^|[^\s])[ \t]+$/.test(parts.at(-1) ?? '') ? ' ' : '';
  const line = `${lead}${flat(nodes)}${trail}`;
  const isShort = columnsIn(nodes) <= mostAtOnce || (clausesOf(nodes).length === 1 && columnsIn(nodes) < Infinity);
  if (isShort && place.column + columnsOf(line) + afterText <= mostColumns) return line;
  const writer = writeFrom(place.indent + 2);
  statement(writer, nodes);
  return `\n${' '.repeat(place.indent + 2)}${writer.text()}${trail}`;
}

/** A fragment that goes on with a query keeps the space that parts it from what stands before it. */
function leadOf(first: string, nodes: readonly Node[]): string {
  const isJoined = !isQuery(nodes.slice(0, 1)) && (hasClauses(nodes.slice(0, 3)) || goesOn.includes(wordAt(nodes, 0)));
  return /^[ \t]+\S?/.test(first) || (isJoined && /^\s/.test(first)) ? ' ' : '';
}
const goesOn = ['and', 'or', 'on', 'as', 'join'];

interface Writer {
  column(): number;
  /** Columns before the first letter of the line at hand. */
  indent(): number;
  add(text: string): void;
  newLine(indent: number): void;
  text(): string;
}

function writeFrom(first: number): Writer {
  const done: string[] = [];
  let indent = first;
  let line = '';
  return {
    column: () => indent + columnsOf(line.slice(line.lastIndexOf('\n') + 1)),
    indent: () => indent,
    add: (text) => {
      line += line === '' ? text.trimStart() : text;
    },
    newLine: (next) => {
      done.push(line.trimEnd());
      line = '';
      indent = next;
      done.push(`\n${' '.repeat(next)}`);
    },
    text: () => done.join('') + line,
  };
}

function statement(writer: Writer, nodes: readonly Node[]): void {
  if (isQuery(nodes) || hasClauses(nodes)) query(writer, nodes, afterText);
  else list(writer, itemsOf(nodes), { indent: writer.indent() - 2, tail: afterText });
}

function query(writer: Writer, nodes: readonly Node[], tail: number): void {
  const indent = writer.indent();
  clausesOf(nodes).forEach((clause, i, all) => {
    if (i > 0) writer.newLine(indent);
    oneClause(writer, clause, { indent, tail: i === all.length - 1 ? tail : 0 });
  });
}

interface Room {
  /** Columns before the clause; what is broken off it goes two further. */
  readonly indent: number;
  /** Columns that follow on its last line whatever happens. */
  readonly tail: number;
}

function oneClause(writer: Writer, clause: readonly Node[], room: Room): void {
  const word = wordAt(clause, 0);
  if (word === 'with' && clause.length > 1) return tables(writer, clause, room);
  if (fits(writer, clause, room.tail)) return writer.add(flat(clause));
  if (word === 'on') return conflict(writer, clause, room);
  const head = headOf(clause);
  const content = clause.slice(head);
  if (head === 0)
    return word === 'join' || clause.some((_node, i) => wordAt(clause, i) === 'join')
      ? joined(writer, clause, room)
      : list(writer, itemsOf(clause), room);
  sequence(writer, clause.slice(0, head), { ...room, tail: 0 });
  if (word === 'where' || word === 'having') return conditions(writer, content, room);
  return list(writer, itemsOf(content), room);
}

/** `with`: each table begins a line. */
function tables(writer: Writer, clause: readonly Node[], room: Room): void {
  const head = wordAt(clause, 1) === 'recursive' ? 2 : 1;
  sequence(writer, clause.slice(0, head), { ...room, tail: 0 });
  itemsOf(clause.slice(head)).forEach((item, i) => {
    if (i > 0) writer.newLine(room.indent);
    if (fits(writer, item, 0)) writer.add(flat(item, i === 0));
    else sequence(writer, item, { ...room, tail: 0 });
  });
}

/** `on conflict (…) do update` and, on a line of its own, what is set. */
function conflict(writer: Writer, clause: readonly Node[], room: Room): void {
  const set = clause.findIndex((_node, i) => wordAt(clause, i) === 'set');
  if (set < 0) return sequence(writer, clause, room);
  sequence(writer, clause.slice(0, set), { ...room, tail: 0 });
  writer.newLine(room.indent + 2);
  oneClause(writer, clause.slice(set), { ...room, indent: room.indent + 2 });
}

function joined(writer: Writer, clause: readonly Node[], room: Room): void {
  const on = clause.findIndex((_node, i) => wordAt(clause, i) === 'on');
  if (on < 0) return sequence(writer, clause, room);
  sequence(writer, clause.slice(0, on), { ...room, tail: 0 });
  const condition = clause.slice(on);
  if (fits(writer, condition, room.tail)) return writer.add(flat(condition, true));
  if (writer.indent() + columnsIn(condition) + 2 <= mostColumns) writer.newLine(room.indent + 2);
  conditions(writer, condition, room);
}

function conditions(writer: Writer, nodes: readonly Node[], room: Room): void {
  const operands = operandsOf(nodes);
  if (operands.length === 1) return sequence(writer, nodes, room);
  operands.forEach((operand, i) => {
    if (i > 0) writer.newLine(room.indent + 2);
    const tail = i === operands.length - 1 ? room.tail : 0;
    const hasMore = operandsOf(operand.slice(1)).length > 1;
    if (fits(writer, operand, tail)) writer.add(flat(operand, true));
    else if (hasMore) conditions(writer, operand, { indent: room.indent + 2, tail });
    else sequence(writer, operand, { indent: room.indent + 2, tail });
  });
}

/** A list is filled; an item that needs lines of its own has them for itself. */
function list(writer: Writer, items: readonly (readonly Node[])[], room: Room): void {
  let isAlone = false;
  items.forEach((item, i) => {
    const tail = i === items.length - 1 ? room.tail : 0;
    const startsLine = writer.column() === writer.indent();
    const isNew = i > 0 && !startsLine && (isAlone || !fits(writer, item, tail));
    if (isNew) writer.newLine(room.indent + 2);
    isAlone = !fits(writer, item, tail);
    if (!isAlone) writer.add(flat(item, true));
    else if (operandsOf(item).length > 1)
      conditions(writer, item, { indent: isNew ? room.indent + 2 : room.indent, tail });
    else sequence(writer, item, { indent: isNew ? room.indent + 2 : room.indent, tail });
  });
}

/**
 * Words and groups one after the other; what is too wide goes to a new line, and a sub-select opens where it stands.
 */
function sequence(writer: Writer, nodes: readonly Node[], room: Room): void {
  const units = unitsOf(nodes);
  units.forEach((unit, i) => {
    const tail = i === units.length - 1 ? room.tail : 0;
    if (fits(writer, unit, tail)) return writer.add(flat(unit, true));
    const next = room.indent + 2;
    const opens = unit.some((node) => node.kind === 'group' && (hasQuery(node.nodes) || node.open === 'case'));
    const canMove = writer.column() > next && next + columnsIn(unit) + tail <= mostColumns;
    if (canMove && !opens) {
      writer.newLine(next);
      return writer.add(flat(unit));
    }
    if (writer.column() + 24 > mostColumns && writer.column() > next + 40) writer.newLine(next);
    unit.forEach((node, at) => {
      const rest = columnsIn(unit.slice(at + 1), true) + (at === unit.length - 1 ? tail : 0);
      if (node.kind === 'group' && !fits(writer, [node], Math.min(rest, 20))) group(writer, node, Math.min(rest, 20));
      else writer.add(flat([node], true));
    });
  });
}

/** What stands together without white space, or belongs together as `x as y` does. */
function unitsOf(nodes: readonly Node[]): Node[][] {
  const units: Node[][] = [];
  nodes.forEach((node, i) => {
    const last = units.at(-1);
    if (last === undefined || (node.space && !belongs(nodes, i))) units.push([node]);
    else last.push(node);
  });
  return units;
}

const belongs = (nodes: readonly Node[], i: number): boolean => {
  const before = wordAt(nodes, i - 1);
  if (nodes[i]?.kind === 'group')
    return ['not', 'exists', 'in', 'filter', 'over', 'and', 'or', 'when', 'on'].includes(before);
  return wordAt(nodes, i) === 'as' || ['as', 'not', 'and', 'or', 'when', 'on'].includes(before);
};

function group(writer: Writer, { open, close, nodes, space }: Group, tail: number): void {
  const indent = writer.indent();
  writer.add(`${space ? ' ' : ''}${open}`);
  if (open.toLowerCase() === 'case') return cases(writer, nodes, { indent, close });
  const items = itemsOf(nodes);
  const isHugged = !isQuery(nodes) && unitsOf(items[0] ?? []).length > 0 && isOpening(items[0] ?? []);
  if (isHugged) {
    list(writer, items.slice(0, 1), { indent, tail: 0 });
    if (items.length > 1) list(writer, items.slice(1), { indent, tail: tail + 1 });
    return writer.add(close);
  }
  writer.newLine(indent + 2);
  if (isQuery(nodes)) query(writer, nodes, 0);
  else if (items.length === 1) conditions(writer, nodes, { indent, tail: 0 });
  else list(writer, itemsOf(nodes, isObject(items) ? 2 : 1), { indent, tail: 0 });
  writer.newLine(indent);
  writer.add(close);
}

/** `'key', value, 'key', value`: pairs. */
const isObject = (items: readonly (readonly Node[])[]): boolean =>
  items.length > 2 &&
  items.length % 2 === 0 &&
  items.every(
    (item, i) => i % 2 === 1 || (item.length === 2 && item[0]?.kind === 'token' && item[0].text.startsWith("'")),
  );

/** `((select …), 0)` and `(array(select …))` open in one line: a second indent says nothing. */
function isOpening(item: readonly Node[]): boolean {
  const [first = []] = unitsOf(item);
  const inner = first.find((node) => node.kind === 'group');
  return (
    inner !== undefined &&
    first.indexOf(inner) <= 1 &&
    (isQuery(inner.nodes) || isOpening(inner.nodes)) &&
    columnsIn([inner]) > mostAtOnce - 40
  );
}

function cases(writer: Writer, nodes: readonly Node[], { indent, close }: { indent: number; close: string }): void {
  const branches: Node[][] = [];
  nodes.forEach((node, i) => {
    if (branches.length === 0 || ['when', 'else'].includes(wordAt(nodes, i))) branches.push([node]);
    else branches.at(-1)?.push(node);
  });
  for (const branch of branches) {
    const isSubject = !['when', 'else'].includes(wordAt(branch, 0));
    if (!isSubject) writer.newLine(indent + 2);
    if (fits(writer, branch, 0)) writer.add(flat(branch, isSubject));
    else conditions(writer, branch, { indent: indent + 2, tail: 0 });
  }
  writer.newLine(indent);
  writer.add(close);
}

const hasQuery = (nodes: readonly Node[]): boolean =>
  isQuery(nodes) || nodes.some((node) => node.kind === 'group' && hasQuery(node.nodes));

const fits = (writer: Writer, nodes: readonly Node[], tail: number): boolean =>
  writer.column() + columnsIn(nodes, writer.column() > writer.indent()) + tail <= mostColumns;

/**
 * Columns on one line; endless when a query in it is too long to be read at a glance, or a hole has lines of its own.
 */
function columnsIn(nodes: readonly Node[], hasLead = false): number {
  const isLong = nodes.some(isTooLong);
  return isLong ? Infinity : columnsOf(flat(nodes, hasLead));
}

const isTooLong = (node: Node): boolean => (node.kind === 'token' ? node.text.includes('\n') : lineOf(node).isTooLong);

/** On one line: one space where there was any, none inside of parentheses. */
const flat = (nodes: readonly Node[], hasLead = false): string =>
  nodes
    .map((node, i) => {
      const lead = node.space && (i > 0 || hasLead) ? ' ' : '';
      return lead + (node.kind === 'token' ? node.text : lineOf(node).text);
    })
    .join('');

interface Line {
  readonly text: string;
  readonly isTooLong: boolean;
}
/** Groups are asked for their width again at every level around them. */
const lines = new WeakMap<Group, Line>();

function lineOf(group: Group): Line {
  const known = lines.get(group);
  if (known !== undefined) return known;
  const { open, close, nodes } = group;
  const pad = open.toLowerCase() === 'case' ? ' ' : '';
  const inner = flat(nodes);
  const isLong = isQuery(nodes) && clausesOf(nodes).length > 1 && columnsOf(inner) > mostAtOnce;
  const line = { text: `${open}${pad}${inner}${pad}${close}`, isTooLong: isLong || nodes.some(isTooLong) };
  lines.set(group, line);
  return line;
}
