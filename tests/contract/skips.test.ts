import { afterEach, expect, test, vi } from 'vitest';
import { tellSkips } from './skips.ts';

const passed = { title: 'adds', state: 'passed' } as const;
const skipped = { title: 'subtracts', state: 'skipped' } as const;
const before = process.exitCode;
afterEach(() => {
  process.exitCode = before;
  vi.restoreAllMocks();
});

test('a skip without a reason fails in CI, and is printed everywhere', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const files = { 'modules/a.test.ts': [passed, skipped], 'modules/b.test.ts': [passed] };
  expect([tellSkips(files, false), process.exitCode]).toEqual([0, before]);
  expect(said.mock.calls).toEqual([['skipped: modules/a.test.ts: subtracts']]);
  expect([tellSkips(files, true), process.exitCode]).toEqual([1, 1]);
});

test('a skip with a reason is printed with it', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  expect(tellSkips({ 'tests/conformance/every-noun.test.ts': [skipped, skipped] }, true)).toBe(0);
  expect(said.mock.calls).toEqual([
    ['skipped: tests/conformance/every-noun.test.ts: 2, a noun is not asked for calls that it does not have'],
  ]);
});
