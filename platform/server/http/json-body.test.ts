import { expect, test } from 'vitest';
import { isTooDeep } from './json-body.ts';

const levels = (count: number, inner = '1'): string => `${'['.repeat(count)}${inner}${']'.repeat(count)}`;

test('V12: a body of more than 64 levels is too deep, and what stands in quotes is no level', () => {
  expect(isTooDeep(levels(64, `"${'x'.repeat(200)}"`))).toBe(false);
  expect(isTooDeep(levels(65, `"${'x'.repeat(200)}"`))).toBe(true);
  expect(isTooDeep(`{"a":${levels(10_000)}}`)).toBe(true);
  expect(isTooDeep(JSON.stringify({ text: levels(10_000) }))).toBe(false);
  expect(isTooDeep(JSON.stringify({ text: `\\"${levels(10_000)}\\\\` }))).toBe(false);
  expect(isTooDeep(`{"open":"\\\\",${levels(10_000)}`)).toBe(true);
  // Wide is not deep.
  expect(isTooDeep(JSON.stringify(Array.from({ length: 10_000 }, () => [{}])))).toBe(false);
  // A text that never ends is no JSON, whatever follows.
  expect(isTooDeep(`{"open":"${levels(10_000)}`)).toBe(false);
});
