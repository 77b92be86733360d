import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeRoutes, fileStores } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { ossConfigFields, ossProvider } from '#system/model/storage.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { sweepStores } from '#platform/server/file/sweep.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { pdf, png, upload, xlsx, type Uploaded } from '#tests/files.ts';
import { furnish } from '#tests/furniture.ts';
import { ftpUser, s3Key, startFtp, startS3, type StorageServer } from '#tests/storage-servers.ts';
import { anonymous, openWorld, sessionOf, type Session, type World } from '#tests/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-storage-'));
process.env['FILES_FOLDER'] = folder;

let world: World;
let bucket: StorageServer;
let ftp: StorageServer;
beforeAll(async () => {
  world = await openWorld('storage');
  await furnish(world.first);
  [bucket, ftp] = [await startS3(), await startFtp()];
});
afterAll(async () => {
  await world.close();
  await Promise.all([bucket.close(), ftp.close()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  process.env['STORAGE_ALLOW_PRIVATE'] = '1';
});

const minio = () => ({
  type: '6',
  minioEndPoint: `http://127.0.0.1:${bucket.port}`,
  minioBucketName: s3Key.bucket,
  minioAccessKey: s3Key.accessKey,
  minioSecretKey: s3Key.secretKey,
  minioPrefix: 'up',
});
const ftpSettings = () => ({
  type: '4',
  ftpHost: '127.0.0.1',
  ftpPort: ftp.port,
  ftpUser: ftpUser.user,
  ftpPassword: ftpUser.password,
  ftpPath: 'home',
});
const configure = (settings: object): Promise<null> => world.platform.must('PUT', '/sys/oss/config', settings);
interface Refused {
  readonly key: string;
  readonly errors?: readonly { readonly path: string }[];
}
const put = (name: string, bytes = png(), session = world.first) =>
  upload(world, session, '/sys/oss/upload', bytes, name);
const fetched = (path: string, session: Session) =>
  world.app.inject({ method: 'GET', url: `/api${path}`, headers: { token: session.token } });
const localFiles = (): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
const providerOf = async (id: string): Promise<string | undefined> =>
  (await world.sql<{ provider: string }>('select provider from app.sys_file where id = $1', [id]))[0]?.provider;
/** Another process hears of a change a moment later. */
const heard = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, 300);
  });

describe('the storage of the installation', () => {
  test('is a folder of this machine until somebody says otherwise', async () => {
    expect(await world.platform.must('GET', '/sys/oss/info')).toMatchObject({
      type: '5',
      localPath: folder,
      secrets: [],
    });
    expect(await providerOf((await put('本地.png')).data.id)).toBe('5');
    expect(localFiles()).toBe(1);
  });

  test("is none of a tenant's business", async () => {
    for (const [method, path] of [
      ['GET', '/sys/oss/info'],
      ['GET', '/sys/oss/config'],
      ['PUT', '/sys/oss/config'],
      ['POST', '/sys/oss'],
      ['POST', '/sys/oss/config/test'],
    ] as const) {
      expect((await world.first.call(method, path, method === 'GET' ? undefined : minio())).code).toBe(403);
    }
  });

  test('takes new files where it was set to, and finds every file where it was put', async () => {
    const disk = (await put('一.png', png(11))).data;
    await configure(minio());
    await heard();
    const remote = (await put('二.png', png(12))).data;
    await configure(ftpSettings());
    await heard();
    const far = (await put('三.png', png(13))).data;
    await configure({ type: '5' });
    await heard();
    expect([await providerOf(disk.id), await providerOf(remote.id), await providerOf(far.id)]).toEqual(['5', '6', '4']);
    for (const [{ url }, bytes] of [
      [disk, png(11)],
      [remote, png(12)],
      [far, png(13)],
    ] as const)
      expect((await fetched(url, world.first)).rawPayload.equals(bytes)).toBe(true);
    expect(
      Object.keys(bucket.files()).filter((name) => /up\/[0-9a-f]{2}\/[0-9a-f]{32}/.test(name)).length,
    ).toBeGreaterThan(0);
    expect(Object.keys(ftp.files()).some((name) => /^home\/[0-9a-f]{2}\/[0-9a-f]{32}$/.test(name))).toBe(true);
  });

  test('is known to another process at once', async () => {
    const door = openDoor({ url: world.url });
    const app = buildApp({ door, modules: models, routes: composeRoutes(door), logLevel: 'silent' });
    await app.ready();
    const there = { ...world, app };
    const first = sessionOf(app, world.first.token, world.first.tenantCode);
    expect(await providerOf((await upload(there, first, '/sys/oss/upload', png(21), 'a.png')).data.id)).toBe('5');
    await configure({ type: '6' });
    await expect
      .poll(async () => providerOf((await upload(there, first, '/sys/oss/upload', png(22), 'b.png')).data.id), {
        timeout: 2000,
      })
      .toBe('6');
    await configure({ type: '5' });
    await heard();
    await app.close();
    await door.close();
  });

  test('sweeps every store, also when one of them is down', async () => {
    await configure({ type: '6' });
    await heard();
    const { id } = (await put('散.png', png(31))).data;
    await configure({ type: '5' });
    await heard();
    const local = (await put('散.png', png(32))).data.id;
    const count = (): number => Object.keys(bucket.files()).length;
    const before = count();
    await world.sql(`update app.sys_file set free_since = now() - interval '3 days' where id in ($1, $2)`, [id, local]);
    const stores = fileStores(world.door);
    const down = {
      ...stores,
      configured: async () =>
        (await stores.configured()).map((store) =>
          store.provider === '6'
            ? {
                ...store,
                remove: async () => {
                  throw new Error('down');
                },
              }
            : store,
        ),
    };
    await expect(sweepStores(world.door, down)).rejects.toThrow('down');
    expect(await world.sql('select id from app.sys_file where id in ($1, $2)', [id, local])).toEqual([{ id }]);
    expect((await fetched(`/sys/oss/image?id=${id}`, world.first)).json()).toMatchObject({ code: 404 });
    await sweepStores(world.door, stores);
    expect(await world.sql('select id from app.sys_file where id = $1', [id])).toEqual([]);
    expect(count()).toBeLessThan(before);
  });

  test('that is gone refuses the upload and the download, and links nothing', async () => {
    await configure({ type: '6' });
    await heard();
    const { id } = (await put('在.png', png(41))).data;
    const away = await startS3();
    await away.close();
    await configure({ ...minio(), minioEndPoint: `http://127.0.0.1:${away.port}` });
    await heard();
    const logged = world.log.length;
    const orderId = (
      await world.first.must<{ id: string }>('POST', '/channelsale/order', {
        organizeCode: 'O1',
        customerCode: 'CU1',
        storageCode: 'W1',
        lines: [{ productCode: 'M1', number: '2', price: '3' }],
      })
    ).id;
    const { code, msg } = await upload(
      world,
      world.first,
      `/channelsale/order/${orderId}/attachments`,
      png(),
      '附.png',
    );
    expect([code, msg]).toEqual([20061, '存储服务无法访问，请稍后再试']);
    expect(await world.first.must('GET', `/channelsale/order/${orderId}/attachments`)).toEqual([]);
    expect((await fetched(`/sys/oss/image?id=${id}`, world.first)).json()).toMatchObject({ code: 20061 });
    expect(world.log.slice(logged).filter((line) => line.includes('"fault"'))).toEqual([]);
    await configure(minio());
    await heard();
    expect((await fetched(`/sys/oss/image?id=${id}`, world.first)).statusCode).toBe(200);
    await configure({ type: '5' });
    await heard();
  });
});

describe('a secret of the storage', () => {
  test('is sealed, and never told again', async () => {
    await configure(minio());
    const [kept] = await world.sql<{ settings: object; secrets: Record<string, string> }>(
      'select settings, secrets from sec.storage',
    );
    expect(JSON.stringify(kept)).not.toContain(s3Key.secretKey);
    expect(kept?.secrets['minioSecretKey']).toMatch(/^2\./);
    for (const path of ['/sys/oss/info', '/sys/oss/config']) {
      const answer = await world.platform.call<{ secrets: string[] }>('GET', path);
      expect([
        answer.text.includes(s3Key.secretKey),
        answer.text.includes(kept?.secrets['minioSecretKey'] ?? ''),
        answer.data.secrets.includes('minioSecretKey'),
      ]).toEqual([false, false, true]);
    }
    const logs = await world.sql<{ changes: unknown }>(
      `select changes from app.sys_operationlog where operation = 'config'`,
    );
    expect([logs.length > 0, JSON.stringify(logs).includes(s3Key.secretKey)]).toEqual([true, false]);
  });

  test('is not kept by a server without a key for sealing', async () => {
    const key = process.env['QUDAO_SEAL_KEY'] ?? '';
    process.env['QUDAO_SEAL_KEY'] = '';
    const { code, msg } = await world.platform.call('PUT', '/sys/oss/config', minio());
    process.env['QUDAO_SEAL_KEY'] = key;
    expect([code, msg.includes('QUDAO_SEAL_KEY')]).toEqual([10010, true]);
  });

  test('is not told to another address than the one it was given for', async () => {
    await configure({ ...ftpSettings(), type: '5' });
    for (const path of ['/sys/oss/config', '/sys/oss/config/test'] as const) {
      const { code, data } = await world.platform.call<Refused>(path === '/sys/oss/config' ? 'PUT' : 'POST', path, {
        type: '4',
        ftpPort: ftp.port + 1,
      });
      expect([code, data.errors?.map((error) => error.path)]).toEqual([10003, ['ftpPassword']]);
    }
  });
});

describe('a trial of the settings', () => {
  const tried = (settings: object) =>
    world.platform.call<Refused & { provider: string }>('POST', '/sys/oss/config/test', settings);

  test('puts, gets and deletes, and keeps neither the file nor the settings', async () => {
    const before = await world.sql('select * from sec.storage');
    const files = [Object.keys(bucket.files()).length, Object.keys(ftp.files()).length];
    for (const settings of [minio(), ftpSettings(), { type: '5' }])
      expect((await tried(settings)).data.provider).toBe(settings.type);
    expect([Object.keys(bucket.files()).length, Object.keys(ftp.files()).length]).toEqual(files);
    expect(await world.sql('select * from sec.storage')).toEqual(before);
  });

  test('[A354] knows seven kinds of stores, each by settings of its own', async () => {
    const asks = new Map<string, string>();
    // Nothing of what was kept before.
    const blank = Object.fromEntries(Object.keys(ossConfigFields).map((key) => [key, '']));
    for (const type of Object.keys(ossProvider)) {
      const { code, data } = await tried({ ...blank, type });
      const [first = ''] = (data.errors ?? []).map(({ path }) => path);
      asks.set(type, code === 0 ? 'nothing' : (/^[a-z]+/.exec(first)?.[0] ?? ''));
    }
    expect(Object.fromEntries(asks)).toEqual({
      1: 'qiniu',
      2: 'aliyun',
      3: 'qcloud',
      4: 'ftp',
      5: 'nothing',
      6: 'minio',
      7: 'huawei',
    });
  });

  test('says what is wrong', async () => {
    expect((await tried({ ...minio(), minioSecretKey: 'wrong-secret-key' })).data.key).toBe('E-STORE-KEY');
    expect((await tried({ ...ftpSettings(), ftpPassword: 'wrong-password' })).data.key).toBe('E-STORE-KEY');
    expect((await tried({ ...minio(), minioBucketName: 'no-such-bucket' })).data.key).toBe('E-STORE-PLACE');
    expect((await tried({ type: '2' })).data.errors?.map(({ path }) => path)).toEqual([
      'aliyunEndPoint',
      'aliyunBucketName',
      'aliyunAccessKeyId',
      'aliyunAccessKeySecret',
    ]);
  });
});

describe('the list of files', () => {
  interface Listed {
    readonly id: string;
    readonly url: string;
    readonly fileName: string;
    readonly fileSize: number;
    readonly fileType: string;
    readonly provider: string;
    readonly uploadDate: string;
    readonly creatorName: string;
  }
  const listed = async (session: Session, query = ''): Promise<Listed[]> =>
    (await session.must<{ list: Listed[] }>('GET', `/sys/oss/page?limit=500${query}`)).list;

  test('names what is kept, and where', async () => {
    const { id, url } = (await put('清单.png', png(51))).data;
    const row = (await listed(world.first)).find((each) => each.id === id);
    expect(row).toMatchObject({ url, fileName: '清单.png', fileSize: png(51).length, fileType: 'png', provider: '5' });
    expect((await listed(world.first, '&provider=4')).every(({ provider }) => provider === '4')).toBe(true);
    expect((await listed(world.second)).map((each) => each.id)).not.toContain(id);
    const { code } = await put('x.exe', Buffer.from('MZ\u0000\u0090'));
    expect([code, (await listed(world.first)).some(({ fileName }) => fileName.startsWith('x'))]).toEqual([
      10003,
      false,
    ]);
  });

  test('lets go of a file that nobody shows, for everybody and at once', async () => {
    const { id, url } = (await put('弃.png', png(52))).data;
    await world.first.must('DELETE', `/sys/oss/${id}`);
    expect((await fetched(url, world.first)).json()).toMatchObject({ code: 404 });
    expect((await listed(world.first)).map((each) => each.id)).not.toContain(id);
    expect((await world.first.call('DELETE', `/sys/oss/${id}`)).code).toBe(404);
    await sweepStores(world.door, fileStores(world.door));
    expect(await world.sql('select id from app.sys_file where id = $1', [id])).toEqual([]);
  });

  test('keeps what its keeper put there for its own sake until he deletes it, and nothing of that kind from others', async () => {
    const path = `/sys/oss/upload?extraParams=${encodeURIComponent('{"keep":"1"}')}`;
    const { id: roleId } = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'BR',
      name: '品牌',
      menuList: [menuIdOf('data/brand?tenantFlag=0'), menuIdOf('button data:brand:update')],
    });
    await world.first.must('POST', '/sys/user', {
      username: 'brander',
      realName: '牌',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [roleId],
    });
    const kept = (await upload(world, world.first, path, png(55), '存.png')).data.id;
    const loose = (await upload(world, await world.login('brander'), path, png(56), '散.png')).data.id;
    await world.sql(`update app.sys_file set free_since = now() - interval '3 days' where id in ($1, $2)`, [
      kept,
      loose,
    ]);
    await sweepStores(world.door, fileStores(world.door));
    expect(await world.sql('select id from app.sys_file where id in ($1, $2)', [kept, loose])).toEqual([{ id: kept }]);
    await world.first.must('DELETE', `/sys/oss/${kept}`);
    await sweepStores(world.door, fileStores(world.door));
    expect(await world.sql('select id from app.sys_file where id = $1', [kept])).toEqual([]);
  });

  test('keeps a file that a record shows, all or none', async () => {
    const { id, url } = (await put('标.png', png(53))).data;
    const free = (await put('空.png', png(54))).data.id;
    await world.first.must('POST', '/data/bd/brand', { code: 'ST1', name: '牌', logoUrl: url });
    const { code, msg } = await world.first.call('DELETE', '/sys/oss', [free, id]);
    expect([code, msg.includes('品牌')]).toEqual([10009, true]);
    expect((await listed(world.first)).map((each) => each.id)).toEqual(expect.arrayContaining([id, free]));
  });
});

describe('file permission control', () => {
  let count = 0;
  async function hire(
    organizeCode: string,
    deptId: string | null,
    ...menuList: string[]
  ): Promise<{ session: Session; userId: string; roleId: string }> {
    count += 1;
    const { id: roleId } = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: `FP${count}`,
      name: `角色${count}`,
      menuList: [menuIdOf('data/brand?tenantFlag=0'), ...menuList],
    });
    const { id: userId } = await world.first.must<{ id: string }>('POST', '/sys/user', {
      username: `fp${count}`,
      realName: `人${count}`,
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [roleId],
      organizeCode,
      ...(deptId === null ? {} : { deptId }),
    });
    return { session: await world.login(`fp${count}`), userId, roleId };
  }
  let sheet: Uploaded;
  let people: Record<'owner' | 'desk' | 'house' | 'other', Awaited<ReturnType<typeof hire>>>;
  beforeAll(async () => {
    await world.first.must('POST', '/sys/organization', { code: 'O9', name: '九' });
    const [mine, yours] = await Promise.all(
      ['DA', 'DB'].map(
        async (code) =>
          (await world.first.must<{ id: string }>('POST', '/data/bd/dept', { code, name: code, organizeCode: 'O1' }))
            .id,
      ),
    );
    const save = menuIdOf('button data:brand:update');
    people = {
      owner: await hire('O1', mine ?? '', save),
      desk: await hire('O1', mine ?? ''),
      house: await hire('O1', yours ?? ''),
      other: await hire('O9', null),
    };
    sheet = (await put('价目.xlsx', xlsx(), people.owner.session)).data;
  });
  const openers = async (path: string): Promise<string[]> => {
    const open: string[] = [];
    for (const [name, { session }] of Object.entries(people))
      if ((await fetched(path, session)).headers['filename'] !== undefined) open.push(name);
    return open;
  };
  const rule = async (body: object): Promise<() => Promise<null>> => {
    count += 1;
    const { id } = await world.first.must<{ id: string }>('POST', '/sys/filepermission', {
      code: `R${count}`,
      name: '规则',
      ...body,
    });
    return () => world.first.must('DELETE', `/sys/filepermission/${id}`);
  };

  test.each([
    ['0', ['owner']],
    ['1', ['owner', 'desk']],
    ['2', ['owner', 'desk', 'house']],
    ['3', ['owner', 'desk', 'house', 'other']],
    ['4', ['owner', 'desk', 'house', 'other']],
  ])('at level %s opens to %s', async (control, expected) => {
    const forget = await rule({ fileType: 'xlsx', control });
    expect(await openers(sheet.url)).toEqual(expected);
    expect((await fetched(sheet.url, world.first)).statusCode).toBe(200);
    expect((await fetched(sheet.url, world.second)).json()).toMatchObject({ code: 404 });
    await forget();
    expect(await openers(sheet.url)).toEqual(['owner', 'desk', 'house', 'other']);
  });

  test('opens to the roles and users it names, whatever its level', async () => {
    const forget = await rule({
      fileType: 'XLSX、pdf',
      control: '0',
      roleIdList: [people.other.roleId],
      userIdList: [people.desk.userId],
    });
    expect(await openers(sheet.url)).toEqual(['owner', 'desk', 'other']);
    await forget();
  });

  test('speaks of its kind of files alone, and of none when it is disabled', async () => {
    const forget = await rule({ fileType: 'image', control: '0' });
    expect(await openers(sheet.url)).toHaveLength(4);
    const picture = (await put('图.png', png(61), people.owner.session)).data;
    expect(await openers(picture.url)).toEqual(['owner']);
    await forget();
    const all = await rule({ control: '0' });
    expect(await openers(sheet.url)).toEqual(['owner']);
    const [{ id } = { id: '' }] = await world.sql<{ id: string }>(
      `select id from app.sys_filepermission where control = '0'`,
    );
    await world.first.must('PUT', '/sys/filepermission/disable', [id]);
    expect(await openers(sheet.url)).toHaveLength(4);
    await all();
    expect(
      (
        await world.first.call<Refused>('POST', '/sys/filepermission', {
          code: 'RX',
          name: '规则',
          control: '0',
          fileType: 'exe',
        })
      ).data.errors?.[0]?.path,
    ).toBe('fileType');
  });

  test('holds for a ticket as for a session, for names, and for what hangs on a record', async () => {
    const { id: orderId } = await world.first.must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      storageCode: 'W1',
      lines: [{ productCode: 'M1', number: '2', price: '3' }],
    });
    const { data } = await upload(world, world.first, `/channelsale/order/${orderId}/attachments`, pdf(), '合同.pdf');
    const clerk = await hire('O1', null, menuIdOf('order/order'), menuIdOf('button order:order:view'));
    const path = `/channelsale/order/${orderId}/attachments/${data.id}`;
    expect((await fetched(path, clerk.session)).statusCode).toBe(200);
    const forget = await rule({ fileType: 'pdf,xlsx', control: '0' });
    expect((await fetched(path, clerk.session)).json()).toMatchObject({ code: 403, msg: '没有权限打开这类文件' });
    for (const asked of [path, `/sys/oss/download`]) {
      const { ticket } = await clerk.session.must<{ ticket: string }>('POST', '/sys/ticket', { path: asked });
      const reply = await world.app.inject({ method: 'GET', url: `/api${asked}?id=${sheet.id}&token=${ticket}` });
      expect([reply.headers['filename'], reply.json<{ code: number }>().code > 0]).toEqual([undefined, true]);
    }
    expect(await clerk.session.must('GET', `/sys/oss/label?ids=${sheet.id}`)).toEqual([]);
    await forget();
  });
});

describe('pictures of the branding', () => {
  const branding = (): Promise<Record<string, string>> => anonymous(world.app).must('GET', '/sys/api/global/config');
  const seen = (url: string, headers: Record<string, string> = {}) =>
    world.app.inject({ method: 'GET', url: `/api${url}`, headers });

  test('are shown to everybody before the login, for as long as the configuration names them', async () => {
    const logo = (await put('登录.png', png(71), world.platform)).data;
    const other = (await put('别的.png', png(72), world.platform)).data;
    await world.platform.must('PUT', '/sys/global/config', { loginLogoUrl: logo.url });
    const { loginLogoUrl = '' } = await branding();
    const reply = await seen(loginLogoUrl);
    expect([
      reply.statusCode,
      reply.rawPayload.equals(png(71)),
      reply.headers['content-type'],
      reply.headers['cache-control'],
    ]).toEqual([200, true, 'image/png', 'public, max-age=31536000, immutable']);
    expect((await seen(loginLogoUrl, { 'if-none-match': String(reply.headers['etag']) })).statusCode).toBe(304);
    for (const id of [other.id, '', 'nonsense', '019a0000-0000-7000-8000-000000000000'])
      expect((await seen(loginLogoUrl.replace(logo.id, id))).json()).toMatchObject({ code: 404 });
    await world.platform.must('PUT', '/sys/global/config', { loginLogoUrl: other.url });
    expect((await seen(loginLogoUrl)).json()).toMatchObject({ code: 404 });
    expect((await seen(loginLogoUrl.replace(logo.id, other.id))).statusCode).toBe(200);
  });

  test('outlive the sweep while they are shown', async () => {
    const logo = (await put('留.png', png(73), world.platform)).data;
    await world.platform.must('PUT', '/sys/global/config', { homePageLogoUrl: logo.url });
    await world.sql(`update app.sys_file set free_since = now() - interval '3 days' where id = $1`, [logo.id]);
    await sweepStores(world.door, fileStores(world.door));
    expect((await seen((await branding())['homePageLogoUrl'] ?? '')).statusCode).toBe(200);
    expect((await world.platform.call('DELETE', `/sys/oss/${logo.id}`)).code).toBe(10009);
    await world.platform.must('PUT', '/sys/global/config', { homePageLogoUrl: null });
    await world.platform.must('DELETE', `/sys/oss/${logo.id}`);
  });

  test("are the platform's: a file of a tenant is not, whoever names it", async () => {
    const theirs = (await put('租户.png', png(74))).data;
    await world.platform.must('PUT', '/sys/global/config', { globalLogoUrl: theirs.url });
    expect((await seen((await branding())['globalLogoUrl'] ?? '')).json()).toMatchObject({ code: 404 });
  });
});
