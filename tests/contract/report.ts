import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter } from 'vitest/node';

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
}
export interface Told {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
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
      const files = Object.fromEntries(
        modules.map((module) => {
          const tests = [...module.children.allTests()].map((test): Told => ({
            title: test.fullName,
            state: test.result().state,
            ...whyOf(test.result().errors),
          }));
          // A file that broke before its first test is a failure, not an absence.
          return [
            module.relativeModuleId,
            module.errors().length > 0
              ? [...tests, { title: '(the file itself)', state: 'failed' as const, ...whyOf(module.errors()) }]
              : tests,
          ];
        }),
      );
      const states = Object.values(files)
        .flat()
        .map(({ state }) => state);
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
            failed: states.filter((state) => state === 'failed').length + unhandled.length,
            files: { ...before?.files, ...files },
          } satisfies Report,
          null,
          1,
        ),
      );
    },
  };
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
