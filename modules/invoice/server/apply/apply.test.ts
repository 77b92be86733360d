import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plus } from '#platform/model/decimal.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { deliveries, openCustomer, releases } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { askBack, signOrder } from '#tests/proof/returns.ts';
import { movements, orders, outcome } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

const path = '/invoice/apply';
interface Line {
  readonly sourceCode: string;
  readonly sourceKind: string;
  readonly sourceLineNo: number;
  readonly orderCode: string;
  readonly number: string;
  readonly amount: string;
  readonly discountAmount: string;
  readonly taxRate: string;
  readonly taxAmount: string;
  readonly taxCode: string | null;
}
interface Application {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly title: string;
  readonly totalAmount: string;
  readonly totalTax: string;
  readonly rowVersion: number;
  readonly lines: readonly Line[];
}

let world: World;
const prices = priceDesk(() => world);
beforeAll(async () => {
  world = await openWorld('invoice_apply');
  await furnish(world.first);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await prices.benchmark({ productCode: 'M2', price: '33.3333', unitType: '0' });
  await world.first.must('POST', '/invoice/electronmain/taxcode', { code: '1070304', name: '涂料', taxRate: '13' });
});
afterAll(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  await world.close();
});

let customers = 0;
async function customer(title: object = {}): Promise<{ readonly code: string; readonly info: string }> {
  const code = `IV${(customers += 1)}`;
  await openCustomer(world.first, code, { limit: '0', cash: '10000', isControlled: true });
  const { id: info } = await world.first.must<{ id: string }>('POST', '/data/bd/customer/invoice', {
    customerCode: code,
    typeCode: '3',
    name: `${code}有限公司`,
    taxNumber: '91330100MA2XXXXX1K',
    ...title,
  });
  return { code, info };
}
/** An order that was shipped whole; answers its id, and the number of its movement. */
async function shipped(customerCode: string, lines: readonly object[], isSigned = true) {
  const { id } = await world.first.must<{ id: string }>('POST', orders, {
    organizeCode: 'O1',
    customerCode,
    storageCode: 'W1',
    lines,
  });
  await world.first.must('PUT', `${orders}/audit`, [id]);
  const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
  await world.first.must('PUT', `${deliveries}/audit`, made);
  const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
  await world.first.must('PUT', `${movements}/audit`, ids);
  if (isSigned) await signOrder(world.first, id);
  const { code } = await world.first.must<{ code: string }>('GET', `${movements}/${ids[0] ?? ''}`);
  return { id, movement: code, movementId: ids[0] ?? '' };
}
const bodyOf = (own: { code: string; info: string }, lines: readonly object[], invoiceType = '3') => ({
  organizeCode: 'O1',
  customerCode: own.code,
  invoiceInfoId: own.info,
  invoiceType,
  lines,
});
const line = (sourceCode: string, number: string, sourceLineNo = 1, sourceKind = '0') => ({
  sourceCode,
  sourceKind,
  sourceLineNo,
  number,
});
const ask = (body: object) => world.first.call<{ id: string; data: Application }>('POST', path, body);
const asked = async (body: object) => (await world.first.must<{ data: Application }>('POST', path, body)).data;
const verb = async (name: string, id: string): Promise<string> =>
  outcome(await world.first.call('PUT', `${path}/${name}`, [id]));
const invoicedOf = async (orderId: string): Promise<string[]> => {
  const { lines } = await world.first.must<{ lines: { invoicedNumber: string }[] }>('GET', `${orders}/${orderId}`);
  return lines.map(({ invoicedNumber }) => invoicedNumber);
};
const fromOrders = async (ids: readonly string[]): Promise<Application> => {
  const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${path}/fromorders`, ids);
  return world.first.must<Application>('GET', `${path}/${made[0] ?? ''}`);
};

describe('an application to invoice', () => {
  test('asks for goods that left, in parts that sum to what they were sold for', async () => {
    const own = await customer();
    const { movement, id } = await shipped(own.code, [{ productCode: 'M2', number: '3' }]);
    const parts: Application[] = [];
    for (const number of ['1', '1', '1']) parts.push(await asked(bodyOf(own, [line(movement, number)])));
    expect(parts.map(({ totalAmount }) => totalAmount)).toEqual(['33.33', '33.34', '33.33']);
    expect(parts[0]).toMatchObject({ title: `${own.code}有限公司`, totalTax: '3.83', billStatus: '0' });
    // A fourth piece never left.
    expect(outcome(await ask(bodyOf(own, [line(movement, '1')])))).toBe('E-INVALID');
    expect(await invoicedOf(id)).toEqual(['0']);
    for (const part of parts) expect(await verb('audit', part.id)).toBe('');
    expect(await invoicedOf(id)).toEqual(['3']);
    expect(await verb('unaudit', parts[1]?.id ?? '')).toBe('');
    expect(await invoicedOf(id)).toEqual(['2']);
  });

  test('waits for the signature, unless goods may be invoiced as soon as they left (IV001)', async () => {
    const own = await customer();
    const { id, movement } = await shipped(own.code, [{ productCode: 'M1', number: '2' }], false);
    expect(outcome(await ask(bodyOf(own, [line(movement, '2')])))).toBe('E-INVALID');
    expect(outcome(await world.first.call('POST', `${path}/fromorders`, [id]))).toBe('E-NOTHING-TO-INVOICE');
    await signOrder(world.first, id);
    expect(await asked(bodyOf(own, [line(movement, '2')]))).toMatchObject({ totalAmount: '200.00' });
  });

  test('is made from orders with all that is left of them, and what was given back nets', async () => {
    const own = await customer();
    const { id, movement } = await shipped(own.code, [
      { productCode: 'M1', number: '10' },
      { productCode: 'M2', number: '3' },
    ]);
    const first = await asked(bodyOf(own, [line(movement, '4')]));
    await verb('audit', first.id);
    const back = await askBack(world.first, id, { M1: '3' });
    await world.first.must('PUT', `${movements}/audit`, [back.movement]);
    const made = await fromOrders([id]);
    expect(made).toMatchObject({ billStatus: '3', totalAmount: '400', invoiceInfoId: own.info });
    expect(made.lines.map(({ number, amount }) => [number, amount])).toEqual(
      expect.arrayContaining([
        ['6', '600'],
        ['3', '100'],
        ['-3', '-300'],
      ]),
    );
    expect(await verb('unstash', made.id)).toBe('');
    expect(await verb('audit', made.id)).toBe('');
    expect(await invoicedOf(id)).toEqual(['7', '3']);
    expect(outcome(await world.first.call('POST', `${path}/fromorders`, [id]))).toBe('E-NOTHING-TO-INVOICE');
  });

  test('a return alone cannot be invoiced', async () => {
    const own = await customer();
    const { id } = await shipped(own.code, [{ productCode: 'M1', number: '5' }]);
    const back = await askBack(world.first, id, { M1: '2' });
    await world.first.must('PUT', `${movements}/audit`, [back.movement]);
    const { code } = await world.first.must<{ code: string }>('GET', `${movements}/${back.movement}`);
    expect(outcome(await ask(bodyOf(own, [line(code, '-2')])))).toBe('E-INV-AMT');
    expect(outcome(await ask(bodyOf(own, [line(code, '2')])))).toBe('E-INVALID');
  });

  test('keeps the movement whose goods it holds', async () => {
    const own = await customer();
    const { movement, movementId } = await shipped(own.code, [{ productCode: 'M1', number: '1' }]);
    const made = await asked(bodyOf(own, [line(movement, '1')]));
    await verb('audit', made.id);
    expect(outcome(await world.first.call('PUT', `${movements}/unaudit`, [movementId]))).toBe('E-DOWNSTREAM');
  });

  test('names nobody else, and a special invoice names enough', async () => {
    const [own, other] = [await customer(), await customer()];
    const { movement } = await shipped(own.code, [{ productCode: 'M1', number: '4' }]);
    expect(outcome(await ask(bodyOf({ ...own, info: other.info }, [line(movement, '1')])))).toBe('E-INVALID');
    expect(outcome(await ask(bodyOf(other, [line(movement, '1')])))).toBe('E-INVALID');
    expect(outcome(await ask(bodyOf(own, [line(movement, '1')], '4')))).toBe('E-INVALID');
    expect(outcome(await ask(bodyOf(own, [line(movement, '1')], '0')))).toBe('E-INV-TITLE');
    expect(outcome(await ask(bodyOf(own, [line(movement, '1')], '2')))).toBe('');
  });

  test('two who ask for the same goods at once do not get more than left', async () => {
    const own = await customer();
    const { movement } = await shipped(own.code, [{ productCode: 'M1', number: '10' }]);
    const told = await Promise.all(Array.from({ length: 6 }, () => ask(bodyOf(own, [line(movement, '4')]))));
    expect(told.filter((reply) => outcome(reply) === '')).toHaveLength(2);
    const [sum] = await world.sql<{ number: string }>(
      `select sum(number)::float::text as number from app.invoice_apply_line where source_code = $1`,
      [movement],
    );
    expect(sum?.number).toBe('8');
    expect(plus(sum?.number ?? '', '2')).toBe('10');
  });

  test('takes the tax code of the goods, else of their class', async () => {
    const own = await customer();
    await world.first.must('POST', '/data/bd/material/class', { code: 'CT', name: '带税收编码', taxCode: '1070304' });
    await world.first.must('POST', '/data/bd/material', {
      code: 'MT',
      name: '外墙漆',
      classCode: 'CT',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      price: '10',
      taxRate: '13',
    });
    await prices.benchmark({ productCode: 'MT', price: '10', unitType: '0' });
    const { id } = await world.first.must<{ id: string }>('POST', movements, {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ productCode: 'MT', number: '10', price: '8' }],
    });
    await world.first.must('PUT', `${movements}/audit`, [id]);
    const { movement } = await shipped(own.code, [{ productCode: 'MT', number: '1' }]);
    const made = await asked(bodyOf(own, [line(movement, '1')]));
    expect(made.lines[0]).toMatchObject({ taxCode: '1070304', taxRate: '13', taxAmount: '1.15' });
  });
});
