// npm run budgets: what a browser downloads before it can work, gzipped, from the last build in dist/web. Over a budget
// it fails.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'oxc-parser';
import { models } from '#apps/api/modules.ts';

const {
  values: { from, json },
} = parseArgs({
  options: { from: { type: 'string', default: 'dist/web' }, json: { type: 'boolean', default: false } },
});

/** Kilobytes of scripts and style sheets, in Simplified Chinese. */
// The definitions of a module come with the first of its lists, whichever module that is: each is measured, with what
// it shares with others, and none may pass the bar. Those of all modules are held to a size per noun: 0.65 until a
// field could say what it means to be empty and a document which of its fields are written in bulk, 0.66 until the rule
// of a promotion came with thirty fields and the words of eight choices, and an order with what promotions made of it,
// 0.68 until activities had a calendar and a simulation, and gifts a dialog that other modules open, 0.69 until a short
// gift could be given up and a return said why it gives back what it does, 0.71 until documents came in as files,
// counts told what they found and purchases what has come. The first list was held to 430 until goods were given for
// points, 434 until kits came back in parts and people put reports together.
const budgets = { boot: 210, list: 405, firstList: 435, screen: 5.5, noun: 0.73 };
/** What the gallery adds to what every list needs; a build without it says 428.6 where one with it says 430.2. */
const galleryParts = 1.6;
/** Pages that bring a tool along. */
const toolBudgets: Readonly<Record<string, number>> = {
  designer: 140,
  // The place where an approver spends the morning: list, document, decision and bulk in one page.
  'todo-page': 17,
  // Six sections, each with its own call and its count, opened on demand.
  'customer-drawer': 9.2,
  // What every value of every parameter does, in three languages, and what those without effect are called.
  'parameters-page': 7,
  // Rules, conditions, the sentence that reads them back and the trial beside them.
  'route-board': 8,
  // Three questions, five figures, two charts, two tables and what they mean in three languages; opened to be read.
  'simulation-page': 12,
  // Days, comparison, both axes, chart, sheet with sums, documents behind a figure, and what all figures are called.
  'report-page': 13,
  // Nine tiles, thirty-four provinces, rankings, bars and a ticker, and what all of them are called.
  'cockpit-page': 11,
  // Months, what blocks them with its rows, what closing does.
  'period-close': 8,
};

interface File {
  readonly gzip: number;
  readonly needs: readonly string[];
  readonly mayLoad: readonly string[];
}
const files = new Map(readdirSync(join(from, 'assets')).map((name): [string, File] => [name, read(name)]));

const boot = closure(entries());
const locale = closure(['zh_CN-', 'zh-cn-'].flatMap(named));
const shell = closure(['shell-', 'modules-'].flatMap(named));
const modules = named('modules-').flatMap((name) => files.get(name)?.mayLoad ?? []);
const ofModules = new Set(modules.flatMap((name) => [...closure([name])]));
const definitions = [...ofModules].filter((name) => /^(?:module|ground|definitions)-/.test(name));
const list = new Set([...boot, ...locale, ...shell, ...closure(named('list-page-'))]);
const nouns = models.reduce(
  (sum, { entities, documents, reports }) => sum + entities.length + documents.length + reports.length,
  0,
);
/**
 * Pages, dialogs and inputs that a module wrote itself: their own chunk. Parts of the kit that they share with others
 * are not theirs.
 */
const ownPages = [...new Set(definitions.flatMap((name) => files.get(name)?.mayLoad ?? []))].map(
  (name) =>
    [
      name,
      [...closure([name])].filter((each) => each === name || each.startsWith(name.replace(/[\w-]{8}\.js$/, ''))),
    ] as const,
);

// Two chunks that need each other end a page before it starts, and only in a browser.
const circles = definitions.filter((name) => [...closure(files.get(name)?.needs ?? [])].includes(name));
if (circles.length > 0) throw new Error(`chunks in a circle: ${circles.join(', ')}`);

const kilobytes = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + (files.get(name)?.gzip ?? 0), 0) / 1000;
const failed: string[] = [];
const measured: Record<string, number> = {};
report('boot', kilobytes(new Set([...boot, ...locale])), budgets.boot);
report('login', kilobytes(new Set([...boot, ...locale, ...closure(named('login-'))])));
report('home', kilobytes(new Set([...boot, ...locale, ...shell])));
report('list, definitions apart', kilobytes(list), budgets.list);
const firstLists = modules.map((name) => kilobytes(new Set([...list, ...closure([name])])));
for (const [at, size] of firstLists.entries()) report(`list of ${models[at]?.name ?? at}`, size);
// A build for browser tests brings the gallery along, which the product that is shipped does not.
const gallery = matching('gallery-').length > 0 ? galleryParts : 0;
report('first list', Math.max(...firstLists) - gallery, budgets.firstList);
for (const [what, chunk] of [
  ['form', 'entity-form-'],
  ['document', 'document-page-'],
  ['picker', 'picker-dialog-'],
] as const)
  report(what, kilobytes(new Set([...list, ...ofModules, ...closure(named(chunk))])));
report(`definitions of ${nouns}`, kilobytes(definitions), budgets.noun * nouns);
for (const [name, added] of ownPages) {
  const page = name.replace(/-[\w-]{8}\.js$/, '');
  report(`page ${page}`, kilobytes(added), toolBudgets[page] ?? budgets.screen);
}
if (json) console.log(JSON.stringify(measured));
else if (failed.length > 0) console.log(`over budget: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function report(what: string, size: number, budget?: number): void {
  measured[what] = size;
  if (json) return;
  const isOver = budget !== undefined && size > budget;
  if (isOver) failed.push(what);
  const of = budget === undefined ? '' : ` of ${budget}`;
  console.log(`${isOver ? 'FAIL' : 'ok  '} ${what.padEnd(24)} ${size.toFixed(1).padStart(7)} kB${of}`);
}

function read(name: string): File {
  const source = readFileSync(join(from, 'assets', name));
  const gzip = gzipSync(source, { level: 9 }).length;
  if (!name.endsWith('.js')) return { gzip: name.endsWith('.css') ? gzip : 0, needs: [], mayLoad: [] };
  const text = source.toString();
  const { module } = parseSync(name, text);
  const local = (request: string): string[] => (/^\.\/[\w.-]+$/.test(request) ? [request.slice(2)] : []);
  const needs = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries: found }) =>
      found.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ].flatMap(local);
  return {
    gzip,
    needs,
    mayLoad: module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      local(text.slice(start, end).replace(/^['"`]|['"`]$/g, '')),
    ),
  };
}

/** What the page itself names: the entry, what it preloads and its style sheets. */
function entries(): string[] {
  return [...readFileSync(join(from, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
}

/** With everything that is loaded along, the style sheet of the same name included. */
function closure(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const walk = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const each of files.get(name)?.needs ?? []) walk(each);
    if (name.endsWith('.js'))
      for (const style of matching(name.replace(/[\w-]{8}\.js$/, ''))) if (style.endsWith('.css')) found.add(style);
  };
  names.forEach(walk);
  return found;
}

/** `list-page-` is the chunk of list-page.tsx, whatever its hash. A chunk that is gone would weigh nothing and pass. */
function named(stem: string): string[] {
  const found = matching(stem);
  if (found.length === 0) throw new Error(`${from} has no chunk ${stem}*: name the one that took its place`);
  return found;
}

function matching(stem: string): string[] {
  const escaped = stem.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return [...files.keys()].filter((name) => new RegExp(String.raw`^${escaped}[\w-]{8}\.(?:js|css)$`).test(name));
}
