import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { ImportResult } from '#platform/model/import.ts';
import { auditReceipts } from '#funds/model/bank-audit.ts';
import { suggestionsOf, type Finding } from '#funds/model/bank-match.ts';
import type { SuggestedLine } from '#funds/model/bank-clue.ts';
import { formOf } from '#tests/files.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { list, sheet } from '#tests/sheets.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-bank-'));
process.env['FILES_FOLDER'] = folder;

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('bank');
  clerk = world.first;
  await furnish(clerk);
  await clerk.must('POST', '/data/bd/finance/bankaccount', {
    code: 'BA1',
    name: '工行基本户',
    bankType: '1',
    bankAccount: '6222000011112222',
    openingBank: '工行西湖支行',
    organizeCode: 'O1',
  });
  for (const [code, name] of [
    ['CU2', '宁波客户'],
    ['CU3', '温州客户'],
    ['CU4', '同名客户'],
    ['CU5', '同名客户'],
  ] as const)
    await clerk.must('POST', '/data/customer/manage', { code, name, classCode: 'K1', customerType: '1' });
  await clerk.must('POST', '/data/bd/customer/invoice', {
    customerCode: 'CU2',
    typeCode: '1',
    name: '宁波开票名',
    taxNumber: '91330000X',
    bankAccount: '6217000033334444',
  });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

interface Line {
  readonly id: string;
  readonly serialNo: string;
  readonly claimStatus: string;
  readonly customerCode: string | null;
  readonly billCode: string | null;
  readonly amount: string;
}
interface Claimed {
  readonly bills: readonly { readonly id: string; readonly code: string; readonly lineId: string }[];
}
async function imported(
  content: Buffer | string,
  wishes: Record<string, string> = { bankAccountCode: 'BA1' },
  session = clerk,
): Promise<{ code: number; msg: string; data: ImportResult }> {
  const form = formOf(content, typeof content === 'string' ? 'bank.csv' : 'bank.xlsx');
  const reply = await world.app.inject({
    method: 'POST',
    url: `/api/channelsale/bankstatement/import?extraParams=${encodeURIComponent(JSON.stringify(wishes))}`,
    headers: { ...form.headers, token: session.token },
    payload: form.payload,
  });
  return reply.json();
}
const lines = async (session = clerk): Promise<readonly Line[]> =>
  (await session.must<{ list: Line[] }>('GET', '/channelsale/bankstatement/page?limit=100')).list;
const line = async (serialNo: string): Promise<Line> =>
  (await lines()).find((each) => each.serialNo === serialNo) as Line;
const claim = async (serialNo: string, customerCode: string, more: object = {}, session = clerk) =>
  session.call<Claimed & { key: string }>('PUT', '/channelsale/bankstatement/claim', {
    lines: [{ id: (await line(serialNo)).id, customerCode, organizeCode: 'O1', ...more }],
  });
const suggested = async (serialNo: string): Promise<SuggestedLine> =>
  (
    await clerk.must<SuggestedLine[]>('POST', '/channelsale/bankstatement/suggest', [(await line(serialNo)).id])
  )[0] as SuggestedLine;
/**
 * Nobody's receipt is written until everybody has looked and waits: the moment at which two could both believe that
 * they are first.
 */
const atOnce = (calls: readonly (() => Promise<{ readonly code: number }>)[]): Promise<readonly number[]> =>
  asAdministrator(world.adminUrl, async (client) => {
    await client.query('begin; lock table app.sale_bill in share row exclusive mode');
    const replies = Promise.all(calls.map((each) => each()));
    await expect
      .poll(
        async () =>
          (
            await client.query(`
              select count(*)::integer as n
              from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`)
          ).rows as unknown,
        { timeout: 2500, interval: 30 },
      )
      .toEqual([{ n: calls.length }]);
    await client.query('commit');
    return (await replies).map(({ code }) => code).sort((a, b) => a - b);
  });
const titles = ['交易日期', '流水号', '付款账号', '付款人', '金额', '备注'];

describe("a bank's file", () => {
  test('becomes unclaimed lines of the account it is said to be of', async () => {
    const { code, data } = await imported(
      await sheet(titles, [
        ['2026-11-02', 'S1', '6217000033334444', '某付款公司', '1,200.00', '货款'],
        ['2026/11/3', 'S2', '6217999', '温州客户', '500', null],
        ['2026-11-03', 'S3', null, '同名客户', '70', null],
        ['2026-11-04', 'S4', null, null, '80', null],
        ['2026-11-04', 'S5', null, null, '90', null],
      ]),
    );
    expect([code, data]).toMatchObject([0, { successCount: 5, failCount: 0 }]);
    expect(
      (await lines())
        .map(({ serialNo, claimStatus, amount }) => `${serialNo} ${claimStatus} ${amount}`)
        .sort((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['S1 0 1200', 'S2 0 500', 'S3 0 70', 'S4 0 80', 'S5 0 90']);
  });

  test('is refused row by row where a line is there already, twice in it, or money that went out', async () => {
    const { data } = await imported(
      list(titles, [
        ['2026-11-02', 'S1', '', '某', '1200', ''],
        ['2026-11-05', 'S6', '', '某', '-30', ''],
        ['2026-11-05', 'S7', '', '某', '30', ''],
        ['2026-11-05', 'S7', '', '某', '30', ''],
      ]),
    );
    expect([data.successCount, data.errors.map(({ cell, message }) => `${cell} ${message}`)]).toEqual([
      1,
      ['B2 已存在', 'E3 应大于零', 'B5 在文件中重复'],
    ]);
  });

  test('of an account that nobody has, or of none, is refused; the same serial number of another account is another line', async () => {
    expect(
      (await imported(list(titles, [['2026-11-05', 'S8', '', '某', '30', '']]), { bankAccountCode: 'NONE' })).data
        .failCount,
    ).toBe(1);
    expect((await imported(list(titles, [['2026-11-05', 'S8', '', '某', '30', '']]), {})).code).toBe(20052);
    await clerk.must('POST', '/data/bd/finance/bankaccount', {
      code: 'BA2',
      name: '建行户',
      bankType: '1',
      bankAccount: '6227',
      openingBank: '建行',
      organizeCode: 'O1',
    });
    expect(
      (await imported(list([...titles, '收款账户'], [['2026-11-05', 'S1', '', '某', '31', '', '建行户']]))).data
        .successCount,
    ).toBe(1);
    await clerk.must(
      'DELETE',
      `/channelsale/bankstatement/${(await lines()).find(({ amount }) => amount === '31')?.id}`,
    );
  });
});

describe('whose money it is', () => {
  const found = (clue: Finding['clue'], customerCode: string, organizeCode: string | null = 'O1'): Finding => ({
    lineId: 'l',
    clue,
    customerCode,
    customerName: customerCode,
    organizeCode,
    organizeName: organizeCode,
    orderCode: clue === 'order' ? `SO-${customerCode}` : null,
  });

  test('is sure by account alone, by name only with the amount, and never with two behind one account', () => {
    const sure = (...findings: readonly Finding[]): boolean => suggestionsOf('l', findings).isSure;
    expect([
      sure(found('account', 'A')),
      sure(found('history', 'A'), found('owed', 'B')),
      sure(found('name', 'A')),
      sure(found('name', 'A'), found('owed', 'A')),
      sure(found('owed', 'A')),
    ]).toEqual([true, true, false, true, false]);
    expect([
      sure(found('account', 'A'), found('account', 'B')),
      sure(found('name', 'A'), found('owed', 'A'), found('name', 'B')),
      sure(found('account', 'A', null)),
      sure(),
    ]).toEqual([false, false, false, false]);
  });

  test('the surest comes first, with everything that speaks for it', () => {
    expect(
      suggestionsOf('l', [
        found('owed', 'B'),
        found('name', 'A'),
        found('order', 'A', 'O2'),
        found('account', 'C'),
      ]).suggestions.map(({ customerCode, because, organizeCode, orderCode }) => [
        customerCode,
        because.join(' '),
        organizeCode,
        orderCode,
      ]),
    ).toEqual([
      ['C', 'account', 'O1', null],
      ['A', 'name order', 'O2', 'SO-A'],
      ['B', 'owed', 'O1', null],
    ]);
  });

  test('by the account on his invoices, by his name, and by what he owes', async () => {
    expect(await suggested('S1')).toMatchObject({
      isSure: true,
      suggestions: [{ customerCode: 'CU2', organizeCode: 'O1', organizeName: '总部', because: ['account'] }],
    });
    expect(await suggested('S3')).toMatchObject({
      isSure: false,
      suggestions: [{ customerCode: 'CU4' }, { customerCode: 'CU5' }],
    });
    expect(await suggested('S4')).toEqual({ id: expect.any(String), isSure: false, suggestions: [] });
    const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: 'CU3',
      billType: 'AD',
      amount: '-500',
    });
    await clerk.must('PUT', '/channelsale/bill/audit', [id]);
    expect(await suggested('S2')).toMatchObject({
      isSure: true,
      suggestions: [{ customerCode: 'CU3', because: ['name', 'owed'] }],
    });
  });

  test('an order of exactly this amount is suggested with its number', async () => {
    const { id, data } = await clerk.must<{ id: string; data: { code: string } }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      billDate: '2026-11-01',
      lines: [{ productCode: 'M1', number: '8', price: '10' }],
    });
    await clerk.must('PUT', '/channelsale/order/audit', [id]);
    expect(await suggested('S4')).toMatchObject({
      isSure: false,
      suggestions: [{ customerCode: 'CU1', orderCode: data.code, because: ['order'] }],
    });
  });
});

describe('claiming', () => {
  test('makes one receipt per line, dated the day the money came; audited it pays', async () => {
    const { code, data } = await claim('S1', 'CU2');
    expect(code).toBe(0);
    const [bill] = data.bills;
    expect(await clerk.must('GET', `/channelsale/bill/${bill?.id}`)).toMatchObject({
      code: bill?.code,
      billType: 'RC',
      billStatus: '0',
      customerCode: 'CU2',
      amount: '1200',
      bankAccountCode: 'BA1',
      bankSerialNo: 'S1',
      billDate: '2026-11-02',
    });
    expect(await line('S1')).toMatchObject({ claimStatus: '1', customerCode: 'CU2', billCode: bill?.code });
    await clerk.must('PUT', '/channelsale/bill/audit', [bill?.id]);
    expect(
      await world.sql(`select balance::float as balance from app.capital_balance where account_code = 'A001-O1-CU2'`),
    ).toEqual([{ balance: 1200 }]);
    expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
  });

  test('am-A4 audited at once, one of a month without a period stays saved and says why; the others pay', async () => {
    const ofMonth = `tenant_code = '1000' and (year, month) = (2025, 9)`;
    await world.sql(`delete from app.sys_accountperiod where ${ofMonth}`);
    await imported(
      '交易日期,流水号,付款账号,付款人,金额\n2025-09-03,P1,,甲,11\n2025-10-03,P2,,乙,12\n2025-09-04,P3,,丙,13\n',
    );
    const { bills } = await clerk.must<Claimed>('PUT', '/channelsale/bankstatement/claim', {
      lines: await Promise.all(
        ['P1', 'P2', 'P3'].map(async (serialNo) => ({
          id: (await line(serialNo)).id,
          customerCode: 'CU4',
          organizeCode: 'O1',
        })),
      ),
    });
    const ask = async (path: string, body: unknown) => {
      const { code, msg, data } = await clerk.call('PUT', path, body);
      return code === 0 ? { data } : { refused: msg };
    };
    const states = () =>
      world.sql(
        `
          select bank_serial_no as line, bill_status as status
          from app.sale_bill
          where id = any($1::uuid[])
          order by 1`,
        [bills.map(({ id }) => id)],
      );
    const unaudited = await auditReceipts(bills, ask);
    expect(unaudited.map(({ why }) => why).toSorted()).toEqual([
      '【2025-09-03】没有已开启的会计期间',
      '【2025-09-04】没有已开启的会计期间',
    ]);
    expect(unaudited.every(({ code }) => bills.some((bill) => bill.code === code))).toBe(true);
    expect(await states()).toEqual([
      { line: 'P1', status: '0' },
      { line: 'P2', status: '1' },
      { line: 'P3', status: '0' },
    ]);
    // A single one, and again when the month is there.
    const [first] = unaudited;
    expect(await auditReceipts(first === undefined ? [] : [first], ask)).toEqual([first]);
    await world.sql(`
      insert into app.sys_accountperiod (tenant_code, id, year, month, start_date, end_date, status)
      values ('1000', sec.new_id(), 2025, 9, '2025-09-01', '2025-09-30', '1')`);
    expect(await auditReceipts(unaudited, ask)).toEqual([]);
    expect((await states()).map((row) => (row as { status: string }).status)).toEqual(['1', '1', '1']);
  });

  test('a second claim is told which receipt was first, also by hand; a claimed line neither changes nor goes', async () => {
    const { billCode, id } = await line('S1');
    expect(await claim('S1', 'CU3')).toMatchObject({
      code: 20309,
      msg: `该银行流水已由【${billCode}】认领`,
      data: { key: 'E-CLAIMED' },
    });
    expect(
      await clerk.call('POST', '/channelsale/bill', {
        organizeCode: 'O1',
        customerCode: 'CU3',
        billType: 'RC',
        amount: '1200',
        bankAccountCode: 'BA1',
        bankSerialNo: 'S1',
      }),
    ).toMatchObject({ code: 20309 });
    expect((await clerk.call('PUT', '/channelsale/bankstatement', { id, amount: '1' })).code).toBe(20309);
    expect((await clerk.call('DELETE', `/channelsale/bankstatement/${id}`)).code).toBe(20309);
    expect(
      (await imported(list(titles, [['2026-11-02', 'S1', '', '某', '1', '']]), { bankAccountCode: 'BA1', update: '1' }))
        .data.failCount,
    ).toBe(1);
  });

  test('who paid from an account before is sure to be found by it', async () => {
    await imported(list(titles, [['2026-11-06', 'S9', '6217999', '别名', '12', '']]));
    await claim('S2', 'CU3');
    expect(await suggested('S9')).toMatchObject({
      isSure: true,
      suggestions: [{ customerCode: 'CU3', because: ['history'] }],
    });
  });

  test('two people at the same moment: one wins, the other is told', async () => {
    const { id } = await line('S3');
    expect(
      await atOnce(
        ['CU4', 'CU5'].map(
          (customerCode) => () =>
            clerk.call('PUT', '/channelsale/bankstatement/claim', {
              lines: [{ id, customerCode, organizeCode: 'O1' }],
            }),
        ),
      ),
    ).toEqual([0, 20309]);
    expect(await world.sql(`select count(*)::integer as n from app.sale_bill where bank_serial_no = 'S3'`)).toEqual([
      { n: 1 },
    ]);
    const byHand = (): ReturnType<Session['call']> =>
      clerk.call('POST', '/channelsale/bill', {
        organizeCode: 'O1',
        customerCode: 'CU3',
        billType: 'RC',
        amount: '90',
        bankAccountCode: 'BA1',
        bankSerialNo: 'S5',
      });
    expect(await atOnce([byHand, byHand])).toEqual([0, 20309]);
    expect(await line('S5')).toMatchObject({ claimStatus: '1', customerCode: 'CU3' });
  });

  test('deleting or voiding the receipt frees the line, and so does naming another', async () => {
    const billOf = async (serialNo: string): Promise<string> =>
      String(
        (
          await world.sql<{ id: string }>(`select id from app.sale_bill where code = $1`, [
            (await line(serialNo)).billCode,
          ])
        )[0]?.id,
      );
    await clerk.must('DELETE', `/channelsale/bill/${await billOf('S3')}`);
    expect(await line('S3')).toMatchObject({ claimStatus: '0', customerCode: null, billCode: null });
    expect((await claim('S3', 'CU5')).code).toBe(0);
    await clerk.must('PUT', '/channelsale/bill/cancel', [await billOf('S3')]);
    expect((await line('S3')).claimStatus).toBe('0');
    const bill = await clerk.must<object>('GET', `/channelsale/bill/${await billOf('S5')}`);
    expect((await clerk.call('PUT', '/channelsale/bill', { ...bill, amount: '91' })).code).toBe(10003);
    await clerk.must('PUT', '/channelsale/bill', { ...bill, bankSerialNo: null });
    expect((await line('S5')).claimStatus).toBe('0');
  });

  test('several at once, all or none; an order that is named is paid', async () => {
    const [one, two] = [await line('S3'), await line('S5')];
    expect(
      (
        await clerk.call('PUT', '/channelsale/bankstatement/claim', {
          lines: [
            { id: one.id, customerCode: 'CU4', organizeCode: 'O1' },
            { id: two.id, customerCode: 'NONE', organizeCode: 'O1' },
          ],
        })
      ).code,
    ).toBe(10003);
    expect((await line('S3')).claimStatus).toBe('0');
    const [order] = await world.sql<{ code: string }>('select code from app.order_order limit 1');
    const { data } = await claim('S4', 'CU1', { orderCode: order?.code });
    expect(await clerk.must('GET', `/channelsale/bill/${data.bills[0]?.id}`)).toMatchObject({
      lines: [{ orderCode: order?.code, amount: '80' }],
    });
    const { data: both } = await clerk.call<Claimed>('PUT', '/channelsale/bankstatement/claim', {
      lines: [one, two].map(({ id }) => ({ id, customerCode: 'CU4', organizeCode: 'O1' })),
    });
    expect(both.bills.map(({ code }) => code.startsWith('SB'))).toEqual([true, true]);
  });

  test('another tenant finds none of the lines', async () => {
    const { id } = await line('S9');
    expect(await lines(world.second)).toEqual([]);
    expect((await world.second.call('POST', '/channelsale/bankstatement/suggest', [id])).code).toBe(404);
    expect(
      (
        await world.second.call('PUT', '/channelsale/bankstatement/claim', {
          lines: [{ id, customerCode: 'CU1', organizeCode: 'O1' }],
        })
      ).code,
    ).toBe(404);
  });
});
