/**
 * How much there is. The first tenant is the big one; the next five are written to and alone have lines, materials and
 * stock. The short version has fewer tenants and no fewer orders in each: with fewer the ratios would be others.
 */
export interface Size {
  readonly name: string;
  readonly tenants: number;
  readonly orders: number;
  readonly bigOrders: number;
}
export const fullSize: Size = { name: 'full', tenants: 100, orders: 10_000, bigOrders: 100_000 };
export const smokeSize: Size = { name: 'smoke', tenants: 7, orders: 10_000, bigOrders: 20_000 };

/** For exports: a list as long as a sheet can be, and people at work beside it. */
export const exportSize: Size = { name: 'export', tenants: 7, orders: 10_000, bigOrders: 1_000_000 };

/** For growth: the same tenant with a thousand times as many orders. */
export const fewOrders: Size = { name: 'few', tenants: 7, orders: 10_000, bigOrders: 10_000 };
export const manyOrders: Size = { name: 'many', tenants: 7, orders: 10_000, bigOrders: 10_000_000 };

export const firstTenant = 1000;
export const writtenTenants: readonly number[] = [1001, 1002, 1003, 1004, 1005];
export const listedTenants: readonly number[] = [1001, 1002, 1003, 1004, 1005, 1006];
/** Eight of ten orders are of these sixteen customers. Codes are digits, so that pgbench can make them. */
export const busyCustomers = { first: 100_000, count: 16 } as const;
/** A material is M, a group of three digits, and 1 to 5; the lines of an order are the five of one group. */
export const materialGroups = { first: 100, count: 200 } as const;

/** The token a request of this tenant carries; pgbench names the session by its number instead of a hash. */
export const tokenOf = (tenant: number): string => `bench-${tenant}`;
export const bareSidOf = (tenant: number | string): string => String(tenant).padStart(64, '0');
/** The n-th order of a tenant: ids are digits too, for the same reason. */
export const orderNumber = (tenant: number, n: number): number => tenant * 100_000_000 + n;
export const orderId = (number: number | string): string => `00000000-0000-7000-8000-${number}`;
