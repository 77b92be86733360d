import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Refusal } from '#platform/model/refusal.ts';
import type { SheetRow } from '#platform/server/sheet/read-xlsx.ts';
import { sheet } from '#tests/sheets.ts';
import { badFile } from './refusals.ts';
import { rowMemory } from './kept-rows.ts';
import { parsed, type Batch } from './parse.ts';

const titles = ['编码', '名称'];
const goods = (count: number): string[][] => Array.from({ length: count }, (_x, n) => [`M${n}`, `物料${n}`]);
const listed = (lines: readonly (readonly string[])[]): Readable =>
  Readable.from([Buffer.from(lines.map((cells) => cells.join(',')).join('\n'))]);

async function rowsOf(batches: AsyncIterable<Pick<Batch, 'rows'>> | null): Promise<SheetRow[] | null> {
  if (batches === null) return null;
  const rows: SheetRow[] = [];
  for await (const batch of batches) rows.push(...batch.rows);
  return rows;
}

describe('the rows of an uploaded list', () => {
  test('are those of a second reading, and whoever wants the titles is answered the first of them', async () => {
    const bytes = await sheet(titles, goods(250));
    const memory = rowMemory();
    const head = await rowsOf(parsed(Readable.from([bytes]), 'xlsx', memory.keeperOf('a')));
    expect(head).toHaveLength(100);
    expect(await rowsOf(memory.batches('a'))).toEqual(await rowsOf(parsed(Readable.from([bytes]), 'xlsx')));
    memory.forget('a');
    expect(memory.batches('a')).toBeNull();
  });

  test('are not kept of a list that is bad further down', async () => {
    const memory = rowMemory();
    const wide = Array.from({ length: 201 }, () => 'x');
    const refused = await rowsOf(parsed(listed([titles, ...goods(250), wide]), 'csv', memory.keeperOf('a'))).catch(
      (error: unknown) => error as Refusal,
    );
    expect(refused).toEqual(badFile('tooManyColumns'));
    expect(memory.batches('a')).toBeNull();
  });

  test('are kept of no list that is too large, and of the latest where all are', () => {
    const memory = rowMemory({ ofOne: 100, ofAll: 120 });
    const kept = (fileId: string, lines: number): void => {
      const keeper = memory.keeperOf(fileId);
      for (let line = 0; line < lines; line += 1) keeper.add(`{"rows":[],"share":${line}}`);
      keeper.keep();
    };
    kept('large', 20);
    kept('first', 2);
    kept('second', 2);
    expect([memory.batches('large'), memory.batches('first') === null]).toEqual([null, false]);
    kept('third', 2);
    expect(['first', 'second', 'third'].map((each) => memory.batches(each) !== null)).toEqual([false, true, true]);
  });
});
