import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plus } from '#platform/model/decimal.ts';
import { deliveries, openCustomer, releases } from '#tests/proof/cash.ts';
import { signOrder } from '#tests/proof/returns.ts';
import { movements, orders, outcome } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

const [apply, confirm, maintain] = ['/invoice/apply', '/invoice/confirm', '/invoice/electronmain'];
interface Printed {
  readonly id: string;
  readonly code: string;
  readonly issueStatus: string;
  readonly totalAmount: string;
  readonly totalNet: string;
  readonly lines: readonly {
    readonly id: string;
    readonly productName: string;
    readonly number: string | null;
    readonly price: string | null;
    readonly amount: string;
    readonly netAmount: string;
    readonly taxAmount: string;
  }[];
}
interface Confirmed {
  readonly code: string;
  readonly confirmFlag: string;
  readonly confirmerName: string | null;
  readonly issueStatus: string;
  readonly invoices: readonly { readonly id: string; readonly code: string; readonly invoiceNumber: string | null }[];
}

let world: World;
const prices = priceDesk(() => world);
beforeAll(async () => {
  world = await openWorld('invoice_confirm');
  await furnish(world.first);
  await world.first.must('POST', `${maintain}/taxcode`, {
    code: '107',
    name: '涂料',
    abbreviation: '涂料',
    taxRate: '13',
  });
  await world.first.must('POST', '/data/bd/material/class', { code: 'CT', name: '墙漆', taxCode: '107' });
  for (const [code, price] of [
    ['P1', '33.3333'],
    ['P2', '1130'],
  ] as const) {
    await world.first.must('POST', '/data/bd/material', {
      code,
      name: `外墙漆${code}`,
      classCode: 'CT',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      price,
      taxRate: '13',
    });
    await prices.benchmark({ productCode: code, price, unitType: '0' });
  }
  const { id } = await world.first.must<{ id: string }>('POST', movements, {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: ['P1', 'P2'].map((productCode) => ({ productCode, number: '900', price: '8' })),
  });
  await world.first.must('PUT', `${movements}/audit`, [id]);
});
afterAll(() => world.close());

const put = async (path: string, ids: readonly string[] | object): Promise<string> =>
  outcome(await world.first.call('PUT', path, ids));
/** An audited application for all of an order that was shipped and signed for. */
let customers = 0;
async function agreed(lines: readonly object[]): Promise<string> {
  const customerCode = `IC${(customers += 1)}`;
  await openCustomer(world.first, customerCode, { limit: '0', cash: '500000', isControlled: true });
  await world.first.must('POST', '/data/bd/customer/invoice', {
    customerCode,
    typeCode: '3',
    name: `${customerCode}有限公司`,
    taxNumber: '91330100MA2XXXXX1K',
  });
  const body = { organizeCode: 'O1', customerCode, storageCode: 'W1', lines };
  const { id } = await world.first.must<{ id: string }>('POST', orders, body);
  await world.first.must('PUT', `${orders}/audit`, [id]);
  const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
  await world.first.must('PUT', `${deliveries}/audit`, made);
  const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
  await world.first.must('PUT', `${movements}/audit`, ids);
  await signOrder(world.first, id);
  const { ids: asked } = await world.first.must<{ ids: string[] }>('POST', `${apply}/fromorders`, [id]);
  expect(await put(`${apply}/unstash`, asked)).toBe('');
  expect(await put(`${apply}/audit`, asked)).toBe('');
  return asked[0] ?? '';
}
async function withParam(code: string, value: string, what: () => Promise<void>): Promise<void> {
  const params = '/sys/tenant/params';
  const { id } = await world.first.must<{ id: string }>('POST', params, { code, name: code, typeCode: 'SD', value });
  await what();
  await world.first.must('DELETE', params, [id]);
}
const finance = (id: string): Promise<Confirmed> => world.first.must<Confirmed>('GET', `${confirm}/${id}`);
const invoicesOf = async (id: string): Promise<Printed[]> => {
  const { invoices } = await finance(id);
  return Promise.all(invoices.map((each) => world.first.must<Printed>('GET', `${maintain}/${each.id}`)));
};
const numbered = (id: string, invoiceNumber: string) =>
  put(`${maintain}/number`, { ids: [id], invoiceNumber, invoiceDate: '2026-03-02' });

describe('a confirmation', () => {
  test('makes the invoice as it is printed, and takes it back as long as it has no number', async () => {
    const id = await agreed([
      { productCode: 'P1', number: '3' },
      { productCode: 'P2', number: '2' },
    ]);
    expect(await put(`${confirm}/confirm`, [id])).toBe('');
    expect(await finance(id)).toMatchObject({ confirmFlag: '1', issueStatus: '0' });
    const [invoice, ...others] = await invoicesOf(id);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ totalAmount: '2360', totalNet: '2088.5', issueStatus: '0' });
    expect(invoice?.lines).toMatchObject([
      {
        productName: '*涂料*外墙漆P1',
        number: '3',
        printedAs: '29.5',
        price: '29.5',
        amount: '100',
        netAmount: '88.5',
        taxAmount: '11.5',
      },
      {
        productName: '*涂料*外墙漆P2',
        number: '2',
        price: '1000',
        amount: '2260',
        netAmount: '2000',
        taxAmount: '260',
      },
    ]);
    expect(await put(`${confirm}/confirm`, [id])).toBe('E-STATE');
    expect(await put(`${apply}/unaudit`, [id])).toBe('E-DOWNSTREAM');
    expect(await put(`${confirm}/unconfirm`, [id])).toBe('');
    expect(await invoicesOf(id)).toEqual([]);
    expect(await put(`${apply}/unaudit`, [id])).toBe('');
  });

  test('cuts what is above the limit of an invoice, and every part has its own number (IV003)', async () => {
    const id = await agreed([{ productCode: 'P2', number: '100' }]);
    await withParam('IV003', '99999', async () => {
      expect(await put(`${confirm}/confirm`, [id])).toBe('');
    });
    const made = await invoicesOf(id);
    expect(made.map(({ totalAmount }) => totalAmount)).toEqual(['111870', '1130']);
    expect(plus(...made.map(({ totalAmount }) => totalAmount))).toBe('113000');
    const [first, second] = made;
    expect(await numbered(first?.id ?? '', 'A1')).toBe('');
    expect(await finance(id)).toMatchObject({ issueStatus: '0' });
    expect(await put(`${confirm}/unconfirm`, [id])).toBe('E-STATE');
    expect(await numbered(second?.id ?? '', 'A1')).toBe('E-INVALID');
    expect(await numbered(second?.id ?? '', 'A2')).toBe('');
    expect(await finance(id)).toMatchObject({ issueStatus: '1' });
    expect(await put(`${maintain}/unnumber`, { ids: [second?.id], operateMsg: '录错' })).toBe('');
    expect(await finance(id)).toMatchObject({ issueStatus: '0' });
  });

  test('is not had for goods without a tax code', async () => {
    await prices.benchmark({ productCode: 'M1', price: '10', unitType: '0' });
    expect(await put(`${confirm}/confirm`, [await agreed([{ productCode: 'M1', number: '1' }])])).toBe('E-INVALID');
  });

  test('two at once make the invoices once', async () => {
    const id = await agreed([{ productCode: 'P1', number: '1' }]);
    const told = await Promise.all([1, 2, 3, 4].map(() => put(`${confirm}/confirm`, [id])));
    expect(told.toSorted()).toEqual(['', 'E-STATE', 'E-STATE', 'E-STATE']);
    expect(await invoicesOf(id)).toHaveLength(1);
  });
});

describe('an invoice', () => {
  test('that was confirmed keeps its amounts and is not deleted alone', async () => {
    const id = await agreed([{ productCode: 'P1', number: '2' }]);
    await put(`${confirm}/confirm`, [id]);
    const [invoice] = await invoicesOf(id);
    const lines = invoice?.lines.map((line) => ({ ...line, amount: '1' }));
    expect(outcome(await world.first.call('PUT', maintain, { ...invoice, lines }))).toBe('E-INVALID');
    expect(outcome(await world.first.call('PUT', maintain, { ...invoice, title: '改名有限公司' }))).toBe('');
    expect(outcome(await world.first.call('DELETE', `${maintain}/${invoice?.id}`))).toBe('E-STATE');
    expect(await invoicesOf(id)).toMatchObject([{ totalAmount: invoice?.totalAmount, title: '改名有限公司' }]);
  });

  test('does not go beyond the quota of a month (IV007)', async () => {
    const written = async (amount: string) =>
      world.first.must<{ id: string }>('POST', maintain, {
        organizeCode: 'O1',
        customerCode: 'CU1',
        invoiceType: '1',
        title: '手工客户',
        lines: [{ productName: '*涂料*外墙漆', number: '1', amount, taxRate: '13' }],
      });
    const [first, second] = [await written('1130'), await written('113')];
    await withParam('IV007', '1050', async () => {
      const day = { invoiceDate: '2026-02-01' };
      expect(await put(`${maintain}/number`, { ids: [first.id], invoiceNumber: 'Q1', ...day })).toBe('');
      expect(await put(`${maintain}/number`, { ids: [second.id], invoiceNumber: 'Q2', ...day })).toBe('E-INV-QUOTA');
      expect(await put(`${maintain}/unnumber`, { ids: [first.id], operateMsg: '作废' })).toBe('');
      expect(await put(`${maintain}/number`, { ids: [second.id], invoiceNumber: 'Q2', ...day })).toBe('');
    });
  });
});
