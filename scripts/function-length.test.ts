import { expect, test } from 'vitest';
import { lengthComplaints, longFunctionsIn, mostLines } from './function-length.ts';

const body = (lines: number): string => Array.from({ length: lines - 2 }, () => '  work();').join('\n');
const long = (opening: string, closing = '}', lines = mostLines + 1): string =>
  `${opening}\n${body(lines)}\n${closing}\n`;
const namesIn = (source: string): string[] => longFunctionsIn('a.ts', source).map(({ name }) => name);

test('a function of sixty lines is short, one of sixty-one is long', () => {
  expect(namesIn(long('function fits() {', '}', mostLines))).toEqual([]);
  expect(longFunctionsIn('a.ts', `\n${long('function grows() {')}`)).toEqual([
    { name: 'a.ts grows', line: 2, lines: mostLines + 1 },
  ]);
});

test('whatever it is written as, it is called by its name', () => {
  expect(namesIn(long('const arrow = () => {', '};'))).toEqual(['a.ts arrow']);
  expect(namesIn(long('const hooks = { async audit() {', '} };'))).toEqual(['a.ts audit']);
  expect(namesIn(long('const hooks = { audit: (x) => {', '} };'))).toEqual(['a.ts audit']);
  expect(namesIn(long('list.map(() => {', '});'))).toEqual(['a.ts unnamed']);
});

test('the outer function is long with what stands in it', () => {
  expect(namesIn(`function outer() {\n${long('  const inner = () => {', '  };')}}\n`)).toEqual([
    'a.ts outer',
    'a.ts inner',
  ]);
});

test('a long one needs a reason, a reason needs a long one, and there are few of both', () => {
  const found = longFunctionsIn('a.ts', long('function grows() {'));
  expect(lengthComplaints(found, {}, 20)).toEqual(['a.ts grows (line 1): 61 lines, more than 60: split it']);
  expect(lengthComplaints(found, { 'a.ts grows': 'a table' }, 20)).toEqual([]);
  expect(lengthComplaints([], { 'a.ts grows': 'a table' }, 20)).toEqual([
    'a.ts grows: is not long any more; take it out of scripts/long-functions.ts',
  ]);
  expect(lengthComplaints(found, { 'a.ts grows': 'a table' }, 0)).toEqual(['1 functions may be long, more than 0']);
});
