import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#platform/model/refusal.ts';
import type { Outbound } from '#platform/server/network/outbound.ts';
import { ftpUser, s3Key, startFtp, startS3, type StorageServer } from '#tests/storage-servers.ts';
import { ftpStore } from './ftp-store.ts';
import { s3Store } from './s3-store.ts';
import { FileGone, type FileStore } from './store.ts';

const nearby: Outbound = { isPrivateAllowed: true, ports: [] };
const bucketAt = (port: number, more: object = {}): FileStore =>
  s3Store(
    {
      provider: '6',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      prefix: 'files',
      isPathStyle: true,
      ...s3Key,
      ...more,
    },
    nearby,
  );
const folderAt = (port: number, more: object = {}): FileStore =>
  ftpStore({ provider: '4', host: '127.0.0.1', port, path: 'home/files', ...ftpUser, ...more }, nearby);

const kinds = [
  { kind: 'an S3 bucket', start: startS3, at: bucketAt, wrong: { secretKey: 'not-the-secret' } },
  { kind: 'an FTP folder', start: startFtp, at: folderAt, wrong: { password: 'not-the-secret' } },
];
const newKey = (): string => randomBytes(16).toString('hex');
const megabyte = 1024 * 1024;

async function* bytesOf(
  megabytes: number,
  after: (sent: number) => Promise<void> = async () => undefined,
): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < megabytes; n += 1) {
    yield Buffer.alloc(megabyte, n);
    await after(n + 1);
  }
}
async function sizeOf(store: FileStore, key: string): Promise<{ size: number; isRight: boolean }> {
  let [size, isRight] = [0, true];
  for await (const piece of await store.open(key)) {
    const bytes = piece as Buffer;
    for (let at = 0; at < bytes.length; at += 4096) isRight &&= bytes[at] === Math.floor((size + at) / megabyte) % 256;
    size += bytes.length;
  }
  return { size, isRight };
}
const refusalIn = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.key : String(error)),
  );

describe.each(kinds)('$kind', ({ start, at, wrong }) => {
  let server: StorageServer;
  let store: FileStore;
  beforeAll(async () => {
    server = await start();
    store = at(server.port);
  });
  afterAll(() => server.close());

  test('takes a file of 30 MB as it comes, gives it back, and lets it go', async () => {
    const key = newKey();
    let isThere = false;
    await store.put(
      key,
      bytesOf(30, async (sent) => {
        // The source goes on when the server has the beginning: nobody waits for the end of it.
        for (let waited = 0; sent === 12 && !isThere && waited < 400; waited += 1, await rest(25))
          isThere = Object.values(server.files()).some((size) => size >= megabyte);
      }),
    );
    expect(isThere).toBe(true);
    expect(await sizeOf(store, key)).toEqual({ size: 30 * megabyte, isRight: true });
    await store.remove(key);
    await expect(store.open(key)).rejects.toThrow(FileGone);
    await store.remove(key);
  });

  test('takes a small file, and an empty one', async () => {
    const [small, empty] = [newKey(), newKey()];
    await store.put(small, bytesOf(1));
    await store.put(empty, bytesOf(0));
    expect([await sizeOf(store, small), await sizeOf(store, empty)]).toEqual([
      { size: megabyte, isRight: true },
      { size: 0, isRight: true },
    ]);
  });

  test('that knows another key refuses, and keeps nothing', async () => {
    const before = server.files();
    expect(await refusalIn(at(server.port, wrong).put(newKey(), bytesOf(1)))).toBe('E-STORE-KEY');
    expect(server.files()).toEqual(before);
  });

  test('keeps nothing of a file whose sender went away', async () => {
    const before = Object.keys(server.files()).toSorted();
    const key = newKey();
    const broken = bytesOf(9, async (sent) => {
      if (sent === 8) throw new Error('the browser went away');
    });
    await expect(store.put(key, broken)).rejects.toThrow('the browser went away');
    await expect(store.open(key)).rejects.toThrow(FileGone);
    await expect.poll(() => Object.keys(server.files()).toSorted(), { timeout: 3000 }).toEqual(before);
  });

  test("whose server is gone refuses; it is nobody's fault", async () => {
    const away = await start();
    await away.close();
    const gone = at(away.port);
    for (const work of [() => gone.put(newKey(), bytesOf(1)), () => gone.open(newKey()), () => gone.remove(newKey())])
      expect(await refusalIn(work())).toBe('E-STORE-DOWN');
  });

  test('whose server hangs up in the middle refuses', async () => {
    const cut = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      setTimeout(() => {
        socket.destroy();
      }, 50);
    });
    await new Promise<void>((done) => {
      cut.listen(0, '127.0.0.1', done);
    });
    expect(await refusalIn(at((cut.address() as AddressInfo).port).put(newKey(), bytesOf(1)))).toBe('E-STORE-DOWN');
    cut.close();
  });

  test('takes no key that we did not make', async () => {
    for (const key of ['../../etc/passwd', 'A'.repeat(32), ''])
      await expect((async () => store.put(key, bytesOf(1)))()).rejects.toThrow('not a key');
  });
});

describe('an FTP folder', () => {
  test('asked with a key that we did not make is not even called', async () => {
    let calls = 0;
    const listening = createServer((socket: Socket) => {
      calls += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => {
      listening.listen(0, '127.0.0.1', done);
    });
    const store = folderAt((listening.address() as AddressInfo).port);
    await expect(store.open('../../etc/passwd')).rejects.toThrow('not a key');
    await expect((async () => store.put('../../etc/passwd', bytesOf(1)))()).rejects.toThrow('not a key');
    expect(calls).toBe(0);
    listening.close();
  });
});

describe('a bucket', () => {
  test('that does not exist is named as that', async () => {
    const server = await startS3();
    expect(await refusalIn(bucketAt(server.port, { bucket: 'another' }).put(newKey(), bytesOf(1)))).toBe(
      'E-STORE-PLACE',
    );
    await server.close();
  });
});
