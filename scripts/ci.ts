/**
 * What `.ci/run` runs once everything is installed: the steps in order, their seconds, a second try where chance can
 * decide, and at the end what failed, what was skipped and what took long. The last line is `N passed, N failed`.
 * `CI_STEPS=check,budgets` runs only these; `CI_RETRIES=0` gives no second try. Logs and seconds are in .tmp/ci.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Report } from '#tests/contract/report.ts';
import { runLogged, type Ended } from './ci-process.ts';
import { takeTurn, turnsOf } from './ci-turns.ts';
import {
  afterSecondTries,
  failedFiles,
  failures,
  skips,
  slowest,
  tally,
  type Outcome,
  type SecondTry,
} from './ci-results.ts';

interface Step {
  readonly name: string;
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What is tried once more when the step fails: the files that failed, each alone, or all of it. */
  readonly again?: 'files' | 'whole';
  /** Left out, and said so, where the machine is so slow that the run would not end in time. */
  readonly mayBeLeftOut?: true;
  /** Neither timed nor busy enough for two cores. */
  readonly isBeside?: true;
}

const npm = (script: string, ...more: string[]): readonly string[] => ['npm', 'run', '-s', script, ...more];
/** What is timed runs alone, after all others; what neither is timed nor fills two cores has another beside it. */
const aside = { again: 'whole', mayBeLeftOut: true, isBeside: true } as const;
const steps: readonly Step[] = [
  { name: 'check', words: npm('check') },
  { name: 'build', words: npm('build'), env: { GALLERY: '1' } },
  { name: 'budgets', words: npm('budgets') },
  { name: 'unit', words: npm('test'), again: 'files' },
  // A browser, a product and a database of its own for each of them.
  { name: 'e2e-screens', words: npm('e2e'), env: { E2E_PART: 'screens', E2E_WORKERS: '3' }, again: 'files' },
  { name: 'proof', words: npm('proof'), again: 'files', mayBeLeftOut: true },
  { name: 'visual', words: npm('visual'), ...aside },
  // The same share in every run, until all of them have been walked without a fault: a run is certain, or worthless.
  { name: 'walk', words: npm('walk', '--', '--share', '60', '--turn', '0', '--lanes', '1'), ...aside },
  { name: 'contract', words: npm('contract', '--', '--check'), ...aside },
  { name: 'image', words: npm('image'), ...aside },
  { name: 'e2e-figures', words: npm('e2e'), env: { E2E_PART: 'figures' }, again: 'files' },
  { name: 'bench', words: npm('bench', '--', '--smoke'), again: 'whole', mayBeLeftOut: true },
];

const folder = '.tmp/ci';
/** Steps that may be beside each other share the two cores. */
const atOnce = 2;
/** More files than this do not fail by chance: something is broken, and to run them again would only cost time. */
const mostAgain = 8;
/**
 * What a run should take; after how much of it nothing new is begun that may be left out, and nothing tried twice; what
 * fails it, before whoever waits for it gives up; and how long a step that still works says nothing. Half as fast as
 * ours, a machine took 86 for what takes 54 here.
 */
const minutes = { wanted: 30, begin: 66, tryAgain: 74, failing: 86, silent: 15 };
/** Beginning of the run, installation included. */
const begun = Number.parseInt(process.env['CI_BEGUN'] ?? '', 10) * 1000 || Date.now();
/** A product is started for every browser file: Node reads its code once, and not a hundred times. */
const readOnce = { NODE_COMPILE_CACHE: resolve('.tmp/compile-cache') };
const hasSecondTry = process.env['CI_RETRIES'] !== '0';

const secondsOfSteps: Record<string, number> = {};
const secondsOfFiles: Record<string, number> = {};
/** Steps that the machine was too slow for, or could not take for a reason that they name. */
const leftOut: string[] = [];
/** Said again at the end: a file that needed it in two runs is mended before anything else. */
const secondTries: string[] = [];

process.exitCode = await main().catch((error: unknown) => {
  console.log(error);
  console.log('0 passed, 1 failed');
  return 1;
});

async function main(): Promise<number> {
  mkdirSync(folder, { recursive: true });
  for (const left of ['.tmp/reports', '.tmp/evidence']) rmSync(left, { recursive: true, force: true });
  const outcomes: Outcome[] = [];
  for (const turn of turnsOf(chosen())) outcomes.push(...(await takeTurn(turn, atOnce, begin)).flat());
  return tell(outcomes);

  async function begin(step: Step): Promise<readonly Outcome[]> {
    if (step.mayBeLeftOut !== true || minutesGone() <= minutes.begin) return [await take(step)];
    leftOut.push(`LEFT OUT ${step.name}: ${minutesGone().toFixed(0)} min were gone`);
    return [];
  }
}

function minutesGone(): number {
  return (Date.now() - begun) / 60_000;
}

function chosen(): readonly Step[] {
  const wanted = process.env['CI_STEPS']?.split(',');
  if (wanted === undefined) return steps;
  const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) throw new Error(`there is no step ${unknown.join(', ')}`);
  return steps.filter(({ name }) => wanted.includes(name));
}

async function take(step: Step): Promise<Outcome> {
  const { name } = step;
  console.log(`── ${name}`);
  const { isOk, seconds } = await runStep(step, name);
  const first: Outcome = { name, isOk, ...reportOf(name) };
  secondsOfSteps[name] = seconds;
  Object.assign(secondsOfFiles, readReport(name)?.seconds);
  const outcome = isOk || !hasSecondTry || minutesGone() > minutes.tryAgain ? first : await again(step, first);
  if (!outcome.isOk) showEnd(name);
  leftOut.push(
    ...readFileSync(join(folder, `${name}.log`), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('SKIPPED ')),
  );
  console.log(`   ${name}: ${outcome.isOk ? 'ok' : 'FAILED'} in ${(secondsOfSteps[name] ?? 0).toFixed(0)} s`);
  return outcome;
}

function runStep({ words, env }: Step, log: string, ...more: string[]): Promise<Ended> {
  return runLogged({
    words: [...words, ...more],
    env: { ...readOnce, ...env },
    log: join(folder, `${log}.log`),
    silence: minutes.silent * 60_000,
  });
}

async function again(step: Step, first: Outcome): Promise<Outcome> {
  // Said again at the end: whoever reads only the last page of a log learns why a file was tried twice.
  for (const line of failures(first)) say(line.replace('FAILED', 'FIRST TRY'));
  if (step.again === 'whole') return againWhole(step, first);
  const files = step.again === 'files' ? failedFiles(first.report?.files ?? {}) : [];
  if (files.length > mostAgain) console.log(`   ${files.length} files failed: none is tried again`);
  if (files.length === 0 || files.length > mostAgain) return first;
  const tries: SecondTry[] = [];
  for (const file of files) tries.push(await againAlone(step, file));
  const outcome = afterSecondTries(first, tries);
  mergeReport(step.name, outcome);
  return outcome;
}

async function againWhole(step: Step, first: Outcome): Promise<Outcome> {
  say(`SECOND TRY ${step.name}`);
  const { isOk, seconds } = await runStep(step, `${step.name}-second-try`);
  secondsOfSteps[step.name] = (secondsOfSteps[step.name] ?? 0) + seconds;
  return { ...first, isOk };
}

/** The report of the first try steps aside: what the second one writes is what it ran, and nothing else. */
async function againAlone(step: Step, file: string): Promise<SecondTry> {
  const { name } = step;
  say(`SECOND TRY ${name} ${file}`);
  const [path, aside] = [pathOf(name), `${pathOf(name)}.first`];
  renameSync(path, aside);
  const log = `${name}-second-try-${file.replaceAll(/[^\w.-]/g, '-')}`;
  const { isOk, seconds } = await runStep(step, log, '--', file);
  const told = reportOf(name);
  renameSync(aside, path);
  secondsOfSteps[name] = (secondsOfSteps[name] ?? 0) + seconds;
  return { file, isOk, ...told };
}

function say(line: string): void {
  console.log(line);
  secondTries.push(line);
}

function pathOf(name: string): string {
  return `.tmp/reports/${name}.json`;
}

function readReport(name: string): Report | undefined {
  return existsSync(pathOf(name)) ? (JSON.parse(readFileSync(pathOf(name), 'utf8')) as Report) : undefined;
}

function reportOf(name: string): Pick<Outcome, 'report'> {
  const report = readReport(name);
  return report === undefined ? {} : { report };
}

/** Claims of the contract are read from the reports: they see what stands after the second tries. */
function mergeReport(name: string, { report, ...outcome }: Outcome): void {
  const first = readReport(name);
  if (first === undefined || report === undefined) return;
  const merged = { ...first, ...tally({ ...outcome, report }), files: report.files };
  writeFileSync(pathOf(name), JSON.stringify(merged, null, 1));
}

function showEnd(name: string): void {
  const lines = readFileSync(join(folder, `${name}.log`), 'utf8')
    .trimEnd()
    .split('\n');
  console.log(`── end of ${name}, which failed\n${lines.slice(-25).join('\n')}`);
}

function tell(outcomes: readonly Outcome[]): number {
  const tallies = outcomes.map(tally);
  const passed = tallies.reduce((sum, each) => sum + each.passed, 0);
  const failed = tallies.reduce((sum, each) => sum + each.failed, 0);
  const took = minutesGone();
  const isTooLong = took > minutes.failing;
  const kept = { minutes: took, steps: secondsOfSteps, files: secondsOfFiles, secondTries };
  writeFileSync(join(folder, 'seconds.json'), JSON.stringify(kept, null, 1));
  const lines = [
    '── seconds per step',
    ...Object.entries(secondsOfSteps).map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${name}`),
    `── seconds per test file, the slowest 25 of ${Object.keys(secondsOfFiles).length} (all: ${folder}/seconds.json)`,
    ...slowest(secondsOfFiles, 25),
    ...section('skipped', outcomes.flatMap(skips)),
    ...section('left out', leftOut),
    ...section('tried twice', secondTries),
    ...section('failed', outcomes.flatMap(failures)),
    `── ${took.toFixed(1)} min${took > minutes.wanted ? `, over the ${minutes.wanted} that a run should take` : ''}`,
    ...(isTooLong ? [`FAILED: over ${minutes.failing} min`] : []),
    `${passed} passed, ${failed + (isTooLong ? 1 : 0)} failed`,
  ];
  console.log(lines.join('\n'));
  return failed > 0 || isTooLong ? 1 : 0;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`── ${title}`, ...lines];
}
