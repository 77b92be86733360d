/**
 * Statements say what their rows are. SQL that answers rows is written `statement({ code: 'text' }, sql, values)`: who
 * reads `row.code` then has its type, and in the unit tests the door compares what was said with what the database
 * describes. Only a write that answers nothing is a plain `{ text, values }`. Refused are: a plain one that answers
 * rows or does not begin so that one can tell, rows of a definition (`derived`), and an annotation that takes the type
 * away again. What is built from a definition column by column stands in a list with its reason.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { within, type Node } from './one-shot-reads.ts';

/** The most reasons that there may be. */
const mostReasons = 20;

/** Declarations whose statements do not say what their rows are, by path and name, each with its reason. */
export const untypedReasons: Readonly<Record<string, string>> = {
  'platform/server/db/statement.ts derived': 'here a statement becomes one with the rows of a definition',
  'platform/server/db/sql.ts statementOf': 'Kysely types the rows by the tables, which are types of definitions',
  'platform/server/document/read.ts headsOf': 'a head of any document, by the keys of its definition',
  'platform/server/document/read.ts askedFor': 'a head of any document, by the keys of its definition',
  'platform/server/document/read.ts linesOf': 'lines of any document, by the keys of its definition',
  'platform/server/list/list.ts planList': 'a list of any noun, by the columns of its definition',
  'platform/server/list/list.ts recordsBy': 'records of any noun, by the keys of its definition',
  'platform/server/entity/distribute.ts needsOf': 'what records of any entity refer to, by the keys of its definition',
  'platform/server/entity/report.ts sourced': 'a report answers the fields of its definition, in SQL of its own',
  'platform/server/export/plan.ts chosen': 'the columns of a file, which leave raw',
  'platform/server/log/chain.ts chainStatement': 'columns of the sealed log stand in one list, each as text',
  'modules/system/server/setting/reference.ts organizationsInPower': 'organisations, by the keys of the definition',
  'modules/system/server/setting/reference.ts allOrganizations': 'organisations, by the keys of the definition',
  'modules/system/server/setting/reference.ts childAreas': 'areas, by the keys of the definition',
  'modules/system/server/operation/explain.ts explainRow': 'one column per rule of the noun that is explained',
  'modules/sales/server/delivery/delivery-release.ts gateRows': 'the list of deliveries and three columns beside it',
  'modules/invoice/server/confirm/confirm.ts financeRows': 'the list of applications and two columns beside it',
  'modules/workflow/server/task/lists.ts rowsOf': 'a report answers the fields of its definition, in SQL of its own',
  'modules/report/server/exporter.ts rowsOf': 'the columns of a file, by the measures of a report',
  'modules/workflow/server/task/lists.ts readOne': 'one row of a report, by the fields of its definition',
};

export interface Finding {
  readonly line: number;
  /** The declaration of the file in which it stands. */
  readonly within: string;
  readonly what: string;
}

/** Where a text makes statements without saying what their rows are. */
export function untypedIn(path: string, text: string): Finding[] {
  // Most texts make none, and parsing all of them takes seconds.
  if (!/\bvalues\b|\bderived\b|\bStatement\b/.test(text)) return [];
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const { body } = parseSync(path, text).program as unknown as { readonly body: readonly Node[] };
  return body.flatMap((declaration) =>
    [...within(declaration)].flatMap((node) => {
      const what = faultOf(node, text);
      return what === null ? [] : [{ line: lineOf(node.start), within: nameOf(declaration), what }];
    }),
  );
}

/** One sentence per statement without a reason, per reason without a statement, and for too many reasons. */
export function untypedComplaints(
  found: ReadonlyMap<string, readonly Finding[]>,
  reasons: Readonly<Record<string, string>>,
): string[] {
  const used = new Set<string>();
  const complaints = [...found].flatMap(([path, findings]) =>
    findings.flatMap(({ line, within: name, what }) => {
      const key = `${path} ${name}`;
      used.add(key);
      return reasons[key] === undefined ? [`${path}:${line} ${name} ${what}`] : [];
    }),
  );
  const count = Object.keys(reasons).length;
  return [
    ...complaints,
    ...Object.keys(reasons)
      .filter((key) => !used.has(key))
      .map((key) => `scripts/row-types.ts: ${key} says what its rows are; take the reason out`),
    ...(count > mostReasons ? [`scripts/row-types.ts: ${count} reasons, more than ${mostReasons}`] : []),
  ];
}

function faultOf(node: Node, text: string): string | null {
  if (node.type === 'ObjectExpression') return plainFault(node, text);
  if (isCallOf(node, 'derived')) return 'takes its rows from a definition, and nobody compares them';
  const annotation = annotated(node);
  if (annotation === null || !isPlain(annotation.type)) return null;
  return [...within(annotation.of)].some((inner) => isCallOf(inner, 'statement'))
    ? 'is annotated Statement, which takes the type of its rows away'
    : null;
}

/** `{ text, values }` without a shape, whose SQL answers rows or may. */
function plainFault(node: Node, text: string): string | null {
  const parts = new Map(
    (node['properties'] as readonly Node[]).flatMap((part): [string, Node][] => {
      const { key, value } = part as unknown as { readonly key?: { readonly name?: string }; readonly value: Node };
      return key?.name === undefined ? [] : [[key.name, value]];
    }),
  );
  const sql = parts.get('text');
  if (sql === undefined || !parts.has('values') || parts.has('shape')) return null;
  const isWritten = sql.type === 'Literal' || sql.type === 'TemplateLiteral';
  const answers = isWritten ? answersRows(text.slice(sql.start + 1, sql.end - 1)) : null;
  if (answers === false) return null;
  return answers === null ? 'makes a statement of which one cannot tell what it answers' : 'answers rows of no type';
}

/** Whether SQL answers rows: by the words of the statement itself, not of what stands in its parentheses. */
export function answersRows(sql: string): boolean | null {
  let depth = 0;
  let own = '';
  for (const letter of sql.replaceAll(/\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, ' ? ').replaceAll(/'[^']*'/g, ' ? ')) {
    if (letter === ')') depth -= 1;
    own += depth === 0 ? letter : '';
    if (letter === '(') depth += 1;
  }
  const [verb] = /\b(select|values|insert|update|delete|begin|commit|rollback|lock|set)\b/.exec(own) ?? [];
  if (verb === undefined) return null;
  return verb === 'select' || verb === 'values' || /\breturning\b/.test(own);
}

const isCallOf = (node: Node, name: string): boolean =>
  node.type === 'CallExpression' && (node['callee'] as { readonly name?: string }).name === name;

/** A function with a type of its answer, or a constant with its type: the annotation, and what it is put on. */
function annotated(node: Node): { readonly type: Node; readonly of: Node } | null {
  const typeIn = (place: unknown): Node | null =>
    (place as { readonly typeAnnotation?: Node } | null | undefined)?.typeAnnotation ?? null;
  const isFunction = node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression';
  const type = isFunction
    ? typeIn(node['returnType'])
    : node.type === 'VariableDeclarator'
      ? typeIn((node['id'] as { readonly typeAnnotation?: unknown }).typeAnnotation)
      : null;
  const of = (isFunction ? node['body'] : node['init']) as Node | null;
  return type === null || of === null ? null : { type, of };
}

/** `Statement`, `readonly Statement[]`, `Statement | null`. */
const isPlain = (type: Node): boolean =>
  [...within(type)].some(
    (part) => part.type === 'TSTypeReference' && (part['typeName'] as { readonly name?: string }).name === 'Statement',
  ) && ![...within(type)].some(({ type: kind }) => kind === 'TSFunctionType' || kind === 'TSTypeLiteral');

function nameOf(declaration: Node): string {
  const inner = (declaration['declaration'] as Node | null | undefined) ?? declaration;
  const [first] = (inner['declarations'] as readonly Node[] | undefined) ?? [inner];
  return (first?.['id'] as { readonly name?: string } | null | undefined)?.name ?? 'a part';
}

/** Product and scripts; tests may ask the database what they like. */
export const isTyped = (path: string): boolean =>
  /^(platform|modules|apps|scripts)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts');

if (import.meta.main) {
  const found = new Map(
    globSync('{platform,modules,apps,scripts}/**/*.ts')
      .filter(isTyped)
      .toSorted()
      .map((path) => [path, untypedIn(path, readFileSync(path, 'utf8'))]),
  );
  const complaints = untypedComplaints(found, untypedReasons);
  if (complaints.length > 0) console.log(complaints.join('\n'));
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
