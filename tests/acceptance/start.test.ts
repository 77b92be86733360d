import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { configurationOf } from '#apps/api/configuration.ts';
import { withDatabase } from '#apps/api/environment.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { migrations } from '#platform/server/db/migration.ts';
import { refuseUnsafeRole } from '#platform/server/db/role.ts';
import { complaintOf, refuseOtherSchema } from '#platform/server/db/schema-version.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('start');
});
afterAll(() => world.close());
afterEach(() => {
  vi.unstubAllEnvs();
});

function start(env: Readonly<Record<string, string>>): { readonly child: ChildProcess; readonly end: Promise<string> } {
  const child = spawn(process.execPath, ['apps/api/main.ts', '--only', 'api'], {
    env: { ...process.env, DATABASE_URL: world.url, PORT: '0', LOG_LEVEL: 'error', DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  return { child, end: once(child, 'close').then(([code]) => `${String(code)}: ${said.trim()}`) };
}
const key = Buffer.alloc(32, 7).toString('base64');
const last = migrations().at(-1)?.name ?? '';

describe('hardening §3: a process that cannot serve says why in one sentence and ends', () => {
  test('with a seal key of three bytes', async () => {
    expect(await start({ QUDAO_SEAL_KEY: 'AAAA' }).end).toBe(
      '1: Qudao does not start: QUDAO_SEAL_KEY: a key has 32 bytes in Base64 (openssl rand -base64 32), this one has 3',
    );
  });

  test('on a schema that lacks a migration', async () => {
    await world.sql('delete from sec.migration where name = $1', [last]);
    expect(await start({}).end).toBe(
      `1: Qudao does not start: the database lacks migration ${last} of this code; run npm run db:migrate and start again`,
    );
    await world.sql(`insert into sec.migration (name, checksum, needs) values ($1, 'known', '')`, [last]);
  });

  test('on a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as { port: number }).port);
    expect(await start({ PORT: port }).end).toBe(
      `1: Qudao does not start: PORT: another process listens on 127.0.0.1:${port}`,
    );
    other.close();
  });

  test.each([
    ['DATABASE_URL', 'qudao', 'DATABASE_URL: it must read postgres://user:password@host:5432/database'],
    ['DATABASE_URL', 'mysql://a:b@c/d', 'DATABASE_URL: it must read postgres://user:password@host:5432/database'],
    ['PORT', 'http', 'PORT: "http" is no number from 0 to 65535'],
    ['PORT', '70000', 'PORT: "70000" is no number from 0 to 65535'],
    ['JOB_LEASE_MS', '15s', 'JOB_LEASE_MS: "15s" is no number from 0 to 3600000'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL: "loud" is none of fatal, error, warn, info, debug, trace, silent'],
    ['SMTP_URL', 'mail.example.com', 'SMTP_URL: it must read smtp://user:password@host:587 (or smtps://, or sandbox:)'],
    ['FILES_FOLDER', '/dev/null/files', 'FILES_FOLDER: /dev/null/files cannot be written (ENOTDIR)'],
    [
      'QUDAO_SEAL_KEY',
      'not base64!',
      'QUDAO_SEAL_KEY: a key has 32 bytes in Base64 (openssl rand -base64 32), this is no Base64',
    ],
    [
      'QUDAO_SEAL_KEYS_OLD',
      `${key},AAAA`,
      'QUDAO_SEAL_KEYS_OLD: a key has 32 bytes in Base64 (openssl rand -base64 32), this one has 3',
    ],
  ])('with %s = %s', (name, value, sentence) => {
    vi.stubEnv('QUDAO_SEAL_KEY', key);
    vi.stubEnv(name, value);
    expect(() => configurationOf(['--only', 'api'])).toThrow(new Error(sentence));
  });

  test('asked for half a product that there is not', () => {
    expect(() => configurationOf(['--only', 'web'])).toThrow('--only: "web" is neither api nor worker');
  });

  test.each([
    [
      'nobody_there',
      'postgres',
      'DATABASE_URL: PostgreSQL lets nobody in with it (role "nobody_there" does not exist)',
    ],
    ['qudao_app', 'qudao_nowhere', 'DATABASE_URL: database "qudao_nowhere" does not exist; npm run setup makes it'],
    ['postgres', 'postgres', 'the database of DATABASE_URL is empty; npm run setup fills it'],
  ])('as %s on %s', async (user, database, sentence) => {
    const { sentenceOf, hasStarted } = await import('#apps/api/start-fault.ts');
    hasStarted();
    const url = new URL(withDatabase(world.url, database));
    url.username = user;
    const door = openDoor({ url: url.href });
    const said = await refuseUnsafeRole(door).then(() => 'fit', sentenceOf);
    await door.close();
    expect(said).toBe(`Qudao does not start: ${sentence}`);
  });
});

describe('hardening §3: code and schema', () => {
  const known = ['0001-a', '0002-b'];
  const has = (...names: string[]): { name: string; needs: string | null }[] =>
    names.map((name) => ({ name, needs: '' }));

  test('an upgrade passes under the code of the release before, unless a migration says that it does not', () => {
    expect(complaintOf(has('0001-a', '0002-b', '0003-c'), known)).toBeNull();
    const needing = (needs: string | null) => [...has('0001-a', '0002-b'), { name: '0003-c', needs }];
    expect(complaintOf(needing('0002-b'), known)).toBeNull();
    expect(complaintOf(needing('0003-c'), known)).toBe(
      'the database has 0003-c, which needs code that knows 0003-c; start that release or a newer one',
    );
    expect(complaintOf(needing(null), known)).toBe(
      'the database has migration 0003-c that this code does not know; start the release that it belongs to',
    );
    expect(complaintOf([], known)).toBe(
      'the database lacks 2 migrations (0001-a to 0002-b) of this code; run npm run db:migrate and start again',
    );
  });

  test('the previous code starts on a newer schema, and /readyz names both', async () => {
    await world.sql(`insert into sec.migration (name, checksum, needs) values ('9999-newer', 'x', '')`);
    expect(await refuseOtherSchema(world.door)).toEqual({ code: last, schema: '9999-newer' });
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    const { child, end } = start({ PORT: String(port) });
    const answer = async (): Promise<unknown> =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        (reply) => reply.json(),
        () => null,
      );
    await vi.waitFor(async () => expect(await answer()).not.toBeNull(), { timeout: 60_000, interval: 200 });
    await vi.waitFor(async () => expect(await answer()).toMatchObject({ ready: true }), { timeout: 10_000 });
    expect(await answer()).toEqual({ ready: true, uploads: true, code: last, schema: '9999-newer' });
    child.kill('SIGTERM');
    expect(await end).toBe('0: ');
    await world.sql(`delete from sec.migration where name = '9999-newer'`);
  });

  test('a schema older than the question lacks everything', async () => {
    await world.sql('revoke execute on function sec.migrations() from qudao_app');
    await expect(refuseOtherSchema(world.door)).rejects.toThrow(/^the database lacks \d+ migrations/);
    await world.sql('grant execute on function sec.migrations() to qudao_app');
  });
});
