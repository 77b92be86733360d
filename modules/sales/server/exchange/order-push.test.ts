import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writes } from '#platform/server/db/batch.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { restSystem } from '#platform/server/exchange/rest-system.ts';
import { startOutbox } from '#platform/server/outbox/runner.ts';
import { sandboxAccount, startExchangeSystem, type SandboxSystem } from '#tests/exchange-system.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { orderSender } from './order-push.ts';

interface Order {
  readonly id: string;
  readonly code: string;
  readonly rowVersion: number;
}
interface Told {
  readonly operation: string;
  readonly message: string | null;
  readonly changes: Record<string, unknown> | null;
}
interface Refused {
  readonly key: string;
}

let world: World;
let erp: SandboxSystem;
let clerk: Session;
let systemId = '';
const path = '/channelsale/order';
const adapter = restSystem({ isPrivateAllowed: () => true, patience: 700 });
const sender = orderSender(adapter);
const noLog = { error: () => undefined, warn: () => undefined };

beforeAll(async () => {
  process.env['EXCHANGE_ALLOW_PRIVATE'] = '1';
  process.env['QUDAO_SEAL_KEY'] ??= randomBytes(32).toString('base64');
  world = await openWorld('push');
  clerk = world.first;
  await furnish(clerk);
  await world.sql(`update app.data_unit set precision = 2 where code = 'PCS'`);
  erp = await startExchangeSystem();
  // The first by code is no ERP.
  await clerk.must('POST', '/exchange/system', {
    code: 'A-OA',
    name: '协同办公',
    interfaceType: '1',
    url: 'http://127.0.0.1:8219/oa',
    ...sandboxAccount,
  });
  systemId = (
    await clerk.must<{ id: string }>('POST', '/exchange/system', {
      code: 'ERP',
      name: '沙箱ERP',
      erpProduct: 'U8',
      interfaceType: '1',
      url: erp.url,
      ...sandboxAccount,
    })
  ).id;
});
beforeEach(() => pushing('1'));
afterEach(() => {
  erp.moods.length = 0;
  erp.pushed.length = 0;
  erp.keys.length = 0;
});
afterAll(async () => {
  await erp.close();
  await world.close();
});

const pushing = (value: '0' | '1'): Promise<unknown> =>
  world.sql(
    `
      insert into app.sys_params (id, param_code, param_name, param_value)
      values (gen_random_uuid(), 'INT001', 'INT001', $1)
      on conflict (param_code) do update set param_value = excluded.param_value`,
    [value],
  );
const saved = async (): Promise<Order> =>
  (
    await clerk.must<{ data: Order }>('POST', path, {
      organizeCode: 'O1',
      customerCode: 'CU1',
      storageCode: 'W1',
      remark: '急',
      lines: [
        { productCode: 'M1', number: '0.25', price: '12.5' },
        { productCode: 'M2', number: '0.1', price: '3.335' },
      ],
    })
  ).data;
const audit = (id: string): Promise<unknown> => clerk.must('PUT', `${path}/audit`, [id]);
const audited = async (): Promise<Order> => {
  const order = await saved();
  await audit(order.id);
  return order;
};
const unaudit = (id: string) => clerk.call<Refused | null>('PUT', `${path}/unaudit`, [id]);
const push = (ids: readonly string[], who = clerk) => who.call<Refused | null>('PUT', `${path}/push`, ids);
const statusOf = async (id: string): Promise<string> =>
  (await clerk.must<{ pushStatus: string }>('GET', `${path}/${id}`)).pushStatus;
const waiting = (): Promise<{ attempts: number; seconds: number }[]> =>
  world.sql(`
    select attempts, round(extract(epoch from not_before - clock_timestamp()))::integer as seconds
    from sec.outbox
    where kind = 'push'`);
/** What a clerk reads in the order's history of its push, the latest first. */
const told = async (id: string): Promise<Told[]> =>
  (await clerk.must<Told[]>('GET', `/sys/history?noun=order:order&id=${id}`)).filter(
    ({ operation }) => operation === 'push',
  );

/** The worker, until what is asked for is so. */
async function working(until: () => Promise<boolean>): Promise<void> {
  const running = startOutbox({ door: world.door, log: noLog, senders: { push: sender } });
  try {
    await expect.poll(until, { timeout: 15_000, interval: 30 }).toBe(true);
  } finally {
    await running.stop();
  }
}
const send = (): Promise<void> => working(async () => (await waiting()).length === 0);
/** One attempt, now, whenever it would be due. */
async function attempt(): Promise<{ attempts: number; seconds: number }[]> {
  const before = (await waiting())[0]?.attempts ?? 0;
  await world.sql('update sec.outbox set not_before = clock_timestamp()');
  await working(
    async () =>
      (await world.sql(`select from sec.outbox where attempts = $1 or lease_until is not null`, [before])).length === 0,
  );
  return waiting();
}

describe('an order that was audited', () => {
  test('is not pushed where orders are not, and that costs the audit nothing', async () => {
    const cost: number[] = [];
    for (const value of ['0', '1'] as const) {
      await pushing(value);
      const { id } = await saved();
      const before = writes.count;
      await audit(id);
      cost.push(writes.count - before);
      expect([await statusOf(id), (await waiting()).length]).toEqual([value, Number.parseInt(value, 10)]);
      expect((await unaudit(id)).code).toBe(0);
    }
    expect(cost).toEqual([2, 2]);
    await send();
  });

  test('is queued, sent to the ERP and acknowledged; a preview queues nothing', async () => {
    const { id, code } = await saved();
    await clerk.must('PUT', `${path}/audit?preview=1`, [id]);
    expect([await statusOf(id), await waiting()]).toEqual(['0', []]);
    await audit(id);
    expect([await statusOf(id), (await waiting()).length, erp.keys]).toEqual(['1', 1, []]);
    await send();
    expect(await statusOf(id)).toBe('4');
    expect(erp.pushed).toEqual([
      {
        key: `1000:order:${code}:1`,
        type: 'order',
        version: 1,
        bill: expect.objectContaining({
          billNo: code,
          billStatus: '1',
          organizeCode: 'O1',
          customerCode: 'CU1',
          storageCode: 'W1',
          remark: '急',
          externalNo: null,
          totalAmount: '3.46',
          payableAmount: '3.46',
          lines: [
            expect.objectContaining({
              lineNo: 1,
              materialCode: 'M1',
              number: '0.25',
              price: '12.5',
              amount: '3.13',
              closedNumber: '0',
              storageCode: 'W1',
            }),
            expect.objectContaining({ lineNo: 2, materialCode: 'M2', number: '0.1', price: '3.335', amount: '0.33' }),
          ],
        }) as object,
      },
    ]);
    expect(await told(id)).toMatchObject([{ message: '沙箱ERP', changes: { pushStatus: ['1', '4'] } }]);
    const log = await world.sql(
      `
        select system_code, interface_type, return_status, request_body, business_code
        from app.sys_interfacelog
        where business_code = $1`,
      [code],
    );
    expect(log).toEqual([
      { system_code: 'ERP', interface_type: '1', return_status: '1', request_body: code, business_code: code },
    ]);
    expect(JSON.stringify(await world.sql('select * from app.sys_interfacelog'))).not.toContain(sandboxAccount.secret);
  });

  test('is not revoked once it is there, nor while it is on its way', async () => {
    const there = await audited();
    await send();
    expect(await unaudit(there.id)).toMatchObject({
      code: 20014,
      msg: '单据已推送外部系统，不能弃审',
      data: { key: 'E-PUSHED' },
    });
    const onItsWay = await audited();
    const answer = Promise.withResolvers<void>();
    erp.moods.push((reply) => {
      void answer.promise.then(() => {
        reply.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0}');
      });
    });
    const running = working(async () => (await waiting()).length === 0);
    await expect.poll(() => statusOf(onItsWay.id)).toBe('2');
    expect((await unaudit(onItsWay.id)).data?.key).toBe('E-PUSHED');
    answer.resolve();
    await running;
    expect(await statusOf(onItsWay.id)).toBe('4');
  });

  test('whose audit is revoked before it is sent never arrives; audited again it arrives once, as another version', async () => {
    const { id, code } = await audited();
    expect((await unaudit(id)).code).toBe(0);
    expect([await statusOf(id), (await waiting()).length]).toEqual(['0', 1]);
    await send();
    expect([await statusOf(id), erp.keys, await told(id)]).toEqual(['0', [], []]);
    await audit(id);
    expect((await unaudit(id)).code).toBe(0);
    await audit(id);
    // Of the second and the third audit, and only one of them holds.
    expect((await waiting()).length).toBe(2);
    await send();
    expect([await statusOf(id), erp.keys]).toEqual(['4', [`1000:order:${code}:3`]]);
  });

  test('is revoked or sent and never both, whoever is first', async () => {
    const orders: Order[] = [];
    for (let i = 0; i < 12; i += 1) orders.push(await audited());
    const running = startOutbox({ door: world.door, log: noLog, senders: { push: sender } });
    const replies = await Promise.all(orders.toReversed().map(({ id }) => unaudit(id)));
    await expect.poll(async () => (await waiting()).length, { timeout: 15_000 }).toBe(0);
    await running.stop();
    for (const [i, { id, code }] of orders.toReversed().entries()) {
      expect(['revoked 0 false', 'E-PUSHED 4 true']).toContain(
        [
          replies[i]?.data?.key ?? 'revoked',
          await statusOf(id),
          erp.pushed.some(({ bill }) => bill.billNo === code),
        ].join(' '),
      );
    }
  });

  test('whose audit is just being revoked waits for that, and is not sent', async () => {
    const { id } = await audited();
    const taken = await asAdministrator(world.adminUrl, async (client) => {
      await client.query('begin');
      await client.query(`update app.order_order set bill_status = '0', push_status = '0' where id = $1`, [id]);
      const taking = world.door.gate({ text: `select * from sec.take_outbox(60000, '{push}')`, values: [] });
      await expect
        .poll(() =>
          world.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
        )
        .not.toHaveLength(0);
      await client.query('commit');
      return taking;
    });
    expect([taken, await waiting()]).toEqual([[], []]);
    await world.sql(`update app.order_order set bill_status = '1' where id = $1`, [id]);
  });

  test('that was closed meanwhile is sent all the same, with what is no longer wanted', async () => {
    const { id } = await audited();
    await clerk.must('PUT', `${path}/close`, { ids: [id], operateMsg: '客户取消' });
    await send();
    expect(erp.pushed[0]?.bill).toMatchObject({
      billStatus: '2',
      lines: [
        { number: '0.25', closedNumber: '0.25' },
        { number: '0.1', closedNumber: '0.1' },
      ],
    });
    expect(await statusOf(id)).toBe('4');
  });
});

describe('a system', () => {
  test('that is down is tried after 1, 5 and 30 minutes; then the order says why it failed, and a person queues it again under the same key', async () => {
    const { id, code } = await audited();
    erp.moods.push('broken', 'hang', 'nonsense', 'broken');
    expect(await attempt()).toEqual([{ attempts: 1, seconds: 60 }]);
    // Between two attempts it waits, and its audit may be revoked.
    expect(await statusOf(id)).toBe('1');
    expect(await attempt()).toEqual([{ attempts: 2, seconds: 300 }]);
    expect(await attempt()).toEqual([{ attempts: 3, seconds: 1800 }]);
    expect(await attempt()).toEqual([]);
    expect(await statusOf(id)).toBe('3');
    expect((await told(id)).map(({ message, changes }) => [message, changes])).toEqual([
      ['外部系统【沙箱ERP】无法访问：连接失败', { pushStatus: ['1', '3'] }],
      ['外部系统【沙箱ERP】返回的内容无法识别', null],
      ['外部系统【沙箱ERP】无法访问：没有在规定时间内应答', null],
      ['外部系统【沙箱ERP】无法访问：连接失败', null],
    ]);
    await send();
    expect([await statusOf(id), erp.keys]).toEqual(['3', []]);
    expect((await push([id])).code).toBe(0);
    expect([await statusOf(id), (await push([id])).data?.key]).toEqual(['1', 'E-STATE']);
    await send();
    expect([await statusOf(id), erp.keys]).toEqual(['4', [`1000:order:${code}:1`]]);
    expect((await push([id])).data?.key).toBe('E-PUSHED');
  });

  test('that refuses an order says why in its history, and a failed order is revoked like any other', async () => {
    const { id } = await saved();
    await world.sql(`update app.order_order set code = 'SO-X99' where id = $1`, [id]);
    await audit(id);
    for (let i = 0; i < 4; i += 1) await attempt();
    expect([await statusOf(id), (await told(id))[0]?.message, erp.pushed]).toEqual([
      '3',
      '外部系统【沙箱ERP】拒绝了请求：单据 SO-X99 已锁定',
      [],
    ]);
    expect((await unaudit(id)).code).toBe(0);
    expect(await statusOf(id)).toBe('0');
  });

  test('that is not there fails the order at once', async () => {
    await world.sql(`update app.approve_system set enable_flag = '0'`);
    const { id } = await audited();
    await send();
    expect([await statusOf(id), await told(id)]).toMatchObject([
      '3',
      [{ message: '没有启用的外部系统（接口类型REST）' }],
    ]);
    await world.sql(`update app.approve_system set enable_flag = '1' where id = $1`, [systemId]);
    expect((await push([id])).code).toBe(0);
    await send();
    expect(await statusOf(id)).toBe('4');
    await world.sql(`update app.approve_system set enable_flag = '1'`);
  });

  test('gets the same key from a worker that died after it sent and from the one that takes over', async () => {
    const { id, code } = await audited();
    const [taken] = await world.door.gate({ text: `select * from sec.take_outbox(1, '{push}')`, values: [] });
    await sender.send(taken!['payload'] as never, taken as never);
    expect([await statusOf(id), erp.keys.length]).toEqual(['2', 1]);
    await send();
    const key = `1000:order:${code}:1`;
    expect([await statusOf(id), erp.keys, erp.pushed.length]).toEqual(['4', [key, key], 1]);
    // The first was only slow: what he says now changes nothing.
    const [late] = await world.door.gate({
      text: 'select sec.end_outbox($1, $2, $3, null, null, null) as is_ended',
      values: [taken!['id'], taken!['attempts'], 'late'],
    });
    expect([late, await statusOf(id)]).toEqual([{ isEnded: false }, '4']);
  });

  test('that does not answer keeps no letter waiting: whoever sends other things leaves orders alone', async () => {
    const { id } = await audited();
    const mails = startOutbox({
      door: world.door,
      log: noLog,
      senders: { mail: { from: '', send: () => Promise.resolve() } },
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    await mails.stop();
    expect([await statusOf(id), (await waiting())[0]?.attempts]).toEqual(['1', 0]);
    await send();
  });
});

describe('by hand', () => {
  test('an order is queued that was audited before orders were pushed; one that is not audited, or where nothing is pushed, is not', async () => {
    await pushing('0');
    const { id } = await audited();
    expect((await push([id])).data?.key).toBe('E-PUSH-OFF');
    await pushing('1');
    const open = await saved();
    // All or nothing.
    expect((await push([id, open.id])).data?.key).toBe('E-STATE');
    expect([await statusOf(id), await waiting()]).toEqual(['0', []]);
    expect((await push([id])).code).toBe(0);
    await send();
    expect(await statusOf(id)).toBe('4');
    expect((await push([id], world.second)).data?.key).toBe('E-NOT-FOUND');
  });

  test('of twenty at the same moment one queues it', async () => {
    await pushing('0');
    const { id } = await audited();
    await pushing('1');
    const replies = await Promise.all(Array.from({ length: 20 }, () => push([id])));
    expect([replies.filter(({ code }) => code === 0).length, (await waiting()).length]).toEqual([1, 1]);
    await send();
    expect(erp.keys).toHaveLength(1);
  });
});

test('the books are in order, and only audited orders are pushed', async () => {
  const broken = (): Promise<string[]> =>
    asAdministrator(world.adminUrl, async (client) => {
      const found: string[] = [];
      for (const { rule, statement } of bookChecks)
        found.push(
          ...(await client.query(statement.text)).rows.map((row: object) => `${rule}: ${Object.values(row).join(' ')}`),
        );
      return found;
    });
  expect(await broken()).toEqual([]);
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  const { id, code } = await saved();
  await world.sql(`update app.order_order set push_status = '2' where id = $1`, [id]);
  expect(await broken()).toEqual([
    `only approved orders are pushed to another system (§3.2): ${code} bill status 0, push status 2`,
  ]);
});
