/**
 * Results of a run of CI, as pure functions: what counts, what a second try may turn around, what took how long. A
 * second try answers for the files it ran and for nothing else.
 */
import type { Report, Told } from '#tests/contract/report.ts';

type Files = Report['files'];

/** What a step left behind: its exit code and, where its tests report, what they told. */
export interface Outcome {
  readonly name: string;
  readonly isOk: boolean;
  /** Absent where the step has no report, or broke before it could write one. */
  readonly report?: Pick<Report, 'files' | 'unhandled'>;
}

/** One file run again, alone. */
export interface SecondTry {
  readonly file: string;
  readonly isOk: boolean;
  readonly report?: Pick<Report, 'files' | 'unhandled'>;
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** A test that never ran to its end is no success, and a file without tests proves nothing. */
const hasFailed = ({ state }: Told): boolean => state === 'failed' || state === 'pending';

export function failedFiles(files: Files): string[] {
  return Object.entries(files)
    .filter(([, tests]) => tests.length === 0 || tests.some(hasFailed))
    .map(([file]) => file);
}

/**
 * One step is one result, unless its tests report: then each test is. What failed without naming a test counts, too.
 */
export function tally({ isOk, report }: Outcome): Tally {
  if (report === undefined) return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 };
  const tests = Object.values(report.files).flat();
  const empty = Object.values(report.files).filter((told) => told.length === 0).length;
  const failed = tests.filter(hasFailed).length + empty + report.unhandled.length;
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    // A step may fail after its last test, in what cleans up behind it: that has no name and stays.
    failed: failed === 0 && !isOk ? 1 : failed,
  };
}

/**
 * The outcome after second tries. The result of each file that was run again takes the place of the first; errors that
 * belong to no file, and a step that failed without naming a file, stay as they were.
 */
export function afterSecondTries(first: Outcome, tries: readonly SecondTry[]): Outcome {
  if (first.report === undefined) return first;
  const named = failedFiles(first.report.files);
  const again = tries.filter(({ file }) => named.includes(file));
  const files = { ...first.report.files, ...Object.fromEntries(again.map((each) => [each.file, toldOf(each)])) };
  const report = { files, unhandled: first.report.unhandled };
  const isTurned = named.length > 0 && failedFiles(files).length === 0 && report.unhandled.length === 0;
  return { ...first, isOk: first.isOk || isTurned, report };
}

function toldOf({ file, isOk, report }: SecondTry): readonly Told[] {
  const told = report?.files[file];
  const itself = (why: string): Told => ({ title: '(the second try)', state: 'failed', why });
  if (told === undefined) return [itself('did not run the file')];
  const unhandled = report?.unhandled ?? [];
  if (unhandled.length > 0) return [...told, ...unhandled.map(itself)];
  return isOk || told.some(hasFailed) ? told : [...told, itself('failed without naming a test')];
}

/** Every test that failed, in words for the end of a log: whoever reads only its last page must see it. */
export function failures({ name, isOk, report }: Outcome): string[] {
  if (report === undefined) return isOk ? [] : [`FAILED ${name}: see the end of its log above`];
  const lines = [
    ...Object.entries(report.files).flatMap(([file, tests]) =>
      tests.length === 0
        ? [`FAILED ${name} ${file}: has no tests`]
        : tests.filter(hasFailed).map(({ title, why }) => `FAILED ${name} ${file}: ${title}\n${why ?? 'did not end'}`),
    ),
    ...report.unhandled.map((why) => `FAILED ${name}, outside of any test\n${why}`),
  ];
  return lines.length === 0 && !isOk ? [`FAILED ${name}: after its last test, see the end of its log above`] : lines;
}

export function skips({ name, report }: Outcome): string[] {
  return Object.entries(report?.files ?? {}).flatMap(([file, tests]) =>
    tests.filter(({ state }) => state === 'skipped').map(({ title }) => `SKIPPED ${name} ${file}: ${title}`),
  );
}

/** The slowest first, as `  12.3 s  file`. */
export function slowest(seconds: Readonly<Record<string, number>>, count: number): string[] {
  return Object.entries(seconds)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([file, each]) => `${each.toFixed(1).padStart(7)} s  ${file}`);
}
