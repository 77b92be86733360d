import { expect } from 'vitest';
import { openCustomer, deliveries, releases } from '#tests/proof/cash.ts';
import { signOrder } from '#tests/proof/returns.ts';
import { movements, orders, outcome } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import type { World } from '#tests/world.ts';

export const [applies, confirms, invoices] = ['/invoice/apply', '/invoice/confirm', '/invoice/electronmain'] as const;

export interface Sold {
  readonly id: string;
  /** Number and id of the movement that took the goods out. */
  readonly movement: string;
  readonly movementId: string;
}
export interface PrintedInvoice {
  readonly id: string;
  readonly code: string;
  readonly kind: string;
  readonly billStatus: string;
  readonly issueStatus: string;
  readonly invoiceNumber: string | null;
  readonly originalCode: string | null;
  readonly redConfirmStatus: string;
  readonly redReason: string | null;
  readonly totalAmount: string;
  readonly totalNet: string;
  readonly totalTax: string;
  readonly lines: readonly {
    readonly lineNo: number;
    readonly productName: string;
    readonly number: string | null;
    readonly amount: string;
    readonly netAmount: string;
    readonly taxAmount: string;
  }[];
}

/** A house that sells P1 for 33.3333 and P2 for 1,130 with 13 % tax, and invoices what it sold. */
export type InvoiceShop = Awaited<ReturnType<typeof shopWithCodes>>;

export async function shopWithCodes(world: World) {
  const { first } = world;
  await furnish(first);
  await first.must('POST', `${invoices}/taxcode`, { code: '107', name: '涂料', abbreviation: '涂料', taxRate: '13' });
  await first.must('POST', '/data/bd/material/class', { code: 'CT', name: '墙漆', taxCode: '107' });
  const prices = priceDesk(() => world);
  for (const [code, price] of [
    ['P1', '33.3333'],
    ['P2', '1130'],
  ] as const) {
    await first.must('POST', '/data/bd/material', {
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
  const { id: stocked } = await first.must<{ id: string }>('POST', movements, {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: ['P1', 'P2'].map((productCode) => ({ productCode, number: '900', price: '8' })),
  });
  await first.must('PUT', `${movements}/audit`, [stocked]);
  let customers = 0;
  let numbers = 0;

  /** Somebody with cash and a title. */
  const customer = async (): Promise<string> => {
    const code = `IS${(customers += 1)}`;
    await openCustomer(first, code, { limit: '0', cash: '500000', isControlled: true });
    await first.must('POST', '/data/bd/customer/invoice', {
      customerCode: code,
      typeCode: '3',
      name: `${code}有限公司`,
      taxNumber: '91330100MA2XXXXX1K',
    });
    return code;
  };
  /** An order that was shipped whole and signed for. */
  const shipped = async (customerCode: string, lines: readonly object[]): Promise<Sold> => {
    const body = { organizeCode: 'O1', customerCode, storageCode: 'W1', lines };
    const { id } = await first.must<{ id: string }>('POST', orders, body);
    await first.must('PUT', `${orders}/audit`, [id]);
    const { ids: made } = await first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    await first.must('PUT', `${deliveries}/audit`, made);
    const { ids } = await first.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
    await first.must('PUT', `${movements}/audit`, ids);
    await signOrder(first, id);
    const { code } = await first.must<{ code: string }>('GET', `${movements}/${ids[0] ?? ''}`);
    return { id, movement: code, movementId: ids[0] ?? '' };
  };
  const read = (id: string): Promise<PrintedInvoice> => first.must<PrintedInvoice>('GET', `${invoices}/${id}`);
  const confirmed = async (application: string): Promise<PrintedInvoice[]> => {
    await first.must('PUT', `${applies}/audit`, [application]);
    await first.must('PUT', `${confirms}/confirm`, [application]);
    const { invoices: made } = await first.must<{ invoices: { id: string }[] }>('GET', `${confirms}/${application}`);
    return Promise.all(made.map(({ id }) => read(id)));
  };
  /** An application for these sources, or for all that is left of orders, agreed to and confirmed: its invoices. */
  const invoiced = async (lines: readonly object[], customerCode: string): Promise<PrintedInvoice[]> => {
    const { list } = await first.must<{ list: { id: string }[] }>(
      'GET',
      `/data/bd/customer/invoice/page?customerCode=${customerCode}`,
    );
    const { id } = await first.must<{ id: string }>('POST', applies, {
      organizeCode: 'O1',
      customerCode,
      invoiceInfoId: list[0]?.id,
      invoiceType: '3',
      lines,
    });
    return confirmed(id);
  };
  const invoicedWhole = async (orderIds: readonly string[]): Promise<PrintedInvoice[]> => {
    const { ids } = await first.must<{ ids: string[] }>('POST', `${applies}/fromorders`, orderIds);
    await first.must('PUT', `${applies}/unstash`, ids);
    return confirmed(ids[0] ?? '');
  };
  const said = async (path: string, body: object): Promise<string> => outcome(await first.call('PUT', path, body));
  /** Its number by hand: it is issued. */
  const number = async (id: string, more: object = {}): Promise<string> => {
    const invoiceNumber = `2633${String((numbers += 1)).padStart(16, '0')}`;
    const told = await said(`${invoices}/number`, { ids: [id], invoiceNumber, invoiceDate: '2026-03-02', ...more });
    return told;
  };
  const issued = async (orderIds: readonly string[]): Promise<PrintedInvoice[]> => {
    const made = await invoicedWhole(orderIds);
    for (const { id } of made) expect(await number(id)).toBe('');
    return Promise.all(made.map(({ id }) => read(id)));
  };
  const redsOf = async (blue: { readonly code: string }): Promise<PrintedInvoice[]> => {
    const { list } = await first.must<{ list: { id: string }[] }>('GET', `${invoices}/page?kind=1&limit=200`);
    const all = await Promise.all(list.map(({ id }) => read(id)));
    return all.filter(({ originalCode }) => originalCode === blue.code);
  };
  const invoicedNumbers = async (orderId: string): Promise<string[]> => {
    const { lines } = await first.must<{ lines: { invoicedNumber: string }[] }>('GET', `${orders}/${orderId}`);
    return lines.map(({ invoicedNumber }) => invoicedNumber);
  };
  return { customer, shipped, invoiced, invoicedWhole, issued, number, read, redsOf, invoicedNumbers, said };
}
