import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askBack } from '#tests/proof/returns.ts';
import { movements } from '#tests/proof/shop.ts';
import {
  applies,
  invoices,
  shopWithCodes,
  type InvoiceShop,
  type PrintedInvoice,
  type Sold,
} from '#tests/invoice-shop.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
let shop: InvoiceShop;
beforeAll(async () => {
  world = await openWorld('invoice_red');
  shop = await shopWithCodes(world);
});
afterAll(() => world.close());

interface Offer {
  readonly returns: readonly string[];
  readonly lines: readonly { readonly lineNo: number; readonly room: string; readonly proposed: string | null }[];
}
interface Proposed {
  readonly proposed: readonly {
    readonly code: string;
    readonly totalAmount: string;
    readonly lines: readonly { readonly lineNo: number; readonly number: string; readonly amount: string }[];
  }[];
  readonly reds: readonly { readonly code: string; readonly originalCode: string }[];
}

interface Said {
  readonly reason: string;
  readonly buyerUsedFlag?: string;
  readonly redConfirmNo?: string;
  readonly lines?: readonly { readonly lineNo: number; readonly number: string }[];
}
const red = (id: string, { reason: redReason, ...more }: Said): Promise<string> =>
  shop.said(`${invoices}/redReverse`, { ids: [id], redReason, ...more });
const offer = (id: string): Promise<Offer> => world.first.must<Offer>('GET', `${invoices}/${id}/red`);
const proposals = (refundId: string): Promise<Proposed> =>
  world.first.must<Proposed>('GET', `${invoices}/reds?refundId=${refundId}`);
const one = (reds: readonly PrintedInvoice[]): PrintedInvoice => {
  const [first] = reds;
  if (first === undefined || reds.length > 1) throw new Error(`${reds.length} red invoices`);
  return first;
};
/** Five of P1 and two of P2 that were shipped, signed for and invoiced. */
async function sold(): Promise<{ readonly order: Sold; readonly blue: PrintedInvoice }> {
  const order = await shop.shipped(await shop.customer(), [
    { productCode: 'P1', number: '5' },
    { productCode: 'P2', number: '2' },
  ]);
  const [blue] = await shop.issued([order.id]);
  if (blue === undefined) throw new Error('no invoice');
  return { order, blue };
}
async function cameBack(
  order: Sold,
  back: Readonly<Record<string, string>>,
): Promise<{ id: string; movement: string }> {
  const asked = await askBack(world.first, order.id, back);
  await world.first.must('PUT', `${movements}/audit`, [asked.movement]);
  return asked;
}
/** What could be applied for of an order, or why nothing can. */
async function openOf(order: Sold): Promise<string[] | string> {
  const { code, data } = await world.first.call('POST', `${applies}/fromorders`, [order.id]);
  if (code !== 0) return (data as { key: string }).key;
  const [id] = (data as { ids: string[] }).ids;
  const { lines } = await world.first.must<{ lines: { number: string; amount: string }[] }>('GET', `${applies}/${id}`);
  await world.first.must('DELETE', applies, [id]);
  return lines.map(({ number, amount }) => `${Number(number)} ${amount}`); // not money
}

describe('a return of invoiced goods', () => {
  test('proposes its red, which takes exactly its goods and leaves the rest of the invoice', async () => {
    const { order, blue } = await sold();
    const back = await cameBack(order, { P1: '2' });
    expect(await proposals(back.id)).toMatchObject({
      proposed: [{ code: blue.code, totalAmount: '-66.67', lines: [{ lineNo: 1, number: '2', amount: '66.67' }] }],
      reds: [],
    });
    const { lines } = await offer(blue.id);
    expect(lines.map(({ room, proposed }) => [room, proposed])).toEqual([
      ['5', '2'],
      ['2', null],
    ]);
    expect(await red(blue.id, { reason: '02', lines: [{ lineNo: 1, number: '2' }] })).toBe('');
    const waiting = one(await shop.redsOf(blue));
    expect(waiting).toMatchObject({ kind: '1', billStatus: '0', redReason: '02', totalAmount: '-66.67' });
    expect(await shop.read(blue.id)).toMatchObject({ issueStatus: '5', redConfirmStatus: '4' });
    expect(await proposals(back.id)).toMatchObject({ proposed: [], reds: [{ originalCode: blue.code }] });
    expect(await shop.number(waiting.id)).toBe('');
    expect(await shop.read(waiting.id)).toMatchObject({ issueStatus: '1', redConfirmStatus: '3' });
    expect(await shop.read(blue.id)).toMatchObject({
      issueStatus: '1',
      billStatus: '1',
      redConfirmStatus: '3',
      redAmount: '66.67',
    });
    // A 02 frees nothing: its goods came back, and are on the red invoice.
    expect(await openOf(order)).toBe('E-NOTHING-TO-INVOICE');
    expect(await shop.invoicedNumbers(order.id)).toEqual(['3', '2']);
    expect(await shop.said(`${invoices}/unnumber`, { ids: [blue.id], operateMsg: '错' })).toBe('E-DOWNSTREAM');
    expect(await shop.said(`${invoices}/unnumber`, { ids: [waiting.id], operateMsg: '错' })).toBe('E-INV-ISSUED');
  });

  test('takes no more off the paper than came back, and the last red leaves nothing of it', async () => {
    const { order, blue } = await sold();
    expect(await red(blue.id, { reason: '02', lines: [{ lineNo: 1, number: '1' }] })).toBe('E-RED-OVER');
    await cameBack(order, { P1: '5', P2: '1' });
    expect(await red(blue.id, { reason: '02' })).toBe('E-RED-OVER');
    expect(await red(blue.id, { reason: '02', lines: [{ lineNo: 2, number: '2' }] })).toBe('E-RED-OVER');
    for (const lines of [
      [{ lineNo: 1, number: '2' }],
      [
        { lineNo: 1, number: '3' },
        { lineNo: 2, number: '1' },
      ],
    ]) {
      expect(await red(blue.id, { reason: '02', lines })).toBe('');
      expect(await shop.number(one((await shop.redsOf(blue)).filter(({ billStatus }) => billStatus === '0')).id)).toBe(
        '',
      );
    }
    expect(await shop.read(blue.id)).toMatchObject({ issueStatus: '1', redAmount: '1296.67' });
    await cameBack(order, { P2: '1' });
    expect(await red(blue.id, { reason: '02' })).toBe('');
    expect(await shop.number(one((await shop.redsOf(blue)).filter(({ billStatus }) => billStatus === '0')).id)).toBe(
      '',
    );
    expect(await shop.read(blue.id)).toMatchObject({ issueStatus: '3', redAmount: blue.totalAmount });
    expect(await red(blue.id, { reason: '04' })).toBe('E-STATE');
    const reds = await shop.redsOf(blue);
    expect(reds.map(({ totalNet }) => Number(totalNet)).reduce((sum, net) => sum + net, 0)).toBeCloseTo(
      -Number(blue.totalNet),
    ); // not money
  });

  test('nets first against what is on no invoice yet', async () => {
    const customer = await shop.customer();
    const order = await shop.shipped(customer, [{ productCode: 'P2', number: '10' }]);
    const [blue] = await shop.invoiced([{ sourceCode: order.movement, sourceLineNo: 1, number: '6' }], customer);
    if (blue === undefined) throw new Error('no invoice');
    expect(await shop.number(blue.id)).toBe('');
    const back = await cameBack(order, { P2: '5' });
    expect((await proposals(back.id)).proposed).toMatchObject([{ lines: [{ number: '1', amount: '1130.00' }] }]);
    expect(await red(blue.id, { reason: '02', lines: [{ lineNo: 1, number: '2' }] })).toBe('E-RED-OVER');
    expect(await red(blue.id, { reason: '02', lines: [{ lineNo: 1, number: '1' }] })).toBe('');
    expect(await shop.invoicedNumbers(order.id)).toEqual(['5']);
  });
});

describe('a wrong issue', () => {
  test('is reversed whole, and frees exactly what it asked for', async () => {
    const customer = await shop.customer();
    const order = await shop.shipped(customer, [{ productCode: 'P1', number: '3' }]);
    const parts: PrintedInvoice[] = [];
    for (let n = 0; n < 3; n += 1) {
      const [made] = await shop.invoiced([{ sourceCode: order.movement, sourceLineNo: 1, number: '1' }], customer);
      if (made === undefined) throw new Error('no invoice');
      expect(await shop.number(made.id)).toBe('');
      parts.push(made);
    }
    expect(parts.map(({ totalAmount }) => totalAmount)).toEqual(['33.33', '33.34', '33.33']);
    const middle = parts[1];
    if (middle === undefined) throw new Error('no middle');
    expect(await red(middle.id, { reason: '01', lines: [{ lineNo: 1, number: '0.5' }] })).toBe('E-RED-WHOLE');
    expect(await red(middle.id, { reason: '01' })).toBe('');
    expect(await openOf(order)).toBe('E-NOTHING-TO-INVOICE');
    expect(await shop.number(one(await shop.redsOf(middle)).id)).toBe('');
    expect(await shop.read(middle.id)).toMatchObject({ issueStatus: '3', redConfirmStatus: '3' });
    expect(await openOf(order)).toEqual(['1 33.34']);
    expect(await shop.invoicedNumbers(order.id)).toEqual(['2']);
    const [again] = await shop.issued([order.id]);
    expect(again?.totalAmount).toBe('33.34');
    expect(await shop.invoicedNumbers(order.id)).toEqual(['3']);
  });
});

describe('a red confirmation', () => {
  test('of an invoice that its buyer used waits for him; refused, withdrawn or late it leaves the invoice whole', async () => {
    const { blue } = await sold();
    const asked = { reason: '04', buyerUsedFlag: '1', redConfirmNo: 'HZ1', lines: [{ lineNo: 2, number: '1' }] };
    expect(await red(blue.id, asked)).toBe('');
    expect(await shop.read(blue.id)).toMatchObject({ issueStatus: '5', redConfirmStatus: '2', redConfirmNo: 'HZ1' });
    const waiting = one(await shop.redsOf(blue));
    expect(await shop.number(waiting.id)).toBe('E-RED-CONFIRM');
    expect(await shop.said(`${invoices}/issue`, [waiting.id])).toBe('E-RED-CONFIRM');
    expect(await red(blue.id, asked)).toBe('E-STATE');
    expect(await shop.said(`${invoices}/redRefuse`, { ids: [blue.id], operateMsg: '未退货' })).toBe('');
    expect(await shop.read(blue.id)).toMatchObject({ issueStatus: '1', redConfirmStatus: '5', redAmount: '0' });
    expect(await shop.redsOf(blue)).toEqual([]);
    expect(await shop.said(`${invoices}/redAgree`, [blue.id])).toBe('E-STATE');

    expect(await red(blue.id, asked)).toBe('');
    expect(await shop.said(`${invoices}/redAgree`, [blue.id])).toBe('');
    expect(await shop.read(blue.id)).toMatchObject({ issueStatus: '5', redConfirmStatus: '4' });
    expect(await shop.said(`${invoices}/redWithdraw`, [blue.id])).toBe('');
    expect(await shop.read(blue.id)).toMatchObject({ issueStatus: '1', redConfirmStatus: '7' });

    expect(await red(blue.id, asked)).toBe('');
    await world.sql(
      `update app.invoice_maintain set red_confirm_deadline = now() - interval '1 second' where id = $1`,
      [blue.id],
    );
    expect(await shop.said(`${invoices}/redAgree`, [blue.id])).toBe('');
    expect(await shop.read(blue.id)).toMatchObject({ issueStatus: '1', redConfirmStatus: '6' });
    expect(await shop.redsOf(blue)).toEqual([]);
  });

  test('gives what came back free again when it is withdrawn', async () => {
    const { order, blue } = await sold();
    const back = await cameBack(order, { P1: '2' });
    expect(await red(blue.id, { reason: '02', lines: [{ lineNo: 1, number: '2' }] })).toBe('');
    expect((await proposals(back.id)).proposed).toEqual([]);
    expect(await shop.said(`${invoices}/redWithdraw`, [blue.id])).toBe('');
    expect((await proposals(back.id)).proposed).toMatchObject([{ code: blue.code }]);
    expect(await shop.invoicedNumbers(order.id)).toEqual(['5', '2']);
  });

  test('is entered once, however many ask at once, and together reds stay within the invoice', async () => {
    const { order, blue } = await sold();
    await cameBack(order, { P1: '3' });
    const asked = { reason: '02', lines: [{ lineNo: 1, number: '2' }] };
    const told = await Promise.all([red(blue.id, asked), red(blue.id, asked), red(blue.id, asked)]);
    expect(told.toSorted()).toEqual(['', 'E-STATE', 'E-STATE']);
    expect(await shop.number(one(await shop.redsOf(blue)).id)).toBe('');
    expect(await red(blue.id, asked)).toBe('E-RED-OVER');
    expect(await red(blue.id, { reason: '04', lines: [{ lineNo: 1, number: '4' }] })).toBe('E-RED-OVER');
  });

  test('is no way to write an invoice of another sort', async () => {
    const { blue } = await sold();
    expect(await red(blue.id, { reason: '03' })).toBe('E-INVALID');
    expect(await red(blue.id, { reason: '05' })).toBe('E-INVALID');
    expect(await red(blue.id, { reason: '04', lines: [{ lineNo: 9, number: '1' }] })).toBe('E-RED-OVER');
    const { id } = await world.first.must<{ id: string }>('POST', invoices, {
      organizeCode: 'O1',
      customerCode: 'CU1',
      invoiceType: '3',
      title: '手写',
      lines: [{ productName: '运费', amount: '113', taxRate: '13' }],
    });
    expect(await red(id, { reason: '03' })).toBe('E-STATE');
    expect(await shop.number(id)).toBe('');
    expect(await red(id, { reason: '03' })).toBe('');
    expect(one(await shop.redsOf(await shop.read(id)))).toMatchObject({ totalAmount: '-113', totalTax: '-13' });
    const [waiting] = await shop.redsOf(await shop.read(id));
    expect(await shop.said(`${invoices}/redAgree`, [waiting?.id])).toBe('E-STATE');
    expect((await world.first.call('DELETE', invoices, [waiting?.id])).code).not.toBe(0);
  });
});
