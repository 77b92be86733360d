/**
 * No function of the product is longer than its reader can hold: 60 lines. Those that may be longer stand in
 * long-functions.ts with their reason; a reason that nobody needs any more is a fault, too.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { longFunctions, mostLong } from './long-functions.ts';

/** Lines from the first to the last, its parameters among them. */
export const mostLines = 60;

export interface LongFunction {
  /** The file and the name it is called by, or of the function it stands in. */
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Functions of one file that are too long, the outer before the inner. */
export function longFunctionsIn(path: string, source: string): LongFunction[] {
  const lineAt = (place: number): number => source.slice(0, place).split('\n').length;
  const names = new Map<number, string>();
  const found: LongFunction[] = [];
  const measure = ({ start, end, id }: Span & { readonly id?: { readonly name: string } | null }): void => {
    const lines = lineAt(end) - lineAt(start) + 1;
    if (lines > mostLines)
      found.push({ name: `${path} ${id?.name ?? names.get(start) ?? 'unnamed'}`, line: lineAt(start), lines });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (init !== null && id.type === 'Identifier') names.set(init.start, id.name);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier') names.set(value.start, key.name);
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: ({ start, end }) => {
      measure({ start, end });
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/** One sentence per fault: too long without a reason, or a reason without need. */
export function lengthComplaints(
  found: readonly LongFunction[],
  reasons: Readonly<Record<string, string>>,
  most: number,
): string[] {
  const names = new Set(found.map(({ name }) => name));
  const count = Object.keys(reasons).length;
  return [
    ...found
      .filter(({ name }) => reasons[name] === undefined)
      .map(({ name, line, lines }) => `${name} (line ${line}): ${lines} lines, more than ${mostLines}: split it`),
    ...Object.keys(reasons)
      .filter((name) => !names.has(name))
      .map((name) => `${name}: is not long any more; take it out of scripts/long-functions.ts`),
    ...(count > most ? [`${count} functions may be long, more than ${most}`] : []),
  ];
}

/** Product and scripts; a test may tell a long story. */
export const isMeasured = (path: string): boolean =>
  /^(platform|modules|apps|scripts)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

if (import.meta.main) {
  const paths = globSync('{platform,modules,apps,scripts}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  const found = paths
    .filter(isMeasured)
    .toSorted()
    .flatMap((path) => longFunctionsIn(path, readFileSync(path, 'utf8')));
  const complaints = lengthComplaints(found, longFunctions, mostLong);
  for (const complaint of complaints) console.log(complaint);
  console.log(`${found.length} functions over ${mostLines} lines, each with its reason in scripts/long-functions.ts`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
