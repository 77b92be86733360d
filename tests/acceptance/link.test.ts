import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCustomer } from '#tests/proof/cash.ts';
import { furnish } from '#tests/furniture.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let house: Session;
let order: { readonly id: string; readonly code: string };
beforeAll(async () => {
  world = await openWorld('link');
  house = world.first;
  await furnish(house);
  const { id } = await house.must<{ id: string }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    lines: [{ productCode: 'M1', number: '1', price: '2' }],
  });
  order = await house.must('GET', `/channelsale/order/${id}`);
});
afterAll(() => world.close());

const found = (session: Session, ...codes: string[]): Promise<object[]> =>
  session.must('GET', `/sys/number?codes=${encodeURIComponent(codes.join(','))}`);

describe('the number of a document', () => {
  test('leads whoever may view the document to it, whatever kind it is', async () => {
    const { id: bill } = await house.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      billType: 'RC',
      amount: '5',
    });
    const { code } = await house.must<{ code: string }>('GET', `/channelsale/bill/${bill}`);
    const all = await found(house, order.code, code, 'SO-NOBODY', '');
    expect(all).toHaveLength(2);
    expect(all).toEqual(
      expect.arrayContaining([
        { code: order.code, noun: 'order:order', id: order.id },
        { code, noun: 'sale:bill', id: bill },
      ]),
    );
  });

  test('leads nobody of another tenant, and nobody without the right to view', async () => {
    expect(await found(world.second, order.code)).toEqual([]);
    const { keeper } = await hireStaff(world, { keeper: { role: 'WAREHOUSE' } });
    expect(await found(keeper, order.code)).toEqual([]);
  });
});

describe('what is told of a customer beside the page', () => {
  const figures = (session: Session, code: string) =>
    session.call<{ months: { amount: string; count: number }[] }>(
      'GET',
      `/channelsale/order/customerFigures?customerCode=${code}`,
    );

  test('is what he ordered, what he usually buys, and what he owes by how late it is', async () => {
    const { data } = await figures(house, 'CU1');
    expect(data.months).toMatchObject([{ amount: '2', amountToDay: '2', count: 1 }]);
    expect(await house.must('GET', '/channelsale/order/customerGoods?customerCode=CU1')).toMatchObject([
      { productCode: 'M1', number: '1', organizeCode: 'O1' },
    ]);
    const [day] = await world.sql<{ today: string }>('select current_date::text as today');
    const today = day?.today ?? '';
    await openCustomer(house, 'LATE', { limit: '0', cash: '0', isControlled: false });
    await owe('LATE', today, [
      [-5, '100'],
      [10, '40'],
      [45, '7'],
      [200, '3'],
    ]);
    expect(await house.must('GET', '/channelsale/balance/ageing?customerCode=LATE')).toMatchObject({
      total: '150',
      current: '100',
      upTo30: '40',
      upTo60: '7',
      upTo90: '0',
      beyond: '3',
      earliest: 'DOC200',
      charged: '150',
      days: 200,
      documents: expect.arrayContaining([
        { bucket: 'current', type: expect.any(String), count: 1, codes: ['DOC-5'] },
        { bucket: 'beyond', type: expect.any(String), count: 1, codes: ['DOC200'] },
      ]),
    });
    expect(await house.must('GET', '/data/customer/manage/byCode?code=LATE')).toMatchObject({ code: 'LATE' });
  });

  test('is nothing to customer, keeper and another tenant; a salesperson hears of his own customers', async () => {
    const { buyer, keeper2, seller } = await hireStaff(world, {
      buyer: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'CU1' } },
      keeper2: { role: 'WAREHOUSE' },
      seller: { role: 'SALESPERSON', more: { accountType: '3', personnelCode: 'P1' } },
    });
    const paths = [
      '/channelsale/order/customerFigures?customerCode=CU1',
      '/channelsale/order/customerGoods?customerCode=CU1',
      '/channelsale/balance/ageing?customerCode=CU1',
      '/data/customer/manage/byCode?code=CU1',
    ];
    for (const path of paths) {
      expect((await buyer.call('GET', path)).code, path).not.toBe(0);
      expect((await keeper2.call('GET', path)).code, path).not.toBe(0);
    }
    expect((await figures(world.second, 'CU1')).data.months).toEqual([]);
    expect((await figures(seller, 'CU1')).data.months).toEqual([]);
    expect(await seller.call('GET', '/data/customer/manage/byCode?code=CU1')).toMatchObject({ code: 404 });
  });
});

/** Entries of the books as posting leaves them: how many days each is late, and how much of it is owed. */
async function owe(code: string, today: string, entries: readonly (readonly [number, string])[]): Promise<void> {
  await world.sql(
    `
      with balance as (
        insert into app.receivable_balance (tenant_code, organize_code, customer_code, amount)
        values ('1000', 'O1', $1, 150)
        returning tenant_code, id
      )
      insert into app.receivable_entry (
        tenant_code, balance_id, version, d_amount, amount_after, post_type, doc_type, doc_id, doc_code, line_id,
        holder_doc_id, holder_line_id, op_seq, idem_key, biz_date, due_date
      )
      select b.tenant_code, b.id, x.at, x.amount, x.amount, 'SAL', 'order:delivery', gen_random_uuid(), 'DOC' || x.late,
        gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'late' || x.at, $2::date - greatest(x.late, 0),
        $2::date - x.late
      from balance b, unnest($3::integer[], $4::numeric[]) with ordinality as x(late, amount, at)`,
    [code, today, entries.map(([late]) => late), entries.map(([, amount]) => amount)],
  );
}
