import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopWithCodes, type InvoiceShop } from '#tests/invoice-shop.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Summed {
  readonly id: string;
  readonly customerCode: string;
  readonly month: string;
  readonly invoiceType: string | null;
  readonly invoiceCount: number;
  readonly totalAmount: string;
  readonly totalTax: string;
  readonly uninvoicedAmount: string;
}

let world: World;
let shop: InvoiceShop;
beforeAll(async () => {
  world = await openWorld('invoice_summary');
  shop = await shopWithCodes(world);
});
afterAll(() => world.close());

const summed = async (customerCode: string, more = '', session: Session = world.first): Promise<Summed[]> =>
  (await session.must<{ list: Summed[] }>('GET', `/invoice/summary/page?customerCode=${customerCode}${more}`)).list;

test('tells by month and type what was invoiced, and beside it what of the goods is on no invoice', async () => {
  const own = await shop.customer();
  const sold = await shop.shipped(own, [{ productCode: 'P2', number: '5' }]);
  const month = new Date().toISOString().slice(0, 7);
  expect(await summed(own)).toMatchObject([
    { invoiceType: null, invoiceCount: 0, totalAmount: '0', uninvoicedAmount: '5650' },
  ]);
  const [blue] = await shop.invoiced([{ sourceCode: sold.movement, sourceLineNo: 1, number: '2' }], own);
  await shop.number(blue?.id ?? '', { invoiceDate: '2026-03-02' });
  expect(await summed(own)).toMatchObject([
    { invoiceType: null, invoiceCount: 0, uninvoicedAmount: '3390' },
    { month: '2026-03', invoiceType: '3', invoiceCount: 1, totalAmount: '2260', totalTax: '260' },
  ]);
  expect(await summed(own, '&invoiceType=3')).toMatchObject([{ month: '2026-03', uninvoicedAmount: '0' }]);
  expect(await summed(own, '&invoiceType=2')).toEqual([]);
  expect((await summed(own)).map(({ id }) => id)).toEqual([`${month}/${own}`, `2026-03/${own}/3`]);
});
