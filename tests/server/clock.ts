import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The moment at which every test run begins: a Wednesday morning in the middle of a month, so that neither midnight nor
 * month end comes while tests run. It lies ahead of us because a browser, whose own clock is real, forgets cookies that
 * expire in its past. QUDAO_TEST_CLOCK names another moment, such as 2029-12-31T23:58:00+08:00, to see what a night
 * does.
 */
export const testClock = process.env['QUDAO_TEST_CLOCK'] ?? '2029-05-16T10:00:00+08:00';

/** How far the clock of the tests is ahead of the real one, in seconds; 0 on a machine whose clock cannot be set. */
export function clockOffset(): number {
  return Number.parseInt(process.env['QUDAO_CLOCK_OFFSET'] ?? '0', 10);
}

/**
 * The environment that moves the clock of a process and of its children; null where there is no C compiler to make the
 * library with. Intervals stay real: only the time of day is moved.
 */
export function clockEnvironment(offset: number): Readonly<Record<string, string>> | null {
  const library = madeLibrary();
  return library === null ? null : { LD_PRELOAD: library, QUDAO_CLOCK_OFFSET: String(offset) };
}

const source = join(import.meta.dirname, 'clock.c');
/** One clock is one state of its source: servers of another state are not shared. */
export const clockStamp = createHash('sha1').update(readFileSync(source)).update(testClock).digest('hex').slice(0, 8);

/** The library is made once, where every user of this machine can read it. */
function madeLibrary(): string | null {
  const library = join(tmpdir(), `qudao-clock-${clockStamp}.so`);
  if (existsSync(library)) return library;
  const draft = `${library}.${process.pid}`;
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', draft, source], { stdio: 'inherit' });
  if (status !== 0) return null;
  chmodSync(draft, 0o755);
  renameSync(draft, library);
  return library;
}

/**
 * What a browser is started with: its processes do not bear a preloaded library, so its pages are told the time
 * instead.
 */
export function withoutClock(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name === 'LD_PRELOAD' ? [] : [[name, value]],
    ),
  );
}

/** Runs in a page before the product's own code, so that browser and server agree which day it is. */
export function clockScript(): string {
  const ahead = clockOffset() * 1000;
  return ahead === 0
    ? ''
    : `{
        const Real = Date;
        const now = () => Real.now() + ${ahead};
        globalThis.Date = new Proxy(Real, {
          construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as),
          apply: () => new Real(now()).toString(),
          get: (target, name) => (name === 'now' ? now : target[name]),
        });
      }`;
}
