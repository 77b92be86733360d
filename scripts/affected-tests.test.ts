import { expect, test } from 'vitest';
import { affectedBy, keysFor, nounsIn, tablesIn } from './affected-tests.ts';
import { graphOf } from './import-graph.ts';

const brand = `export const brand = defineEntity({
  name: 'data:brand',
  path: '/data/bd/brand',
  screen: { area: 'masterData', url: 'data/brand' },
});
`;
const texts = new Map([
  ['platform/model/decimal.ts', ''],
  ['modules/data/model/goods/brand.ts', `import '#platform/model/decimal.ts';\n${brand}`],
  ['modules/data/model/goods/brand.test.ts', `import './brand.ts';`],
  ['modules/data/server/brand.ts', `import '#data/model/goods/brand.ts';`],
  ['modules/data/server/stock.ts', 'select from app.stock_balance'],
  ['modules/data/server/ledger.ts', ''],
  ['modules/data/server/sale.ts', `import './ledger.ts'; select from app.sale_order`],
  ['modules/data/web/stripes.tsx', ''],
  ['platform/web/grid.tsx', ''],
  ['modules/data/web/module.ts', `  'data:brand': async () => (await import('#data/web/stripes.tsx')).Stripes,`],
  ['apps/api/compose.ts', `import '#data/server/brand.ts'; import '#data/server/stock.ts';`],
  ['tests/world.ts', `import '#apps/api/compose.ts';`],
  ['tests/acceptance/brand.test.ts', `import '#tests/world.ts'; call('GET', '/data/bd/brand/page');`],
  ['tests/acceptance/brandy.test.ts', `import '#tests/world.ts'; call('GET', '/data/bd/brandy/page');`],
  ['tests/acceptance/balance.test.ts', `import '#tests/world.ts'; select from app.stock_balance`],
  ['tests/acceptance/sale.test.ts', `import '#tests/world.ts'; select from app.sale_order`],
  ['tests/e2e/other.test.ts', ''],
  ['tests/e2e/brand.test.ts', `open('data/brand')`],
  ['database/migrations/0001-balance.sql', 'create table app.stock_balance (id uuid);'],
]);
const of = (...changed: string[]): string[] => [...affectedBy(changed, texts, graphOf(texts)).keys()];

test('a test is reached over the files between, and by what it names of a noun', () => {
  expect(of('modules/data/model/goods/brand.ts')).toEqual([
    'modules/data/model/goods/brand.test.ts',
    'tests/acceptance/brand.test.ts',
    'tests/e2e/brand.test.ts',
  ]);
  expect(affectedBy(['modules/data/model/goods/brand.ts'], texts, graphOf(texts)).get('tests/e2e/brand.test.ts')).toBe(
    'names data/brand: modules/data/model/goods/brand.ts',
  );
  expect(of('platform/model/decimal.ts')).toEqual(of('modules/data/model/goods/brand.ts'));
});
test('a file of the server reaches the tests of the noun that it serves, not all that open the product', () => {
  expect(of('modules/data/server/brand.ts')).toEqual(['tests/acceptance/brand.test.ts', 'tests/e2e/brand.test.ts']);
});
test('a table reaches the tests that name it, from a query or from a migration', () => {
  expect(of('modules/data/server/stock.ts')).toEqual(['tests/acceptance/balance.test.ts']);
  expect(of('database/migrations/0001-balance.sql')).toEqual(['tests/acceptance/balance.test.ts']);
});
test('who uses a changed file is about what it names, where only the whole product is tested', () => {
  expect(of('modules/data/server/ledger.ts')).toEqual(['tests/acceptance/sale.test.ts']);
  expect(of('modules/data/web/stripes.tsx')).toEqual(['tests/e2e/brand.test.ts']);
  expect(of('platform/web/grid.tsx')).toEqual(['tests/e2e/brand.test.ts', 'tests/e2e/other.test.ts']);
});
test('what puts the product together reaches everybody who opens it, and a test reaches itself', () => {
  expect(of('apps/api/compose.ts')).toEqual([
    'tests/acceptance/balance.test.ts',
    'tests/acceptance/brand.test.ts',
    'tests/acceptance/brandy.test.ts',
    'tests/acceptance/sale.test.ts',
  ]);
  expect(affectedBy(['tests/e2e/brand.test.ts'], texts, graphOf(texts))).toEqual(
    new Map([['tests/e2e/brand.test.ts', 'was changed itself']]),
  );
});
test('tables and nouns are read from the text', () => {
  expect(tablesIn('select from app.a join app.b_c; sec.d')).toEqual(['app.a', 'app.b_c']);
  expect(nounsIn(brand)).toEqual(['app.data_brand', 'app.data_brand_line', '/data/bd/brand', 'data/brand']);
  const text = `import { orderActions, other } from '#sales/web/order/order-actions.ts';\n  'order:order': orderActions,\n  'a:b': c,`;
  expect(keysFor('modules/sales/web/order/order-actions.ts', text)).toEqual(['order:order']);
  expect(keysFor('modules/a/web/c.tsx', `  'a:b.field': async () => (await import('#a/web/c.tsx')).C,`)).toEqual([
    'a:b',
  ]);
});
