import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { todayIn } from '#platform/server/command/command.ts';
import { openWorld, type World } from '#tests/world.ts';
import { furnish } from '#tests/furniture.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('order');
  await furnish(world.first);
});
afterAll(() => world.close());

interface Bill {
  id: string;
  rowVersion: number;
  code: string;
  totalAmount: string;
  billStatus: string;
  lines: { id: string; amount: string; closedNumber: string }[];
}
const order = (number: string) => ({
  organizeCode: 'O1',
  customerCode: 'CU1',
  lines: [
    { productCode: 'M1', number, price: '12.5' },
    { productCode: 'M2', number, price: '3.335' },
  ],
});
const stockOf = async (code: string) => {
  const page = await world.first.must<{ list: { number: string; lockedNumber: string; availableNumber: string }[] }>(
    'GET',
    `/stock/enquiry/page?productCode=${code}`,
  );
  return page.list.map((row) => [row.number, row.lockedNumber, row.availableNumber].join(' ')).join();
};
const save = async (number: string): Promise<Bill> =>
  (await world.first.must<{ data: Bill }>('POST', '/channelsale/order', order(number))).data;

describe('a sales order', () => {
  test('is numbered at save and priced by the server, whatever the browser computed', async () => {
    const first = await save('3');
    const second = await save('3');
    expect(first.code).toMatch(/^SO\d{8}\d{5}$/);
    expect(second.code > first.code).toBe(true);
    // 3 × 12.5 = 37.50 and 3 × 3.335 = 10.005 → 10.01 (half up)
    expect(first.lines.map((line) => line.amount)).toEqual(['37.5', '10.01']);
    expect(first.totalAmount).toBe('47.51');
  });

  test('reserves stock at audit, gives it back at unaudit, and leaves the ledger as it was', async () => {
    const before = await stockOf('M1');
    const bill = await save('4');
    await world.first.must('PUT', '/channelsale/order/audit', [bill.id]);
    expect(await stockOf('M1')).toBe('100 4 96');
    await world.first.must('PUT', '/channelsale/order/unaudit', [bill.id]);
    expect(await stockOf('M1')).toBe(before);
  });

  test('is refused at audit when the stock is not free, and nothing is reserved', async () => {
    const bill = await save('101');
    const reply = await world.first.call<{ key: string; params: Record<string, string> }>(
      'PUT',
      '/channelsale/order/audit',
      [bill.id],
    );
    expect([reply.code, reply.data.key, reply.data.params['avail'], reply.data.params['need']]).toEqual([
      10020,
      'E-STOCK',
      '100',
      '101',
    ]);
    expect(await stockOf('M1')).toBe('100 0 100');
  });

  test('gives the rest back at close and takes it again at unclose', async () => {
    const bill = await save('10');
    await world.first.must('PUT', '/channelsale/order/audit', [bill.id]);
    await world.first.must('PUT', '/channelsale/order/close', { ids: [bill.id], operateMsg: '客户取消' });
    expect(await stockOf('M1')).toBe('100 0 100');
    const closed = await world.first.must<Bill>('GET', `/channelsale/order/${bill.id}`);
    expect([closed.billStatus, closed.lines[0]?.closedNumber]).toEqual(['2', '10']);
    await world.first.must('PUT', '/channelsale/order/unclose', [bill.id]);
    expect(await stockOf('M1')).toBe('100 10 90');
    await world.first.must('PUT', '/channelsale/order/unaudit', [bill.id]);
    expect(await stockOf('M1')).toBe('100 0 100');
  });

  test('previews the effects of a verb and changes nothing', async () => {
    const bill = await save('7');
    const { effects } = await world.first.must<{
      effects: {
        kind: string;
        document: string;
        subject: Record<string, string>;
        changes: Record<string, string[]>;
      }[];
    }>('PUT', '/channelsale/order/audit?preview=1', [bill.id]);
    expect(new Set(effects.map(({ document }) => document))).toEqual(new Set([bill.code]));
    expect(effects.filter(({ kind }) => kind === 'stock').map((effect) => effect.changes['occupied'])).toEqual([
      ['0.0000', '7.0000'],
      ['0.0000', '7.0000'],
    ]);
    // Whoever presses the button knows the organisation by its name.
    const [moved] = effects.filter(({ kind }) => kind === 'stock');
    expect(moved?.subject).toMatchObject({ stockOrganizeCode: 'O1', stockOrganizeName: expect.stringMatching(/./) });
    expect(await stockOf('M1')).toBe('100 0 100');
    expect((await world.first.must<Bill>('GET', `/channelsale/order/${bill.id}`)).billStatus).toBe('0');
  });

  test('tells who changed it when two people edit at once', async () => {
    const bill = await save('1');
    const opened = await world.first.must<Bill>('GET', `/channelsale/order/${bill.id}`);
    await world.first.must('PUT', '/channelsale/order', { ...opened, remark: 'first' });
    const late = await world.first.call<{ params: { editor: string } }>('PUT', '/channelsale/order', {
      ...opened,
      remark: 'second',
    });
    expect([late.code, late.data.params.editor]).toEqual([10011, '第一集团']);
  });

  test('happens once however often the same key arrives, and refuses the key for another order', async () => {
    const key = { 'idempotency-key': 'order-once' };
    const [one, two] = await Promise.all([
      world.first.call<{ id: string; data: Bill }>('POST', '/channelsale/order', order('2'), key),
      world.first.call<{ id: string; data: Bill }>('POST', '/channelsale/order', order('2'), key),
    ]);
    expect([one.code, two.code, one.data.id === two.data.id, one.data.data.code === two.data.data.code]).toEqual([
      0,
      0,
      true,
      true,
    ]);
    expect((await world.first.call('POST', '/channelsale/order', order('3'), key)).code).toBe(20030);
  });

  test('may be half written as a stash, seen by its writer only, and becomes whole at submit', async () => {
    const { data } = await world.first.must<{ data: Bill }>('POST', '/channelsale/order?stash=1', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [],
    });
    expect(data.billStatus).toBe('3');
    expect((await world.first.call('PUT', '/channelsale/order/unstash', [data.id])).code).toBe(10003);
    const opened = await world.first.must<Bill>('GET', `/channelsale/order/${data.id}`);
    await world.first.must('PUT', '/channelsale/order', { ...opened, lines: order('1').lines });
    await world.first.must('PUT', '/channelsale/order/unstash', [data.id]);
    expect((await world.first.must<Bill>('GET', `/channelsale/order/${data.id}`)).billStatus).toBe('0');
  });

  test('is not audited by its own writer when the house says so (SYS021)', async () => {
    const bill = await save('1');
    await world.sql(`update app.sys_params set param_value = '1' where param_code = 'SYS021'`);
    expect((await world.first.call<{ key: string }>('PUT', '/channelsale/order/audit', [bill.id])).data.key).toBe(
      'E-SELF-AUDIT',
    );
    await world.sql(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  });

  test('gives nothing away that no promotion gives; what it gave before it may keep, never more of it', async () => {
    const paths = async (method: 'POST' | 'PUT', body: object): Promise<unknown> => {
      const { data } = await world.first.call<{ key: string; errors: { path: string }[] }>(
        method,
        '/channelsale/order',
        body,
      );
      return [data.key, ...data.errors.map(({ path }) => path)];
    };
    const gifts = order('1').lines.map((line, at) => ({ ...line, ...(at === 1 ? { lineType: '1' } : {}) }));
    expect(await paths('POST', { ...order('1'), lines: gifts })).toEqual(['E-GIFT-OVER', 'lines.1.number']);
    // Half written nothing is refused; whole it is.
    const { id: half } = await world.first.must<{ id: string }>('POST', '/channelsale/order?stash=1', {
      ...order('1'),
      lines: gifts,
    });
    expect((await world.first.call<{ key: string }>('PUT', '/channelsale/order/unstash', [half])).data.key).toBe(
      'E-GIFT-OVER',
    );
    const { id } = await save('2');
    await world.sql(`update app.order_order_line set line_type = '1' where parent_id = $1 and product_code = 'M2'`, [
      id,
    ]);
    const opened = await world.first.must<Bill>('GET', `/channelsale/order/${id}`);
    const numbered = (number: string): object => ({
      ...opened,
      lines: opened.lines.map((line, at) => ({ ...line, ...(at === 1 ? { number } : {}) })),
    });
    expect(await paths('PUT', numbered('3'))).toEqual(['E-GIFT-OVER', 'lines.1.number']);
    expect((await world.first.must<{ data: Bill }>('PUT', '/channelsale/order', numbered('1'))).data.totalAmount).toBe(
      '25',
    );
  });

  test('takes over who looks after its customer and where he is delivered to; with another customer, what came from the one before', async () => {
    await world.first.must('POST', '/data/bd/personnel', {
      code: 'P2',
      name: '李四',
      deptCode: 'D1',
      organizeCode: 'O1',
    });
    await world.first.must('POST', '/data/bd/personnel', {
      code: 'P3',
      name: '王五',
      deptCode: 'D1',
      organizeCode: 'O1',
    });
    await world.first.must('POST', '/data/bd/sale/type', { code: 'ST1', name: '直销' });
    const kind = { classCode: 'K1', customerType: '1', organizeCode: 'O1' };
    await world.first.must('POST', '/data/customer/manage', {
      ...kind,
      code: 'CUA',
      name: '有人管',
      salesmanCode: 'P1',
      deptCode: 'D1',
      channelCode: 'CH1',
      saleTypeCode: 'ST1',
    });
    await world.first.must('POST', '/data/customer/manage', {
      ...kind,
      code: 'CUB',
      name: '换人管',
      salesmanCode: 'P2',
    });
    await world.first.must('POST', '/data/storage', { code: 'W9', name: '九号仓', organizeCode: 'O1' });
    const place = { shippingLocationCode: 'SLA', consignee: '赵六', phone: '13800000001', address: '西湖区1号' };
    await world.first.must('POST', '/data/bd/shipping/location', {
      code: 'SLA',
      name: '总店',
      ...place,
      shippingLocationCode: undefined,
      customerCode: 'CUA',
      defaultFlag: '1',
      storageCode: 'W9',
    });
    await world.first.must('POST', '/data/bd/shipping/location', {
      code: 'SLB',
      name: '分店',
      ...place,
      shippingLocationCode: undefined,
      customerCode: 'CUA',
    });
    const read = (id: string): Promise<object> => world.first.must<object>('GET', `/channelsale/order/${id}`);
    const of = async (more: object): Promise<string> =>
      (await world.first.must<{ id: string }>('POST', '/channelsale/order', { ...order('1'), ...more })).id;
    const id = await of({ customerCode: 'CUA' });
    expect(await read(id)).toMatchObject({
      salesmanCode: 'P1',
      salesmanName: '张三',
      deptCode: 'D1',
      deptName: '销售部',
      channelCode: 'CH1',
      channelName: '分销',
      saleTypeCode: 'ST1',
      saleTypeName: '直销',
      ...place,
      shippingLocationName: '总店',
      storageCode: 'W9',
    });
    await world.first.must('PUT', '/channelsale/order', { ...(await read(id)), customerCode: 'CUB' });
    expect(await read(id)).toMatchObject({
      salesmanCode: 'P2',
      salesmanName: '李四',
      deptCode: null,
      channelCode: null,
      channelName: null,
      saleTypeCode: null,
      shippingLocationCode: null,
      consignee: null,
      address: null,
      storageCode: 'W1',
    });
    // What somebody wrote stays, and an address of another place is not given the usual one.
    const typed = await of({ customerCode: 'CUA', salesmanCode: 'P3', address: '工地' });
    expect(await read(typed)).toMatchObject({
      salesmanCode: 'P3',
      deptCode: 'D1',
      shippingLocationCode: null,
      consignee: null,
      address: '工地',
      storageCode: 'W1',
    });
    await world.first.must('PUT', '/channelsale/order', {
      ...(await read(typed)),
      deptCode: null,
      customerCode: 'CUB',
    });
    expect(await read(typed)).toMatchObject({ salesmanCode: 'P3', deptCode: null, address: '工地' });
  });

  test('is written for customers of its organisation, of one above it, or of none', async () => {
    const { id: pid } = await world.first.must<{ id: string }>('POST', '/sys/organization', {
      code: 'OA',
      name: '大区',
    });
    await world.first.must('POST', '/sys/organization', { code: 'OB', name: '分部', pid });
    await world.first.must('POST', '/data/storage', { code: 'WB', name: '分部仓', organizeCode: 'OB' });
    await world.first.must('POST', '/data/customer/manage', {
      code: 'CUO',
      name: '大区客户',
      classCode: 'K1',
      customerType: '1',
      organizeCode: 'OA',
    });
    const stranger = { ...order('1'), customerCode: 'CUO' };
    const reply = await world.first.call<{ errors: object[] }>('POST', '/channelsale/order', stranger, {
      'accept-language': 'en-US',
    });
    expect([reply.code, reply.data.errors]).toEqual([
      10003,
      [{ path: 'customerCode', msg: 'belongs to another organisation' }],
    ]);
    await world.first.must('POST', '/channelsale/order', { ...stranger, organizeCode: 'OB' });
    // He may leave; his orders stay.
    await world.first.must('POST', '/data/customer/manage', {
      code: 'CUL',
      name: '搬家客户',
      classCode: 'K1',
      customerType: '1',
    });
    const { id } = await world.first.must<{ id: string }>('POST', '/channelsale/order', {
      ...order('1'),
      customerCode: 'CUL',
    });
    await world.sql(`update app.data_customer set organize_code = 'OA' where tenant_code = $1 and code = 'CUL'`, [
      world.first.tenantCode,
    ]);
    await world.first.must('PUT', '/channelsale/order', {
      ...(await world.first.must<Bill>('GET', `/channelsale/order/${id}`)),
      remark: '照旧',
    });
  });

  test('is voided for good, and a once audited one cannot be deleted', async () => {
    const bill = await save('1');
    await world.first.must('PUT', '/channelsale/order/audit', [bill.id]);
    await world.first.must('PUT', '/channelsale/order/unaudit', [bill.id]);
    expect((await world.first.call<{ key: string }>('DELETE', `/channelsale/order/${bill.id}`)).data.key).toBe(
      'E-DEL-AUDITED',
    );
    await world.first.must('PUT', '/channelsale/order/cancel', [bill.id]);
    expect((await world.first.call<{ key: string }>('PUT', '/channelsale/order/unclose', [bill.id])).data.key).toBe(
      'E-CANCELLED',
    );
  });

  test('posts nothing on a day of a closed period, nor takes it back from there; what is left of it is closed and reopened today', async () => {
    const dated = async (billDate: string): Promise<string> =>
      (await world.first.must<{ id: string }>('POST', '/channelsale/order', { ...order('1'), billDate })).id;
    const verb = async (name: string, id: string): Promise<unknown> => {
      const { code, msg } = await world.first.call('PUT', `/channelsale/order/${name}`, {
        ids: [id],
        operateMsg: '不要了',
      });
      return code === 0 ? 0 : [code, msg];
    };
    const [held, waiting, early] = [await dated('2026-01-15'), await dated('2026-01-16'), await dated('2025-12-31')];
    expect(await verb('audit', held)).toBe(0);
    const { id: period } = await world.first.must<{ id: string }>('POST', '/sys/accountperiod', {
      year: 2026,
      month: 1,
      organizeCode: 'O1',
      startDate: '2026-01-01',
      endDate: '2026-01-31',
    });
    await world.first.must('PUT', '/sys/accountperiod/open', [period]);
    // An order that nobody audited keeps no period open.
    await world.first.must('PUT', '/sys/accountperiod/settle', [period]);
    const closed = [20012, '会计期间【2026-01】已结账'];
    expect([
      await verb('audit', waiting),
      await verb('unaudit', held),
      await verb('close', held),
      await verb('unclose', held),
    ]).toEqual([closed, closed, 0, 0]);
    expect(
      await world.sql(
        `select distinct op_seq, biz_date::text as day from app.stock_entry where doc_id = $1 order by 1`,
        [held],
      ),
    ).toEqual([
      { op_seq: 1, day: '2026-01-15' },
      { op_seq: 2, day: todayIn('Asia/Shanghai') },
      { op_seq: 3, day: todayIn('Asia/Shanghai') },
    ]);
    // Too old, it is an order of the day on which it is saved again, and only then (A7a).
    await world.sql('update app.order_order set priced_date = priced_date - 8 where id = $1', [waiting]);
    expect(await verb('audit', waiting)).toEqual(closed);
    await world.first.must('PUT', '/channelsale/order', await world.first.must('GET', `/channelsale/order/${waiting}`));
    expect([
      await verb('audit', waiting),
      await world.first.must('GET', `/channelsale/order/${waiting}`),
    ]).toMatchObject([0, { billDate: todayIn('Asia/Shanghai') }]);
    expect(await verb('close', waiting)).toBe(0);
    await world.first.must('PUT', '/channelsale/opening/date', { cutOverDate: '2026-01-01' });
    await world.first.must('PUT', '/channelsale/opening/lock');
    expect(await verb('audit', early)).toEqual([20012, '会计期间【2026-01-01之前】已结账']);
    expect(await verb('close', held)).toBe(0);
  });
});
