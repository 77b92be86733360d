import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { formOf } from '#tests/files.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { list } from '#tests/sheets.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { payableDueDate } from '#funds/model/payable/payable-ledger.ts';

interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly asOf: string;
    readonly entries: readonly {
      readonly id: string;
      readonly bizDate: string;
      readonly dueDate: string;
      readonly amount: string;
      readonly settles?: readonly string[];
    }[];
  };
  readonly expect: Readonly<
    Record<'notDue' | '1-30' | '31-60' | '61-90' | '>90' | 'unsettledCredit' | 'balance', string>
  >;
}

let world: World;
let clerk: Session;
const supplier = (code: string, more: object = {}): Promise<unknown> =>
  clerk.must('POST', '/data/bd/supplier', { code, name: `供应商${code}`, classCode: 'SC1', ...more });
beforeAll(async () => {
  world = await openWorld('payable');
  clerk = world.first;
  await furnish(clerk);
  await clerk.must('POST', '/data/bd/supplier/class', { code: 'SC1', name: '原料' });
});
afterAll(() => world.close());

const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
};
interface Row {
  readonly supplierCode: string;
  readonly [key: string]: string;
}
const balances = async (session = clerk): Promise<readonly Row[]> =>
  (await session.must<{ list: readonly Row[] }>('GET', '/channelsale/payable/page')).list;

describe.skipIf(!contractIsHere)('am-B13, am-E2: what is owed to a supplier by how late it is', () => {
  const vectors = contractIsHere ? readVectors<{ ageing: readonly Vector[] }>('second-half-vectors.json').ageing : [];

  test.each(vectors.map((vector) => [`${vector.id}: ${vector.title}`, vector] as const))(
    '%s',
    async (_title, { id, given, expect: wanted }) => {
      await supplier(id);
      const figures = await asAdministrator(world.adminUrl, async (client) => {
        await client.query('begin');
        await client.query(`select sec.bind('1000', null, 'S')`);
        for (const entry of given.entries)
          await client.query('select app.payable_post($1::jsonb)', [
            JSON.stringify({
              doc_type: 'test',
              doc_id: randomUUID(),
              doc_code: entry.id,
              op_seq: 1,
              biz_date: entry.bizDate,
              entries: [
                {
                  organize_code: 'O1',
                  supplier_code: id,
                  d_amount: entry.amount,
                  post_type: 'ADJ',
                  line_id: randomUUID(),
                  guards: 'nothing',
                  due_date: entry.dueDate,
                  receipt_code: entry.settles?.[0] ?? (entry.amount.startsWith('-') ? null : entry.id),
                },
              ],
            }),
          ]);
        const { rows } = await client.query<{ late: number; open: string }>(
          `select $2::date - due_date as late, open_amount as open from app.payable_open('O1', $1, $2::date)`,
          [id, given.asOf],
        );
        await client.query('commit');
        return rows;
      });
      const within = (least: number, most: number): string =>
        figures
          .filter(({ late }) => late >= least && late <= most)
          .reduce((sum, { open }) => sum + Number(open), 0) // whole numbers of the vectors
          .toFixed(2);
      const told = given.entries
        .filter(({ bizDate }) => bizDate <= given.asOf)
        .reduce((sum, { amount }) => sum + Number(amount), 0); // whole numbers of the vectors
      const open = figures.reduce((sum, row) => sum + Number(row.open), 0); // whole numbers of the vectors
      expect({
        notDue: within(-9999, 0),
        '1-30': within(1, 30),
        '31-60': within(31, 60),
        '61-90': within(61, 90),
        '>90': within(91, 9999),
        unsettledCredit: (open - told).toFixed(2),
        balance: told.toFixed(2),
      }).toEqual(wanted);
    },
  );
});

test('am-B13a: what is received is due after the days agreed with the supplier, at once where none are', () => {
  expect([
    payableDueDate('2026-01-31', 30),
    payableDueDate('2026-01-31', null),
    payableDueDate('2026-12-31', 1),
  ]).toEqual(['2026-03-02', '2026-01-31', '2027-01-01']);
});

describe('opening payables', () => {
  const send = async (
    rows: string[][],
  ): Promise<{ code: number; data: { failCount: number; errors: readonly { path: string }[] } }> => {
    const form = formOf(list(['组织编码', '供应商编码', '项目', '金额', '到期日'], rows), '应付.csv');
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/channelsale/opening/payable/import',
      headers: { ...form.headers, token: clerk.token },
      payload: form.payload,
    });
    return reply.json();
  };

  test('a file says what is owed with its due days, and what was paid ahead; another file replaces it', async () => {
    await supplier('OP1', { payDays: 30 });
    await clerk.must('PUT', '/channelsale/opening/date', { cutOverDate: '2026-01-01' });
    const wrong = await send([
      ['O1', 'OP1', '应付款', '500', ''],
      ['O1', 'OP1', '应收款', '1', ''],
    ]);
    expect(wrong.data.errors.map(({ path }) => path)).toEqual(['C3']);
    expect((await send([['O1', 'OP1', '应付款', '9', '2026-02-01']])).code).toBe(0);
    expect(
      await send([
        ['O1', 'OP1', '应付款', '500', '2000-02-01'],
        ['O1', 'OP1', '应付款', '300', '9000-02-01'],
        ['O1', 'OP1', '预付款', '80', ''],
      ]),
    ).toMatchObject({ code: 0, data: { failCount: 0 } });
    expect((await balances()).filter(({ supplierCode }) => supplierCode === 'OP1')).toMatchObject([
      {
        balanceAmount: '800',
        prepaidAmount: '80',
        notDueAmount: '300',
        beyondAmount: '500',
        unsettledAmount: '0',
        nextDueDate: '2000-02-01',
      },
    ]);
    const { list: entries } = await clerk.must<{ list: readonly Row[] }>(
      'GET',
      '/channelsale/payable/entries?organizeCode=O1&supplierCode=OP1',
    );
    // The first file, its reversal, and three rows of the second.
    expect(entries.map(({ dAmount }) => dAmount)).toEqual(['0', '300', '500', '-9', '9']);
    await clean();
  });
});
