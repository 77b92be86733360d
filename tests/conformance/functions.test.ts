import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { functionDrift, functionFiles, type FunctionDrift, type FunctionFile } from '#platform/server/db/functions.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { ledgerFunctions } from '#platform/server/db/ledger-ddl.ts';
import { functionForm } from '#scripts/function-form.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('functions');
});
afterAll(() => world.close());

const generated = models.flatMap((module) => module.ledgers).flatMap(ledgerFunctions);
const files = functionFiles();

/** `fault` is gone with the transaction in which the files are run. */
function drift({
  fault,
  instead = files,
}: {
  fault?: string;
  instead?: readonly FunctionFile[];
}): Promise<FunctionDrift> {
  return asAdministrator(world.adminUrl, async (client) => {
    if (fault !== undefined) await client.query(`begin; set local role qudao_owner; ${fault}`);
    return functionDrift(client, generated, instead);
  });
}

const edited = (name: string, edit: (sql: string) => string): FunctionFile[] =>
  files.map((file) => (file.name === name ? { name, sql: edit(file.sql) } : file));

describe('a function of the database', () => {
  test('is what its file says, and every one has a file', async () => {
    const { changed, complaints } = await drift({});
    expect({ changed: changed.map(({ name }) => name), complaints }).toEqual({ changed: [], complaints: [] });
    console.log(`${files.length} functions compared with their files`);
  });

  test('stands in its file in the one form', () => {
    expect(files.filter(({ sql }) => functionForm(sql) !== sql).map(({ name }) => name)).toEqual([]);
  });
});

describe('the comparison', () => {
  const touch = files.find(({ name }) => name === 'sec.touch')?.sql ?? '';
  const faults: readonly [title: string, sql: string, changed: readonly string[], complaints: readonly RegExp[]][] = [
    ['another body', touch.replace('now()', 'clock_timestamp()'), ['sec.touch'], []],
    ['another setting', 'alter function sec.touch(text) set jit = off', ['sec.touch'], []],
    ['other rights to run with', 'alter function sec.touch(text) security invoker', ['sec.touch'], []],
    ['a function that is missing', 'drop function sec.touch(text)', ['sec.touch'], []],
    [
      'a function without a file',
      'create function sec.stray() returns integer language sql as $$ select 1 $$',
      [],
      [/^sec\.stray: has no file$/],
    ],
    [
      'a second one of the name',
      'create function sec.touch(integer) returns integer language sql as $$ select $1 $$',
      [],
      [/^sec\.touch: the database has 2 of this name, the file 1$/],
    ],
    [
      'an answer of another type',
      'drop function sec.touch(text); create function sec.touch(text) returns integer language sql as $$ select 1 $$',
      [],
      [/^sec\.touch: cannot change return type of existing function$/],
    ],
  ];
  test.each(faults)('sees %s', async (_title, fault, names, complaints) => {
    const found = await drift({ fault });
    expect(found.changed.map(({ name }) => name)).toEqual(names);
    expect(found.complaints).toEqual(complaints.map((each) => expect.stringMatching(each) as unknown));
  });

  test('sees a string with other white space, and no other white space or comment', async () => {
    const spaced = edited('sec.touch', (sql) =>
      sql.replaceAll('\n', ' \n\n').replace('as $$', () => 'as $$ -- when seen\n'),
    );
    expect(await drift({ instead: spaced })).toEqual({ changed: [], complaints: [] });
    const said = edited('sec.must', (sql) => sql.replace('outside the', 'outside  the'));
    expect((await drift({ instead: said })).changed.map(({ name }) => name)).toEqual(['sec.must']);
  });

  test('sees a file that is named after another function', async () => {
    const found = await drift({ instead: [...files, { name: 'sec.touched', sql: touch }] });
    expect(found.complaints).toEqual(['sec.touched: the file defines sec.touch']);
  });
});
