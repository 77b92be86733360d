import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };

/** `npm run x`, and the two that npm runs by their own name. */
const commandsIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\bnpm (?:run (?:-s )?([\w:]+)|(test|start)\b)/g)].map(([, name, own]) => name ?? own ?? ''),
  ),
];

describe.each(['README.md', 'CONTRIBUTING.md'])('%s', (guide) => {
  test('names only commands that there are', () => {
    const named = commandsIn(read(guide));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

test('README.md names every command that there is', () => {
  expect(Object.keys(scripts).filter((name) => !commandsIn(read('README.md')).includes(name))).toEqual([]);
});

test('a command starts a file that there is', () => {
  const files = Object.values(scripts).flatMap((script) => script.match(/[\w./-]+\.ts\b/g) ?? []);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('a command is read as it is written', () => {
  expect(commandsIn('`npm run a:b -- --c`, npm run -s d && npm test, npm start; npm ci')).toEqual([
    'a:b',
    'd',
    'test',
    'start',
  ]);
});
