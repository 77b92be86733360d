import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { restSystem } from '#platform/server/exchange/rest-system.ts';
import { ExchangeFault } from '#platform/server/exchange/port.ts';
import { externalForm } from '#system/server/operation/external-bill.ts';
import { sandboxAccount, startExchangeSystem, type SandboxBill, type SandboxSystem } from '#tests/exchange-system.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Downloaded {
  readonly msg: string;
  readonly done: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: { billNo: string; reasons: string[] }[];
  readonly key?: string;
  readonly errors?: { path: string; msg: string }[];
}
interface Order {
  readonly id: string;
  readonly code: string;
  readonly source: string;
  readonly billStatus: string;
  readonly customerCode: string;
  readonly totalAmount: string;
  readonly rowVersion: number;
  readonly lines: { productCode: string; number: string; amount: string }[];
}
interface Log {
  readonly systemCode: string | null;
  readonly logType: string;
  readonly url: string;
  readonly returnStatus: string;
  readonly costTime: number;
  readonly errorMsg: string | null;
  readonly businessCode: string | null;
  readonly requestBody: string | null;
}

let world: World;
let erp: SandboxSystem;
beforeAll(async () => {
  process.env['EXCHANGE_ALLOW_PRIVATE'] = '1';
  world = await openWorld('exchange');
  await furnish(world.first);
  erp = await startExchangeSystem();
  await world.first.must('POST', '/exchange/system', {
    code: 'ERP',
    name: '沙箱ERP',
    interfaceType: '1',
    url: erp.url,
    ...sandboxAccount,
  });
});
afterEach(() => {
  erp.moods.length = 0;
});
afterAll(async () => {
  await erp.close();
  await world.close();
});

const line = (materialCode: string, number: unknown = '3', price: unknown = '12.5') => ({
  materialCode,
  number,
  price,
  taxRate: '13',
});
const bill = (billNo: string, more: object = {}): SandboxBill => ({
  type: 'order',
  billNo,
  billDate: '2026-11-10',
  organizeCode: 'O1',
  customerCode: 'CU1',
  lines: [line('M1'), line('M2', 2, 3.335)],
  ...more,
});
const ask = (query: Readonly<Record<string, string>>, session: Session = world.first, headers = {}) =>
  session.call<Downloaded>(
    'GET',
    `/exchange/download/downloadBill?${new URLSearchParams({ organizeCode: 'O1', type: 'order', ...query }).toString()}`,
    undefined,
    headers,
  );
const days = { startExecuteTime: '2026-11-08', lastExecuteTime: '2026-11-15' };
const orders = async (): Promise<Order[]> =>
  (await world.first.must<{ list: Order[] }>('GET', '/channelsale/order/page?limit=500')).list;
const logs = async (): Promise<Log[]> =>
  (await world.first.must<{ list: Log[] }>('GET', '/sys/log/interface/page?limit=500&fields=all')).list;
const held = (...bills: SandboxBill[]): void => {
  erp.bills.splice(0, erp.bills.length, ...bills);
};

describe('a downloaded bill', () => {
  test('becomes a stashed order through the rules of a save, and its call is in the interface log', async () => {
    held(bill('ERP-1'));
    const reply = await ask({ code: 'ERP-1' });
    expect([reply.code, reply.msg, reply.data.done]).toEqual([0, '下载成功1条，更新0条，失败0条', 1]);
    expect(erp.asked.at(-1)).toEqual({ organizeCode: 'O1', type: 'order', code: 'ERP-1' });
    const [listed] = await orders();
    const order = await world.first.must<Order>('GET', `/channelsale/order/${listed?.id ?? ''}`);
    // Priced here: 3 × 12.5 and 2 × 3.335 = 6.67.
    expect([
      order.billStatus,
      order.source,
      order.totalAmount,
      order.lines.map(({ productCode }) => productCode),
    ]).toEqual(['3', '4', '44.17', ['M1', 'M2']]);
    const [entry] = await logs();
    expect(entry).toMatchObject({
      systemCode: 'ERP',
      logType: '2',
      returnStatus: '1',
      businessCode: 'ERP-1',
      url: `${erp.url}/bills/query`,
    });
    expect(entry?.costTime).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(await world.sql('select * from app.sys_interfacelog'))).not.toContain(sandboxAccount.secret);
    const [history] = await world.sql<{ message: string }>(
      `select message from app.sys_operationlog where record_id = $1`,
      [order.id],
    );
    expect(history?.message).toBe('沙箱ERP ERP-1');
  });

  test('that is downloaded twice makes no second order, also by two people at once', async () => {
    const before = (await orders()).length;
    expect((await ask({ code: 'ERP-1' })).data).toEqual({
      msg: '下载成功0条，更新0条，失败0条，未变化1条',
      done: 0,
      updated: 0,
      unchanged: 1,
      failed: [],
    });
    held(bill('ERP-2'));
    const second = await world.login('first');
    // One asks by number and one by days: two requests, one bill.
    const replies = await Promise.all([ask({ code: 'ERP-2' }), ask(days, second)]);
    expect(replies.map(({ code }) => code)).toEqual([0, 0]);
    expect(replies.map(({ data }) => data.done).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await orders()).toHaveLength(before + 1);
  });

  test('follows the bill while nobody has worked on it, and is left alone afterwards', async () => {
    held(bill('ERP-3'));
    await ask({ code: 'ERP-3' });
    const [fresh] = await orders();
    held(bill('ERP-3', { lines: [line('M3', '7')] }));
    expect((await ask({ code: 'ERP-3' })).data).toMatchObject({ updated: 1, failed: [] });
    const order = await world.first.must<Order>('GET', `/channelsale/order/${fresh?.id ?? ''}`);
    expect(order.lines.map(({ productCode, number }) => `${productCode} ${number}`)).toEqual(['M3 7']);
    await world.first.must('PUT', '/channelsale/order', { ...order, remark: '改过' });
    held(bill('ERP-3', { lines: [line('M4')] }));
    expect((await ask({ code: 'ERP-3' })).data.failed).toEqual([
      { billNo: 'ERP-3', reasons: ['下载后的单据已在本系统被修改，不再覆盖'] },
    ]);
    // Deleted here it comes back when somebody asks for it again.
    await world.first.must('DELETE', `/channelsale/order/${order.id}`);
    expect((await ask({ code: 'ERP-3' })).data).toMatchObject({ done: 1 });
    expect((await ask({ code: 'ERP-3' })).data).toMatchObject({ unchanged: 1 });
  });

  test('with codes that nobody knows is told line by line, saved not even half, and keeps the others from nobody', async () => {
    const before = (await orders()).length;
    held(
      bill('BAD-1', { customerCode: 'NOBODY', lines: [line('M1'), line('NO-M'), line('M2', 'viele')] }),
      bill('GOOD-1'),
      bill('BAD-2', { organizeCode: 'O1', lines: 'none' }),
    );
    const { code, data, msg } = await ask(days);
    expect([code, msg]).toEqual([0, '下载成功1条，更新0条，失败2条']);
    // What is no number at all is found before anybody is looked up.
    expect(data.failed).toEqual([
      { billNo: 'BAD-1', reasons: ['第3行 数量【viele】格式错误'] },
      { billNo: 'BAD-2', reasons: ['单据内容无法识别'] },
    ]);
    held(bill('BAD-1', { customerCode: 'NOBODY', lines: [line('M1'), line('NO-M')] }));
    expect((await ask({ code: 'BAD-1' })).data.failed).toEqual([
      { billNo: 'BAD-1', reasons: ['客户编码【NOBODY】不存在或已停用', '第2行 产品编码【NO-M】不存在或已停用'] },
    ]);
    expect(await orders()).toHaveLength(before + 1);
    expect(await world.sql(`select 1 from app.exchange_bill where external_code like 'BAD%'`)).toEqual([]);
    const failures = (await logs()).filter(({ logType }) => logType === '3');
    expect(failures.map(({ businessCode }) => businessCode)).toEqual(expect.arrayContaining(['BAD-1', 'BAD-2']));
    expect(
      failures.find(({ businessCode, errorMsg }) => businessCode === 'BAD-1' && errorMsg?.includes('NO-M') === true)
        ?.returnStatus,
    ).toBe('0');
  });

  test('of stock in or out waits for its audit', async () => {
    held({
      ...bill('IN-1'),
      type: 'stockInout',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ materialCode: 'M1', number: '5', price: '8' }],
    });
    expect((await ask({ type: 'stockInout', code: 'IN-1' })).data).toMatchObject({ done: 1 });
    const { list } = await world.first.must<{
      list: { sourceCode: string; billStatus: string; totalNumber: string }[];
    }>('GET', '/stock/inout/page');
    expect(list[0]).toMatchObject({ sourceCode: 'IN-1', billStatus: '0', totalNumber: '5' });
  });

  test('of another organisation, or that the other system refuses or lacks, is told as such', async () => {
    held(bill('ORG-1', { organizeCode: 'O9' }));
    expect((await ask({ code: 'ORG-1' })).data.failed[0]?.reasons).toEqual(['单据属于其他组织【O9】']);
    expect(await ask({ code: 'LOCK-X99' })).toMatchObject({
      code: 20131,
      msg: '外部系统【沙箱ERP】拒绝了请求：单据 LOCK-X99 已锁定',
    });
    expect(await ask({ code: 'NONE' })).toMatchObject({ code: 20138, msg: '外部系统中没有单据【NONE】' });
    expect((await ask(days)).data).toMatchObject({ done: 0, failed: [] });
  });
});

describe('the call', () => {
  test('refuses more than 7 days, and what is incomplete, before anybody is asked', async () => {
    const before = erp.asked.length;
    expect(await ask({ startExecuteTime: '2026-11-01', lastExecuteTime: '2026-11-09' })).toMatchObject({
      code: 10003,
      msg: '日期范围不能超过7天',
    });
    const paths = async (query: Readonly<Record<string, string>>): Promise<string[] | undefined> =>
      (await ask(query)).data.errors?.map(({ path }) => path);
    expect(await paths({})).toEqual(['code']);
    expect(await paths({ organizeCode: '', type: '', code: 'A' })).toEqual(['organizeCode', 'type']);
    expect(await paths({ organizeCode: 'O9', type: 'constructor', code: 'A' })).toEqual(['organizeCode', 'type']);
    expect(await paths({ startExecuteTime: '2026-11-08' })).toEqual(['lastExecuteTime']);
    expect(await paths({ startExecuteTime: '2026-02-30', lastExecuteTime: '2026-03-01' })).toEqual([
      'startExecuteTime',
    ]);
    expect(await paths({ startExecuteTime: '2026-11-09', lastExecuteTime: '2026-11-08' })).toEqual(['lastExecuteTime']);
    expect(erp.asked).toHaveLength(before);
    expect((await ask({ startExecuteTime: '2026-11-01', lastExecuteTime: '2026-11-08' })).code).toBe(0);
  });

  test('is polite to whatever stands in it', async () => {
    for (const poison of ['\u0000', "' or 1=1 --", '😀'.repeat(400), '__proto__', '[object Object]', '-Infinity']) {
      for (const key of ['organizeCode', 'type', 'code', 'startExecuteTime', 'lastExecuteTime']) {
        const { code, status } = await ask({
          code: 'NONE',
          ...(key.endsWith('Time') ? { ...days, code: '' } : {}),
          [key]: poison,
        });
        expect([status, [10003, 20138].includes(code)]).toEqual([200, true]);
      }
    }
  });

  test('is none for a link, a picture or a stranger: a GET with an effect', async () => {
    const before = erp.asked.length;
    for (const headers of [
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await ask(days, world.first, headers)).code).toBe(403);
    expect(
      (
        await world.app.inject({
          url: `/api/exchange/download/downloadBill?organizeCode=O1&type=order&code=A&token=${world.first.token}`,
          headers: { cookie: `token=${world.first.token}` },
        })
      ).json(),
    ).toMatchObject({ code: 401 });
    expect(erp.asked).toHaveLength(before);
  });

  test('needs the permission to save such a document, and an external system of the own tenant', async () => {
    const { id: role } = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'ON',
      name: '旁观',
      menuList: [],
    });
    await world.first.must('POST', '/sys/user', {
      username: 'onlooker',
      realName: '旁观者',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [role],
      organizeCode: 'O1',
    });
    expect((await ask({ code: 'ERP-1' }, await world.login('onlooker'))).code).toBe(403);
    await furnish(world.second, '二');
    expect((await ask({ code: 'ERP-1' }, world.second)).code).toBe(20137);
    await world.second.must('POST', '/exchange/system', {
      code: 'ERP',
      name: '别家的',
      interfaceType: '1',
      url: erp.url,
      account: 'qudao',
      secret: 'another-Secret-2',
    });
    expect(await ask({ code: 'ERP-1' }, world.second)).toMatchObject({
      code: 20131,
      msg: '外部系统【别家的】拒绝了请求：账号或密钥不正确',
    });
  });

  test('survives a system that redirects, babbles, breaks off or drowns us, and logs each', async () => {
    const before = (await logs()).length;
    const codes: number[] = [];
    for (const mood of ['redirect', 'nonsense', 'broken', 'huge'] as const) {
      erp.moods.push(mood);
      codes.push((await ask({ code: 'ERP-1' })).code);
    }
    expect(codes).toEqual([20130, 20132, 20130, 20130]);
    const fresh = (await logs()).slice(0, -before);
    expect(fresh.map(({ returnStatus, systemCode }) => [returnStatus, systemCode])).toEqual(
      codes.map(() => ['0', 'ERP']),
    );
    expect(fresh.every(({ errorMsg }) => (errorMsg ?? '') !== '')).toBe(true);
  });

  test('gives up on a system that hangs, and calls no address that is not for us', async () => {
    erp.moods.push('hang');
    const why = (isPrivate: boolean, url: string): Promise<string> =>
      restSystem({
        isPrivateAllowed: () => isPrivate,
        patience: 300,
        resolve: async () => [{ address: '169.254.169.254', family: 4 }],
      })
        .queryBills(
          { code: 'S', name: 'S', url, ...sandboxAccount },
          { type: 'order', organizeCode: 'O1', code: 'A' },
          externalForm,
        )
        .then(
          () => 'answered',
          (error: unknown) =>
            error instanceof ExchangeFault && 'textIn' in error.refusal
              ? (error.refusal as { textIn(language: string): string }).textIn('en-US')
              : String(error),
        );
    expect(await why(true, erp.url)).toContain('it did not answer in time');
    const before = erp.asked.length;
    for (const [isPrivate, url] of [
      [false, erp.url],
      [true, 'http://169.254.169.254/erp'],
      [true, 'http://[::ffff:169.254.169.254]/erp'],
      [true, 'https://metadata.example'],
      [true, 'ftp://127.0.0.1/erp'],
      [true, 'http://u:p@127.0.0.1/erp'],
    ] as const)
      expect(await why(isPrivate, url)).toContain('not allowed');
    expect(erp.asked).toHaveLength(before);
  });
});

describe('an external system', () => {
  test('keeps its secret sealed, shows it to nobody, and wants it again for a new address', async () => {
    const [row] = await world.sql<{ id: string; sealed_secret: string }>(
      `select id, sealed_secret from app.approve_system where code = 'ERP' and tenant_code = '1000'`,
    );
    expect(row?.sealed_secret).toMatch(/^2\./);
    expect(
      JSON.stringify([
        await world.first.must('GET', '/exchange/system/page'),
        await world.first.must('GET', `/exchange/system/${row?.id ?? ''}`),
      ]),
    ).not.toMatch(/sealed|Secret-1/);
    const moved = await world.first.call<{ errors: { path: string }[] }>('PUT', '/exchange/system', {
      id: row?.id,
      url: 'http://127.0.0.1:9999/erp',
    });
    expect([moved.code, moved.data.errors.map(({ path }) => path)]).toEqual([10003, ['secret']]);
    await world.first.must('PUT', '/exchange/system', { id: row?.id, remark: '改' });
    expect((await ask(days)).code).toBe(0);
    for (const url of ['http://169.254.169.254/', 'https://user:pw@example.com/'])
      expect(
        (
          await world.first.call<{ errors: { path: string }[] }>('POST', '/exchange/system', {
            code: 'X',
            name: 'X',
            url,
          })
        ).data.errors.map(({ path }) => path),
      ).toEqual(['url']);
  });
});
