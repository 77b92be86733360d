import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { arrange, ask, asker, type Person } from './person.ts';

/** The database is this file's own. A mark by the clock ended in H once in thirty-six, and everybody paid half. */
export const mark = 'MO7KQ2X9';
export const shop = `LD${mark}`;
export const goods = Array.from({ length: 15 }, (_each, at) => `${shop}${String(at + 1).padStart(2, '0')}`);
const made: [path: string, id: string][] = [];
let home: { organize_code: string | null } | undefined;

/**
 * An organisation with a warehouse, fifteen products of which the last three are out of stock, a customer with 500 in
 * cash and 1000 of credit, and one who pays half (H).
 */
export async function openShop(): Promise<void> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  const call = await asker('lancai');
  await call('POST', '/sys/organization', { code: shop, name: `录单${mark}` });
  await call('POST', '/data/storage', { code: shop, name: `录单仓${mark}`, organizeCode: shop });
  for (const [code, creditControlFlag] of [
    [shop, '1'],
    [`${shop}F`, '0'],
    [`${shop}H`, '0'],
  ] as const) {
    const { id } = await call<{ id: string }>('POST', '/data/customer/manage', {
      code,
      name: `录单客户${code}`,
      classCode: buyer.classCode,
      customerType: '1',
      organizeCode: shop,
      priceClassCode: 'PC01',
      creditControlFlag,
      receiveType: '3',
      creditDays: 30,
    });
    made.push(['/data/customer/manage', id]);
  }
  const audited = async (path: string, body: object): Promise<void> => {
    await call('PUT', `${path}/audit`, [(await call<{ id: string }>('POST', path, body)).id]);
  };
  // Whatever the class of these customers gets off elsewhere, they pay the list or half of it.
  for (const code of [shop, `${shop}F`, `${shop}H`])
    await audited('/channelsale/price/strategy', {
      name: `录单价${code}`,
      pricingMode: '1',
      value: code === `${shop}H` ? '50' : '100',
      organizeCode: shop,
      startDate: '2020-01-01',
      endDate: '2099-12-31',
      scopes: [{ side: 'customer', dimension: 'customer', code }],
    });
  for (const code of goods) {
    const { id } = await call<{ id: string }>('POST', '/data/bd/material', {
      code,
      name: `录单面漆${code.slice(-2)}`,
      classCode: paint.classCode,
      mainUnitCode: paint.unit,
      taxRate: '13',
      spec: '5L',
    });
    made.push(['/data/bd/material', id]);
    await audited('/channelsale/price/benchmark', {
      productCode: code,
      priceClassCode: 'PC01',
      organizeCode: shop,
      price: '100',
      startDate: '2020-01-01',
    });
  }
  await audited('/stock/inout', {
    organizeCode: shop,
    moveType: '3',
    storageCode: shop,
    lines: goods.slice(0, 12).map((productCode) => ({ productCode, number: '50', price: '60' })),
  });
  await audited('/channelsale/bill', { organizeCode: shop, customerCode: shop, billType: 'RC', amount: '500' });
  await audited('/channelsale/creditchange', {
    organizeCode: shop,
    customerCode: shop,
    changeType: '0',
    changeAmount: '1000',
  });
  // The clerk writes orders for the organisation that he belongs to.
  [home] = await arrange<{ organize_code: string | null }>(
    `select organize_code from app.sys_user where username = 'lancai'`,
  );
  await moveTo(shop);
}

const moveTo = async (organizeCode: string | null): Promise<void> => {
  for (const table of ['app.sys_user', 'sec.principal'])
    await arrange(`update ${table} set organize_code = $1 where username = 'lancai'`, [organizeCode]);
};

/** Other tests take the newest orders, customers and materials there are: these are not for them. */
export async function closeShop(): Promise<void> {
  await moveTo(home?.organize_code ?? null);
  const call = await asker('lancai');
  for (const customer of [shop, `${shop}F`, `${shop}H`]) {
    const { list } = await call<{ list: { id: string; billStatus: string }[] }>(
      'GET',
      `/channelsale/order/page?page=1&limit=50&customerCode=${customer}`,
    );
    const open = list.filter(({ billStatus }) => billStatus === '0').map(({ id }) => id);
    if (open.length > 0) await call('DELETE', '/channelsale/order', open);
  }
  for (const [path, id] of made) await call('PUT', `${path}/disable`, [id]);
}

export const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};
export const focused = ({ page }: Person): Promise<string> =>
  page.evaluate(`document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? ''`);
export const means = (person: Person) => person.panel.locator('[data-testid="order-means"]');
export const go = ({ page }: Person, route: string): Promise<unknown> =>
  page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
interface Order {
  readonly code: string;
  readonly customerCode: string;
  readonly billDate: string;
  readonly billStatus: string;
  readonly remark: string | null;
  readonly consignee: string | null;
  readonly lines: readonly {
    readonly id: string;
    readonly productCode: string;
    readonly number: string;
    readonly price: string;
  }[];
}
export const orderOf = (id: string): Promise<Order> => ask<Order>('lancai', 'GET', `/channelsale/order/${id}`);
export const orderFor = (customerCode: string, lines: readonly object[]): Promise<{ id: string }> =>
  ask<{ id: string }>('lancai', 'POST', '/channelsale/order', {
    organizeCode: shop,
    customerCode,
    storageCode: shop,
    remark: '旧单',
    lines,
  });
