import { describe, expect, test } from 'vitest';
import { composeRoutes, serverModules } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { permissionRows } from '#platform/server/module/menu.ts';
import { shippedRoleList, type ShippedRole } from '#system/model/shipped-role.ts';
import { furnishingsOf, permissionsOf } from '#system/server/furniture.ts';
import { granted, withAdministratorsOnly } from './shipped-role-exceptions.ts';

const realms = new Map(
  permissionRows(models, composeRoutes(null)).map(({ permission, realm }) => [permission, realm] as const),
);
const held = new Map(shippedRoleList.map(({ code }) => [code, new Set(permissionsOf(serverModules, code))] as const));
const of = (role: ShippedRole): ReadonlySet<string> => held.get(role) ?? new Set();
const others = shippedRoleList.map(({ code }) => code).filter((code) => code !== 'TENANT_ADMIN');
const nounsOf = (role: ShippedRole): string[] => [
  ...new Set([...of(role)].map((permission) => permission.split(':').slice(0, 2).join(':'))),
];

describe('a shipped role', () => {
  test('is one of the nineteen of the domain', () => {
    expect(shippedRoleList.map(({ code }) => code).toSorted()).toEqual([
      'AR_ACCOUNTANT',
      'BUYER',
      'CASHIER',
      'CUSTOMER',
      'DEPT_MANAGER',
      'EMPLOYEE',
      'EXPENSE_ACCOUNTANT',
      'GENERAL_MANAGER',
      'GROUP_VIEW',
      'LOGISTICS',
      'PLATFORM_OPS',
      'PRICE_ADMIN',
      'PROMO_ADMIN',
      'SALESPERSON',
      'SALES_CLERK',
      'SALES_MANAGER',
      'SUPPLIER',
      'TENANT_ADMIN',
      'WAREHOUSE',
    ]);
    for (const { label } of shippedRoleList) expect(label.every((text) => text.trim() !== '')).toBe(true);
  });

  test('is granted only permissions that exist', () => {
    const unknown = others.flatMap((role) =>
      [...of(role)].filter((permission) => !realms.has(permission)).map((permission) => `${role} ${permission}`),
    );
    expect(unknown).toEqual([]);
  });

  test('is granted every permission, or the permission stands on the list of the administrator’s with its reason', () => {
    const somebodys = new Set(others.flatMap((role) => [...of(role)]));
    const left = [...realms.keys()].filter((permission) => !somebodys.has(permission));
    const forgotten = left.filter((permission) => !withAdministratorsOnly.some(({ which }) => which.test(permission)));
    expect(forgotten, 'in no grants.ts').toEqual([]);
    const needless = withAdministratorsOnly.filter(({ which }) => !left.some((permission) => which.test(permission)));
    expect(needless.map(({ which }) => String(which))).toEqual([]);
    for (const { reason } of withAdministratorsOnly) expect(reason.length).toBeGreaterThan(20);
    console.log(`${realms.size} permissions, ${left.length} of them with administrators only`);
  });

  test('TENANT_ADMIN holds all of a tenant, and nothing of the platform', () => {
    expect([...of('TENANT_ADMIN')].toSorted()).toEqual(
      [...realms].flatMap(([permission, realm]) => (realm === 'P' ? [] : [permission])).toSorted(),
    );
  });

  test('PLATFORM_OPS holds what the platform has and no business of anybody; no other role holds of the platform', () => {
    expect([...of('PLATFORM_OPS')].filter((permission) => realms.get(permission) === 'B')).toEqual([]);
    const missing = [...realms].filter(([permission, realm]) => realm === 'P' && !of('PLATFORM_OPS').has(permission));
    expect(missing).toEqual([]);
    const beyond = others
      .filter((role) => role !== 'PLATFORM_OPS')
      .flatMap((role) => [...of(role)].filter((permission) => realms.get(permission) === 'P'));
    expect(beyond).toEqual([]);
  });

  test('[am-A16] CUSTOMER orders, reads and signs deliveries, confirms statements, and sees neither cost nor stock nor anybody else', () => {
    expect([...of('CUSTOMER')].toSorted()).toEqual(granted.CUSTOMER);
    // What it reads of documents it reads by its own code.
    const owned = models
      .flatMap(({ entities, documents }) => [...entities, ...documents])
      .filter(({ name }) => nounsOf('CUSTOMER').includes(name) && !granted.openToCustomers.includes(name));
    expect(owned.map(({ name, owner }) => [name, owner?.customer])).toEqual(
      owned.map(({ name }) => [name, 'customerCode']),
    );
  });

  test('SUPPLIER reads what is owed to him and what was ordered of him, and nothing of the house', () => {
    expect([...of('SUPPLIER')].toSorted()).toEqual(granted.SUPPLIER);
  });

  test('[am-A16] balances, credit and cost are with finance and sales, not with who moves goods', () => {
    const money =
      /^(sale:(balance|creditinfo|creditchange|capitalaccount|bill|financing|opening|estimatedcost|bankstatement)|data:(customer|bankaccount)):/;
    const holders = others.filter((role) => [...of(role)].some((permission) => money.test(permission)));
    expect(holders.toSorted()).toEqual([
      'AR_ACCOUNTANT',
      'CASHIER',
      'EXPENSE_ACCOUNTANT',
      'GENERAL_MANAGER',
      'GROUP_VIEW',
      'PRICE_ADMIN',
      'PROMO_ADMIN',
      'SALESPERSON',
      'SALES_CLERK',
      'SALES_MANAGER',
    ]);
  });

  test('whoever takes money in does not audit that it came', () => {
    expect([...of('CASHIER')].filter((permission) => /:(audit|unaudit|approve)$/.test(permission))).toEqual([]);
  });

  test('is furnished with group entries of the menu only where it reaches the whole tenant', () => {
    const { roles } = furnishingsOf(serverModules);
    const whole = new Set(roles.find(({ code }) => code === 'TENANT_ADMIN')?.menus);
    for (const { code, menus, isPlatform } of roles.filter((role) => !role.isPlatform))
      expect([code, isPlatform, menus.filter((menu) => !whole.has(menu))]).toEqual([code, false, []]);
    for (const { code, menus } of roles) expect([code, menus.length > 0]).toEqual([code, true]);
  });
});
