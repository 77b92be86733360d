import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { outcome } from '#tests/proof/shop.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let buyer: Session;
beforeAll(async () => {
  world = await openWorld('purchase');
  buyer = world.first;
  await furnish(buyer);
  await buyer.must('POST', '/data/bd/supplier/class', { code: 'SC1', name: '原料' });
  for (const [code, payDays] of [
    ['S1', 30],
    ['S2', null],
  ] as const)
    await buyer.must('POST', '/data/bd/supplier', { code, name: `供应商${code}`, classCode: 'SC1', payDays });
});
afterAll(() => world.close());

const path = '/channelsale/purchase';
const movements = '/stock/inout';
interface Line {
  readonly id: string;
  readonly productCode: string;
  readonly number: string;
  readonly price: string;
  readonly priceSource: string;
  readonly amount: string;
  readonly arrivedNumber: string;
  readonly returnedNumber: string;
  readonly closedNumber: string;
}
interface Bill {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly purchaseStatus: string;
  readonly receiptFlag: string;
  readonly confirmFlag: string;
  readonly rowVersion: number;
  readonly totalAmount: string;
  readonly lines: readonly Line[];
}
const draftOf = (lines: readonly (readonly [string, string, (string | null)?])[], supplierCode = 'S1'): object => ({
  organizeCode: 'O1',
  supplierCode,
  storageCode: 'W1',
  lines: lines.map(([productCode, number, price = null]) => ({ productCode, number, price, taxRate: '13' })),
});
const read = (id: string): Promise<Bill> => buyer.must<Bill>('GET', `${path}/${id}`);
const movement = (id: string): Promise<Bill> => buyer.must<Bill>('GET', `${movements}/${id}`);
const verb = async (name: string, id: string, base = path): Promise<string> =>
  outcome(await buyer.call('PUT', `${base}/${name}`, [id]));
const saved = async (lines: readonly (readonly [string, string, (string | null)?])[], supplierCode?: string) =>
  (await buyer.must<{ data: Bill }>('POST', path, draftOf(lines, supplierCode))).data;
const ordered = async (lines: readonly (readonly [string, string, (string | null)?])[], supplierCode?: string) => {
  const { id } = await saved(lines, supplierCode);
  expect(await verb('audit', id)).toBe('');
  return read(id);
};
const received = async (id: string): Promise<string> =>
  (await buyer.must<{ ids: readonly string[] }>('POST', `${path}/receive`, [id])).ids[0] ?? '';
/** A receipt of the purchase with as many of its first line as came. */
async function cameIn(id: string, number: string): Promise<{ readonly id: string; readonly told: string }> {
  const made = await received(id);
  const bill = await movement(made);
  const [line] = bill.lines;
  const told = outcome(await buyer.call('PUT', movements, { ...bill, lines: [{ ...line, number }] }));
  return { id: made, told: told === '' ? await verb('audit', made, movements) : told };
}
const redOf = async (id: string, number: string): Promise<string> => {
  const bill = await movement(id);
  const { ids } = await buyer.must<{ ids: readonly string[] }>('POST', `${movements}/red`, [
    { id, lines: [{ id: bill.lines[0]?.id, number }] },
  ]);
  return ids[0] ?? '';
};
const owed = async (supplierCode: string): Promise<string> =>
  (
    await world.sql<{ amount: string }>(
      `
        select coalesce(sum(amount), 0)::numeric(20, 2)::text as amount
        from app.payable_balance
        where tenant_code = '1000' and supplier_code = $1`,
      [supplierCode],
    )
  )[0]?.amount ?? '';
const stockOf = (code: string): Promise<unknown> =>
  world
    .sql(
      `
        select s.on_hand::float::text as there, c.amount::numeric(20, 2)::text as cost
        from app.stock_balance s
        join app.cost_balance c on c.tenant_code = s.tenant_code and c.material_code = s.material_code
        where s.tenant_code = '1000' and s.material_code = $1`,
      [code],
    )
    .then(([row]) => row);
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
};

describe('the price of a line', () => {
  test('is what was typed, else what was agreed for the quantity, else what was last paid; without any it is asked for', async () => {
    const agreement = { supplierCode: 'S1', productCode: 'M1', startDate: '2000-01-01' };
    await buyer.must('POST', '/channelsale/purchaseprice', { ...agreement, code: 'A1', name: '协议', price: '7' });
    await buyer.must('POST', '/channelsale/purchaseprice', {
      ...agreement,
      code: 'A2',
      name: '大批量',
      price: '6',
      leastNumber: '100',
    });
    await ordered([['M2', '1', '3.5']]);
    const { lines, totalAmount } = await saved([
      ['M1', '99'],
      ['M1', '100'],
      ['M1', '1', '5'],
      ['M2', '2'],
    ]);
    expect(lines.map(({ price, priceSource }) => `${priceSource} ${Number(price)}`)).toEqual([
      '1 7',
      '1 6',
      '0 5',
      '2 3.5',
    ]);
    expect(Number(totalAmount)).toBe(99 * 7 + 100 * 6 + 5 + 7);
    expect(await buyer.call('POST', path, draftOf([['M1', '1']], 'S2'))).toMatchObject({ data: { key: 'E-INVALID' } });
  });
});

describe('goods of a purchase come in', () => {
  interface Vector {
    readonly id: string;
    readonly title: string;
    readonly given: { readonly number: string; readonly price: string; readonly receipts: readonly string[] };
    readonly expect: readonly {
      readonly amount?: string;
      readonly receiptFlag?: string;
      readonly error?: string;
      readonly room?: string;
    }[];
  }
  const vectors = contractIsHere ? readVectors<{ receipt: readonly Vector[] }>('second-half-vectors.json').receipt : [];

  test.each(vectors.map((vector) => [`am-B14a: ${vector.id}: ${vector.title}`, vector] as const))(
    '%s',
    async (_title, { given, expect: wanted }) => {
      const { id } = await ordered([['M3', given.number, given.price]], 'S2');
      const seen: object[] = [];
      let before = '0';
      for (const number of given.receipts) {
        const made = await received(id).catch(() => '');
        // What is over is asked for by hand: a receipt of the rest, with more of it.
        const bill = await movement(made);
        const reply = await buyer.call('PUT', movements, { ...bill, lines: [{ ...bill.lines[0], number }] });
        if (reply.code !== 0) {
          const { key } = reply.data as { key: string };
          seen.push({ error: key, room: /(\d+)$/.exec(reply.msg)?.[1] });
          expect(await verb('takeBack', id)).toBe('');
          continue;
        }
        expect(await verb('audit', made, movements)).toBe('');
        const now = await owed('S2');
        seen.push({
          amount: (Number(now) - Number(before)).toFixed(2), // cents of the vector
          receiptFlag: (await read(id)).receiptFlag,
        });
        before = now;
      }
      expect(seen).toEqual(wanted);
      await clean();
    },
  );

  test('am-B13, am-B15: stock, cost without tax, what is owed with its due day, and the counters move at once; undone, all are as they were', async () => {
    const { id, code } = await ordered([['M4', '10', '11.3']]);
    const before = [await stockOf('M4'), await owed('S1')];
    const made = await cameIn(id, '4');
    expect(made.told).toBe('');
    expect([await stockOf('M4'), await owed('S1')]).toEqual([{ there: '104', cost: '840.00' }, '45.20']);
    expect(await read(id)).toMatchObject({ purchaseStatus: '1', receiptFlag: '0', lines: [{ arrivedNumber: '4' }] });
    expect(
      await world.sql(
        `
          select post_type, purchase_code, due_date - biz_date as days, receipt_code is not null as is_named
          from app.payable_entry
          where tenant_code = '1000' and doc_id = $1`,
        [made.id],
      ),
    ).toEqual([{ post_type: 'PUR', purchase_code: code, days: 30, is_named: true }]);
    await clean();
    expect(await verb('unaudit', id)).toBe('E-DOWNSTREAM');
    expect(await verb('unaudit', made.id, movements)).toBe('');
    expect([await stockOf('M4'), await owed('S1')]).toEqual(before);
    expect(await read(id)).toMatchObject({ purchaseStatus: '0', lines: [{ arrivedNumber: '0' }] });
    await clean();
  });

  test('a red receipt is a return: goods, their cost and what is owed go back, and others may come for them', async () => {
    const { id } = await ordered([['M5', '10', '11.3']]);
    const before = await owed('S1');
    const made = await cameIn(id, '10');
    expect(await read(id)).toMatchObject({ purchaseStatus: '2', receiptFlag: '1' });
    const red = await redOf(made.id, '3');
    expect(await verb('audit', red, movements)).toBe('');
    expect(await read(id)).toMatchObject({
      purchaseStatus: '1',
      receiptFlag: '0',
      lines: [{ arrivedNumber: '10', returnedNumber: '3' }],
    });
    expect(await stockOf('M5')).toEqual({ there: '107', cost: '870.00' });
    expect(Number(await owed('S1')) - Number(before)).toBeCloseTo(79.1, 6); // cents
    await clean();
    const instead = await cameIn(id, '3');
    expect(instead.told).toBe('');
    // With the others here there is no room for the first ones any more.
    expect(await verb('unaudit', red, movements)).toBe('E-IN-OVER');
    expect(await verb('unaudit', instead.id, movements)).toBe('');
    expect(await verb('unaudit', red, movements)).toBe('');
    expect(await read(id)).toMatchObject({
      purchaseStatus: '2',
      lines: [{ arrivedNumber: '10', returnedNumber: '0' }],
    });
    await clean();
  });

  test('a receipt is made of a purchase only, and taken back there while nobody has audited it', async () => {
    const { id } = await ordered([['M1', '5', '2']]);
    const made = await received(id);
    expect(outcome(await buyer.call('POST', `${path}/receive`, [id]))).toBe('E-NOTHING-AWAITED');
    expect(outcome(await buyer.call('DELETE', movements, [made]))).toBe('E-MADE');
    expect(await verb('close', id)).toBe('E-RECEIPT-OPEN');
    expect(await verb('takeBack', id)).toBe('');
    expect(outcome(await buyer.call('GET', `${movements}/${made}`))).toBe('E-NOT-FOUND');
    expect(
      outcome(
        await buyer.call('POST', movements, {
          organizeCode: 'O1',
          moveType: '1',
          storageCode: 'W1',
          supplierCode: 'S1',
          lines: [{ productCode: 'M1', number: '1', price: '1' }],
        }),
      ),
    ).toBe('E-INVALID');
    await clean();
  });
});

test('closing gives up what has not come; reopened it is awaited again', async () => {
  const { id } = await ordered([['M1', '8', '2']]);
  const made = await cameIn(id, '3');
  expect(await verb('close', id)).toBe('');
  expect(await read(id)).toMatchObject({ billStatus: '2', receiptFlag: '1', lines: [{ closedNumber: '5' }] });
  expect(await verb('unaudit', made.id, movements)).toBe('E-STATE');
  expect(outcome(await buyer.call('POST', `${path}/receive`, [id]))).toBe('E-STATE');
  expect(await verb('unclose', id)).toBe('');
  expect(await read(id)).toMatchObject({ billStatus: '1', receiptFlag: '0', lines: [{ closedNumber: '0' }] });
  expect((await cameIn(id, '5')).told).toBe('');
  expect(await read(id)).toMatchObject({ purchaseStatus: '2', receiptFlag: '1' });
  await clean();
});

test('a supplier confirms what was ordered of him; an order that is taken back is confirmed anew', async () => {
  const { id } = await ordered([['M1', '1', '2']]);
  expect([await verb('confirm', id), (await read(id)).confirmFlag]).toEqual(['', '1']);
  expect(await verb('confirm', id)).toBe('E-STATE');
  expect([await verb('unaudit', id), (await read(id)).confirmFlag]).toEqual(['', '0']);
});

test('two who audit receipts beyond the tolerance at once: one of them is refused', async () => {
  const { id } = await ordered([['M2', '100', '1']]);
  const first = await received(id);
  const bill = await movement(first);
  await buyer.must('PUT', movements, { ...bill, lines: [{ ...bill.lines[0], number: '60' }] });
  const second = await received(id);
  const other = await movement(second);
  await buyer.must('PUT', movements, { ...other, lines: [{ ...other.lines[0], number: '60' }] });
  const told = await Promise.all([verb('audit', first, movements), verb('audit', second, movements)]);
  expect(told.toSorted()).toEqual(['', 'E-IN-OVER']);
  await clean();
});
