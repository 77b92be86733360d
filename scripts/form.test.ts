import { expect, test } from 'vitest';
import { widthOf } from './form.ts';

const words = 'word '.repeat(30);
const wideText = `const a = 1;\nconst text = '${words}';\n`;

test('a line over 120 columns is a fault in the product and not in a test', () => {
  expect(widthOf('platform/model/a.ts', wideText)).toEqual({ faults: [2], passed: [] });
  expect(widthOf('modules/sales/web/a.tsx', wideText)).toEqual({ faults: [2], passed: [] });
  expect(widthOf('platform/model/a.test.ts', wideText)).toEqual({ faults: [], passed: [] });
  expect(widthOf('tests/e2e/a.ts', wideText)).toEqual({ faults: [], passed: [] });
});

test('a Chinese letter takes two columns', () => {
  expect(widthOf('platform/model/a.ts', `const a = '${'字'.repeat(53)}';\n`).faults).toEqual([]);
  expect(widthOf('platform/model/a.ts', `const a = '${'字'.repeat(54)}';\n`).faults).toEqual([1]);
});

test('a regular expression that has its line for itself is let pass and counted', () => {
  const pattern = `/^(${'a|'.repeat(70)}b)$/`;
  expect(widthOf('platform/model/a.ts', `const a =\n  ${pattern};\n`)).toEqual({
    faults: [],
    passed: ['regular expression'],
  });
  expect(widthOf('platform/model/a.ts', `const a = ${pattern};\n`).faults).toEqual([1]);
});

test('SQL that a database keeps is let pass in its own file only', () => {
  const source = `const a = \`\ncreate function ${words}\`;\n`;
  expect(widthOf('platform/server/db/ledger-ddl.ts', source)).toEqual({
    faults: [],
    passed: ['SQL that a database keeps'],
  });
  expect(widthOf('platform/server/ledger/other.ts', source).faults).toEqual([2]);
});
