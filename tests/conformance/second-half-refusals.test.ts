import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contractIsHere, englishOf, forSeveral, readVectors } from '#tests/contract/shared.ts';

interface Vector {
  readonly key: string;
  readonly code: number;
  readonly 'zh-CN': string;
  readonly 'zh-TW': string;
  readonly en: string;
}
const vectors: readonly Vector[] = contractIsHere ? readVectors<Vector[]>('second-half-refusals.json') : [];

/** Every refusal of the source, as it is written there: key, code, text in three languages. */
const written = new Map(
  globSync(['platform/**/*.ts', 'modules/**/*.ts'])
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(
        /refusal\(\s*'(E-[A-Z-]+)',\s*(\d+),\s*\[\s*'([^']+)',\s*'([^']+)',\s*'([^']+)',?\s*\]/g,
      ),
    ])
    .map(([, key = '', code = '', ...texts]) => [key, [Number(code), ...texts.map(forSeveral)]] as const),
);

/** Rules whose documents and figures are still to come; each leaves this list with its rule. */
const toCome: ReadonlySet<string> = new Set(['E-MOVING', 'E-ELSEWHERE']);

describe.skipIf(!contractIsHere)('refusals of the second half', () => {
  test.each(vectors.filter(({ key }) => !toCome.has(key)).map((vector) => [vector.key, vector] as const))(
    '%s says what the design says',
    (key, vector) => {
      expect(written.get(key)).toEqual([vector.code, vector['zh-CN'], vector['zh-TW'], englishOf(vector)]);
    },
  );

  test('are built, or named among those to come, and no longer named once they are built', () => {
    const built = vectors.filter(({ key }) => written.has(key)).map(({ key }) => key);
    expect([...toCome].filter((key) => built.includes(key))).toEqual([]);
    expect(vectors.filter(({ key }) => !toCome.has(key)).length).toBe(built.length);
    console.log(`${built.length} of ${vectors.length} refusals of the second half`);
  });
});
