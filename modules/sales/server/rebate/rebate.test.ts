import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { furnish } from '#tests/furniture.ts';
import { audited, bills, deliveries, openCustomer, orderFor, orderInWarehouse, releases } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { redOf } from '#tests/proof/returns.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Line {
  readonly customerCode: string;
  readonly basisAmount: string;
  readonly amount: string;
}
interface Settlement {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly totalAmount: string;
  readonly lines: readonly Line[];
}
const programmes = '/channelsale/rebateprogramme';
const settlements = '/channelsale/rebate';

let world: World;
let clerk: Session;
let today = '';
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('settlement');
  clerk = world.first;
  await furnish(clerk);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await openCustomer(clerk, 'RS0', { cash: '1', limit: '0', isControlled: false });
  const [row] = await world.sql<{ day: string }>('select max(biz_date)::text as day from app.receivable_entry');
  today = row?.day ?? '';
});
afterAll(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  expect(await wrongBooks()).toEqual([]);
  await world.close();
});

/** Rules of the books that something breaks. */
const wrongBooks = async (): Promise<readonly string[]> =>
  (
    await Promise.all(
      bookChecks.map(async ({ rule, statement }) => ((await world.sql(statement.text)).length > 0 ? [rule] : [])),
    )
  ).flat();

const day = (offset: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
let customers = 0;
/** A customer who may owe whatever he likes. */
async function newCustomer(): Promise<string> {
  const code = `RS${(customers += 1)}`;
  await openCustomer(clerk, code, { cash: '0', limit: '0', isControlled: false });
  return code;
}
/** What was posted for the customer today happened so many days ago. */
const ago = (customerCode: string, days: number): Promise<unknown> =>
  world.sql(
    `
      update app.receivable_entry e
      set biz_date = $2::date
      from app.receivable_balance b
      where b.id = e.balance_id and b.tenant_code = '1000' and b.customer_code = $1 and e.biz_date = $3::date`,
    [customerCode, day(-days), today],
  );
async function sell(customerCode: string, amount: string): Promise<string> {
  const { movement } = await orderInWarehouse(clerk, customerCode, [['M1', '1', amount]]);
  await clerk.must('PUT', `${movements}/audit`, [movement]);
  return movement;
}
async function giveBack(movement: string): Promise<void> {
  await clerk.must('PUT', `${movements}/audit`, [await redOf(clerk, movement)]);
}
const money = (customerCode: string, billType: string, amount: string, more: object = {}): Promise<string> =>
  audited(clerk, bills, { organizeCode: 'O1', customerCode, billType, amount, ...more });
const giveRebate = (customerCode: string, amount: string): Promise<string> =>
  money(customerCode, 'AD', amount, { accountCode: `A003-O1-${customerCode}` });

interface Terms {
  readonly basis?: string;
  readonly tierMode?: string;
  readonly tiers?: readonly { readonly start: string; readonly rate: string }[];
  readonly customerCodes: readonly string[];
}
const tiers = [
  { start: '100000', rate: '1' },
  { start: '300000', rate: '2' },
];
async function programme({ basis = '0', tierMode = '0', customerCodes, tiers: lines = tiers }: Terms): Promise<string> {
  const id = await audited(clerk, programmes, {
    name: '年度返利',
    organizeCode: 'O1',
    startDate: day(-3000),
    endDate: day(3000),
    basis,
    tierMode,
    customerCodes,
    lines,
  });
  return (await clerk.must<{ code: string }>('GET', `${programmes}/${id}`)).code;
}
const draft = (programmeCode: string, more: object = {}): object => ({
  organizeCode: 'O1',
  programmeCode,
  billDate: today,
  startDate: today,
  endDate: today,
  ...more,
});
async function settle(programmeCode: string, more: object = {}): Promise<Settlement> {
  const { id } = await clerk.must<{ id: string }>('POST', settlements, draft(programmeCode, more));
  return clerk.must<Settlement>('GET', `${settlements}/${id}`);
}
const audit = (id: string) => clerk.call<{ key?: string }>('PUT', `${settlements}/audit`, [id]);
const unaudit = (id: string) => clerk.call<{ key?: string }>('PUT', `${settlements}/unaudit`, [id]);
/** What is left of each batch of the customer, and how many days it is good for. */
const batches = async (customerCode: string): Promise<readonly string[]> =>
  (
    await world.sql<{ told: string }>(
      `
        select concat_ws(' of ', remaining::float, granted::float) ||
          coalesce(' until ' || (expire_date - give_date)::text, '') as told
        from app.rebate_batch
        where tenant_code = '1000' and account_code = 'A003-O1-' || $1
        order by expire_date nulls last, granted`,
      [customerCode],
    )
  ).map(({ told }) => told);

interface Given {
  readonly code: string;
  readonly sales?: string;
  readonly returns?: string;
  readonly rebateUsed?: string;
  readonly clawback?: string;
  readonly collected?: string;
  readonly refunded?: string;
  readonly target?: string;
  readonly carried?: string;
}
interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly basis: 'netSales' | 'collected' | 'target';
    readonly tierMode: string;
    readonly tiers: readonly { readonly start: string; readonly rate: string }[];
    readonly customers: readonly Given[];
  };
  readonly expect: readonly { readonly customer: string; readonly basis: string; readonly rebate: string }[];
}
const vectors = contractIsHere
  ? readVectors<{ readonly rebateSettlement: readonly Vector[] }>('second-half-vectors.json').rebateSettlement
  : [];
const float = (text: string): number => Number.parseFloat(text);

/** The documents that bring about what an example gives. */
async function trade(code: string, { sales = '0', returns = '0', rebateUsed = '0', clawback = '0', ...money_ }: Given) {
  // 促销扣回 has its own story below: here it is sold.
  const all = float(sales) + float(clawback);
  const back = float(returns) === 0 ? null : await sell(code, returns);
  // What came back was sold in the period where that is possible, else before it.
  const isSoldBefore = float(returns) > all;
  if (isSoldBefore) await ago(code, 400);
  if (back !== null) await giveBack(back);
  const rest = isSoldBefore ? all : all - float(returns);
  if (float(rebateUsed) > 0) await giveRebate(code, rebateUsed);
  if (rest > 0) await sell(code, rest.toFixed(2));
  if (money_.collected !== undefined) await money(code, 'RC', money_.collected);
  if (money_.refunded !== undefined) await money(code, 'RF', money_.refunded);
  if (money_.target !== undefined)
    await audited(clerk, '/channelsale/objective', {
      organizeCode: 'O1',
      customerCode: code,
      year: Number.parseInt(day(-400).slice(0, 4), 10), // not money
      lines: [{ month: Number.parseInt(day(-400).slice(5, 7), 10), targetAmount: money_.target }], // not money
    });
}
const monthOf = (date: string): { readonly startDate: string; readonly endDate: string } => ({
  startDate: `${date.slice(0, 7)}-01`,
  endDate: new Date(Date.UTC(Number.parseInt(date.slice(0, 4), 10), Number.parseInt(date.slice(5, 7), 10), 0))
    .toISOString()
    .slice(0, 10),
});

describe.skipIf(!contractIsHere)('B11: a settlement of what documents posted', () => {
  const usual = vectors.filter(({ id }) => id !== 'RS05');
  test.each(usual)('$id $title', async ({ given, expect: expected }) => {
    const codes = new Map<string, string>();
    for (const { code } of given.customers) codes.set(code, await newCustomer());
    for (const each of given.customers) await trade(codes.get(each.code) ?? '', each);
    const isTarget = given.basis === 'target';
    if (isTarget) for (const code of codes.values()) await ago(code, 400);
    const code = await programme({
      basis: { netSales: '0', collected: '1', target: '2' }[given.basis],
      tierMode: given.tierMode,
      tiers: given.tiers,
      customerCodes: [...codes.values()],
    });
    const { lines } = await settle(code, isTarget ? monthOf(day(-400)) : {});
    expect(lines.map((line) => [line.customerCode, float(line.basisAmount), float(line.amount)])).toEqual(
      expected.map((line) => [codes.get(line.customer), float(line.basis), float(line.rebate)]),
    );
  });

  test('RS05 returns after the period: below nothing is carried to the next settlement, and not twice', async () => {
    const customer = await newCustomer();
    const code = await programme({ customerCodes: [customer] });
    const big = await sell(customer, '40000');
    await ago(customer, 90);
    await giveBack(big);
    await sell(customer, '10000');
    await ago(customer, 60);
    await sell(customer, '125000');
    const first = await settle(code, { startDate: day(-60), endDate: day(-60) });
    expect(first.lines[0]).toMatchObject({ basisAmount: '-30000', amount: '0', carryAmount: '-30000' });
    // It counts once it is settled, and not before.
    const second = await settle(code);
    expect(second.lines[0]).toMatchObject({ basisAmount: '125000', carriedAmount: '0' });
    expect((await audit(first.id)).code).toBe(0);
    expect(await audit(second.id)).toMatchObject({ code: 20339, data: { key: 'E-REBATE-CHANGED' } });
    await clerk.must('PUT', settlements, { ...(await clerk.must<object>('GET', `${settlements}/${second.id}`)) });
    expect((await clerk.must<Settlement>('GET', `${settlements}/${second.id}`)).lines[0]).toMatchObject({
      carriedAmount: '-30000',
      basisAmount: '95000',
      amount: '0',
      carryAmount: '0',
    });
    expect((await audit(second.id)).code).toBe(0);
    // What the second took off was the first one's to carry; and nothing is settled between or before them.
    expect(await unaudit(first.id)).toMatchObject({ code: 20338, data: { key: 'E-REBATE-LATER' } });
    expect(
      await clerk.call(
        'POST',
        settlements,
        draft(code, { startDate: day(-200), endDate: day(-150), lines: [{ customerCode: customer }] }),
      ),
    ).toMatchObject({ data: { key: 'E-REBATE-LATER' } });
  });
});

describe('B11a: net sales', () => {
  test('are without freight, also where another movement has to carry it', async () => {
    const customer = await newCustomer();
    const order = await audited(clerk, orders, orderFor(customer, [['M1', '2', '50']], { freightAmount: '7' }));
    const half = async (): Promise<string> => {
      const {
        ids: [delivery = ''],
      } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
      const bill = await clerk.must<{ lines: readonly object[] }>('GET', `${deliveries}/${delivery}`);
      await clerk.must('PUT', deliveries, { ...bill, lines: bill.lines.map((line) => ({ ...line, number: '1' })) });
      await clerk.must('PUT', `${deliveries}/audit`, [delivery]);
      const {
        ids: [movement = ''],
      } = await clerk.must<{ ids: string[] }>('PUT', `${releases}/release`, [delivery]);
      await clerk.must('PUT', `${movements}/audit`, [movement]);
      return movement;
    };
    const first = await half();
    const code = await programme({ customerCodes: [customer] });
    const settlement = await settle(code);
    expect(settlement.lines[0]).toMatchObject({ salesAmount: '50', basisAmount: '50' });
    await half();
    await clerk.must('PUT', `${movements}/unaudit`, [first]);
    await clerk.must('PUT', settlements, await clerk.must<object>('GET', `${settlements}/${settlement.id}`));
    expect(await clerk.must('GET', `${settlements}/${settlement.id}`)).toMatchObject({
      lines: [{ salesAmount: '50', basisAmount: '50' }],
    });
    const told = await clerk.must<{ amount: string; total: number; list: readonly { dAmount: string }[] }>(
      'GET',
      `${settlements}/entries?id=${settlement.id}&customerCode=${customer}`,
    );
    expect(float(told.amount)).toBe(50);
    expect(told.list.reduce((sum, { dAmount }) => sum + float(dAmount), 0)).toBe(50);
  });

  test('have what a close charges for a promotion that was not bought, and nothing that was adjusted by hand', async () => {
    const off = await activity([hundredOff]);
    const customer = await newCustomer();
    const id = await audited(clerk, orders, {
      organizeCode: 'O1',
      customerCode: customer,
      storageCode: 'W1',
      lines: [{ productCode: 'M1', number: '20' }],
    });
    await away(off);
    const {
      ids: [delivery = ''],
    } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    const bill = await clerk.must<{ lines: readonly object[] }>('GET', `${deliveries}/${delivery}`);
    await clerk.must('PUT', deliveries, { ...bill, lines: bill.lines.map((line) => ({ ...line, number: '8' })) });
    await clerk.must('PUT', `${deliveries}/audit`, [delivery]);
    const { ids } = await clerk.must<{ ids: string[] }>('PUT', `${releases}/release`, [delivery]);
    await clerk.must('PUT', `${movements}/audit`, ids);
    await clerk.must('PUT', `${orders}/close`, { ids: [id], operateMsg: '不要了' });
    await money(customer, 'AD', '-33', { accountCode: `A001-O1-${customer}` });
    const { lines } = await settle(await programme({ customerCodes: [customer] }));
    expect(lines[0]).toMatchObject({ salesAmount: '760', clawbackAmount: '40', basisAmount: '800' });
  });
});

describe('B11: a settlement', () => {
  const onePercent = [{ start: '0', rate: '1' }];

  test('pays each line as a batch until its day, once, and takes back exactly that', async () => {
    const [one, two] = [await newCustomer(), await newCustomer()];
    await sell(one, '1000');
    await sell(two, '500');
    const code = await programme({ tiers: onePercent, customerCodes: [one, two] });
    const settlement = await settle(code, { expireDate: day(40) });
    expect(settlement).toMatchObject({
      totalAmount: '15',
      customerCount: 2,
      lines: [{ customerName: `客户${one}` }, { customerName: `客户${two}` }],
    });
    expect(settlement.code).toMatch(/^RS\d{8}\d{4}$/);
    expect(await audit(settlement.id)).toMatchObject({ code: 0 });
    expect(await audit(settlement.id)).not.toMatchObject({ code: 0 });
    expect([await batches(one), await batches(two)]).toEqual([['10 of 10 until 40'], ['5 of 5 until 40']]);
    // What lapses earlier is another gift, and is left alone.
    await money(one, 'AD', '3', { accountCode: `A003-O1-${one}`, expireDate: day(5) });
    expect(await unaudit(settlement.id)).toMatchObject({ code: 0 });
    expect(await batches(one)).toEqual(['3 of 3 until 5', '0 of 10 until 40']);
    expect(await audit(settlement.id)).toMatchObject({ code: 0 });
    expect(await batches(two)).toEqual(['0 of 5 until 40', '5 of 5 until 40']);
    expect(await unaudit(settlement.id)).toMatchObject({ code: 0 });
  });

  test('is good for the months of FD004 where it names no day', async () => {
    const customer = await newCustomer();
    await sell(customer, '1000');
    const settlement = await settle(await programme({ tiers: onePercent, customerCodes: [customer] }));
    await audit(settlement.id);
    expect((await batches(customer))[0]).toMatch(/^10 of 10 until 36[56]$/);
    // The books notice a line that says another sum than its batch.
    const say = (amount: string): Promise<unknown> =>
      world.sql('update app.sale_rebate_line set amount = $2::numeric where parent_id = $1', [settlement.id, amount]);
    await say('11');
    expect(await wrongBooks()).toEqual(['B11: batches that a settlement made are its lines']);
    await say('10');
  });

  test('is not undone once an order holds of it or has used it (RB06, RB05)', async () => {
    const customer = await newCustomer();
    await sell(customer, '10000');
    const settlement = await settle(await programme({ tiers: onePercent, customerCodes: [customer] }));
    await audit(settlement.id);
    const { movement } = await orderInWarehouse(clerk, customer, [['M1', '1', '100']]);
    const used = {
      code: 20334,
      data: { key: 'E-REBATE-USED' },
      msg: `客户【${customer}】的返利已使用或占用，不能弃审`,
    };
    expect(await unaudit(settlement.id)).toMatchObject(used);
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    expect(await batches(customer)).toEqual([expect.stringMatching(/^70 of 100/)]);
    // There is enough on the account, and not of this batch.
    await giveRebate(customer, '500');
    expect(await unaudit(settlement.id)).toMatchObject(used);
    await clerk.must('PUT', `${movements}/unaudit`, [movement]);
  });

  test('is made once of a programme, a customer and a period (E-OVERLAP)', async () => {
    const [one, two] = [await newCustomer(), await newCustomer()];
    await sell(one, '1000');
    await sell(two, '1000');
    const code = await programme({ tiers: onePercent, customerCodes: [one, two] });
    const first = await settle(code, { lines: [{ customerCode: one }] });
    expect(first.lines.map(({ customerCode }) => customerCode)).toEqual([one]);
    expect(await clerk.call('POST', settlements, draft(code))).toMatchObject({
      code: 20306,
      data: { key: 'E-OVERLAP' },
      msg: `与【${first.code}】生效期间重叠`,
    });
    await settle(code, { lines: [{ customerCode: two }] });
    // A void one is in nobody's way.
    await clerk.must('PUT', `${settlements}/cancel`, [first.id]);
    await settle(code, { lines: [{ customerCode: one }] });
  });

  test('is of customers of its programme, of a period within it that is over', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()];
    await sell(one, '1000');
    const code = await programme({ tiers: onePercent, customerCodes: [one] });
    const refused = async (more: object): Promise<unknown> =>
      (
        await clerk.call<{ errors?: readonly { path: string }[] }>('POST', settlements, draft(code, more))
      ).data?.errors?.map(({ path }) => path);
    expect(await refused({ lines: [{ customerCode: other }] })).toEqual(['lines.0.customerCode']);
    expect(await refused({ lines: [{ customerCode: one }, { customerCode: one }] })).toEqual(['lines.1.customerCode']);
    expect(await refused({ endDate: day(1) })).toEqual(['endDate']);
    expect(await refused({ startDate: day(-3001) })).toEqual(['startDate']);
    expect(await refused({ startDate: day(-10), endDate: day(-11) })).toEqual(['endDate']);
    expect(await refused({ expireDate: day(-1) })).toEqual(['expireDate']);
    // Nobody did any business.
    expect(await refused({ startDate: day(-10), endDate: day(-9) })).toEqual(['lines']);
  });

  test('is not paid out with figures that have changed since, and keeps its programme as it was promised', async () => {
    const customer = await newCustomer();
    await sell(customer, '1000');
    const code = await programme({ tiers: onePercent, customerCodes: [customer] });
    const settlement = await settle(code);
    await sell(customer, '500');
    expect(await audit(settlement.id)).toMatchObject({ code: 20339, data: { key: 'E-REBATE-CHANGED' } });
    expect(await batches(customer)).toEqual([]);
    const {
      list: [kept],
    } = await clerk.must<{ list: readonly { id: string }[] }>('GET', `${programmes}/page?code=${code}`);
    expect(await clerk.call('PUT', `${programmes}/unaudit`, [kept?.id])).toMatchObject({
      data: { key: 'E-DOWNSTREAM' },
    });
  });

  test('has no rate below nothing, above all of it, or two of one point', async () => {
    const refused = async (lines: readonly object[]): Promise<unknown> =>
      (
        await clerk.call<{ errors?: readonly { path: string }[] }>('POST', programmes, {
          name: '返利',
          organizeCode: 'O1',
          startDate: today,
          endDate: today,
          lines,
        })
      ).data?.errors?.map(({ path }) => path);
    expect(await refused([{ start: '-1', rate: '1' }])).toEqual(['lines.0.start']);
    expect(await refused([{ start: '0', rate: '101' }])).toEqual(['lines.0.rate']);
    expect(
      await refused([
        { start: '1', rate: '1' },
        { start: '1', rate: '2' },
      ]),
    ).toEqual(['lines.1.start']);
  });
});
