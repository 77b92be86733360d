import { describe, expect, test } from 'vitest';
import type { Told } from '#tests/contract/report.ts';
import { afterSecondTries, failedFiles, failures, skips, slowest, tally, type Outcome } from './ci-results.ts';

const told = (state: Told['state'], title = 'a test'): Told => ({ title, state });
const green = {
  'a.test.ts': [told('passed'), told('passed')],
  'b.test.ts': [told('passed'), told('skipped', 'later')],
};
const red = { ...green, 'c.test.ts': [told('passed'), told('failed', 'adds up')] };
const outcome = (
  isOk: boolean,
  files: Readonly<Record<string, readonly Told[]>>,
  unhandled: readonly string[] = [],
): Outcome => ({
  name: 'unit',
  isOk,
  report: { files, unhandled },
});
const again = (file: string, isOk: boolean, ...tests: Told[]) => ({
  file,
  isOk,
  report: { files: { [file]: tests }, unhandled: [] },
});

describe('what counts', () => {
  test('every test that passed or failed, none that was skipped', () => {
    expect(tally(outcome(true, green))).toEqual({ passed: 3, failed: 0 });
    expect(tally(outcome(false, red))).toEqual({ passed: 4, failed: 1 });
  });
  test('a step without a report is one result', () => {
    expect(tally({ name: 'build', isOk: true })).toEqual({ passed: 1, failed: 0 });
    expect(tally({ name: 'build', isOk: false })).toEqual({ passed: 0, failed: 1 });
  });
  test('a step that fails while every test passed is a failure', () => {
    expect(tally(outcome(false, green))).toEqual({ passed: 3, failed: 1 });
    expect(failures(outcome(false, green))).toEqual(['FAILED unit: after its last test, see the end of its log above']);
  });
  test('a test that did not end, a file without tests and an error outside of tests are failures', () => {
    const files = { 'a.test.ts': [told('pending')], 'b.test.ts': [] };
    expect(failedFiles(files)).toEqual(['a.test.ts', 'b.test.ts']);
    const all = { name: 'unit', isOk: false, report: { files, unhandled: ['a rejection'] } };
    expect(tally(all)).toEqual({ passed: 0, failed: 3 });
    expect(failures(all).map((line) => line.split('\n')[0])).toEqual([
      'FAILED unit a.test.ts: a test',
      'FAILED unit b.test.ts: has no tests',
      'FAILED unit, outside of any test',
    ]);
  });
});

describe('a second try', () => {
  test('takes the place of the first result of its file', () => {
    const after = afterSecondTries(outcome(false, red), [
      again('c.test.ts', true, told('passed'), told('passed', 'adds up')),
    ]);
    expect([after.isOk, tally(after)]).toEqual([true, { passed: 5, failed: 0 }]);
  });
  test('that fails leaves its own failures, not those of before', () => {
    const both = outcome(false, { ...red, 'c.test.ts': [told('failed'), told('failed')] });
    const after = afterSecondTries(both, [again('c.test.ts', false, told('passed'), told('failed', 'the other'))]);
    expect([after.isOk, tally(after)]).toEqual([false, { passed: 4, failed: 1 }]);
  });
  test('turns nothing around that it did not run', () => {
    const two = outcome(false, { ...red, 'd.test.ts': [told('failed')] });
    const after = afterSecondTries(two, [again('c.test.ts', true, told('passed'), told('passed'))]);
    expect([after.isOk, tally(after)]).toEqual([false, { passed: 5, failed: 1 }]);
  });
  test('that ran another file, no file or fewer tests than it says is a failure', () => {
    const first = outcome(false, red);
    const other = { ...again('d.test.ts', true, told('passed')), file: 'c.test.ts' };
    expect(tally(afterSecondTries(first, [other]))).toEqual({ passed: 3, failed: 1 });
    expect(tally(afterSecondTries(first, [{ file: 'c.test.ts', isOk: true }]))).toEqual({ passed: 3, failed: 1 });
    const unnamed = afterSecondTries(first, [again('c.test.ts', false, told('passed'))]);
    expect([unnamed.isOk, tally(unnamed)]).toEqual([false, { passed: 4, failed: 1 }]);
  });
  test('does not excuse what no file is named for', () => {
    const after = afterSecondTries(outcome(false, red, ['a rejection']), [
      again('c.test.ts', true, told('passed'), told('passed')),
    ]);
    expect([after.isOk, tally(after)]).toEqual([false, { passed: 5, failed: 1 }]);
    const unnamed = outcome(false, green);
    expect(afterSecondTries(unnamed, [again('a.test.ts', true, told('passed'))])).toEqual(unnamed);
    const without = { name: 'unit', isOk: false };
    expect(afterSecondTries(without, [again('a.test.ts', true, told('passed'))])).toEqual(without);
  });
});

test('what was skipped is named, and what was slow comes first', () => {
  expect(skips(outcome(true, green))).toEqual(['SKIPPED unit b.test.ts: later']);
  expect(slowest({ a: 1, b: 12.34, c: 3 }, 2)).toEqual(['   12.3 s  b', '    3.0 s  c']);
});
