import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Reply, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('masterdata');
});
afterAll(() => world.close());

const make = async (path: string, body: object): Promise<string> =>
  (await world.first.must<{ id: string }>('POST', path, body)).id;
const make3 = (path: string, codes: readonly string[], more: object): Promise<string[]> =>
  Promise.all(codes.map((code) => make(path, { code, name: `名${code}`, ...more })));
const refused = async (
  reply: Promise<Reply<{ errors?: readonly { path: string; msg: string }[] }>>,
): Promise<unknown> => {
  const { code, msg, data } = await reply;
  return [code, msg, data.errors?.[0]?.path];
};
const english = { 'accept-language': 'en-US' };

describe('a colour card with ladder pricing', () => {
  const card = (more: object) =>
    world.first.call<{ errors?: readonly { path: string; msg: string }[]; data: { ladderList: unknown } }>(
      'POST',
      '/data/bd/free/term',
      { code: `C${Math.random()}`, name: '晨雾红', classCode: 'SK1', ...more },
    );
  beforeAll(async () => {
    await make('/data/bd/free/term/class', { code: 'SK1', name: '内墙' });
  });

  test('keeps its tiers, and nothing else that was sent with them', async () => {
    const { data } = await card({
      ladderFlag: '1',
      ladderList: [
        { startNumber: '1', price: '5.5', note: 'x' },
        { startNumber: '100.5', price: '4' },
      ],
    });
    expect(data.data.ladderList).toEqual([
      { startNumber: '1', price: '5.5' },
      { startNumber: '100.5', price: '4' },
    ]);
  });

  test('needs at least one tier', async () => {
    expect(await refused(card({ ladderFlag: '1' }))).toEqual([10003, '阶梯价明细：必填项不能为空', 'ladderList']);
    expect(await refused(card({ ladderFlag: '1', ladderList: [] }))).toEqual([
      10003,
      '阶梯价明细：必填项不能为空',
      'ladderList',
    ]);
  });

  test('climbs: every start is above the one before', async () => {
    const tiers = (...starts: readonly string[]) => starts.map((startNumber) => ({ startNumber, price: '1' }));
    expect(await refused(card({ ladderFlag: '1', ladderList: tiers('1', '50', '50.0') }))).toEqual([
      10003,
      '阶梯价明细：第3行的起始数量必须大于上一行',
      'ladderList',
    ]);
    expect(await refused(card({ ladderFlag: '1', ladderList: tiers('9', '10') }))).toEqual([0, 'success', undefined]);
  });

  test.each([
    [{ startNumber: '1', price: 'viel' }, '第1行格式错误'],
    [{ startNumber: '1', price: '-1' }, '第1行格式错误'],
    [{ startNumber: '1.00001', price: '1' }, '第1行格式错误'],
  ])('has figures of at most four decimals: %j is refused', async (tier, reason) => {
    expect(await refused(card({ ladderFlag: '1', ladderList: [tier] }))).toEqual([
      10003,
      `阶梯价明细：${reason}`,
      'ladderList',
    ]);
  });

  test.each([[{}], ['1'], [[1]], [[{ startNumber: 1, price: '1' }]]])(
    'is a list of tiers: %j is malformed',
    async (ladderList) => {
      expect(await refused(card({ ladderFlag: '1', ladderList }))).toEqual([10003, '阶梯价明细格式错误', 'ladderList']);
    },
  );

  test('loses its tiers with the flag, and an ordinary card never has any', async () => {
    const {
      data: { data },
    } = await card({ ladderFlag: '0', ladderList: [{ startNumber: '1', price: '1' }] });
    expect(data.ladderList).toBeNull();
  });
});

describe('a locked class', () => {
  interface Case {
    readonly classes: string;
    readonly records: string;
    readonly key: string;
    readonly words: string;
    readonly more?: object;
  }
  const cases: readonly Case[] = [
    {
      classes: '/data/bd/customer/class',
      records: '/data/customer/manage',
      key: 'classCode',
      words: '客户分类已锁定，无法选择！',
      more: { customerType: '0' },
    },
    {
      classes: '/data/bd/product/class',
      records: '/data/bd/product',
      key: 'classCode',
      words: '产品分类已锁定，无法选择！',
      more: { mainUnitCode: 'U1' },
    },
    {
      classes: '/data/bd/material/class',
      records: '/data/bd/material',
      key: 'classCode',
      words: '产品分类已锁定，无法选择！',
      more: { mainUnitCode: 'U1' },
    },
    {
      classes: '/data/bd/free/term/class',
      records: '/data/bd/free/term',
      key: 'classCode',
      words: '色卡分类已锁定，无法选择！',
    },
    {
      classes: '/data/bd/supplier/class',
      records: '/data/bd/supplier',
      key: 'classCode',
      words: '分类已锁定，无法选择！',
    },
    {
      classes: '/data/bd/logistics/provider/class',
      records: '/data/bd/logistics/provider',
      key: 'classCode',
      words: '分类已锁定，无法选择！',
    },
    {
      classes: '/data/bd/dept',
      records: '/data/bd/personnel',
      key: 'deptCode',
      words: '部门已锁定，无法选择！',
      more: { organizeCode: 'O1' },
    },
  ];
  beforeAll(async () => {
    await make('/data/bd/unit', { code: 'U1', name: '个' });
    await make('/sys/organization', { code: 'O1', name: '一厂', type: '0' });
  });

  test.each(cases)(
    '$classes takes nothing new, and what is in it can still be changed',
    async ({ classes, records, key, words, more = {} }) => {
      const organisation = classes === '/data/bd/dept' ? { organizeCode: 'O1' } : {};
      const [open = '', locked = ''] = await make3(classes, ['OPEN', 'SHUT'], organisation);
      const inside = await make(records, { code: 'IN', name: '在内', [key]: 'SHUT', ...more });
      const outside = await make(records, { code: 'OUT', name: '在外', [key]: 'OPEN', ...more });
      await world.first.must('PUT', classes, { id: locked, lockFlag: '1' });
      expect(
        await refused(world.first.call('POST', records, { code: 'NEW', name: '新', [key]: 'SHUT', ...more })),
      ).toEqual([20140, words, key]);
      expect(await refused(world.first.call('PUT', records, { id: outside, [key]: 'SHUT' }))).toEqual([
        20140,
        words,
        key,
      ]);
      expect(
        await refused(world.first.call('POST', classes, { code: 'SUB', name: '下级', pid: locked, ...organisation })),
      ).toEqual([20140, words, 'pid']);
      expect(await refused(world.first.call('PUT', classes, { id: open, pid: locked }))).toEqual([20140, words, 'pid']);
      await world.first.must('PUT', records, { id: inside, name: '改名', [key]: 'SHUT' });
    },
  );
});

describe('a period of a record', () => {
  const rule = (more: object) =>
    refused(
      world.first.call('POST', '/data/bd/material/restrict/rule', { code: `R${Math.random()}`, name: '限购', ...more }),
    );

  test('does not end before it starts', async () => {
    expect(await rule({ startDate: '2026-02-02', endDate: '2026-02-01' })).toEqual([
      10003,
      '结束日期：不能早于开始日期',
      'endDate',
    ]);
    expect(await rule({ startDate: '2026-02-02', endDate: '2026-02-02' })).toEqual([0, 'success', undefined]);
    expect(await rule({ endDate: '2026-02-01' })).toEqual([0, 'success', undefined]);
    const id = await make('/data/bd/material/restrict/rule', { code: 'LATE', name: '限购', startDate: '2026-02-02' });
    expect(
      await refused(world.first.call('PUT', '/data/bd/material/restrict/rule', { id, endDate: '2026-02-01' })),
    ).toEqual([10003, '结束日期：不能早于开始日期', 'endDate']);
  });

  test('of a restriction allows at least what it asks for', async () => {
    expect(await rule({ minNumber: '10', maxNumber: '9.5' })).toEqual([
      10003,
      '最大数量：不能小于最小数量',
      'maxNumber',
    ]);
    expect(await rule({ minNumber: '10', maxNumber: '10' })).toEqual([0, 'success', undefined]);
  });
});

describe('a record that is used', () => {
  const remove = (path: string, id: string, headers?: Readonly<Record<string, string>>) =>
    world.first.call('DELETE', `${path}/${id}`, undefined, headers);

  test('is not deleted, and the first three of those who use it are named', async () => {
    const [tag = ''] = await make3('/data/bd/material/tag', ['T1'], {});
    await make('/data/bd/material/class', { code: 'MC', name: '漆' });
    for (const code of ['M1', 'M2', 'M3', 'M4'])
      await make('/data/bd/material', { code, name: `漆${code}`, classCode: 'MC', mainUnitCode: 'U1', tagCode: 'T1' });
    expect(await refused(remove('/data/bd/material/tag', tag).then((reply) => ({ ...reply, data: {} })))).toEqual([
      10009,
      '已被引用：物料【M1 漆M1、M2 漆M2、M3 漆M3】，不能删除',
      undefined,
    ]);
    expect((await remove('/data/bd/material/tag', tag, english)).msg).toBe(
      'In use by Material M1 漆M1, M2 漆M2, M3 漆M3; cannot Delete',
    );
  });

  test('is named by every noun that uses it, up to three records together', async () => {
    const [type = ''] = await make3('/data/bd/finance/balatype', ['B1'], {});
    await make('/data/bd/customer/class', { code: 'KC', name: '客户类' });
    await make('/data/bd/supplier/class', { code: 'SC', name: '供应类' });
    await make('/data/customer/manage', {
      code: 'K1',
      name: '客一',
      classCode: 'KC',
      customerType: '0',
      balanceTypeCode: 'B1',
    });
    await make('/data/bd/supplier', { code: 'S1', name: '供一', classCode: 'SC', balanceTypeCode: 'B1' });
    expect((await remove('/data/bd/finance/balatype', type)).msg).toBe(
      '已被引用：客户【K1 客一】、供应商【S1 供一】，不能删除',
    );
  });

  test('of another tenant is not told', async () => {
    const id = (
      await world.second.must<{ id: string }>('POST', '/data/bd/material/tag', { code: 'T1', name: '二号租户的标签' })
    ).id;
    // Same code as the one that is used next door.
    expect((await world.second.call('DELETE', `/data/bd/material/tag/${id}`)).code).toBe(0);
  });

  test('still says that it has children, when that is why', async () => {
    const top = await make('/data/bd/customer/area', { code: 'A1', name: '华东' });
    await make('/data/bd/customer/area', { code: 'A11', name: '上海', pid: top });
    expect((await remove('/data/bd/customer/area', top)).code).toBe(10008);
  });
});

test('[A373] what the server finds malformed is told with the label of the field', async () => {
  const shop = (more: object, headers?: Readonly<Record<string, string>>) =>
    world.first.call<{ errors: readonly { path: string; msg: string }[] }>(
      'POST',
      '/data/shop',
      { code: 'S9', name: '店', ...more },
      headers,
    );
  expect(await shop({ phone: '123' })).toMatchObject({
    code: 10003,
    msg: '联系电话格式错误',
    data: { errors: [{ path: 'phone', msg: '联系电话格式错误' }] },
  });
  expect(await shop({ phone: '123', openDate: 'gestern' }, english)).toMatchObject({
    msg: 'Phone format error',
    data: {
      errors: [
        { path: 'phone', msg: 'Phone format error' },
        { path: 'openDate', msg: 'Opening date format error' },
      ],
    },
  });
});
