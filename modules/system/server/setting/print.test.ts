import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PrintRecord } from '#platform/model/print.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('print');
  await furnish(world.first);
  await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
});
afterAll(() => world.close());

const path = '/channelsale/order';
async function order(organizeCode = 'O1', more: object = {}): Promise<string> {
  const lines = [
    { productCode: 'M1', number: '2', price: '3' },
    { productCode: 'M2', number: '1', price: '4.5', remark: '易碎' },
  ];
  const { id } = await world.first.must<{ id: string }>('POST', path, {
    organizeCode,
    customerCode: 'CU1',
    storageCode: 'W1',
    remark: '送货前电话',
    lines,
    ...more,
  });
  return id;
}
const print = (session: Session, body: object, query = '') =>
  session.call<PrintRecord[]>('POST', `${path}/print${query}`, body);
const printed = async (body: object): Promise<PrintRecord> => {
  const { data } = await print(world.first, body);
  return data[0] as PrintRecord;
};
const textIn = ({ printout: { rows, columns } }: PrintRecord, key: string): unknown[] =>
  rows.map((row) => row[columns.findIndex((column) => column.key === key)]);
/** What a look at a document on paper answers. */
interface Looked {
  readonly title: string;
  readonly lines: readonly unknown[];
  readonly amountInCapitals: string | null;
  readonly template: string | null;
  readonly print: PrintRecord;
}
const printsOf = (session: Session, id: string) =>
  session.call<{ printNo: number; copyOf: number | null; paper: string; creatorName: string; isOutdated: boolean }[]>(
    'GET',
    `${path}/${id}/print`,
  );

describe('a print', () => {
  test('is counted on the document, and says what stood on the paper with every name in it', async () => {
    const id = await order();
    const { rowVersion } = await world.first.must<{ rowVersion: number }>('GET', `${path}/${id}`);
    expect([(await printed({ ids: [id] })).printNo, (await printed({ ids: [id], paper: '241x140' })).printNo]).toEqual([
      1, 2,
    ]);
    const record = await printed({ ids: [id] });
    expect(record).toMatchObject({ id, printNo: 3, copyOf: null, isOutdated: false, paper: 'A4' });
    expect(record.printout).toMatchObject({
      tenantName: '第一集团',
      organizeName: '总部',
      title: ['销售订单', '銷售訂單', 'Order'],
      amount: '10.5',
      notes: [{ label: ['备注', '備註', 'Remark'], value: '送货前电话' }],
    });
    const head = new Map(record.printout.head.map(({ label, value }) => [label[0], value]));
    expect([head.get('客户'), head.get('仓库'), head.get('单据状态')]).toEqual([
      '杭州客户',
      '一号仓',
      ['已保存', '已儲存', 'Saved'],
    ]);
    expect(textIn(record, 'productName')).toEqual(['内墙漆1', '内墙漆2']);
    expect(textIn(record, 'amount')).toEqual(['6', '4.5']);
    expect(await world.first.must('GET', `${path}/${id}`)).toMatchObject({ printCount: 3, rowVersion });
    const log = await world.first.must<{ operation: string; changes: object }[]>(
      'GET',
      `/sys/history?noun=order:order&id=${id}`,
    );
    expect(log.slice(0, 2).map(({ operation, changes }) => [operation, changes])).toEqual([
      ['print', { printCount: [2, 3] }],
      ['print', { printCount: [1, 2] }],
    ]);
  });

  test('names a value of a dictionary in three languages', async () => {
    const [entry] = await world.sql<{ value: string; cn: string; tw: string; en: string }>(`
      select d.dict_value as value, d.dict_label as cn, d.label_tw as tw, d.label_en as en
      from app.sys_dictdata d
      join app.sys_dict t using (dict_type_id)
      where t.dict_type = 'freight_for'
      limit 1`);
    const {
      printout: { head },
    } = await printed({ ids: [await order('O1', { freightFor: entry?.value })] });
    expect(head.find(({ label }) => label[0] === '运费承担')?.value).toEqual([entry?.cn, entry?.tw, entry?.en]);
    expect(entry?.en).toMatch(/[a-z]/);
  });

  test('is kept as it was: after the document changed it can be printed again as on that day', async () => {
    const id = await order();
    const before = await printed({ ids: [id] });
    const bill = await world.first.must<{ lines: object[] }>('GET', `${path}/${id}`);
    await world.first.must('PUT', path, { ...bill, remark: '已改', lines: [{ ...bill.lines[0], number: '9' }] });
    await world.sql(`update app.data_customer set name = '改名客户' where code = 'CU1' and tenant_code = '1000'`);
    const now = await printed({ ids: [id] });
    expect([textIn(now, 'number'), now.printout.amount, now.isOutdated]).toEqual([['9'], '27', false]);
    const again = await printed({ ids: [id], copyOf: 1, paper: '241x280' });
    expect(again.printout).toEqual(before.printout);
    expect(again).toMatchObject({
      printNo: 3,
      isOutdated: true,
      copyOf: { printNo: 1, creatorName: before.creatorName, createDate: before.createDate },
    });
    expect(
      (await printsOf(world.first, id)).data.map(({ printNo, copyOf, paper, isOutdated }) => [
        printNo,
        copyOf,
        paper,
        isOutdated,
      ]),
    ).toEqual([
      [3, 1, '241x280', true],
      [2, null, 'A4', false],
      [1, null, 'A4', true],
    ]);
    await world.sql(`update app.data_customer set name = '杭州客户' where code = 'CU1' and tenant_code = '1000'`);
  });

  test('by two at once has two numbers; a repeated call has one', async () => {
    const id = await order();
    const both = await Promise.all([1, 2, 3].map(() => printed({ ids: [id] })));
    expect(new Set(both.map(({ printNo }) => printNo))).toEqual(new Set([1, 2, 3]));
    const repeated = await Promise.all(
      [1, 2].map(() =>
        world.first.must<PrintRecord[]>('POST', `${path}/print`, { ids: [id] }, { 'idempotency-key': 'print-once' }),
      ),
    );
    expect(repeated.map(([record]) => record?.printNo)).toEqual([4, 4]);
    expect((await printsOf(world.first, id)).data).toHaveLength(4);
  });

  test('of several documents keeps their order and is all or nothing', async () => {
    const [a, b] = [await order(), await order()];
    const { data } = await print(world.first, { ids: [b, a], paper: '241x140' });
    expect(data.map(({ id, printNo }) => [id, printNo])).toEqual([
      [b, 1],
      [a, 1],
    ]);
    expect((await print(world.first, { ids: [a, '019a0000-0000-7000-8000-000000000000'] })).code).toBe(404);
    expect(
      (
        await print(world.first, {
          ids: Array.from({ length: 101 }, (_x, i) => `019a0000-0000-7000-8000-${String(i).padStart(12, '0')}`),
        })
      ).code,
    ).toBe(10003);
    expect((await printsOf(world.first, a)).data).toHaveLength(1);
  });

  test('as a preview shows the same and counts nothing', async () => {
    const id = await order();
    const {
      data: [shown],
    } = await print(world.first, { ids: [id] }, '?preview=1');
    expect([shown?.printNo, (await printsOf(world.first, id)).data]).toEqual([1, []]);
    expect((await printed({ ids: [id] })).printout).toEqual(shown?.printout);
  });

  test('that is only looked at says the same in the language of whoever asks', async () => {
    const id = await order();
    const look = (entity = 'order:order', more = ''): Promise<{ code: number; data: Looked }> =>
      world.first.call<Looked>('GET', `/print/data?entity=${entity}&id=${id}${more}`);
    const { data } = await look();
    expect([data.print.printNo, data.template, (await printsOf(world.first, id)).data]).toEqual([1, null, []]);
    expect(data.print.printout).toEqual((await printed({ ids: [id] })).printout);
    expect(data.title).toBe(data.print.printout.title[0]);
    expect(data.lines).toHaveLength(data.print.printout.rows.length);
    expect(data.amountInCapitals).toBe('壹拾元伍角');
    expect([(await look('toString')).code, (await look('order:order', '&templateCode=none')).code]).toEqual([
      404, 10003,
    ]);
  });

  test('on paper that nobody has, or of a print that never was, is refused', async () => {
    const [id, other] = [await order(), await order()];
    expect((await print(world.first, { ids: [id], paper: 'A5' })).code).toBe(10003);
    expect((await print(world.first, { ids: [id], paper: 'toString' })).code).toBe(10003);
    for (const copyOf of ['1', 0, 1.5, 2 ** 40])
      expect((await print(world.first, { ids: [id], copyOf })).code).toBe(10003);
    expect((await print(world.first, { ids: [id], copyOf: 1 })).code).toBe(404);
    await printed({ ids: [id] });
    expect((await print(world.first, { ids: [other], copyOf: 1 })).code).toBe(404);
    expect((await print(world.first, { ids: [id, other], copyOf: 1 })).code).toBe(10003);
  });

  test('is for whoever may open the document: not for another tenant, another organisation, or without its view', async () => {
    const [near, far] = [await order(), await order('O2')];
    await printed({ ids: [near] });
    const hire = async (name: string, menuList: readonly string[]): Promise<Session> => {
      const role = await world.first.must<{ id: string }>('POST', '/sys/role', { code: name, name, menuList });
      await world.first.must('POST', '/sys/user', {
        username: name,
        realName: name,
        password: world.password,
        confirmPassword: world.password,
        roleIdList: [role.id],
        organizeCode: 'O1',
      });
      return world.login(name);
    };
    const reader = await hire('printer', [menuIdOf('order/order'), menuIdOf('button order:order:view')]);
    const other = await hire('picker', [menuIdOf('data/brand?tenantFlag=0')]);
    expect([(await print(reader, { ids: [near] })).code, (await printsOf(reader, near)).code]).toEqual([0, 0]);
    expect([(await print(reader, { ids: [far] })).code, (await printsOf(reader, far)).code]).toEqual([404, 404]);
    expect([(await print(other, { ids: [near] })).code, (await printsOf(other, near)).code]).toEqual([403, 403]);
    for (const body of [{ ids: [near] }, { ids: [near], copyOf: 1 }])
      expect((await print(world.second, body)).code).toBe(404);
    expect((await printsOf(world.second, near)).code).toBe(404);
    const looks = [reader, other, world.second].map((session) =>
      session.call('GET', `/print/data?entity=order:order&id=${near}`),
    );
    expect((await Promise.all(looks)).map(({ code }) => code)).toEqual([0, 403, 404]);
    expect((await reader.call('GET', `/print/data?entity=order:order&id=${far}`)).code).toBe(404);
    expect((await printsOf(world.first, near)).data.map(({ printNo, creatorName }) => [printNo, creatorName])).toEqual([
      [2, 'printer'],
      [1, expect.any(String)],
    ]);
  });

  test('that was made is not rewritten, not even by the application', async () => {
    await printed({ ids: [await order()] });
    for (const deed of [
      `update app.sys_print set printout = '{}'`,
      'delete from app.sys_print',
      'truncate app.sys_print',
    ]) {
      await expect(world.door.open({ text: deed, values: [] })).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('of a stock movement is the same call, and of any document there is', async () => {
    const {
      list: [move],
    } = await world.first.must<{ list: { id: string }[] }>('GET', '/stock/inout/page?limit=1');
    const [record] = await world.first.must<PrintRecord[]>('POST', '/stock/inout/print', {
      ids: [move?.id],
      paper: '241x140',
    });
    expect(record?.printout.signatures.map(({ label, name }) => [label[0], name === null])).toEqual([
      ['制单', false],
      ['审核', false],
      ['仓管员', true],
      ['经手人', true],
    ]);
    expect(record?.printout).toMatchObject({ amount: '4000', sums: [{ value: '4000', format: 'amount' }] });
  });
});
