/**
 * The form of the text where the formatter stops: SQL in templates and in database/functions one clause a line,
 * comments within the width, no line over 120 columns in the product. `node scripts/form.ts` mends, `--check` only
 * tells; with names only those. Run oxfmt after it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { commentEdits, type Edit } from './comment-form.ts';
import { functionForm } from './function-form.ts';
import { sqlForm } from './sql-form.ts';
import { columnsOf, mostColumns } from './text-width.ts';

/** The text in its form. A literal that became longer moves its neighbours, so it is looked at until it rests. */
export function formed(path: string, source: string): string {
  if (path.endsWith('.sql')) return functionForm(source) ?? source;
  let text = source;
  for (let round = 0; round < 5; round += 1) {
    const next = formedOnce(path, text);
    if (next === text) break;
    text = next;
  }
  return text;
}

function formedOnce(path: string, source: string): string {
  const hasSql = mayHoldSql.test(source) && !isWeb(path) && keptSql[path] === undefined;
  if (!hasSql && !wideLines(source).length) return source;
  const parsed = parseSync(path, source);
  const edits = [
    ...(hasSql ? literalsIn(parsed.program).flatMap((literal) => sqlEdit(source, literal)) : []),
    ...commentEdits(source, parsed.comments),
  ].toSorted((a, b) => b.start - a.start);
  return edits.reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source);
}

/** Files whose SQL is compared letter by letter with what a database keeps or a person reads, each with its reason. */
const keptSql: Readonly<Record<string, string>> = {
  'platform/server/db/ledger-ddl.ts': 'functions that migrations have stored; the drift test compares their text',
  'platform/server/db/ddl.ts': 'the text that db:draft prints',
  'scripts/sql-form.test.ts': 'examples of both forms, before and after',
};

const isWeb = (path: string): boolean => /\/web\/|\.tsx$/.test(path);
const mayHoldSql = /[`'"]\s*(?:select|with|insert into|update|delete from|values)\b|\bselect\b|::\w|\bcoalesce\(/;

/** A string or a template that is no part of another one. `parts`: text, hole, text … as they stand in the source. */
export interface Literal {
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  readonly parts: readonly [from: number, to: number][];
}

/** Literals that may hold SQL: not those inside a template, not names of properties, types or tests. */
export function literalsIn(program: ReturnType<typeof parseSync>['program']): Literal[] {
  const found: Literal[] = [];
  let depth = 0;
  const skipped = new Set<number>();
  new Visitor({
    Property: ({ key, computed }) => void (computed || skipped.add(key.start)),
    TSLiteralType: ({ literal }) => void skipped.add(literal.start),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'Identifier' && ['test', 'describe', 'it'].includes(callee.name) && first)
        skipped.add(first.start);
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') skipped.add(quasi.start);
    },
    TemplateLiteral: ({ start, end, quasis, expressions }) => {
      depth += 1;
      if (depth > 1 || skipped.has(start)) return;
      found.push({ start, end, quote: '`', parts: partsOf(quasis, expressions.length) });
    },
    'TemplateLiteral:exit': () => {
      depth -= 1;
    },
    Literal: ({ start, end, value }) => {
      if (depth > 0 || typeof value !== 'string' || skipped.has(start)) return;
      found.push({ start, end, quote: "'", parts: [[start + 1, end - 1]] });
    },
  }).visit(program);
  return found;
}

/**
 * Spans of text and of the holes between them. A piece of text in the tree has its marks with it; here they belong to
 * the hole.
 */
function partsOf(quasis: readonly { start: number; end: number; tail: boolean }[], holes: number): [number, number][] {
  const texts = quasis.map(({ start, end, tail }): [number, number] => [start + 1, end - (tail ? 1 : 2)]);
  return texts.flatMap((span, i) =>
    i < holes ? [span, [span[1], texts[i + 1]?.[0] ?? span[1]] as [number, number]] : [span],
  );
}

function sqlEdit(source: string, literal: Literal): Edit[] {
  const { start, end, quote } = literal;
  const parts = literal.parts.map(([from, to]) => source.slice(from, to));
  const isTemplate = quote === '`';
  if (!isTemplate && /\\(?!')/.test(parts[0] ?? '')) return [];
  const texts = isTemplate ? parts : [templateText(parts[0] ?? '')];
  if (!isSql(texts)) return [];
  const text = sqlForm(texts, placeOf(source, start));
  if (text === null) return [];
  if (text.includes('\n')) return multiline(source, literal, texts);
  if (text === texts.join('')) return [];
  return [
    { start, end, text: isTemplate ? `\`${text}\`` : source[start] + text.replaceAll("'", "\\'") + source[start] },
  ];
}

/**
 * Text of several lines is put behind the parenthesis or the arrow that it is the whole of: the formatter leaves it
 * there.
 */
function multiline(source: string, { start, end, quote }: Literal, texts: readonly string[]): Edit[] {
  const before = /(\(|=>)\s*\n\s*$/.exec(source.slice(0, start));
  const after = /^,?\s*\n\s*(?=\))/.exec(source.slice(end));
  const isAlone = before !== null && (before[1] === '=>' || after !== null);
  const from = isAlone ? before.index + (before[1]?.length ?? 0) : start;
  const to = isAlone && before[1] === '(' ? end + (after?.[0].length ?? 0) : end;
  const lead = isAlone && before[1] === '=>' ? ' ' : '';
  const text = sqlForm(texts, placeOf(source, from)) ?? '';
  if (!isAlone && quote === '`' && text === texts.join('')) return [];
  return [{ start: from, end: to, text: `${lead}\`${text}\`` }];
}

function placeOf(source: string, at: number): { indent: number; column: number } {
  const line = source.slice(source.lastIndexOf('\n', at - 1) + 1, at);
  return { indent: columnsOf(/^\s*/.exec(line)?.[0] ?? ''), column: columnsOf(line) + 1 };
}

const templateText = (text: string): string =>
  text.replaceAll("\\'", "'").replaceAll('`', '\\`').replaceAll('${', '\\${');

const hole = '\uE000';
const statementStart =
  /^\s*(?:select\s[\s\S]*(?:\bfrom\b|\(|::|\$\d|\bas\b)|with (?:recursive )?[\s\S]*\bas\b[\s\S]*\(|with \uE000|insert into \S|update [\s\S]*\bset\b|delete from \S|values\s*\()/;
const strong = [
  /\(\s*select\b/,
  /::[a-z]+/,
  /\$\d/,
  /\bcoalesce\(/,
  /\bcase when\b/,
  /\bany\(/,
  /\bexists \(/,
  /\bunion all\b/,
  /\bjoin app\./,
];
const weak = [
  /\bselect\b/,
  /\bfrom app\./,
  /\bjoin app\./,
  /\bwhere\b/,
  /\bis (?:not )?null\b/,
  /\b[a-z]+\.[a-z_]+ (?:=|<>|as|in|is|like)/,
  /\border by\b/,
];
const markup =
  /<\/?[a-z!?]|:\/\/|\b(?:create|alter|grant|revoke|drop|truncate|declare|begin|perform|vacuum|analyze|explain)\s/i;

/**
 * Statements, and fragments that are surely no prose. Definitions (`create …`) keep the form their author gave them.
 */
export function isSql(parts: readonly string[]): boolean {
  const text = parts.map((part, i) => (i % 2 === 0 ? part : hole)).join('');
  if (markup.test(text)) return false;
  if (statementStart.test(text)) return true;
  if (/^\s*[A-Z]/.test(text) || !/\s/.test(text.trim())) return false;
  const marks = (all: readonly RegExp[]): number => all.filter((each) => each.test(text)).length;
  return marks(strong) > 0 && marks(strong) + marks(weak) > 1;
}

export function wideLines(source: string): number[] {
  return source.split('\n').flatMap((line, i) => (line.length > 60 && columnsOf(line) > mostColumns ? [i + 1] : []));
}

export function formFiles(): string[] {
  const texts = ['{platform,modules,apps,scripts,tests}/**/*.{ts,tsx}', '*.config.ts', 'database/functions/*.sql'];
  return globSync(texts, {
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).toSorted();
}

/** Product code; a test tells a story and is not counted. */
const isProduct = (path: string): boolean =>
  /^(platform|modules|apps|scripts|database)\//.test(path) && !/\.test\.tsx?$/.test(path);

/**
 * Lines over the width, and those of them that are let pass by rule: a regular expression cannot be broken, and SQL
 * that a database keeps is compared with what it kept.
 */
export function widthOf(path: string, source: string): { readonly faults: number[]; readonly passed: string[] } {
  const wide = isProduct(path) ? wideLines(source) : [];
  if (wide.length === 0) return { faults: [], passed: [] };
  const texts = source.split('\n');
  if (path.endsWith('.sql')) return stringsOf(texts, wide);
  const { program } = parseSync(path, source);
  const [patterns, kept] = [new Set<number>(), new Set<number>()];
  const lineAt = (place: number): number => source.slice(0, place).split('\n').length;
  new Visitor({
    Literal: ({ start, end, value }) => {
      if (value instanceof RegExp && texts[lineAt(start) - 1]?.trimStart().startsWith(source.slice(start, end)))
        patterns.add(lineAt(start));
    },
    TemplateLiteral: ({ start, end }) => {
      if (keptSql[path] !== undefined) for (let at = lineAt(start); at <= lineAt(end); at += 1) kept.add(at);
    },
  }).visit(program);
  const reasonOf = (line: number): string[] =>
    patterns.has(line) ? ['regular expression'] : kept.has(line) ? ['SQL that a database keeps'] : [];
  return { faults: wide.filter((line) => reasonOf(line).length === 0), passed: wide.flatMap(reasonOf) };
}

/** A line that is one string cannot be broken without another text in the database. */
function stringsOf(texts: readonly string[], wide: readonly number[]): ReturnType<typeof widthOf> {
  const isString = (line: number): boolean => /^\s*'(?:[^']|'')*',?$/.test(texts[line - 1] ?? '');
  return {
    faults: wide.filter((line) => !isString(line)),
    passed: wide.filter(isString).map(() => 'SQL that a database keeps'),
  };
}

if (import.meta.main) {
  const passed: string[] = [];
  const isChecking = process.argv.includes('--check');
  const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  let [changed, wide] = [0, 0];
  for (const path of formFiles().filter((each) => named.length === 0 || named.includes(each))) {
    const source = readFileSync(path, 'utf8');
    const text = formed(path, source);
    const width = widthOf(path, text);
    passed.push(...width.passed);
    wide += width.faults.length;
    for (const line of width.faults) console.log(`${path}:${line}: wider than ${mostColumns} columns`);
    if (text === source) continue;
    changed += 1;
    if (isChecking) console.log(`${path}: not in its form; node scripts/form.ts mends it`);
    else writeFileSync(path, text);
  }
  const reasons = Map.groupBy(passed, (reason) => reason);
  console.log(`${changed} files ${isChecking ? 'not in their form' : 'mended'}, ${wide} lines too wide`);
  for (const [reason, lines] of reasons) console.log(`${lines.length} wide lines let pass: ${reason}`);
  process.exitCode = wide > 0 || (isChecking && changed > 0) ? 1 : 0;
}
