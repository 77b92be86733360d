import { describe, expect, test } from 'vitest';
import { columnsIn, nounsIn, wordsIn, type Words } from './words.ts';

const nouns = nounsIn([`export const brand = defineEntity({\n  name: 'data:brand',`, `({ name: 'sys:area', label })`]);
const columns = columnsIn([
  '  fields: {\n    brandCode: ref(brandLabel, () => brand),\n    parentCode: ref(above, () => brand),\n  },',
]);
const words: Words = { nouns, columns };
const found = (text: string): number[] => wordsIn('platform/web/x.tsx', text, words).map(({ line }) => line);

describe('a noun of a module', () => {
  test('is what a model declares', () => {
    expect([...nouns]).toEqual(['data:brand', 'sys:area']);
  });

  test.each([
    `if (entity.name === 'sys:area') return null;`,
    'const permission = `data:brand:save`;',
    "const text = `insert into t values ('data:brand', $1)`;",
    `const at = <Input name="sys:area" />;`,
    `const isShared = /^(data|sys):/.test(name);`,
    `const isShared = /^sys:/.test(name);`,
  ])('is refused in the platform: %s', (text) => {
    expect(found(text)).toEqual([1]);
  });

  test.each([
    `// As 'data:brand' is.\n/** { 'params.id': 'data:brand' } */\nconst a = 1;`,
    `const event = 'data: x';`,
    'const picture = `data:image/svg+xml;utf8,x`;',
    `const link = 'sys:import';`,
    `const style = /color:/;`,
  ])('may stand in a comment, and other words may stand anywhere: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('a column of a module', () => {
  test('is one by which its nouns refer to each other; a parent is the own of the platform', () => {
    expect([...columns]).toEqual(['brandCode', 'brand_code', 'brandName', 'brand_name']);
  });

  test.each([
    `const isOfBrand = 'brandCode' in fields;`,
    'const sql = `select t.brand_code from ${table} t`;',
    `const at = <Input name="brandCode" />;`,
    `const { brandCode } = me;`,
    `interface Me { readonly brandName?: string }`,
    `const told = (brandCode: string) => ({ brandCode });`,
  ])('is refused in the platform: %s', (text) => {
    expect(found(text)).toEqual([1]);
  });

  test.each([`// As brandCode is.\nconst a = 1;`, `const own = 'parentCode';`, `const { className } = props;`])(
    'may stand in a comment, and other words may stand anywhere: %s',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  test('stands in one place, and in modules', () => {
    const columnAt = (path: string): unknown[] => wordsIn(path, `export const own = { brand: 'brandCode' };`, words);
    expect(columnAt('platform/model/preset.ts')).toEqual([]);
    expect(columnAt('modules/data/server/a.ts')).toEqual([]);
    expect(columnAt('platform/server/list/filter.ts')).toHaveLength(1);
  });
});

describe('a zone', () => {
  const zones = (path: string, text: string): number[] => wordsIn(path, text, words).map(({ line }) => line);

  test('is refused in every product file, in SQL too', () => {
    expect(zones('modules/sales/server/a.ts', `const day = todayIn('Asia/Shanghai');`)).toEqual([1]);
    expect(zones('apps/api/a.ts', "const sql = `now() at time zone 'Asia/Shanghai'`;")).toEqual([1]);
    expect(zones('platform/web/a.tsx', 'const at = `${day}T00:00:00+08:00`;')).toEqual([1]);
  });

  test('stands in one place, and may in a comment', () => {
    expect(zones('platform/model/zone.ts', `export const defaultZone = 'Asia/Shanghai';`)).toEqual([]);
    expect(zones('modules/sales/server/a.ts', `// As in Asia/Shanghai.\nconst a = 1;`)).toEqual([]);
  });

  test('is all that a module may not say: its own nouns it names', () => {
    expect(zones('modules/data/server/a.ts', `const noun = 'data:brand';`)).toEqual([]);
  });
});
