/**
 * Browser tests read the page in polls. A read that happens once meets a slow machine before the page is ready; a test
 * that sleeps is too short for one machine and too long for the others. Refused in tests/e2e: `expect(await …)` of
 * something that the page shows, and `waitForTimeout` outside the measured figures. Allowed is a read right after
 * `await settled(…)`, and one whose comment `once: …` says why a poll would hide the fault.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Finding {
  readonly line: number;
  readonly what: string;
}

/** As the parser gives it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const reads: readonly string[] = [
  'innerText',
  'textContent',
  'innerHTML',
  'allInnerTexts',
  'allTextContents',
  'inputValue',
  'getAttribute',
  'isVisible',
  'isHidden',
  'isEnabled',
  'isDisabled',
  'isChecked',
  'isEditable',
  'count',
  'boundingBox',
  'evaluate',
  'evaluateAll',
  'title',
];
const loops = /^(For|ForOf|ForIn|While|DoWhile|If)Statement$/;

export function oneShotReads(path: string, text: string, offered: ReadonlySet<string>): Finding[] {
  const { program, comments } = parseSync(path, text);
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const reasons = new Set(comments.filter(({ value }) => /^ once: \S/.test(value)).map(({ end }) => lineOf(end)));
  const isArgued = ({ start, end }: Node): boolean =>
    Array.from({ length: lineOf(end) - lineOf(start) + 2 }, (_, at) => lineOf(start) - 1 + at).some((line) =>
      reasons.has(line),
    );
  const found: Finding[] = [];
  for (const { read, statement, above } of readsIn(asNode(program), readersIn(asNode(program), offered)))
    if (!isArgued(statement) && !isSettled(statement, above))
      found.push({ line: lineOf(read.start), what: 'reads the page once: poll, or wait for settled() before it' });
  if (!/figures\.test\.ts$|^cpu\.ts$/.test(basename(path)))
    for (const node of within(asNode(program)))
      if (calledMember(node) === 'waitForTimeout' && !isArgued(node))
        found.push({ line: lineOf(node.start), what: 'waits for a time: wait for what is meant, or for settled()' });
  return found;
}

export interface Read {
  /** The call of `expect`. */
  readonly read: Node;
  readonly statement: Node;
  /** What holds the statement, the nearest first. */
  readonly above: readonly Node[];
}

/** Every `expect(… await …)` whose argument reads the page. */
export function* readsIn(program: Node, readers: ReadonlySet<string>, above: readonly Node[] = []): Generator<Read> {
  if (isExpect(program)) {
    const [given] = listOf(program['arguments']);
    if (given !== undefined && isAwaiting(given) && isReading(given, readers)) {
      const at = above.findIndex(({ type }) => type === 'ExpressionStatement' || type === 'ReturnStatement');
      yield { read: program, statement: above[at] ?? program, above: above.slice(at + 1) };
    }
  }
  for (const child of childrenOf(program)) yield* readsIn(child, readers, [program, ...above]);
}

/** Names of the functions of a file, and of those it imports, that answer what the page shows at that moment. */
export function readersIn(program: Node, offered: ReadonlySet<string>): Set<string> {
  const own = new Map<string, Node>();
  const imported = new Set<string>();
  for (const node of within(program)) {
    if (node.type === 'FunctionDeclaration') own.set(nameOf(node['id']), node);
    if (node.type === 'VariableDeclarator' && /^(Arrow)?Function/.test(asNode(node['init'])?.type ?? ''))
      own.set(nameOf(node['id']), asNode(node['init']));
    if (node.type === 'ImportSpecifier') imported.add(nameOf(node['local']));
  }
  const readers = new Set([...imported].filter((name) => offered.has(name)));
  for (let known = -1; known < readers.size;) {
    known = readers.size;
    for (const [name, body] of own) if (!settles(body) && isReading(body, readers)) readers.add(name);
  }
  return readers;
}

/** Exported by some file of the folder. */
export function offeredBy(files: ReadonlyMap<string, string>): Set<string> {
  const programs = [...files]
    .filter(([path]) => !path.endsWith('.test.ts'))
    .map(([path, text]) => asNode(parseSync(path, text).program));
  const exported = programs.map((program) => listOf(program['body']).flatMap(exportedBy));
  const offered = new Set<string>();
  for (let known = -1; known < offered.size;) {
    known = offered.size;
    programs.forEach((program, at) => {
      const readers = readersIn(program, offered);
      for (const name of exported[at] ?? []) if (readers.has(name)) offered.add(name);
    });
  }
  return offered;
}

function exportedBy(statement: Node): string[] {
  if (statement.type !== 'ExportNamedDeclaration') return [];
  return listOf(statement['declaration'])
    .flatMap((each) => [each, ...listOf(each['declarations'])])
    .map((each) => nameOf(each['id']));
}

/** The statement before it, other expectations apart, waited until the page had settled. */
function isSettled(statement: Node, [holder, ...above]: readonly Node[]): boolean {
  if (holder === undefined) return false;
  const body = holder['body'];
  if (!Array.isArray(body)) return loops.test(holder.type) && isSettled(holder, above);
  const all = listOf(body);
  const before = all
    .slice(
      0,
      all.findIndex(({ start }) => start === statement.start),
    )
    .toReversed();
  const other = before.find((each) => !isExpectation(each));
  if (other !== undefined) return other.type === 'ExpressionStatement' && settles(other);
  const [outer, ...rest] = above;
  return outer !== undefined && loops.test(outer.type) && all.every(isExpectation) && isSettled(outer, rest);
}

function isExpectation(statement: Node): boolean {
  if (statement.type === 'VariableDeclaration') return false;
  return [...within(statement)].some(isExpect);
}

const settles = (node: Node): boolean =>
  [...within(node)].some((each) => each.type === 'CallExpression' && nameOf(each['callee']) === 'settled');

const isExpect = (node: Node): boolean => node.type === 'CallExpression' && nameOf(node['callee']) === 'expect';

const isAwaiting = (node: Node): boolean => [...within(node)].some(({ type }) => type === 'AwaitExpression');

/** What a poll or another expectation asks is none of its own. */
function isReading(node: Node, readers: ReadonlySet<string>): boolean {
  if (node.type === 'CallExpression') {
    const callee = asNode(node['callee']);
    if (callee.type === 'MemberExpression' && nameOf(callee['object']) === 'expect') return false;
    if (isExpect(node)) return false;
    if (reads.includes(calledMember(node)) || readers.has(nameOf(callee))) return true;
  }
  if (node.type === 'Identifier' && readers.has(nameOf(node))) return true;
  return childrenOf(node).some((child) => isReading(child, readers));
}

function calledMember(node: Node): string {
  const callee = node.type === 'CallExpression' ? asNode(node['callee']) : undefined;
  return callee?.type === 'MemberExpression' ? nameOf(callee['property']) : '';
}

export function* within(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* within(child);
}

const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => listOf(value));
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const asNode = (value: unknown): Node => value as Node;
const nameOf = (value: unknown): string => (isNode(value) && typeof value['name'] === 'string' ? value['name'] : '');

if (import.meta.main) {
  const files = new Map(globSync('tests/e2e/*.ts').map((path) => [path, readFileSync(path, 'utf8')]));
  const offered = offeredBy(files);
  const found = [...files].flatMap(([path, text]) =>
    oneShotReads(path, text, offered).map(({ line, what }) => `${path}:${line} ${what}`),
  );
  if (found.length > 0) console.log(found.join('\n'));
  process.exitCode = found.length === 0 ? 0 : 1;
}
