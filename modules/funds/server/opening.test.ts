import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import type { ImportResult, ImportState, ImportedRow } from '#platform/model/import.ts';
import type { OpeningState } from '#funds/model/opening-kind.ts';
import { formOf } from '#tests/files.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { cellsOf, list, sheet } from '#tests/sheets.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { bookChecks } from '#tests/book-checks.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-opening-'));
process.env['FILES_FOLDER'] = folder;

let world: World;
let clerk: Session;
const count = 500;
const numbered = (prefix: string, n: number): string => `${prefix}${String(n).padStart(3, '0')}`;
beforeAll(async () => {
  world = await openWorld('opening');
  clerk = world.first;
  await furnish(clerk);
  await sent(
    '/data/bd/material/import',
    list(
      ['编码', '名称', 'classCode', 'brandCode', 'mainUnitCode', 'price', 'taxRate'],
      Array.from({ length: count }, (_x, n) => [numbered('G', n), `旧货${n}`, 'C1', 'B1', 'PCS', '12', '13']),
    ),
  );
  await sent(
    '/data/customer/manage/import',
    list(
      ['编码', '名称', 'classCode', 'customerType'],
      Array.from({ length: count / 4 }, (_x, n) => [numbered('K', n), `老客户${n}`, 'K1', '1']),
    ),
  );
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

interface Answer<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}
interface Refused {
  readonly key: string;
  readonly errors: readonly { readonly path: string; readonly msg: string }[];
}
async function send<Data>(
  path: string,
  content: Buffer | string,
  wishes: Record<string, string> = {},
  session = clerk,
): Promise<Answer<Data>> {
  const form = formOf(content, typeof content === 'string' ? '期初.csv' : '期初.xlsx');
  const reply = await world.app.inject({
    method: 'POST',
    url: `/api${path}?extraParams=${encodeURIComponent(JSON.stringify(wishes))}`,
    headers: { ...form.headers, token: session.token },
    payload: form.payload,
  });
  return reply.json<Answer<Data>>();
}
async function sent(path: string, content: Buffer | string): Promise<ImportResult> {
  const { code, msg, data } = await send<ImportResult>(path, content);
  if (code !== 0 || data.failCount > 0) throw new Error(`${path}: ${code} ${msg} ${JSON.stringify(data)}`);
  return data;
}
const state = (session = clerk): Promise<OpeningState> => session.must<OpeningState>('GET', '/channelsale/opening');
const kindOf = async (kind: string): Promise<object> => (await state()).kinds.find((each) => each.kind === kind) ?? {};
const figure = async (sql: string): Promise<string> =>
  String((await world.sql<{ n: string }>(`select (${sql})::float::text as n`))[0]?.n);
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
};

const stockTitles = ['仓库编码', '产品编码', '数量', '金额'];
const stockRows = (each: string): string[][] =>
  Array.from({ length: count }, (_x, n) => ['W1', numbered('G', n), each, String(n)]);
const moneyTitles = ['组织编码', '客户编码', '项目', '金额', '到期日'];
/** Four rows a customer: what he prepaid, what he used of his credit, and what is open of it in two amounts. */
const moneyRows = Array.from({ length: count / 4 }, (_x, n) => numbered('K', n)).flatMap((code, n) => [
  ['O1', code, '预存款余额', '100', ''],
  ['O1', code, '授信余额', String(-300 - n), ''],
  ['O1', code, '应收款', String(300 + n), '2026-11-30'],
  ['O1', code, 'Receivable', '-100', ''],
]);

describe('before the first document', () => {
  test('a file needs the cut-over day, which can be moved until something is posted on it', async () => {
    expect(await send<Refused>('/channelsale/opening/stock/import', list(stockTitles, stockRows('2')))).toMatchObject({
      code: 20021,
      data: { key: 'E-OPENING-DATE' },
    });
    await clerk.must('PUT', '/channelsale/opening/date', { cutOverDate: '2026-10-01' });
    await clerk.must('PUT', '/channelsale/opening/date', { cutOverDate: '2026-11-01' });
    expect((await clerk.call('PUT', '/channelsale/opening/date', { cutOverDate: 'soon' })).code).toBe(10003);
    expect(await state()).toMatchObject({
      cutOverDate: '2026-11-01',
      lockDate: null,
      kinds: [
        { kind: 'stock', documents: 0 },
        { kind: 'money' },
        { kind: 'rebate' },
        { kind: 'credit' },
        { kind: 'payable' },
      ],
    });
  });

  test('the template is what the import understands', async () => {
    const reply = await world.app.inject({
      method: 'GET',
      url: '/api/channelsale/opening/money/template',
      headers: { token: clerk.token },
    });
    expect((await cellsOf(reply.rawPayload))[0]).toEqual([
      '组织编码*',
      '客户编码*',
      '项目*',
      '金额*',
      '到期日',
      '备注',
    ]);
  });
});

describe('stock with its cost', () => {
  test('a workbook of 500 rows is goods and their cost on the cut-over day', async () => {
    expect(await sent('/channelsale/opening/stock/import', await sheet(stockTitles, stockRows('2')))).toMatchObject({
      successCount: count,
      failCount: 0,
    });
    expect(await kindOf('stock')).toMatchObject({ documents: 1, rowCount: count, fileName: '期初.xlsx' });
    expect(await figure(`select sum(on_hand) from app.stock_balance where material_code like 'G%'`)).toBe('1000');
    expect(await figure(`select amount from app.cost_balance where material_code = 'G499'`)).toBe('499');
    expect(
      await world.sql(`
        select distinct post_type, doc_type, biz_date::text as day
        from app.stock_entry
        where doc_type = 'sale:opening'`),
    ).toEqual([{ post_type: 'OPN', doc_type: 'sale:opening', day: '2026-11-01' }]);
    await clean();
  });

  test('is refused whole when a row is wrong, with the cell', async () => {
    const { code, data } = await send<Refused>(
      '/channelsale/opening/stock/import',
      list(stockTitles, [
        ['W1', 'G001', '2', '9'],
        ['W1', 'G002', '0', '9'],
        ['W1', 'G001', '1', '1'],
        ['W1', 'G003', '1', '-1'],
      ]),
    );
    expect([code, data.errors.map(({ path, msg }) => `${path} ${msg}`)]).toEqual([
      20051,
      ['C3 应大于零', 'B4 重复，请合并为一行', 'D5 不能为负'],
    ]);
    expect(
      (await send<Refused>('/channelsale/opening/stock/import', list(stockTitles, [['W1', '没有', '2', '9']]))).data
        .errors,
    ).toMatchObject([{ path: 'B2' }]);
    expect(await kindOf('stock')).toMatchObject({ rowCount: count });
  });

  test('a second file replaces the first by reversal', async () => {
    await sent('/channelsale/opening/stock/import', list(stockTitles, stockRows('3')));
    expect(await kindOf('stock')).toMatchObject({ documents: 1, rowCount: count, fileName: '期初.csv' });
    expect(await figure(`select sum(on_hand) from app.stock_balance where material_code like 'G%'`)).toBe('1500');
    expect(await world.sql(`select cancel_flag, bill_status, op_seq from app.sale_opening order by code`)).toEqual([
      { cancel_flag: '1', bill_status: '2', op_seq: 2 },
      { cancel_flag: '0', bill_status: '1', op_seq: 1 },
    ]);
    await clean();
    expect(await clerk.call('PUT', '/channelsale/opening/date', { cutOverDate: '2026-12-01' })).toMatchObject({
      code: 20023,
    });
  });

  test('not when something was posted on its goods since; taken back, it may again', async () => {
    const { id } = await clerk.must<{ id: string }>('POST', '/stock/inout', {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      billDate: '2026-11-02',
      lines: [{ productCode: 'G007', number: '1', price: '8' }],
    });
    await clerk.must('PUT', '/stock/inout/audit', [id]);
    const { code: billCode } = await clerk.must<{ code: string }>('GET', `/stock/inout/${id}`);
    expect(await send<Refused>('/channelsale/opening/stock/import', list(stockTitles, stockRows('4')))).toMatchObject({
      code: 20022,
      msg: `期初之后已有业务单据【${billCode}】，不能撤销或重新导入`,
    });
    expect(await figure(`select sum(on_hand) from app.stock_balance where material_code like 'G%'`)).toBe('1501');
    await clerk.must('PUT', '/stock/inout/unaudit', [id]);
    await sent('/channelsale/opening/stock/import', list(stockTitles, stockRows('4')));
    expect(await figure(`select sum(on_hand) from app.stock_balance where material_code like 'G%'`)).toBe('2000');
    await clean();
  });
});

describe('what customers have and owe', () => {
  test('is refused where the two sides do not agree, and says of whom', async () => {
    const wrong = moneyRows.map((row) =>
      row[1] === 'K007' && row[2] === '应收款' ? ['O1', 'K007', '应收款', '300', '2026-11-30'] : row,
    );
    const { code, data } = await send<Refused>('/channelsale/opening/money/import', list(moneyTitles, wrong));
    expect([code, data.errors]).toMatchObject([
      20051,
      [{ path: 'D30', msg: '客户【K007 老客户7】应收200.00，与预存款和授信余额之和-207.00不平，两者之和应为零' }],
    ]);
    expect(await figure('select count(*) from app.receivable_entry')).toBe('0');
  });

  test('in steps: the wrong cell is shown, mended, and then all of it goes in', async () => {
    const wrong = moneyRows.map((row) =>
      row[1] === 'K007' && row[2] === '应收款' ? ['O1', 'K007', '应收款', '300', '2026-11-30'] : row,
    );
    const {
      data: { id },
    } = await send<ImportState>('/channelsale/opening/money/import', list(moneyTitles, wrong), { stage: '1' });
    expect(await clerk.must('PUT', `/sys/import/${id}`, {})).toMatchObject({ good: count, wrong: 0 });
    expect(await clerk.call('PUT', `/sys/import/${id}/apply`, { goodOnly: true })).toMatchObject({ code: 20051 });
    expect((await clerk.must<ImportedRow[]>('GET', `/sys/import/${id}/rows?wrong=1`)).map(({ row }) => row)).toEqual([
      30,
    ]);
    await clerk.must('PUT', `/sys/import/${id}/cells`, { cells: [{ row: 32, column: 3, value: '307' }] });
    expect(await clerk.must('PUT', `/sys/import/${id}/apply`, {})).toMatchObject({ successCount: count, failCount: 0 });
    expect(await figure(`select amount from app.receivable_balance where customer_code = 'K007'`)).toBe('207');
    expect(await figure(`select balance from app.capital_balance where account_code = 'A002-O1-K007'`)).toBe('-307');
    expect(
      await world.sql(`
        select e.due_date::text as due, e.d_amount::float as amount, e.post_type
        from app.receivable_entry e
        join app.receivable_balance b on b.id = e.balance_id
        where b.customer_code = 'K007'
        order by e.id`),
    ).toEqual([
      { due: '2026-11-30', amount: 307, post_type: 'OPN' },
      { due: null, amount: -100, post_type: 'OPN' },
    ]);
    await clean();
  });

  test("rebate and limits are nobody's debt", async () => {
    await sent(
      '/channelsale/opening/rebate/import',
      list(
        ['组织编码', '客户编码', '金额'],
        [
          ['O1', 'K001', '50'],
          ['O1', 'K002', '60.5'],
        ],
      ),
    );
    await sent('/channelsale/opening/credit/import', list(['组织', '客户', '金额'], [['总部', '老客户1', '5000']]));
    expect(await figure(`select balance from app.capital_balance where account_code = 'A003-O1-K002'`)).toBe('60.5');
    expect(await figure(`select credit_limit from app.capital_balance where account_code = 'A002-O1-K001'`)).toBe(
      '5000',
    );
    expect(await figure(`select balance from app.capital_balance where account_code = 'A002-O1-K001'`)).toBe('-301');
    await sent('/channelsale/opening/credit/import', list(['组织', '客户', '金额'], [['总部', '老客户1', '6000']]));
    expect(await figure(`select credit_limit from app.capital_balance where account_code = 'A002-O1-K001'`)).toBe(
      '6000',
    );
    await clean();
  });

  test('a receipt since keeps the accounts from being imported again, and the credit limits of others not', async () => {
    const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: 'K009',
      billType: 'RC',
      amount: '9',
      billDate: '2026-11-03',
    });
    await clerk.must('PUT', '/channelsale/bill/audit', [id]);
    expect((await send('/channelsale/opening/money/import', list(moneyTitles, moneyRows))).code).toBe(20022);
    await sent('/channelsale/opening/credit/import', list(['组织', '客户', '金额'], [['总部', '老客户1', '7000']]));
    await clean();
  });

  test('a document written by hand opens as a file does, and is taken back as one', async () => {
    const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/opening', {
      kind: 'rebate',
      lines: [{ organizeCode: 'O1', customerCode: 'CU1', amount: '70', productCode: 'M1' }],
    });
    expect(await clerk.must('GET', `/channelsale/opening/${id}`)).toMatchObject({
      billDate: '2026-11-01',
      rowCount: 1,
      totalAmount: '70',
      lines: [{ productCode: null }],
    });
    await clerk.must('PUT', '/channelsale/opening/audit', [id]);
    await clerk.must('PUT', '/channelsale/opening/unaudit', [id]);
    expect(await figure(`select balance from app.capital_balance where account_code = 'A003-O1-CU1'`)).toBe('0');
    expect(
      await clerk.call('POST', '/channelsale/opening', {
        kind: 'money',
        lines: [{ organizeCode: 'O1', customerCode: 'CU1', item: 'A001', amount: '70' }],
      }),
    ).toMatchObject({ code: 10003 });
  });

  test('a document written by hand says everything that its kind needs, and is told what it left out', async () => {
    const lines = [
      { storageCode: 'W1', productCode: 'M1', number: '1', amount: '8' },
      { number: '1', amount: '8' },
    ];
    expect(await clerk.call('POST', '/channelsale/opening', { kind: 'stock', lines })).toMatchObject({
      code: 10003,
      data: { errors: [{ path: 'lines.1.storageCode' }, { path: 'lines.1.productCode' }] },
    });
  });
});

describe('the lock', () => {
  test("is the administrator's, by a permission of its own", async () => {
    expect(world.routes.find(({ path }) => path === '/channelsale/opening/lock')).toMatchObject({
      permission: ['sale:opening:lock'],
      stepUp: true,
    });
    const { id: role } = await clerk.must<{ id: string }>('POST', '/sys/role', {
      code: 'books',
      name: '建账',
      menuList: ['sale/opening', 'button sale:opening:page', 'button sale:opening:import'].map((each) =>
        menuIdOf(each),
      ),
    });
    await clerk.must('POST', '/sys/user', {
      username: 'books',
      realName: '建账',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [role],
      organizeCode: 'O1',
      organizeList: [],
    });
    const books = await world.login('books');
    expect((await state(books)).cutOverDate).toBe('2026-11-01');
    expect((await books.call('PUT', '/channelsale/opening/lock')).code).toBe(403);
  });

  test('ends the opening: no file, no document, none taken back, and the day stays', async () => {
    const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/opening', {
      kind: 'rebate',
      lines: [{ organizeCode: 'O1', customerCode: 'CU1', amount: '70' }],
    });
    await clerk.must('PUT', '/channelsale/opening/lock');
    const { lockDate, lockerName } = await state();
    expect([typeof lockDate, lockerName]).toEqual(['string', expect.stringMatching(/./)]);
    const said = await send<Refused>('/channelsale/opening/stock/import', list(stockTitles, stockRows('5')));
    expect([said.code, said.data.key, said.msg]).toEqual([
      20020,
      'E-CUTOVER',
      expect.stringMatching(/^期初已于\d{4}-\d{2}-\d{2}锁定，不能再导入$/),
    ]);
    for (const [method, path, body] of [
      ['PUT', '/channelsale/opening/lock', undefined],
      ['PUT', '/channelsale/opening/date', { cutOverDate: '2026-11-01' }],
      ['PUT', '/channelsale/opening/audit', [id]],
      [
        'POST',
        '/channelsale/opening',
        { kind: 'rebate', lines: [{ organizeCode: 'O1', customerCode: 'CU1', amount: '1' }] },
      ],
    ] as const)
      expect([path, (await clerk.call(method, path, body)).code]).toEqual([path, 20020]);
    const [standing] = await world.sql<{ id: string }>(
      `select id from app.sale_opening where bill_status = '1' and kind = 'credit'`,
    );
    expect((await clerk.call('PUT', '/channelsale/opening/unaudit', [standing?.id])).code).toBe(20020);
  });

  test('documents dated before the cut-over day are refused from then on, and on it they are not', async () => {
    const dated = async (path: string, body: object, billDate: string): Promise<{ code: number; msg: string }> => {
      const { id } = await clerk.must<{ id: string }>('POST', path, { ...body, billDate });
      return clerk.call('PUT', `${path}/audit`, [id]);
    };
    for (const [path, body] of [
      [
        '/stock/inout',
        {
          organizeCode: 'O1',
          moveType: '3',
          storageCode: 'W1',
          lines: [{ productCode: 'M1', number: '1', price: '8' }],
        },
      ],
      ['/channelsale/bill', { organizeCode: 'O1', customerCode: 'CU1', billType: 'RC', amount: '1' }],
    ] as const) {
      expect(await dated(path, body, '2026-10-31')).toMatchObject({
        code: 20012,
        msg: '会计期间【2026-11-01之前】已结账',
      });
      expect(await dated(path, body, '2026-11-01')).toMatchObject({ code: 0 });
    }
    await clean();
  });

  test('another tenant has an opening of its own and sees nothing of this one', async () => {
    expect(await state(world.second)).toMatchObject({
      cutOverDate: null,
      lockDate: null,
      kinds: Array.from({ length: 5 }, () => ({ documents: 0 })),
    });
    expect((await world.second.must<{ total: number }>('GET', '/channelsale/opening/page')).total).toBe(0);
    await world.second.must('PUT', '/channelsale/opening/date', { cutOverDate: '2026-01-01' });
    expect(await state()).toMatchObject({ cutOverDate: '2026-11-01' });
  });
});
