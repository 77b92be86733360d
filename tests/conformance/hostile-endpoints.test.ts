import { createServer as createHttp } from 'node:http';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '#platform/model/refusal.ts';
import { s3Store } from '#platform/server/file/s3-store.ts';
import {
  checkedAddress,
  checkedAgents,
  ForbiddenAddress,
  type Outbound,
  type Resolve,
} from '#platform/server/network/outbound.ts';
import { openWorld, type World } from '#tests/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-endpoints-'));
process.env['FILES_FOLDER'] = folder;

let world: World;
/** Somebody who is at home on every address of this machine and counts who knocks. */
let canary = 0;
let knocks = 0;
const listener = createServer((socket) => {
  knocks += 1;
  socket.destroy();
});
/** Every connection that the product opens, but those to its database. */
const opened: string[] = [];
const original = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')?.value as (...args: unknown[]) => Socket;
const database = new URL(process.env['TEST_ADMIN_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres').port || '5432';

beforeAll(async () => {
  world = await openWorld('endpoint');
  await new Promise<void>((done) => {
    listener.listen(0, '::', done);
  });
  canary = (listener.address() as AddressInfo).port;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [to] = (Array.isArray(args[0]) ? args[0] : args) as { host?: string; port?: number | string }[];
    const place =
      typeof to === 'object' ? `${to.host ?? 'localhost'}:${String(to.port)}` : args.slice(0, 2).toReversed().join(':');
    if (!place.endsWith(`:${database}`)) opened.push(place);
    return original.apply(this, args);
  };
});
afterAll(async () => {
  Socket.prototype.connect = original;
  listener.close();
  await world.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  delete process.env['STORAGE_ALLOW_PRIVATE'];
  opened.length = 0;
  knocks = 0;
});

const minio = (endpoint: string) => ({
  type: '6',
  minioEndPoint: endpoint,
  minioBucketName: 'bucket',
  minioAccessKey: 'access',
  minioSecretKey: 'secret-secret',
});
const ftp = (host: string, port = 21) => ({
  type: '4',
  ftpHost: host,
  ftpPort: port,
  ftpUser: 'user',
  ftpPassword: 'secret-secret',
});

/** Hosts in every spelling that some parser takes for this machine, its neighbours or the cloud's own voice. */
const hosts = [
  '127.0.0.1',
  'localhost',
  'LOCALHOST.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.0.23',
  '0xa9fea9fe',
  '2852039166',
  '[::ffff:a9fe:a9fe]',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  'metadata.google.internal',
  'metadata',
] as const;
const schemes = [
  'file:///etc/passwd',
  'gopher://example.com',
  'ftp://example.com',
  'unix:/var/run/docker.sock',
  'javascript://x',
  'https://user:word@example.com',
  'https://example.com/latest/meta-data',
  'https://example.com?x=',
  'https://example.com#x',
  'https://example.com\\@127.0.0.1',
  '//127.0.0.1',
  'http://example.com',
  '',
];

describe('an endpoint of the storage', () => {
  test.each(hosts)('%s is not called, not even to try it', async (host) => {
    for (const settings of [
      minio(`https://${host}`),
      minio(`http://${host}:${canary}`),
      minio(`${host}:9000`),
      ftp(host),
      ftp(host, canary),
    ]) {
      for (const [method, path] of [
        ['PUT', '/sys/oss/config'],
        ['POST', '/sys/oss/config/test'],
      ] as const)
        expect((await world.platform.call(method, path, settings)).code).toBe(10003);
    }
    expect([opened, knocks]).toEqual([[], 0]);
  });

  test.each(schemes)('%s is none', async (endpoint) => {
    for (const key of ['minioEndPoint', 'aliyunEndPoint', 'huaweiEndPoint', 'qiniuDomain'] as const) {
      const type = { minioEndPoint: '6', aliyunEndPoint: '2', huaweiEndPoint: '7', qiniuDomain: '1' }[key];
      expect(
        (
          await world.platform.call('POST', '/sys/oss/config/test', {
            ...minio(''),
            aliyunBucketName: 'bucket',
            aliyunAccessKeyId: 'a',
            aliyunAccessKeySecret: 'secret-secret',
            huaweiBucketName: 'bucket',
            huaweiAccessKey: 'a',
            huaweiSecretKey: 'secret-secret',
            qiniuBucketName: 'bucket',
            qiniuAccessKey: 'a',
            qiniuSecretKey: 'secret-secret',
            type,
            [key]: endpoint,
          })
        ).code,
      ).toBe(10003);
    }
    expect([opened, knocks]).toEqual([[], 0]);
  });

  test('is not smuggled in by a bucket, a region, a folder or a port', async () => {
    for (const settings of [
      { ...minio('https://example.com'), minioBucketName: '127.0.0.1#' },
      { ...minio('https://example.com'), minioBucketName: '../x' },
      { ...minio('https://example.com'), minioPrefix: '../../x' },
      {
        type: '3',
        qcloudRegion: 'x@127.0.0.1/',
        qcloudBucketName: 'bucket',
        qcloudSecretId: 'a',
        qcloudSecretKey: 'secret-secret',
      },
      {
        type: '3',
        qcloudRegion: '127.0.0.1#',
        qcloudBucketName: 'bucket',
        qcloudSecretId: 'a',
        qcloudSecretKey: 'secret-secret',
      },
      { ...ftp('example.com'), ftpPath: 'a\r\nDELE b' },
      { ...ftp('example.com'), ftpUser: 'a\r\nPASS b' },
      ftp('example.com/x'),
      ftp('example.com:22'),
      ftp('8.8.8.8', 22),
      ftp('8.8.8.8', 25),
      minio('https://8.8.8.8:22'),
      minio('https://8.8.8.8:6379'),
      minio('https://8.8.8.8:5432'),
    ])
      expect((await world.platform.call('POST', '/sys/oss/config/test', settings)).code).toBe(10003);
    expect([opened, knocks]).toEqual([[], 0]);
  });

  test('of a private network is called where that is allowed, and the count sees it', async () => {
    process.env['STORAGE_ALLOW_PRIVATE'] = '1';
    for (const settings of [minio(`http://127.0.0.1:${canary}`), ftp('localhost', canary)])
      expect((await world.platform.call('POST', '/sys/oss/config/test', settings)).code).toBe(20061);
    expect([opened.length > 1, knocks > 1]).toEqual([true, true]);
  });

  test('with metadata and link-local addresses stays closed where private ones are open', async () => {
    process.env['STORAGE_ALLOW_PRIVATE'] = '1';
    for (const host of [
      '169.254.169.254',
      '0xa9fea9fe',
      '100.100.100.200',
      '168.63.129.16',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '[::ffff:a9fe:a9fe]',
      '0.0.0.0',
      '[::]',
    ]) {
      for (const settings of [minio(`http://${host}`), minio(`http://${host}:9000`), ftp(host)])
        expect((await world.platform.call('POST', '/sys/oss/config/test', settings)).code).toBe(10003);
    }
    expect([opened, knocks]).toEqual([[], 0]);
  });
});

describe('a connection', () => {
  const open: Outbound = { isPrivateAllowed: false, ports: [443] };
  const answering = (...answers: (readonly string[])[]): Resolve & { asked: number } => {
    const resolve = Object.assign(
      async () =>
        (answers[Math.min(resolve.asked++, answers.length - 1)] ?? []).map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })),
      { asked: 0 },
    );
    return resolve;
  };

  test('goes to a public address, by name or by number', async () => {
    expect(await checkedAddress('8.8.8.8', 443, open)).toEqual({ address: '8.8.8.8', family: 4 });
    expect(await checkedAddress('[2400:3200::1]', 443, open)).toEqual({ address: '2400:3200::1', family: 6 });
    expect(await checkedAddress('oss.example', 443, { ...open, resolve: answering(['47.110.0.1']) })).toEqual({
      address: '47.110.0.1',
      family: 4,
    });
  });

  test('does not go to a name with one wrong address among its own', async () => {
    await expect(
      checkedAddress('oss.example', 443, { ...open, resolve: answering(['47.110.0.1', '127.0.0.1']) }),
    ).rejects.toThrow(ForbiddenAddress);
    await expect(checkedAddress('oss.example', 443, { ...open, resolve: answering([]) })).rejects.toThrow(
      ForbiddenAddress,
    );
  });

  test('is to the address that was checked: a name that answers anew is asked anew and refused', async () => {
    const resolve = answering(['203.0.114.9'], ['127.0.0.1']);
    const { plain } = checkedAgents({ isPrivateAllowed: false, ports: [canary], resolve });
    const dial = () =>
      new Promise<string>((done) => {
        (
          plain as unknown as {
            createConnection: (to: object, ready: (error: Error | null, socket?: Socket) => void) => void;
          }
        ).createConnection({ host: 'rebind.example', port: canary }, (error, socket) => {
          socket?.on('error', () => undefined).destroy();
          done(error === null ? 'dialled' : error.name);
        });
      });
    expect([await dial(), await dial(), resolve.asked]).toEqual(['dialled', 'ForbiddenAddress', 2]);
    expect([opened, knocks]).toEqual([[`203.0.114.9:${canary}`], 0]);
  });

  test('does not follow a redirect', async () => {
    const sender = createHttp((_request, reply) => {
      reply.writeHead(307, { location: `http://127.0.0.1:${canary}/latest/meta-data` }).end();
    });
    await new Promise<void>((done) => {
      sender.listen(0, '127.0.0.1', done);
    });
    const { port } = sender.address() as AddressInfo;
    const store = s3Store(
      {
        provider: '6',
        endpoint: `http://127.0.0.1:${port}`,
        region: 'us-east-1',
        bucket: 'bucket',
        prefix: '',
        accessKey: 'a',
        secretKey: 's',
        isPathStyle: true,
      },
      { isPrivateAllowed: true, ports: [] },
    );
    const key = '0'.repeat(32);
    for (const work of [
      () => store.open(key),
      () => store.remove(key),
      () =>
        store.put(
          key,
          (async function* () {
            yield Buffer.from('x');
          })(),
        ),
    ])
      await expect(work()).rejects.toThrow(Refusal);
    expect([opened.every((place) => place === `127.0.0.1:${port}`), knocks]).toEqual([true, 0]);
    sender.closeAllConnections();
    sender.close();
  });
});

test('the corpus is as long as it was promised', () => {
  expect(hosts.length + schemes.length).toBeGreaterThanOrEqual(40);
});
