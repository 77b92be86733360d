import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contractFolder } from './shared.ts';
import { withdrawn } from './withdrawn.ts';

/** Marks in titles of tests, as the claims are read from reports. */
const marked = globSync('{platform,modules,scripts,tests}/**/*.test.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\[A(\d+)\]/g)].map(([, number = '']) => ({ file, number })),
);

describe('a withdrawn claim', () => {
  test('is made by no test', () => {
    expect(marked.filter(({ number }) => number in withdrawn)).toEqual([]);
    console.log(
      `${Object.keys(withdrawn).length} claims withdrawn, ${new Set(marked.map(({ number }) => number)).size} statements marked`,
    );
  });

  test('is a statement of the contract and says why it was withdrawn', () => {
    const statements = readFileSync(join(contractFolder, 'acceptance.md'), 'utf8');
    for (const [number, reason] of Object.entries(withdrawn)) {
      expect([number, new RegExp(`^${number}\\. `, 'm').test(statements)]).toEqual([number, true]);
      expect([number, reason.length > 20]).toEqual([number, true]);
    }
  });

  test('marks only statements that there are', () => {
    const statements = readFileSync(join(contractFolder, 'acceptance.md'), 'utf8');
    const known = new Set([...statements.matchAll(/^(\d+)\. /gm)].map(([, number = '']) => number));
    expect(marked.filter(({ number }) => !known.has(number))).toEqual([]);
  });
});
