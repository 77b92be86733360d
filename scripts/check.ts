/**
 * `npm run check`: types of the three floors, lint, form of the text, length of functions, boundaries and rooms,
 * reads of the page, words, types of rows. Two steps at a time. What was green and has not changed is not looked at
 * again (check-memory.ts); with `--all`, and in CI, everything is. The model floor is checked three times on purpose:
 * alone it must compile without Node and without a browser. One thread per step: more threads check the shared types
 * once each and cost twice the CPU.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import {
  changedSince,
  complainedOf,
  hashOf,
  isSame,
  lintedAgain,
  looksAt,
  memoryFolder,
  recall,
  remember,
  settings,
  type Memory,
} from './check-memory.ts';
import {
  check as boundaryComplaints,
  lookAt,
  praise,
  reviewed,
  sourceFiles as boundFiles,
  type Look,
} from './boundaries.ts';
import { isMeasured, lengthComplaints, longFunctionsIn, type LongFunction } from './function-length.ts';
import { longFunctions, mostLong } from './long-functions.ts';
import { graphOf, namedBy, sourceFiles } from './import-graph.ts';
import { filesOfFloors, roomComplaints } from './rooms.ts';
import { isTyped, untypedComplaints, untypedIn, untypedReasons, type Finding as RowFinding } from './row-types.ts';
import { isWorded, modelFile, wordsIn, wordsOf, type Finding as WordFinding } from './words.ts';

/** CPU seconds in all when little has changed; more and people stop running it. */
const budget = 12;

interface Step {
  readonly name: string;
  /** Absent when nothing that the step reads has changed. */
  readonly command?: readonly string[];
  /** Said beside a step that did not look at everything. */
  readonly note?: string;
  readonly whenDone?: (isGreen: boolean, output: string) => void;
}

/** What each configuration of the compiler includes; what these files name is read, too. */
const floors = {
  model: /^(platform|modules\/\w+)\/model\//,
  server: /^((platform|modules\/\w+)\/(model|server)|apps\/(api|worker)|scripts|tests)\/|^[^/]+\.config\.ts$/,
  web: /^((platform|modules\/\w+)\/(model|web)|apps\/web)\//,
};

const { values: options } = parseArgs({
  options: { all: { type: 'boolean', default: process.env['CI'] !== undefined } },
});
if (options.all) rmSync(memoryFolder, { recursive: true, force: true });

const started = performance.now();
const texts = sourceFiles();
const graph = graphOf(texts);
const under = settings();
const hashes = Object.fromEntries([...texts].map(([path, text]) => [path, hashOf(text)]));

/** Longest first, so that the last one does not run alone. */
const waiting: Step[] = [
  types('server'),
  lint(),
  types('web'),
  types('model'),
  perText('form', ['node_modules/oxfmt/bin/oxfmt', '--check']),
  perText('sql form', ['scripts/form.ts', '--check'], /^scripts\/(form|sql-|comment-form|text-width)/),
  oneShotReads(),
];
const failed: string[] = [];
inline('boundaries', boundaries, options.all ? praise(boundFiles()) : '');
inline('words', words);
inline('functions', functions);
inline('row types', rowTypes);
let cpuSeen = childCpu();
let cpuTotal = 0;

await Promise.all([lane(), lane()]);

const own = process.cpuUsage();
cpuTotal += (own.user + own.system) / 1e6;
const [verdict, wall] = [failed.length === 0 ? 'ok' : 'FAIL', (performance.now() - started) / 1000];
console.log(line({ verdict, name: 'check', wall, cpu: cpuTotal }));
if (cpuTotal > budget && !options.all)
  console.log(`over the ${budget} s CPU that a check after a small change should take`);
process.exitCode = failed.length === 0 ? 0 : 1;

/**
 * The compiler keeps what it knows of each text in a file of its own and finds by itself what a change reaches.
 * Declarations are written only for it: by them it sees that a text changed and its types did not, so that nobody who
 * imports it is checked again.
 */
function types(floor: keyof typeof floors): Step {
  const [name, folder, config] = [`${floor} types`, `${memoryFolder}/types/${floor}`, `tsconfig.${floor}.json`];
  const info = `${folder}.tsbuildinfo`;
  const read = namedBy(
    graph,
    [...texts.keys()].filter((path) => floors[floor].test(path)),
  );
  const now: Memory = { under, green: Object.fromEntries(Object.entries(hashes).filter(([path]) => read.has(path))) };
  if (existsSync(info) && isSame(recall(name), now)) return { name };
  return {
    name,
    command: [
      'node_modules/typescript/bin/tsc',
      `--project ${config} --singleThreaded --incremental --tsBuildInfoFile ${info}`,
      `--noEmit false --declaration --emitDeclarationOnly --outDir ${folder}`,
    ].flatMap((words) => words.split(' ')),
    whenDone: rememberGreen(name, now),
  };
}

function lint(): Step {
  const name = 'lint';
  const now: Memory = { under, green: hashes };
  const changed = changedSince(recall(name), now);
  const { paths, owed } = changed === 'all' ? { paths: [], owed: 0 } : lintedAgain(changed, graph);
  if (changed !== 'all' && changed.length === 0) return { name };
  return {
    name,
    command: ['node_modules/oxlint/bin/oxlint', ...paths],
    note: owed === 0 ? '' : `${paths.length} changed; the ${owed} that import them are linted with --all and in CI`,
    whenDone: (isGreen, output) => {
      const red = isGreen ? [] : complainedOf(output);
      if (isGreen || red.length > 0)
        remember(name, {
          ...now,
          green: Object.fromEntries(Object.entries(hashes).filter(([path]) => !red.includes(path))),
        });
    },
  };
}

/** What looks at each text alone sees those that changed, and all of them once its own rules did. */
function perText(name: string, command: readonly string[], rules?: RegExp): Step {
  const now: Memory = { under, green: hashes };
  const changed = changedSince(recall(name), now);
  if (changed !== 'all' && changed.length === 0) return { name };
  const isAll = changed === 'all' || changed.some((path) => rules?.test(path));
  return { name, command: [...command, ...(isAll ? [] : changed)], whenDone: rememberGreen(name, now) };
}

/** In this process, while nothing else runs: only texts that changed are read, and who imports whom is known. */
function inline(name: string, complain: () => readonly string[], note = ''): void {
  const [begun, cpuBefore] = [performance.now(), process.cpuUsage()];
  const complaints = complain();
  if (complaints.length > 0) failed.push(name);
  const { user, system } = process.cpuUsage(cpuBefore);
  const [verdict, wall] = [complaints.length === 0 ? 'ok' : 'FAIL', (performance.now() - begun) / 1000];
  console.log(`${line({ verdict, name, wall, cpu: (user + system) / 1e6 })} ${note}`.trimEnd());
  for (const complaint of complaints) console.log(complaint);
}

/** The rules of a step: a change of one of these texts, and everything is looked at again. */
function rulesIn(...scripts: readonly string[]): string {
  return hashOf(under, ...['check-memory', ...scripts].map((of) => texts.get(`scripts/${of}.ts`) ?? ''));
}

function boundaries(): readonly string[] {
  const looks = looksAt<Look>('boundaries', rulesIn('boundaries', 'casts', 'table-owners'), hashes);
  const complaints = [
    ...boundaryComplaints(boundFiles(), (path, source) => looks.at(path, () => lookAt(path, source)), reviewed),
    ...roomComplaints(filesOfFloors(), looks.seen),
  ];
  looks.keep();
  return complaints;
}

function words(): readonly string[] {
  const said = wordsOf([...texts].flatMap(([path, text]) => (modelFile.test(path) ? [text] : [])));
  const known = JSON.stringify([[...said.nouns].toSorted(), [...said.columns].toSorted()]);
  const looks = looksAt<readonly WordFinding[]>('words', hashOf(rulesIn('words', 'one-shot-reads'), known), hashes);
  const complaints = [...texts]
    .filter(([path]) => isWorded(path))
    .flatMap(([path, text]) =>
      looks.at(path, () => wordsIn(path, text, said)).map(({ line: at, what }) => `${path}:${at} ${what}`),
    );
  looks.keep();
  return complaints;
}

function functions(): readonly string[] {
  const looks = looksAt<readonly LongFunction[]>('functions', rulesIn('function-length'), hashes);
  const found = [...texts]
    .filter(([path]) => isMeasured(path))
    .flatMap(([path, text]) => looks.at(path, () => longFunctionsIn(path, text)));
  looks.keep();
  return lengthComplaints(found, longFunctions, mostLong);
}

function rowTypes(): readonly string[] {
  const looks = looksAt<readonly RowFinding[]>('row types', rulesIn('row-types', 'one-shot-reads'), hashes);
  const found = [...texts]
    .filter(([path]) => isTyped(path))
    .map(([path, text]) => [path, looks.at(path, () => untypedIn(path, text))] as const);
  looks.keep();
  return untypedComplaints(new Map(found), untypedReasons);
}

/** Of the browser tests only. */
function oneShotReads(): Step {
  const name = 'page reads';
  const read = Object.entries(hashes).filter(([path]) => /^(tests\/e2e|scripts)\/[\w.-]+\.ts$/.test(path));
  const now: Memory = { under, green: Object.fromEntries(read) };
  if (isSame(recall(name), now)) return { name };
  return { name, command: ['scripts/one-shot-reads.ts'], whenDone: rememberGreen(name, now) };
}

function rememberGreen(name: string, now: Memory): (isGreen: boolean) => void {
  return (isGreen) => {
    if (isGreen) remember(name, now);
  };
}

async function lane(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const { name, command, note = '', whenDone } = step;
    if (command === undefined) {
      console.log(`ok    ${name.padEnd(13)} as it was`);
      continue;
    }
    const begun = performance.now();
    const { status, output } = await run(command);
    const seen = childCpu();
    const cpu = seen - cpuSeen;
    cpuSeen = seen;
    cpuTotal += cpu;
    whenDone?.(status === 0, output);
    if (status !== 0) failed.push(name);
    const wall = (performance.now() - begun) / 1000;
    console.log(`${line({ verdict: status === 0 ? 'ok' : 'FAIL', name, wall, cpu })} ${note}`.trimEnd());
    if (status !== 0) console.log(output);
  }
}

function run(command: readonly string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve, reject) => {
    // The compiler collects its garbage less often: it lives for seconds.
    const env = { ...process.env, GOGC: process.env['GOGC'] ?? '400' };
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ status: code ?? 1, output: output.trimEnd() });
    });
  });
}

/**
 * CPU seconds of all children that have ended. Two that end in the same instant share one figure; the total is right.
 * Linux only, else 0.
 */
function childCpu(): number {
  try {
    const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(afterName[13]) + Number(afterName[14])) / 100;
  } catch {
    return 0;
  }
}

function line({ verdict, name, wall, cpu }: { verdict: string; name: string; wall: number; cpu: number }): string {
  return `${verdict.padEnd(5)} ${name.padEnd(13)} ${wall.toFixed(1).padStart(5)} s ${cpu.toFixed(1).padStart(6)} s CPU`;
}
