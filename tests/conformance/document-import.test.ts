import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Document } from '#platform/model/document.ts';
import { groupKey, importedFieldsOf, importListOf } from '#platform/model/import/document-import.ts';
import { matchColumns, type ImportResult } from '#platform/model/import.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { formOf } from '#tests/files.ts';
import { list } from '#tests/sheets.ts';
import { openWorld, type World } from '#tests/world.ts';
import { documents, sampler, type Body, type Sampler } from './sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-document-import-'));
process.env['FILES_FOLDER'] = folder;

let world: World;
let samples: Sampler;
beforeAll(async () => {
  world = await openWorld('documentimport');
  samples = sampler(world.first, world.platform, { code: 'N', mark: '样本', sql: world.sql });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const imported = documents.filter(({ isImported }) => isImported === true);

interface Bill extends Body {
  readonly id: string;
  readonly billStatus: string;
  readonly lines: readonly Body[];
}
type Cells = Readonly<Record<string, string>>;

/** The rows of a file that says the same as a body: one for each line, with the head on each. */
function rowsOf(document: Document, body: Body, key: string): readonly Cells[] {
  const lines = (body['lines'] as readonly Body[] | undefined) ?? [];
  return (lines.length === 0 ? [{}] : lines).map((line: Body) => ({
    [groupKey]: key,
    ...Object.fromEntries(
      [...importedFieldsOf(document)].flatMap(([name, { part, key: field }]) => {
        const value = (part === 'head' ? body : line)[field];
        return value === undefined || value === null ? [] : [[name, String(value)]];
      }),
    ),
  }));
}

async function send(document: Document, rows: readonly Cells[]): Promise<ImportResult & { readonly key?: string }> {
  const columns = Object.keys(importListOf(document).fields).filter((name) => rows.some((row) => row[name]));
  const { fields } = importListOf(document);
  const form = formOf(
    list(
      columns.map((name) => fields[name]?.label[0] ?? name),
      rows.map((row) => columns.map((name) => row[name] ?? '')),
    ),
    'list.csv',
  );
  const reply = await world.app.inject({
    method: 'POST',
    url: `/api${document.path}/import`,
    headers: { ...form.headers, token: world.first.token },
    payload: form.payload,
  });
  const { code, msg, data } = reply.json<{ code: number; msg: string; data: ImportResult }>();
  if (code !== 0) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`);
  return data;
}

const idsOf = async (document: Document): Promise<readonly string[]> =>
  (
    await world.sql<{ id: string }>(
      `select id from app.${tableOf(document)} where deleted_flag = '0' order by create_date, code`,
    )
  ).map(({ id }) => id);
const read = (document: Document, id: string): Promise<Bill> => world.first.must<Bill>('GET', `${document.path}/${id}`);

/** A file names entries of a dictionary; the samples have words of their own, except where a rule needs one. */
function inDictionary({ head, lines }: Document, body: Body): Body {
  const without = (fields: Document['head'], row: Body): Body =>
    Object.fromEntries(Object.entries(row).filter(([key]) => fields[key]?.kind !== 'dict' || fields[key].required));
  return {
    ...without(head, body),
    lines: ((body['lines'] as readonly Body[] | undefined) ?? []).map((line) => without(lines, line)),
  };
}

/** What of a document a file can say. */
function said(document: Document, bill: Bill): unknown {
  const keys = (part: 'head' | 'line'): readonly string[] =>
    [...importedFieldsOf(document).values()].flatMap((each) => (each.part === part ? [each.key] : []));
  const of = (row: Body, part: 'head' | 'line'): Body =>
    Object.fromEntries(keys(part).map((key) => [key, row[key] ?? null]));
  return { head: of(bill, 'head'), lines: (bill.lines ?? []).map((line) => of(line, 'line')) };
}

describe.each(imported.map((document) => [document.name, document] as const))('a file of %s', (_name, document) => {
  test('is read by the titles of its own template, in every language', () => {
    const entity = importListOf(document);
    for (const language of [0, 1, 2] as const)
      expect(
        matchColumns(
          entity,
          Object.values(entity.fields).map(({ label }) => label[language]),
        ),
      ).toEqual(Object.keys(entity.fields));
  });

  test('becomes what a save by hand makes of it, and waits like that', async () => {
    // What comes as a file is dated today.
    const { billDate: _day, ...given } = await samples.bodyOf(document);
    const body = inDictionary(document, given);
    const before = await idsOf(document);
    expect(await send(document, rowsOf(document, body, '1'))).toMatchObject({ failCount: 0 });
    const [id = '', ...others] = (await idsOf(document)).filter((each) => !before.includes(each));
    expect(others).toEqual([]);
    const bill = await read(document, id);
    expect(bill.billStatus).toBe(document.states[document.initial]?.code);
    await world.first.must('DELETE', document.path, [id]);
    const { data } = await world.first.must<{ data: { id: string } }>('POST', document.path, body);
    expect(said(document, bill)).toEqual(said(document, await read(document, data.id)));
  });
});
