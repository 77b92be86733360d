import { expect, test } from 'vitest';
import { lookAt } from './boundaries.ts';
import { drawing, mostFiles, roomComplaints } from './rooms.ts';

type Files = Readonly<Record<string, string>>;
const looksOf = (files: Files) => new Map(Object.entries(files).map(([path, text]) => [path, lookAt(path, text)]));

/** A room of so many files that know nobody. */
const room = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_each, at) => [`modules/stock/model/part-${at}.ts`, '']));

/** Planted files and the complaint that they must cause; none when it is absent. */
const planted: readonly [story: string, files: Files, complaint?: RegExp][] = [
  [
    'a room stands on another',
    {
      'platform/web/grid/grid.tsx': `import type { Row } from '#platform/web/value/row.ts';`,
      'platform/web/value/row.ts': '',
    },
  ],
  [
    'two rooms know each other, though no two files do',
    {
      'platform/web/grid/grid.tsx': `import { row } from '#platform/web/value/row.ts';`,
      'platform/web/grid/column.ts': '',
      'platform/web/value/row.ts': '',
      'platform/web/value/width.ts': `import type { Column } from '#platform/web/grid/column.ts';`,
    },
    /^rooms in a circle: \S+grid -> \S+value -> \S+grid\n {2}\S+grid.tsx knows \S+row.ts\n {2}\S+width.ts knows \S+column.ts$/,
  ],
  [
    'what lies on the floor itself is a room, too',
    {
      'modules/sales/web/module.ts': `import { page } from './order/page.tsx';`,
      'modules/sales/web/texts.ts': '',
      'modules/sales/web/order/page.tsx': `import { texts } from '#sales/web/texts.ts';`,
    },
    /^rooms in a circle: modules\/sales\/web -> modules\/sales\/web\/order -> modules\/sales\/web\n/,
  ],
  [
    'a style sheet draws an arrow like any file',
    {
      'platform/web/cell/cell.tsx': `import '#platform/web/file/file.css';`,
      'platform/web/file/file.css': '',
      'platform/web/file/drop.tsx': `import { Cell } from '#platform/web/cell/cell.tsx';`,
    },
    /^rooms in a circle: /,
  ],
  [
    'what is fetched later is known all the same',
    {
      'platform/web/field/input.tsx': `import { late } from './late.tsx';`,
      'platform/web/field/late.tsx': `export const late = () => import('./input.tsx');`,
    },
    /^files in a circle: \S+input.tsx -> \S+late.tsx -> \S+input.tsx$/,
  ],
  [
    'a test may look anywhere',
    {
      'platform/web/value/row.ts': '',
      'platform/web/value/row.test.ts': `import { grid } from '#platform/web/grid/grid.tsx';`,
      'platform/web/grid/grid.tsx': `import { row } from '#platform/web/value/row.ts';`,
    },
  ],
  [
    'floors are looked at one by one',
    {
      'platform/web/grid/grid.tsx': `import { row } from '#platform/model/row.ts';`,
      'platform/model/row.ts': '',
    },
  ],
  ['a room has its full measure', room(mostFiles)],
  ['a room is too full', room(mostFiles + 1), /^modules\/stock\/model: 31 files, more than 30: make two rooms of it$/],
];

test.each(planted)('%s', (_story, files, complaint) => {
  const complaints = roomComplaints(Object.keys(files), looksOf(files), []);
  expect(complaints).toEqual(complaint === undefined ? [] : [expect.stringMatching(complaint)]);
});

test('a floor is let pass while its rooms are not in order, and not longer', () => {
  const told = (count: number): string[] =>
    roomComplaints(Object.keys(room(count)), looksOf(room(count)), ['modules/stock/model']);
  expect(told(mostFiles + 1)).toEqual([]);
  expect(told(mostFiles)).toEqual([expect.stringMatching(/modules\/stock\/model is in order, or gone/)]);
});

test('rooms are drawn from the ground up', () => {
  const files: Files = {
    'platform/web/a-frame/app.tsx': `import { list } from '#platform/web/list/list.tsx';`,
    'platform/web/list/list.tsx': `import { row } from '#platform/web/value/row.ts';`,
    'platform/web/value/row.ts': '',
    'platform/web/value/row.test.ts': '',
  };
  expect(drawing(Object.keys(files), looksOf(files), () => true).map((line) => line.split(/\s+/))).toEqual([
    ['platform/web'],
    ['', 'value', '2'],
    ['', 'list', '1', 'value'],
    ['', 'a-frame', '1', 'list'],
  ]);
});
