import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localStore } from '#platform/server/file/local-store.ts';
import { sweepFiles } from '#platform/server/file/sweep.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { docx, pdf, png, upload, xlsx, type Uploaded } from '#tests/files.ts';
import { furnish } from '#tests/furniture.ts';
import { anonymous, openWorld, type Session, type World } from '#tests/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-files-'));
process.env['FILES_FOLDER'] = folder;

let world: World;
let orderId: string;
let customerId: string;
beforeAll(async () => {
  world = await openWorld('file');
  await furnish(world.first);
  ({ id: orderId } = await newOrder());
  customerId =
    (await world.first.must<{ list: { id: string }[] }>('GET', '/data/customer/manage/page')).list[0]?.id ?? '';
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const newOrder = (organizeCode = 'O1'): Promise<{ id: string }> =>
  world.first.must('POST', '/channelsale/order', {
    organizeCode,
    customerCode: 'CU1',
    storageCode: 'W1',
    lines: [{ productCode: 'M1', number: '2', price: '3' }],
  });
const storedKeys = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const attachmentsOf = (id: string): string => `/channelsale/order/${id}/attachments`;
async function ticketFor(session: Session, path: string, more: object = {}): Promise<string> {
  return (await session.must<{ ticket: string }>('POST', '/sys/ticket', { path, ...more })).ticket;
}
/** How a browser opens an address: no headers of ours. */
const open = (path: string) => world.app.inject({ method: 'GET', url: `/api${path}` });
const withToken = (path: string, session: Session) =>
  world.app.inject({ method: 'GET', url: `/api${path}`, headers: { token: session.token } });

let count = 0;
async function hire(...menuList: string[]): Promise<Session> {
  count += 1;
  const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
    code: `F${count}`,
    name: `角色${count}`,
    menuList,
  });
  await world.first.must('POST', '/sys/user', {
    username: `filer${count}`,
    realName: `经办${count}`,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [role.id],
    organizeCode: 'O1',
  });
  return world.login(`filer${count}`);
}

describe('an upload', () => {
  test('is known by its content, its size and its sum; its name is a label', async () => {
    const bytes = png();
    const { code, data } = await upload(world, world.first, '/sys/oss/upload', bytes, '门店照片（新）.png');
    expect(code).toBe(0);
    expect(data).toEqual({
      id: data.id,
      url: `/sys/oss/image?id=${data.id}`,
      fileName: '门店照片（新）.png',
      fileSize: bytes.length,
      fileType: 'png',
    });
    const [row] = await world.sql<{
      storage_key: string;
      sha256: string;
      state: string;
      provider: string;
      tenant_code: string;
    }>('select * from app.sys_file where id = $1', [data.id]);
    expect(row).toMatchObject({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      state: 'kept',
      provider: '5',
      tenant_code: '1000',
    });
    expect(storedKeys()).toContain(row?.storage_key);
  });

  test.each([
    ['a.pdf', pdf(), 'pdf'],
    ['b.xlsx', xlsx(), 'xlsx'],
    ['c.docx', docx(), 'docx'],
    ['d.csv', '编码,名称\nA1,内墙漆\n', 'text'],
    ['e.txt', Buffer.from([0xc4, 0xda, 0xc7, 0xbd, 0xc6, 0xe1]), 'text'],
    ['f.csv', Buffer.from('\ufeff编码\t名称\r\n', 'utf16le'), 'text'],
  ] as const)('of %s is taken', async (name, bytes, type) => {
    expect((await upload(world, world.first, '/sys/oss/upload', bytes, name)).data).toMatchObject({
      fileName: name,
      fileType: type,
    });
  });

  test('[A283] [A92] takes the ticket and extraParams as query, where a browser cannot send headers', async () => {
    const asked = '/sys/oss/upload';
    const ticket = await ticketFor(world.first, asked, { upload: true });
    const extra = encodeURIComponent(JSON.stringify({ accepts: 'image' }));
    expect(
      (await upload(world, anonymous(world.app), `${asked}?token=${ticket}&extraParams=${extra}`, png(), 'x.png')).code,
    ).toBe(0);
    expect(
      (
        await upload(
          world,
          anonymous(world.app),
          `${asked}?token=${await ticketFor(world.first, '/sys/oss/image', { upload: true })}`,
          png(),
          'x.png',
        )
      ).code,
    ).toBe(401);
    expect((await upload(world, anonymous(world.app), asked, png(), 'x.png')).code).toBe(401);
  });

  test('for a picture refuses what is none, and says which ends it takes', async () => {
    const before = storedKeys().length;
    const refused = await upload(
      world,
      world.first,
      `/sys/oss/upload?extraParams=${encodeURIComponent('{"accepts":"image"}')}`,
      pdf(),
      'x.png',
    );
    expect([refused.status, refused.code, refused.msg]).toEqual([
      200,
      10003,
      '只支持png, jpg, jpeg, gif, webp格式文件！',
    ]);
    expect(storedKeys()).toHaveLength(before);
  });

  test('larger than 20 MB is refused, told so, and leaves nothing', async () => {
    const before = storedKeys().length;
    const large = await upload(
      world,
      world.first,
      '/sys/oss/upload',
      Buffer.concat([png(), Buffer.alloc(20 * 1024 * 1024)]),
      'big.png',
    );
    expect([large.status, large.code, large.msg]).toEqual([413, 10003, '文件不能超过 20 MB']);
    expect(storedKeys()).toHaveLength(before);
    expect(
      (
        await upload(
          world,
          world.first,
          '/sys/oss/upload',
          Buffer.concat([png(), Buffer.alloc(19 * 1024 * 1024)]),
          'fits.png',
        )
      ).code,
    ).toBe(0);
  });

  test('without a file, or in another field, is refused', async () => {
    expect((await world.first.call('POST', '/sys/oss/upload', {})).code).toBe(10003);
    expect((await upload(world, world.first, '/sys/oss/upload', '', 'empty.txt')).code).toBe(10003);
  });

  test('sent again under its key is the same file, stored once', async () => {
    const key = { 'idempotency-key': 'upload-once' };
    const one = await upload(world, world.first, '/sys/oss/upload', png(9), 'once.png', key);
    const before = storedKeys().length;
    expect((await upload(world, world.first, '/sys/oss/upload', png(9), 'once.png', key)).data).toEqual(one.data);
    expect((await upload(world, world.first, '/sys/oss/upload', png(10), 'other.png', key)).code).toBe(20030);
    expect(storedKeys()).toHaveLength(before);
  });

  test('is for whoever may save a record with a picture, or maintains files', async () => {
    const buyer = await hire(menuIdOf('order/order'), menuIdOf('button order:order:update'));
    const keeper = await hire(menuIdOf('data/brand?tenantFlag=0'), menuIdOf('button data:brand:update'));
    expect((await upload(world, buyer, '/sys/oss/upload', png(), 'x.png')).code).toBe(403);
    expect((await upload(world, keeper, '/sys/oss/upload', png(), 'x.png')).code).toBe(0);
  });
});

describe('a file', () => {
  let file: Uploaded;
  beforeAll(async () => {
    file = (await upload(world, world.first, '/sys/oss/upload', png(), '标志 (1).png')).data;
  });

  test('that is a picture is shown in place, and nothing in it runs', async () => {
    const ticket = await ticketFor(world.first, '/sys/oss/image', { image: true });
    for (const _time of [1, 2]) {
      const reply = await open(`${file.url}&token=${ticket}`);
      expect([reply.headers['content-type'], reply.rawPayload.equals(png())]).toEqual(['image/png', true]);
      expect(reply.headers).toMatchObject({
        'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('标志 ')}%281%29.png`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': `default-src 'none'; sandbox`,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  test('is handed over once per ticket, under its label', async () => {
    const path = `/sys/oss/download?id=${file.id}`;
    const ticket = await ticketFor(world.first, '/sys/oss/download');
    const reply = await open(`${path}&token=${ticket}`);
    expect([
      reply.headers['content-disposition']?.toString().startsWith('attachment;'),
      decodeURIComponent(String(reply.headers['filename'])),
    ]).toEqual([true, '标志 (1).png']);
    expect((await open(`${path}&token=${ticket}`)).json()).toMatchObject({ code: 401 });
    expect((await open(path)).json()).toMatchObject({ code: 401 });
  });

  test('means nothing to another tenant, and a document is no picture', async () => {
    const sheet = (await upload(world, world.first, '/sys/oss/upload', xlsx(), 'x.xlsx')).data;
    for (const path of [file.url, `/sys/oss/download?id=${file.id}`, sheet.url])
      expect((await withToken(path, world.second)).json()).toMatchObject({ code: 404 });
    expect((await withToken(`/sys/oss/image?id=${sheet.id}`, world.first)).json()).toMatchObject({ code: 404 });
    expect((await withToken('/sys/oss/image?id=../../etc/passwd', world.first)).json()).toMatchObject({ code: 404 });
  });

  test('tells its name to whoever may open it, in the order asked for', async () => {
    const sheet = (await upload(world, world.first, '/sys/oss/upload', xlsx(), '价目.xlsx')).data;
    const { data: own } = await upload(world, world.first, attachmentsOf(orderId), pdf(), '内部.pdf');
    const asked = `/sys/oss/label?ids=${sheet.id},${file.id},${own.id},nonsense`;
    const colleague = await hire(menuIdOf('data/brand?tenantFlag=0'));
    expect((await world.first.must<Uploaded[]>('GET', asked)).map(({ fileName }) => fileName)).toEqual([
      '价目.xlsx',
      '标志 (1).png',
      '内部.pdf',
    ]);
    expect((await colleague.must<Uploaded[]>('GET', asked)).map(({ fileName }) => fileName)).toEqual([
      '价目.xlsx',
      '标志 (1).png',
    ]);
    expect(await world.second.must('GET', asked)).toEqual([]);
  });

  test('whose bytes are lost is told as missing, not as a fault', async () => {
    const lost = (await upload(world, world.first, '/sys/oss/upload', png(3), 'lost.png')).data;
    const [row] = await world.sql<{ storage_key: string }>('select storage_key from app.sys_file where id = $1', [
      lost.id,
    ]);
    await localStore(folder).remove(row?.storage_key ?? '');
    expect((await withToken(lost.url, world.first)).json()).toMatchObject({ code: 404, msg: '文件不存在' });
  });
});

describe('attachments of a record', () => {
  test('are listed, opened, and taken away again; the history says by whom', async () => {
    const { id } = await newOrder();
    const added = (await upload(world, world.first, attachmentsOf(id), pdf(), '合同.pdf')).data;
    await upload(world, world.first, attachmentsOf(id), png(), '照片.png');
    const list = await world.first.must<(Uploaded & { creatorName: string })[]>('GET', attachmentsOf(id));
    expect(list.map(({ fileName, fileType }) => [fileName, fileType])).toEqual([
      ['合同.pdf', 'pdf'],
      ['照片.png', 'png'],
    ]);
    const opened = await open(
      `${attachmentsOf(id)}/${added.id}?token=${await ticketFor(world.first, `${attachmentsOf(id)}/${added.id}`)}`,
    );
    expect([opened.headers['content-type'], opened.rawPayload.equals(pdf())]).toEqual(['application/pdf', true]);
    expect(
      (await withToken(`${attachmentsOf(id)}/${added.id}?inline=1`, world.first)).headers['content-disposition'],
    ).toMatch(/^attachment/);
    expect(
      (await withToken(`${attachmentsOf(id)}/${list[1]?.id ?? ''}?inline=1`, world.first)).headers[
        'content-disposition'
      ],
    ).toMatch(/^inline/);
    await world.first.must('DELETE', `${attachmentsOf(id)}/${added.id}`);
    expect(await world.first.must<object[]>('GET', attachmentsOf(id))).toHaveLength(1);
    expect((await withToken(`${attachmentsOf(id)}/${added.id}`, world.first)).json()).toMatchObject({ code: 404 });
    const history = await world.first.must<{ operation: string; message: string }[]>(
      'GET',
      `/sys/history?noun=order:order&id=${id}`,
    );
    expect(history.slice(0, 3).map(({ operation, message }) => [operation, message])).toEqual([
      ['detach', '合同.pdf'],
      ['attach', '照片.png'],
      ['attach', '合同.pdf'],
    ]);
  });

  test('hang on master data the same way', async () => {
    const path = `/data/customer/manage/${customerId}/attachments`;
    expect((await upload(world, world.first, path, png(), '执照.png')).code).toBe(0);
    expect(await world.first.must<object[]>('GET', path)).toMatchObject([{ fileName: '执照.png' }]);
  });

  test('are for whoever may see or change the record, and reach nobody past it', async () => {
    const { data: file } = await upload(world, world.first, attachmentsOf(orderId), pdf(), '底价.pdf');
    const reader = await hire(menuIdOf('order/order'), menuIdOf('button order:order:view'));
    const stranger = await hire(menuIdOf('data/brand?tenantFlag=0'));
    expect((await reader.call('GET', attachmentsOf(orderId))).code).toBe(0);
    expect((await withToken(`${attachmentsOf(orderId)}/${file.id}`, reader)).headers['content-type']).toBe(
      'application/pdf',
    );
    expect((await upload(world, reader, attachmentsOf(orderId), png(), 'x.png')).code).toBe(403);
    expect((await reader.call('DELETE', `${attachmentsOf(orderId)}/${file.id}`)).code).toBe(403);
    expect((await stranger.call('GET', attachmentsOf(orderId))).code).toBe(403);
    // The id alone opens nothing: beside its record only its owner may.
    expect((await withToken(`/sys/oss/download?id=${file.id}`, reader)).json()).toMatchObject({ code: 404 });
    expect((await withToken(`/sys/oss/download?id=${file.id}`, world.first)).headers['content-type']).toBe(
      'application/pdf',
    );
    // Nor does a record that it does not hang on.
    expect((await withToken(`${attachmentsOf((await newOrder()).id)}/${file.id}`, reader)).json()).toMatchObject({
      code: 404,
    });
  });

  test('of a record outside the data scope are not found, and nothing is stored for it', async () => {
    await world.first.must('POST', '/sys/organization', { code: 'O9', name: '外地' });
    const far = await newOrder('O9');
    const clerk = await hire(
      menuIdOf('order/order'),
      menuIdOf('button order:order:view'),
      menuIdOf('button order:order:update'),
    );
    const before = storedKeys().length;
    expect((await upload(world, clerk, attachmentsOf(far.id), png(), 'x.png')).code).toBe(404);
    expect((await upload(world, world.second, attachmentsOf(far.id), png(), 'x.png')).code).toBe(404);
    expect((await clerk.call('GET', attachmentsOf(far.id))).code).toBe(404);
    expect(storedKeys()).toHaveLength(before);
  });

  test('stay with a document that was audited, though more may come', async () => {
    const { id } = await newOrder();
    const { data: file } = await upload(world, world.first, attachmentsOf(id), pdf(), '凭证.pdf');
    await world.first.must('PUT', '/channelsale/order/audit', [id]);
    expect((await world.first.call('DELETE', `${attachmentsOf(id)}/${file.id}`)).code).toBe(10010);
    expect((await upload(world, world.first, attachmentsOf(id), png(), '签收.png')).code).toBe(0);
    expect(await world.first.must<object[]>('GET', attachmentsOf(id))).toHaveLength(2);
  });
});

describe('the sweep', () => {
  const yesterday = (): Promise<unknown> =>
    world.sql(`update app.sys_file set free_since = free_since - interval '25 hours'`);
  const states = async (...ids: string[]): Promise<string[]> =>
    (
      await world.sql<{ state: string }>(
        'select state from app.sys_file where id = any($1) order by array_position($1, id)',
        [ids],
      )
    ).map(({ state }) => state);

  test('takes what nobody linked for a day, and nothing that a record shows', async () => {
    const up = async (name: string): Promise<Uploaded> =>
      (await upload(world, world.first, '/sys/oss/upload', png(), name)).data;
    const [logo, replaced, forgotten] = [await up('logo.png'), await up('old.png'), await up('nobody.png')];
    const { data: contract } = await upload(world, world.first, attachmentsOf(orderId), pdf(), '合同.pdf');
    const brand = await world.first.must<{ id: string; data: { rowVersion: number } }>('POST', '/data/bd/brand', {
      code: 'SW',
      name: '有标志',
      logoUrl: replaced.url,
    });
    await world.first.must('PUT', '/data/bd/brand', { id: brand.id, name: '有标志', logoUrl: logo.url });
    await yesterday();
    const young = await up('young.png');
    expect(await sweepFiles(world.door, localStore(folder))).toBeGreaterThanOrEqual(2);
    expect(await states(logo.id, contract.id, young.id)).toEqual(['kept', 'kept', 'kept']);
    expect(await states(replaced.id, forgotten.id)).toEqual([]);
    expect((await withToken(logo.url, world.first)).headers['content-type']).toBe('image/png');
    const keys = new Set(
      (await world.sql<{ storage_key: string }>(`select storage_key from app.sys_file`)).map((row) => row.storage_key),
    );
    expect(storedKeys().filter((key) => !keys.has(key))).toEqual([]);
    await world.first.must('DELETE', `/data/bd/brand/${brand.id}`);
    await yesterday();
    await sweepFiles(world.door, localStore(folder));
    expect(await states(logo.id, contract.id)).toEqual(['kept']);
  });

  test('that was cut off after its mark goes on, and a marked file can no longer be linked', async () => {
    const { data: file } = await upload(world, world.first, '/sys/oss/upload', png(), 'cut.png');
    await yesterday();
    await world.door.gate({ text: 'select * from sec.mark_files($1)', values: ['5'] });
    expect((await withToken(file.url, world.first)).json()).toMatchObject({ code: 404 });
    const brand = await world.first.must<{ id: string }>('POST', '/data/bd/brand', {
      code: 'SW2',
      name: '晚了',
      logoUrl: file.url,
    });
    expect(await world.sql('select 1 from app.sys_file_link where record_id = $1', [brand.id])).toEqual([]);
    expect(await sweepFiles(world.door, localStore(folder))).toBeGreaterThanOrEqual(1);
    expect(await states(file.id)).toEqual([]);
  });
});
