import { expect, test } from 'vitest';
import { check, lookAt } from './boundaries.ts';

/** One planted file (or a few) and the complaint it must cause; no complaint when it is absent. */
const planted: readonly [story: string, files: Readonly<Record<string, string>>, complaint?: RegExp][] = [
  // Whose tables.
  [
    'a module reads the tables of those below it',
    { 'modules/sales/server/order/order.ts': 'export const text = `select code from app.data_customer`;' },
  ],
  [
    'nobody reads a table of those above',
    { 'modules/stock/server/enquiry.ts': 'export const text = `select code from app.order_order`;' },
    /stock reads order_order, which is not below it/,
  ],
  [
    'nobody writes a table of another',
    { 'modules/sales/server/order/order.ts': "export const text = `update app.data_customer set name = ''`;" },
    /sales writes data_customer/,
  ],
  [
    'a function of another may be called',
    { 'modules/sales/server/order/order.ts': 'export const text = `select app.stock_lock($1)`;' },
  ],
  [
    'a module writes its own, and links of documents',
    {
      'modules/sales/server/order/order.ts':
        'export const text = `update app.order_order set code = 1; delete from app.doc_link`;',
    },
  ],
  // Who may import whom.
  ['a model may use the decimal library', { 'platform/model/decimal.ts': `import { Decimal } from 'decimal.js';` }],
  [
    'a model may not use Node',
    { 'platform/model/clock.ts': `import { hrtime } from 'node:process';` },
    /platform\/model may not import node:process/,
  ],
  [
    'a model may not use another package',
    { 'modules/data/model/goods/brand.ts': `import { z } from 'zod';` },
    /data\/model may not import zod/,
  ],
  [
    'a model may not look up to the server, not even for a type',
    { 'modules/data/model/goods/brand.ts': `import type { Door } from '#platform/server/db/door.ts';` },
    /data\/model may not import #platform\/server/,
  ],
  [
    'a module may use the models below it',
    { 'modules/sales/model/order/order.ts': `import { brand } from '#data/model/goods/brand.ts';` },
  ],
  [
    'a module knows nobody above it',
    { 'modules/data/model/goods/brand.ts': `import { order } from '#sales/model/order/order.ts';` },
    /data\/model may not import #sales\/model\/order\/order.ts/,
  ],
  [
    'the platform knows no business',
    { 'platform/server/entity/page.ts': `import { brand } from '#data/model/goods/brand.ts';` },
    /platform\/server may not import #data/,
  ],
  [
    'sales may post to the stock ledger',
    { 'modules/sales/server/order/order.ts': `import { reserve } from '#stock/server/ledger.ts';` },
  ],
  [
    'the rest of the stock server is private',
    { 'modules/sales/server/order/order.ts': `import { reserve } from '#stock/server/enquiry.ts';` },
    /sales\/server may not import #stock\/server\/enquiry.ts/,
  ],
  [
    'an offer is for the modules above only',
    { 'modules/data/server/brand.ts': `import { reserve } from '#stock/server/ledger.ts';` },
    /data\/server may not import #stock\/server\/ledger.ts/,
  ],
  [
    'the browser does not see the server',
    { 'modules/data/web/brand.tsx': `import { save } from '#data/server/brand.ts';` },
    /data\/web may not import #data\/server/,
  ],
  [
    'the server does not see the browser',
    { 'modules/data/server/brand.ts': `import { Page } from '#data/web/brand.tsx';` },
    /data\/server may not import #data\/web/,
  ],
  [
    'pages use react, antd and the query cache',
    {
      'modules/data/web/brand.tsx': `import { Table } from 'antd'; import { useQuery } from '@tanstack/react-query'; import { useState } from 'react';`,
    },
  ],
  [
    'a re-export is an import',
    { 'modules/data/model/goods/brand.ts': `export { z } from 'zod';` },
    /data\/model may not import zod/,
  ],
  [
    'a lazy import is an import',
    { 'modules/data/web/brand.tsx': `export const page = () => import('#sales/web/order.tsx');` },
    /data\/web may not import #sales\/web/,
  ],
  [
    'a test beside the code may import what it likes',
    {
      'modules/data/model/brand.test.ts': `import { expect } from 'vitest'; import { order } from '#sales/model/order/order.ts';`,
    },
  ],
  [
    'code may not import a test',
    { 'modules/data/server/brand.ts': `import { planted } from './brand.test.ts';` },
    /data\/server may not import \.\/brand.test.ts/,
  ],
  ['an app may know every module', { 'apps/api/modules.ts': `import { sales } from '#sales/server/module.ts';` }],
  ['a folder outside the table', { 'modules/pricing/model/price.ts': '' }, /no floor of the table \(pricing\/model\)/],

  // The pool stays behind the door.
  ['the door opens the pool', { 'platform/server/db/door.ts': `import pg from 'pg';` }],
  [
    'nobody else on the platform does',
    { 'platform/server/http/app.ts': `import pg from 'pg';` },
    /only platform\/server\/db\/ may import pg/,
  ],
  ['nor does a script', { 'scripts/demo.ts': `import pg from 'pg';` }, /only platform\/server\/db\/ may import pg/],
  [
    'nor does a test',
    { 'tests/proof/crash.test.ts': `import { Pool } from 'pg';` },
    /only platform\/server\/db\/ may import pg/,
  ],

  // Names, exports, length.
  ['a file that says nothing', { 'platform/model/utils.ts': '' }, /the name utils\.ts says nothing/],
  ['a folder that says nothing', { 'platform/server/common/page.ts': '' }, /the name common says nothing/],
  ['an index file', { 'modules/data/model/index.ts': '' }, /the name index\.ts says nothing/],
  ['camel case', { 'modules/data/model/customerClass.ts': '' }, /kebab-case/],
  ['a default export', { 'modules/data/model/goods/brand.ts': 'export default 1;' }, /no default export/],
  [
    'a default export by another name',
    { 'modules/data/model/goods/brand.ts': 'const brand = 1; export { brand as default };' },
    /no default export/,
  ],
  ['a tool that asks for one', { 'vitest.config.ts': 'export default {};' }],
  ['a barrel', { 'modules/data/model/all.ts': `export * from './brand.ts';` }, /no barrel/],
  ['20,000 bytes', { 'modules/data/model/goods/brand.ts': '\n// four 字'.padEnd(19_998, '.') }],
  [
    '20,001 bytes',
    { 'modules/data/model/goods/brand.ts': '\n// four 字'.padEnd(19_999, '.') },
    /20001 bytes, more than 20000/,
  ],
  ['a test may be longer', { 'modules/data/model/brand.test.ts': '\n//'.padEnd(20_001, '.') }],
  [
    'a long way up',
    { 'platform/server/entity/page.ts': `import { text } from '../../model/field.ts';` },
    /use a # import instead of/,
  ],
  ['text that is no program', { 'platform/model/broken.ts': 'const = ;' }, /broken\.ts: /],

  // Money.
  [
    'a float',
    { 'modules/sales/server/price.ts': 'export const total = (amount: string) =>\n  Number(amount) * 2;' },
    /line 2: Number\(\) of money/,
  ],
  [
    'a parsed float',
    { 'platform/web/grid/cell.tsx': 'export const wide = Number.parseFloat("1.5");' },
    /Number\.parseFloat\(\) of money/,
  ],
  ['a number that is marked', { 'platform/server/http/app.ts': 'export const port = Number(text); // not money' }],
  ['a number in a comment', { 'platform/model/decimal.ts': '// Number(x) would round.' }],
  ['a function that only ends like it', { 'platform/model/decimal.ts': 'export const n = flowNumber(1);' }],

  // Rows and casts.
  [
    'a row that is read by a name in quotes',
    { 'modules/sales/server/order.ts': "export const codeOf = (row: Row) =>\n  String(row['code']);" },
    /line 2: row\['code'\] reads a row without a type/,
  ],
  [
    'also where it may be missing, or is an answer',
    { 'modules/sales/web/order.tsx': "export const codeOf = () => (answer())?.['code'];" },
    /reads a row without a type/,
  ],
  [
    'a body is a bag of text',
    { 'modules/sales/server/order.ts': "export const codeIn = (given: Bag) => given['code'];" },
  ],
  ['a type is no read', { 'modules/sales/server/order.ts': "export type Line = Order['lines'][number]; // row['x']" }],
  [
    'so it is on the server of the platform',
    { 'platform/server/entity/page.ts': "export const idOf = (row: Row) => row['id'];" },
    /reads a row without a type/,
  ],
  [
    'which knows a record by its definition',
    { 'platform/server/entity/page.ts': "export const isOff = (record: Row) => record['status'] === '0';" },
  ],
  [
    'as no module does',
    { 'modules/sales/server/order.ts': "export const isOff = (record: Row) => record['status'] === '0';" },
    /reads a row without a type/,
  ],
  ['the browser knows no row', { 'platform/web/entity/page.ts': "export const idOf = (row: Row) => row['id'];" }],
  [
    'a cast through unknown has its reason',
    { 'modules/sales/server/order.ts': 'export const order = row as unknown as Order;' },
    /1 × as unknown or as never/,
  ],
  ['a test casts as it likes', { 'modules/sales/server/order.test.ts': 'export const order = row as never;' }],

  // Circles.
  [
    'a circle',
    {
      'platform/model/a.ts': `import { b } from './b.ts';`,
      'platform/model/b.ts': `import { a } from '#platform/model/a.ts';`,
    },
    /circle: platform\/model\/a.ts -> platform\/model\/b.ts -> platform\/model\/a.ts/,
  ],
  [
    'a lazy way back is no circle',
    {
      'platform/web/a.ts': `import { b } from './b.ts';`,
      'platform/web/b.ts': `export const a = () => import('./a.ts');`,
    },
  ],
];

test.each(planted)('%s', (_story, files, complaint) => {
  const complaints = check(new Map(Object.entries(files)));
  expect(complaints).toEqual(complaint === undefined ? [] : [expect.stringMatching(complaint)]);
});

test('casts: a reason without a cast is a fault, and so are too many', () => {
  const one = new Map([['modules/sales/server/order.ts', 'export const order = row as never;']]);
  expect(check(one, lookAt, { casts: { 'modules/sales/server/order.ts': 'because' } })).toEqual([]);
  expect(check(new Map(), lookAt, { casts: { 'modules/sales/server/order.ts': 'because' } })).toEqual([
    expect.stringMatching(/order\.ts casts nothing any more/),
  ]);
  const many = new Map([['modules/sales/server/order.ts', 'export const order = row as never;\n'.repeat(21)]]);
  expect(check(many, lookAt, { casts: { 'modules/sales/server/order.ts': 'because' } })).toEqual([
    expect.stringMatching(/21 casts through unknown or never, more than 20/),
  ]);
});
