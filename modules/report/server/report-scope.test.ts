import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { hundredOff, promotionDesk } from '#tests/promotion-desk.ts';
import { audited, deliveries, releases } from '#tests/proof/cash.ts';
import { redOf, signOrder } from '#tests/proof/returns.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { askDetail, askPivot } from '#tests/report-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import type { DimensionKey } from '#report/model/dimension.ts';
import { figures, type FigureKey } from '#report/model/figures.ts';
import { monthsBefore } from '#report/model/span.ts';

let world: World;
let house: Session;
let today = '';
const { activity } = promotionDesk(() => world);

/** Two sides of one tenant that have nothing in common but what is sold. */
const sides = ['A', 'B'] as const;
type Side = (typeof sides)[number];
const of = (side: Side) =>
  ({
    organize: side === 'A' ? 'O1' : 'O2',
    storage: side === 'A' ? 'W1' : 'W2',
    channel: side === 'A' ? 'CH1' : 'CH2',
    dept: side === 'A' ? 'D1' : 'D2',
    salesman: side === 'A' ? 'P1' : 'P2',
    customer: `S${side}`,
  }) as const;

beforeAll(async () => {
  world = await openWorld('report_scope');
  house = world.first;
  await furnish(house);
  await house.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
  await house.must('POST', '/data/bd/channel', { code: 'CH2', name: '电商' });
  await house.must('POST', '/data/bd/dept', { code: 'D2', name: '二部', organizeCode: 'O2' });
  await house.must('POST', '/data/bd/personnel', { code: 'P2', name: '李四', deptCode: 'D2', organizeCode: 'O2' });
  await house.must('POST', '/data/storage', { code: 'W2', name: '二号仓', organizeCode: 'O2' });
  await audited(house, movements, {
    organizeCode: 'O2',
    moveType: '3',
    storageCode: 'W2',
    lines: ['M1', 'M2'].map((productCode) => ({ productCode, number: '100', price: '8' })),
  });
  today = (await world.sql<{ day: string }>('select max(bill_date)::text as day from app.stock_inout'))[0]?.day ?? '';
  await activity([{ ...hundredOff, onSaleAmount: '10', leastAmount: '50' }], { name: '满五十减十' });
  for (const side of sides) await trade(side);
});
afterAll(() => world.close());

/** Sold, signed for in part, taken back in part, and one more that nobody has sent. */
async function trade(side: Side): Promise<void> {
  const { organize, storage, channel, dept, salesman, customer } = of(side);
  await house.must('POST', '/data/customer/manage', {
    code: customer,
    name: `客户${customer}`,
    classCode: 'K1',
    customerType: '1',
    creditControlFlag: '0',
    receiveType: '3',
    creditDays: 30,
    organizeCode: organize,
    channelCode: channel,
    deptCode: dept,
    salesmanCode: salesman,
  });
  const order = (number: string) =>
    audited(house, orders, {
      organizeCode: organize,
      customerCode: customer,
      storageCode: storage,
      channelCode: channel,
      deptCode: dept,
      salesmanCode: salesman,
      lines: [
        { productCode: 'M1', number, price: '20.5' },
        { productCode: 'M2', number: '1', price: '30.25' },
        { productCode: 'M2', number: '1', lineType: '4' },
      ],
    });
  const sold = await order(side === 'A' ? '5' : '7');
  const { ids: made } = await house.must<{ ids: readonly string[] }>('POST', `${orders}/pushDown`, [sold]);
  await house.must('PUT', `${deliveries}/audit`, made);
  const { ids: out } = await house.must<{ ids: readonly string[] }>('PUT', `${releases}/release`, made);
  await house.must('PUT', `${movements}/audit`, out);
  await signOrder(house, sold);
  await house.must('PUT', `${movements}/audit`, [await redOf(house, out[0] ?? '', { M1: '1' })]);
  await order('3');
}

/** Somebody who may see every report, costs too. */
async function hired(username: string, { role = {}, user = {} }: { role?: object; user?: object }): Promise<Session> {
  const menuList = (
    await world.sql<{ id: string }>(
      `select id from app.sys_menu where permissions like 'report:%' or permissions like 'statistics:%'`,
    )
  ).map(({ id }) => id);
  const { id } = await house.must<{ id: string }>('POST', '/sys/role', {
    code: username,
    name: username,
    menuList,
    ...role,
  });
  await house.must('POST', '/sys/user', {
    username,
    realName: username,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [id],
    organizeCode: 'O1',
    ...user,
  });
  return world.login(username);
}
const idOf = async (table: string, code: string): Promise<string> =>
  (await world.sql<{ id: string }>(`select id from app.${table} where tenant_code = '1000' and code = $1`, [code]))[0]
    ?.id ?? '';

const bothOrganizations = async () => ({
  organizeList: [await idOf('sys_organization', 'O1'), await idOf('sys_organization', 'O2')],
});
const limits = {
  organize: async () => hired('organize', {}),
  storage: async () =>
    hired('storage', {
      role: { ...(await bothOrganizations()), storageList: [await idOf('data_depot', 'W1')] },
    }),
  channel: async () =>
    hired('channel', {
      role: { ...(await bothOrganizations()), channelList: [await idOf('data_channel', 'CH1')] },
    }),
  dept: async () =>
    hired('dept', { role: { ...(await bothOrganizations()), deptList: [await idOf('data_dept', 'D1')] } }),
  salesman: async () =>
    hired('salesman', { role: await bothOrganizations(), user: { accountType: '3', personnelCode: 'P1' } }),
  customer: async () =>
    hired('customer', { role: await bothOrganizations(), user: { accountType: '1', customerCode: 'SA' } }),
} as const satisfies Partial<Record<DimensionKey, () => Promise<Session>>>;
type Limit = keyof typeof limits;

/** Reports that have rows of both sides here: of any other this proves nothing. */
const money = ['R14', 'R15', 'R16', 'R17', 'R19', 'R23'] as const;
const proven: Readonly<Record<Limit, readonly FigureKey[]>> = {
  organize: ['R01', 'R02', 'R03', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10', 'R11', 'R12', ...money, 'R24'],
  storage: ['R02', 'R03', 'R07', 'R10', 'R11', 'R12', 'R24'],
  channel: ['R01', 'R02', 'R03', 'R07', 'R17'],
  dept: ['R01', 'R02', 'R03', 'R06', 'R07'],
  salesman: ['R01', 'R02', 'R03', 'R06', 'R07', 'R08', 'R09', ...money],
  customer: ['R01', 'R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', ...money, 'R24'],
};
/** Money and points have no channel, only their customer has: whoever may open his bills reads what they add up to. */
const unlimited: Partial<Record<Limit, readonly FigureKey[]>> = { channel: ['R14', 'R15', 'R23'] };

describe('whoever sees a part of the documents reads the figures of that part', () => {
  test.each(Object.keys(limits) as Limit[])('limited by %s', async (limit) => {
    const somebody = await limits[limit]();
    const span = { startDate: monthsBefore(today, 1), endDate: today };
    const his = { [`by_${limit}`]: of('A')[limit] };
    const told: FigureKey[] = [];
    for (const [key, figure] of Object.entries(figures) as [FigureKey, (typeof figures)[FigureKey]][]) {
      if (!(figure.dimensions as readonly string[]).includes(limit) || unlimited[limit]?.includes(key) === true)
        continue;
      const whole = await askPivot(house, key, { rows: limit, ...span });
      const part = await askPivot(house, key, { rows: limit, ...span, ...his });
      const seen = await askPivot(somebody, key, { rows: limit, ...span });
      expect([key, seen.list, seen.sum]).toEqual([key, part.list, part.sum]);
      if ('drill' in figure)
        expect([key, (await askDetail(somebody, key, span)).list]).toEqual([
          key,
          (await askDetail(house, key, { ...span, ...his })).list,
        ]);
      if (part.list.length > 0 && whole.list.length > part.list.length) told.push(key);
    }
    expect(told).toEqual(proven[limit]);
  });
});
