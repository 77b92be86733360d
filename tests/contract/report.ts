import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';
import { tellSkips } from './skips.ts';

/**
 * What one vitest configuration last saw, file by file, and of which commit: coverage is only claimed by tests of this
 * very commit.
 */
export interface Report {
  readonly name: string;
  readonly commit: string;
  readonly isDirty: boolean;
  /** Of the run that ended last. */
  readonly passed: number;
  readonly failed: number;
  readonly files: Readonly<Record<string, readonly Told[]>>;
  /** What each file took, from the first import to the last hook. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Errors of the run that ended last which no test waited for and which came up while no file was running. */
  readonly unhandled: readonly string[];
}
export interface Told {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** It stood in the gallery of pickers: what it opened there is on no screen of the menu. */
  readonly isInGallery?: true;
  /** Of the last try that failed, also when a later one passed. */
  readonly why?: string;
}

const folder = '.tmp/reports';

/**
 * The reporter of a vitest configuration. Running a few files leaves what is known about the others, as long as the
 * commit is the same.
 */
export function reportTo(name: string): Reporter {
  return {
    onTestRunEnd(modules, unhandled) {
      const strays = unhandled.filter(
        ({ VITEST_TEST_PATH: path }) => !modules.some(({ moduleId }) => moduleId === path),
      );
      const files = Object.fromEntries(
        modules.map((module) => [module.relativeModuleId, [...toldBy(module), ...toldOutside(module, unhandled)]]),
      );
      const seconds = Object.fromEntries(modules.map((module) => [module.relativeModuleId, secondsOf(module)]));
      const states = Object.values(files)
        .flat()
        .map(({ state }) => state);
      const silent = tellSkips(files);
      const { commit, isDirty } = currentCommit();
      const before = reports().find((report) => report.name === name && report.commit === commit);
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, `${name}.json`),
        JSON.stringify(
          {
            name,
            commit,
            isDirty,
            passed: states.filter((state) => state === 'passed').length,
            failed: states.filter((state) => state === 'failed').length + strays.length + silent,
            files: { ...before?.files, ...files },
            seconds: { ...before?.seconds, ...seconds },
            unhandled: strays.map((error) => whyOf([error]).why ?? ''),
          } satisfies Report,
          null,
          1,
        ),
      );
    },
  };
}

/** A file or a group that broke before its first test is a failure, not an absence: its tests say only "skipped". */
function toldBy(module: TestModule): Told[] {
  const told = [...module.children.allTests()].map((test): Told => ({
    title: test.fullName,
    state: test.result().state,
    ...('isInGallery' in test.meta() ? { isInGallery: true as const } : {}),
    ...whyOf(test.result().errors),
  }));
  const broken = [
    { title: '(the file itself)', errors: module.errors() },
    ...[...module.children.allSuites()].map((suite) => ({ title: suite.fullName, errors: suite.errors() })),
  ].filter(({ errors }) => errors.length > 0);
  return [...told, ...broken.map(({ title, errors }): Told => ({ title, state: 'failed', ...whyOf(errors) }))];
}

/**
 * Errors that no test waited for, told as failures of the file they came up in: a socket that is reset fails its test
 * and is then an error of its own, and a second try of the file answers for both.
 */
function toldOutside(
  { moduleId }: TestModule,
  unhandled: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1],
): Told[] {
  return unhandled
    .filter(({ VITEST_TEST_PATH: path }) => path === moduleId)
    .map((error) => ({ title: '(outside of any test)', state: 'failed', ...whyOf([error]) }));
}

function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return (
    Math.round((environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration) / 100) / 10
  );
}

function whyOf(
  errors: readonly { readonly message: string; readonly stack?: string | undefined }[] | undefined,
): Pick<Told, 'why'> {
  const [error] = errors ?? [];
  const at = error?.stack
    ?.split('\n')
    .find((line) => line.includes('.test.ts'))
    ?.trim();
  return error === undefined
    ? {}
    : { why: `${stripVTControlCharacters(error.message).slice(0, 800)}${at === undefined ? '' : `\n${at}`}` };
}

export function reports(): readonly Report[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report);
  } catch {
    return [];
  }
}

export function currentCommit(): { readonly commit: string; readonly isDirty: boolean } {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return { commit: git('rev-parse', 'HEAD'), isDirty: git('status', '--porcelain') !== '' };
  } catch {
    // An unpacked archive has no commit; its reports still belong to each other.
    return { commit: 'unknown', isDirty: true };
  }
}
