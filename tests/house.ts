import { asAdministrator } from '#platform/server/db/migrate.ts';
import { createProcesses } from '#scripts/demo-data/processes.ts';
import { startProduct, type Product, type Session } from '#scripts/demo-data/product.ts';
import { createRoles } from '#scripts/demo-data/roles.ts';
import { createDatabase, installPlatform, installSchema } from '#scripts/install.ts';
import { createLevels } from '#scripts/demo-data/tree.ts';
import { stockGoods } from './house-goods.ts';
import { keepPartners } from './house-partners.ts';
import { departments, organizations, password, people, storages, tenants } from './house-places.ts';
import { tradeInHouse } from './house-trade.ts';

interface Urls {
  readonly admin: string;
  readonly application: string;
}

/**
 * The house of the browser tests: one brand owner with three tenants below it, whose people, places, goods, customers
 * and documents have the codes and names that the files beside this one say. It is made by the product's own calls, one
 * after the other, so that every list shows its rows in the same order whenever the house is made.
 */
export async function makeHouse(urls: Urls): Promise<void> {
  await createDatabase(urls.admin, new URL(urls.admin).pathname.slice(1));
  await installSchema(urls.admin, urls.application);
  await installPlatform(urls.admin, { username: 'admin', password });
  await keepPasswords(urls.admin);
  const product = await startProduct(urls.application);
  try {
    const platform = await product.logIn('admin', password);
    await openTenants(platform);
    await keepPasswords(urls.admin);
    const owner = await product.logIn('lancai', password);
    await furnish(product, owner, urls.admin);
    // Whoever comes from the brand owner to look at a distributor does so in its role GROUP_VIEW.
    await createRoles(await product.logIn('huadong', password), { organizations: [], normalStorages: [] });
  } finally {
    await product.close();
  }
}

async function furnish(product: Product, owner: Session, admin: string): Promise<void> {
  await openPlaces(owner);
  await hirePeople(owner);
  await keepPasswords(admin);
  await stockGoods(owner);
  await keepPartners(owner);
  await createProcesses({ admin: owner });
  await owner.post('/sys/tenant/homepage', {
    code: 'STANDARD',
    name: '通用首页',
    layout: { cards: ['todo', 'recent', 'charts', 'notices', 'news', 'shortcuts', 'menu'] },
  });
  await tradeInHouse(owner, await product.logIn('manager_1000', password));
}

async function openTenants(platform: Session): Promise<void> {
  // SYS021: one person may audit what he wrote. SD006: prices are typed as the tests need them.
  for (const [paramCode, paramValue] of [
    ['SYS021', '0'],
    ['SD006', '1'],
  ] as const) {
    const { list } = await platform.get<{ list: readonly object[] }>(`/sys/params/page?paramCode=${paramCode}`);
    await (list[0] === undefined
      ? platform.post('/sys/params', { paramCode, paramName: paramCode, paramValue })
      : platform.put('/sys/params', { ...list[0], paramValue }));
  }
  for (const [versionCode, releaseDate, title] of [
    ['0.1.0', '2026-11-15', '首个版本'],
    ['0.0.9', '2026-10-20', '预览版'],
  ] as const)
    await platform.post('/sys/version', {
      versionCode,
      releaseDate,
      title,
      content: '<p>订单与库存</p>',
      platform: '0',
      status: '1',
    });
  const menus = await platform.get<readonly { id: string }[]>('/sys/menu/list');
  const role = await platform.post('/sys/tenant/role', {
    code: 'STANDARD',
    name: '标准租户',
    menuList: menus.map(({ id }) => id),
  });
  const ids = new Map<string, string>();
  for (const { code, name, parent, level, username, realName, organization } of tenants)
    ids.set(
      code,
      await platform.post('/sys/tenant', {
        ...(parent === null ? {} : { pid: ids.get(parent) }),
        tenantCode: code,
        tenantName: name,
        tenantLevel: parent === null ? '0' : '1',
        distributorLevel: level,
        username,
        realName,
        password,
        confirmPassword: password,
        roleIdList: [role],
        organizeCode: organization.code,
        organizeName: organization.name,
        email: `${username}@${username}.example`,
        mobile: '10000000000',
      }),
    );
}

async function openPlaces(owner: Session): Promise<void> {
  const [head] = await owner.get<readonly { id: string; code: string }[]>('/sys/organization/list?code=HQ0');
  if (head === undefined) throw new Error('the tenant came without its first organisation');
  await owner.put('/sys/organization', {
    id: head.id,
    code: 'HQ0',
    name: '澜彩集团总部',
    type: '1',
    manageFlag: '1',
    sort: 1,
  });
  const made = new Map([['HQ0', head.id]]);
  for (const { parent, ...row } of organizations)
    made.set(row.code, await owner.post('/sys/organization', { ...row, pid: made.get(parent) }));
  const normal: string[] = [];
  for (const storage of storages) {
    const id = await owner.post('/data/storage', { ...storage, stockOrganizeCode: storage.organizeCode });
    if (storage.type === '0') normal.push(id);
  }
  const { ids, settle } = await createRoles(owner, { organizations: [...made.values()], normalStorages: normal });
  await settle();
  for (const [code, id] of ids) roleIds.set(code, id);
}
const roleIds = new Map<string, string>();

async function hirePeople(owner: Session): Promise<void> {
  const deptIds = await createLevels(owner, '/data/bd/dept', departments);
  for (const [i, { code, name, deptCode, organizeCode, isSalesman, account }] of people.entries()) {
    const userId =
      account === undefined
        ? null
        : await owner.post('/sys/user', {
            username: account.username,
            realName: name,
            password,
            confirmPassword: password,
            organizeCode,
            deptId: deptIds.get(deptCode),
            roleIdList: [roleIds.get(account.role)],
            mobile: `1000000${String(i + 1).padStart(4, '0')}`,
            email: `${account.username}@lancai.example`,
          });
    await owner.post('/data/bd/personnel', {
      code,
      name,
      gender: String(i % 2),
      phone: `1000000${String(i + 1).padStart(4, '0')}`,
      organizeCode,
      deptCode,
      entryDate: '2024-03-01',
      salesmanFlag: isSalesman ? '1' : '0',
      userId,
    });
  }
}

/** Whoever got a password from somebody else must change it first; in the house everybody goes on with it. */
const keepPasswords = (admin: string): Promise<void> =>
  asAdministrator(admin, async (client) => {
    await client.query('update sec.account set must_change = false where must_change');
  });
