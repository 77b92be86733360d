import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  changedSince,
  complainedOf,
  hashOf,
  isSame,
  lintedAgain,
  looksAt,
  memoryFolder,
  type Memory,
} from './check-memory.ts';
import { graphOf, namedBy, reachedFrom } from './import-graph.ts';

const memory = (texts: Readonly<Record<string, string>>, under = 'settings'): Memory => ({
  under: hashOf(under),
  green: Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, hashOf(text)])),
});
const before = memory({ 'a.ts': 'one', 'b.ts': 'two' });

describe('what a check looks at again', () => {
  test('nothing, when every text is as it was', () => {
    expect(changedSince(before, memory({ 'a.ts': 'one', 'b.ts': 'two' }))).toEqual([]);
    expect(isSame(before, memory({ 'a.ts': 'one', 'b.ts': 'two' }))).toBe(true);
  });

  test('a text that is written anew or was not there', () => {
    const now = memory({ 'a.ts': 'other', 'b.ts': 'two', 'c.ts': 'three' });
    expect(changedSince(before, now)).toEqual(['a.ts', 'c.ts']);
    expect(isSame(before, now)).toBe(false);
  });

  test('the types, when a text has gone', () => {
    expect(isSame(before, memory({ 'a.ts': 'one' }))).toBe(false);
  });

  test('everything, under other settings or versions and without a memory', () => {
    expect(changedSince(before, memory({ 'a.ts': 'one', 'b.ts': 'two' }, 'a new compiler'))).toBe('all');
    expect(isSame(before, memory({ 'a.ts': 'one', 'b.ts': 'two' }, 'a new compiler'))).toBe(false);
    expect(changedSince(null, before)).toBe('all');
    expect(isSame(null, before)).toBe(false);
  });
});

describe('what is linted again', () => {
  const graph = (importers: number) =>
    graphOf(
      new Map([
        ['tests/heart.ts', ''],
        ...Array.from({ length: importers }, (_, i) => [`tests/x${i}.ts`, "import './heart.ts';"] as const),
      ]),
    );

  test('who imports a changed text, since its types may have changed', () => {
    expect(lintedAgain(['tests/heart.ts'], graph(2))).toEqual({
      paths: ['tests/heart.ts', 'tests/x0.ts', 'tests/x1.ts'],
      owed: 0,
    });
  });

  test('not half the product: what is left to CI is counted', () => {
    expect(lintedAgain(['tests/heart.ts'], graph(26))).toEqual({ paths: ['tests/heart.ts'], owed: 26 });
  });
});

describe('texts that the linter complains of', () => {
  const said = (errors: number): string =>
    `  x a\n   ,-[platform/a.ts:5:7]\n  x b\n   ,-[scripts/b.tsx:94:7]\n\nFound 0 warnings and ${errors} errors.\n`;

  test('are not green', () => {
    expect(complainedOf(said(2))).toEqual(['platform/a.ts', 'scripts/b.tsx']);
  });

  test('are unknown, when an error has no place or the linter fell over', () => {
    expect(complainedOf(said(3))).toEqual([]);
    expect(complainedOf('panic')).toEqual([]);
  });
});

test('files name others by import, by import type, by process and by their place in the tree', () => {
  const graph = graphOf(
    new Map([
      ['platform/model/a.ts', ''],
      ['modules/data/model/b.ts', "import { a } from '#platform/model/a.ts';"],
      ['tests/proof/c.ts', "const path = new URL('./d.ts', import.meta.url);"],
      ['tests/proof/d.ts', "type B = typeof import('#data/model/b.ts');"],
      ['tests/proof/e.ts', "spawn(process.execPath, ['tests/proof/c.ts']);"],
      ['tests/alone.ts', "import './gone.ts';"],
    ]),
  );
  expect([...reachedFrom(graph, ['platform/model/a.ts'])]).toEqual([
    'platform/model/a.ts',
    'modules/data/model/b.ts',
    'tests/proof/d.ts',
    'tests/proof/c.ts',
    'tests/proof/e.ts',
  ]);
  expect([...namedBy(graph, ['tests/proof/d.ts'])]).toEqual([
    'tests/proof/d.ts',
    'modules/data/model/b.ts',
    'platform/model/a.ts',
  ]);
});

describe('what a step saw in a text', () => {
  test('is kept until the text or the rules are other ones', () => {
    const name = `test of looks ${process.pid}`;
    const looked: string[] = [];
    const look = (rules: string, hashes: Readonly<Record<string, string>>): void => {
      const looks = looksAt<string>(name, rules, hashes);
      for (const path of Object.keys(hashes))
        looks.at(path, () => {
          looked.push(path);
          return `seen in ${path}`;
        });
      expect(looks.seen.get('a.ts')).toBe('seen in a.ts');
      looks.keep();
    };
    const looksOf = (rules: string, hashes: Readonly<Record<string, string>>): readonly string[] => {
      looked.length = 0;
      look(rules, hashes);
      return [...looked];
    };
    try {
      expect(looksOf('one', { 'a.ts': '1', 'b.ts': '1' })).toEqual(['a.ts', 'b.ts']);
      expect(looksOf('one', { 'a.ts': '1', 'b.ts': '1' })).toEqual([]);
      expect(looksOf('one', { 'a.ts': '1', 'b.ts': '2' })).toEqual(['b.ts']);
      expect(looksOf('two', { 'a.ts': '1', 'b.ts': '2' })).toEqual(['a.ts', 'b.ts']);
    } finally {
      rmSync(join(memoryFolder, `${name}.json`), { force: true });
    }
  });
});
