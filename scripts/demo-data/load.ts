import { areas } from '#scripts/seed/reference.ts';
import { storeFiles } from './files.ts';
import { createAccounting, createTerms } from './accounting.ts';
import { createAddresses } from './addresses.ts';
import { keepDesk } from './desk.ts';
import { createGoods, type Good } from './goods.ts';
import { createGroupData } from './group-data.ts';
import { writeLogs } from './logs.ts';
import { createMessages, sendWaiting } from './messages.ts';
import { createHomepages, createOwnReport } from './home.ts';
import { createHub } from './hub.ts';
import { limitsOf, openCredit } from './credit.ts';
import { demandOf, openStock, planMoves } from './moves.ts';
import { planOrders, type OrderPlan } from './orders.ts';
import { createOffice, openSince, publishVersions } from './office.ts';
import { createPartners, type Customer } from './partners.ts';
import { createPrices } from './prices.ts';
import { createPromotions } from './promotions.ts';
import { createProcesses } from './processes.ts';
import { putInForce } from './strict.ts';
import { createBuyers, createStaff, firstLogIn, firstPassword, type Account, type Load, type Staff } from './people.ts';
import type { Product, Session } from './product.ts';
import { createBudgets } from './budgets.ts';
import { buy } from './purchases.ts';
import { createRoles } from './roles.ts';
import { dayAfter, streamOf } from './stream.ts';
import { tenants, type TenantPlan } from './tenants.ts';
import { createTransport } from './transport.ts';
import { createLevels } from './tree.ts';
import { openTrade, type Trade } from './trade.ts';
import { personOf, phoneOf, streetOf } from './words.ts';

export interface Size {
  /** Of the full demo's records, 0 to 1. */
  readonly share: number;
  /** How far back documents go. */
  readonly days: number;
}
export const full: Size = { share: 1, days: 182 };
export const small: Size = { share: 0.1, days: 56 };

export interface Wanted {
  readonly size: Size;
  readonly anchor: string;
  readonly password: string;
  readonly administrator: { readonly username: string; readonly password: string };
}

/** What the loader asks of whoever started it. */
export interface Helper {
  readonly say: (step: string) => void;
  /** Refreshes the planner's statistics: plans made while the tables were empty read them from end to end. */
  readonly analyse: () => Promise<void>;
}

/**
 * Everything by the product's own calls, each made by somebody who may. Records first, documents when all tenants have
 * theirs.
 */
export async function loadDemo(
  product: Product,
  { size, anchor, password, administrator }: Wanted,
  { say, analyse }: Helper,
): Promise<readonly Account[]> {
  const platform = await firstLogIn(product, administrator.username, administrator.password, password);
  await publishVersions(platform);
  const admins = await openTenants(product, platform, password);
  say('tenants');
  await handGroupData(admins, size.share, anchor);
  say('group data');
  const records = await Promise.all(
    tenants.map((plan) => {
      const admin = admins.get(plan.code);
      if (admin === undefined) throw new Error(`no administrator of ${plan.code}`);
      return loadRecords({ product, plan, admin, password, anchor, share: size.share }, size.days);
    }),
  );
  say('master data, accounts');
  await analyse();
  const ready = await Promise.all(records.map((each) => openBooks(each, size.days)));
  say('prices, limits, opening stock');
  await analyse();
  // Plans made while the ledgers were empty stay until statistics come: twice, because most of the documents come after
  // the first month.
  const months = monthsOf(anchor, size.days);
  for (const [at, some] of [months.slice(0, 1), months.slice(1, 2), months.slice(2)].entries()) {
    await Promise.all(ready.map(({ trade }) => trade.go(some)));
    say(`${some[0] ?? ''} – ${some.at(-1) ?? ''}`);
    if (at < 2) await analyse();
  }
  await Promise.all(
    ready.map(async ({ plan, trade, purchase, promote, keep, settle, rule }) => {
      say(`${plan.code} ${plan.name}: ${await trade.end()}, ${await purchase()} purchases`);
      await promote();
      await keep();
      await settle();
      await rule();
    }),
  );
  await sendWaiting(product, [...admins.values()]);
  // Everybody mistypes a password now and then.
  for (const username of [administrator.username, ...tenants.map((plan) => plan.username)])
    await product.logIn(username, `${password}x`).catch(() => undefined);
  await writeLogs(product, platform, [...admins.values()]);
  say('jobs and logs');
  await analyse();
  return [
    {
      tenantCode: '1',
      tenantName: '平台',
      username: administrator.username,
      realName: '平台管理员',
      roleCode: 'PLATFORM',
      role: '平台管理员',
      password,
    },
    ...ready.flatMap(({ accounts }) => accounts),
  ];
}

async function openTenants(
  product: Product,
  platform: Session,
  password: string,
): Promise<ReadonlyMap<string, Session>> {
  const tenantRole = await createTenantRole(platform);
  const ids = new Map<string, string>();
  const admins = new Map<string, Session>();
  const chance = streamOf('tenants');
  for (const {
    code,
    name,
    parent,
    distributorLevel,
    username,
    mail,
    organizations: [first],
  } of tenants) {
    const handedOver = firstPassword();
    ids.set(
      code,
      await platform.post('/sys/tenant', {
        ...(parent === null ? {} : { pid: ids.get(parent) }),
        tenantCode: code,
        tenantName: name,
        tenantLevel: parent === null ? '0' : '1',
        distributorLevel,
        username,
        password: handedOver,
        confirmPassword: handedOver,
        roleIdList: [tenantRole],
        organizeCode: first?.code,
        organizeName: first?.name,
        realName: personOf(chance).name,
        email: `${username}@${mail}`,
        mobile: phoneOf(chance),
        expireDate: '2036-12-31',
      }),
    );
    admins.set(code, await firstLogIn(product, username, handedOver, password));
  }
  return admins;
}

/** What the main account of a tenant is given: every menu there is. */
async function createTenantRole(platform: Session): Promise<string> {
  const menus = await platform.get<readonly { id: string }[]>('/sys/menu/list');
  return platform.post('/sys/tenant/role', { code: 'STANDARD', name: '标准租户', menuList: menus.map(({ id }) => id) });
}

interface Records {
  readonly load: Load;
  readonly staff: Staff;
  readonly accounts: readonly Account[];
  readonly goods: readonly Good[];
  readonly customers: readonly Customer[];
  readonly orders: readonly OrderPlan[];
  readonly settle: () => Promise<void>;
}
interface Ready {
  readonly plan: TenantPlan;
  readonly accounts: readonly Account[];
  readonly trade: Trade;
  readonly purchase: () => Promise<number>;
  readonly promote: () => Promise<void>;
  readonly keep: () => Promise<void>;
  /** From here on somebody else must agree. */
  readonly rule: () => Promise<void>;
  readonly settle: () => Promise<void>;
}

async function loadRecords(load: Load, days: number): Promise<Records> {
  const { admin, plan, anchor, share, password } = load;
  const { organizations, normalStorages } = await createPlaces(admin, plan);
  const { ids: roleIds, settle } = await createRoles(admin, { organizations, normalStorages });
  await createTerms(load);
  const [goods, staff] = await Promise.all([createGoods(admin, plan, share), createStaff(load, roleIds)]);
  const ordersOf = (buyers: readonly Customer[]): readonly OrderPlan[] =>
    planOrders(plan, goods, buyers, { anchor, days, count: Math.round(plan.full.orders * share) });
  const customers = await createPartners(load, staff, (planned) => limitsOf(planned, ordersOf(planned)));
  await Promise.all([createAddresses(load, customers), createTransport(load), createAccounting(load)]);
  await createBudgets(load, staff);
  await createOffice(load, customers);
  await createProcesses(load);
  await createHomepages(admin);
  await createOwnReport(admin);
  await createMessages(load, staff);
  await createHub(load, staff);
  await storeFiles(load);
  const buyers = await createBuyers(load, roleIds, customers);
  const main = await admin.get<{ realName: string }>('/sys/user/info');
  const accounts = [
    {
      tenantCode: plan.code,
      tenantName: plan.name,
      username: plan.username,
      realName: main.realName,
      roleCode: 'MAIN',
      role: '主账号',
      password,
    },
    ...staff.accounts,
    ...buyers,
  ];
  return { load, staff, accounts, goods, customers, orders: ordersOf(customers), settle };
}

/** Prices, what customers may owe and what lies in the warehouses, as on the day before the first order. */
async function openBooks(
  { load, staff, accounts, goods, customers, orders, settle }: Records,
  days: number,
): Promise<Ready> {
  const { plan, anchor, share } = load;
  const day = dayAfter(anchor, -days - 1);
  await createPrices(load, goods, customers, staff, days);
  const moves = planMoves(plan, goods, {
    anchor,
    days,
    count: Math.max(6, Math.round((plan.full.orders * share) / 20)),
  });
  const purses = await openCredit(staff, customers, day);
  // The day before the first order, unless no period is open yet.
  const stocked = day < openSince(anchor) ? openSince(anchor) : day;
  await openStock(load, staff, goods, { day: stocked, needed: demandOf(orders, moves) });
  return {
    plan,
    accounts,
    trade: await openTrade({ load, staff, purses, orders, moves }),
    purchase: () => buy(load, staff, goods, days),
    promote: () => createPromotions(load, goods, staff),
    keep: () => keepDesk({ staff, plan, customers, anchor }),
    rule: () => putInForce(load, staff),
    settle,
  };
}

/** yyyy-MM of every month that the days before the anchor touch. */
function monthsOf(anchor: string, days: number): readonly string[] {
  return [...new Set(Array.from({ length: days + 1 }, (_, at) => dayAfter(anchor, at - days).slice(0, 7)))];
}

/** The brand owner is the first of the tenants; colours go only to those who sell coatings. */
async function handGroupData(admins: ReadonlyMap<string, Session>, share: number, anchor: string): Promise<void> {
  const [owner, ...others] = tenants;
  const admin = admins.get(owner?.code ?? '');
  if (admin === undefined) throw new Error('there is no brand owner');
  await createGroupData(
    admin,
    {
      all: others.map(({ code }) => code),
      coatings: others.filter(({ families }) => families.includes('paint')).map(({ code }) => code),
    },
    { share, anchor },
  );
}

async function createPlaces(
  admin: Session,
  plan: TenantPlan,
): Promise<{ organizations: readonly string[]; normalStorages: readonly string[] }> {
  const chance = streamOf(`places ${plan.code}`);
  const [first, ...others] = plan.organizations.map(({ code, name, type, manageFlag, parent }, i) => ({
    code,
    name,
    type,
    manageFlag,
    parent,
    linkman: personOf(chance).name,
    phone: phoneOf(chance),
    address: streetOf(chance),
    sort: i + 1,
  }));
  if (first === undefined) throw new Error(`${plan.code} has no organisation`);
  // The first came with the tenant.
  const [{ id } = { id: '' }] = await admin.get<readonly { id: string }[]>(`/sys/organization/list?code=${first.code}`);
  await admin.put('/sys/organization', { ...first, parent: undefined, id });
  const organizations = await createLevels(admin, '/sys/organization', others, new Map([[first.code, id]]));
  const ids = await Promise.all(
    plan.storages.map(({ code, name, type, organizeCode, city }) =>
      admin.post('/data/storage', {
        code,
        name,
        type,
        organizeCode,
        stockOrganizeCode: organizeCode,
        provinceCode: `${city.slice(0, 2)}0000`,
        cityCode: city,
        districtCode: areas.find(({ parent }) => parent === city)?.code,
        address: streetOf(chance),
        linkman: personOf(chance).name,
        phone: phoneOf(chance),
      }),
    ),
  );
  return {
    organizations: [...organizations.values()],
    normalStorages: ids.filter((_id, i) => plan.storages[i]?.type === '0'),
  };
}
