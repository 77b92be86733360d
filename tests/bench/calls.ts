import {
  busyCustomers,
  listedTenants,
  materialGroups,
  orderId,
  orderNumber,
  writtenTenants,
  type Size,
} from './scale.ts';

/** The calls that are measured, as the browser makes them. */

/** Tenant, two filters, newest first: about 125 of a tenant's 10^4 orders match. Fresh: no total is remembered. */
export const listPath = (customer: number, status: number, isFresh: boolean): string =>
  `/channelsale/order/page?page=1&limit=20&customerCode=${customer}&orderStatus=${status}${isFresh ? '&fresh=1' : ''}`;

export const listAsked = { tenant: listedTenants[0] ?? 0, customer: busyCustomers.first + 3, status: 1 } as const;

/** The product whose list of orders has the forty columns that the bars of the design mean. */
export const wideList: readonly string[] = ['--import', './tests/bench/wide-list.ts'];

/** Every combination of tenant, customer and status that is asked for; dealt to the connections in turn. */
export function listVariants(isFresh: boolean): { tenant: number; path: string }[] {
  return Array.from({ length: busyCustomers.count * 2 }, (_variant, i) => ({
    customer: busyCustomers.first + (i >> 1),
    status: i % 2,
  })).flatMap(({ customer, status }) =>
    listedTenants.map((tenant) => ({ tenant, path: listPath(customer, status, isFresh) })),
  );
}

export const clients = 8;

/**
 * Each connection has a tenant and a share of its orders: the first half of a tenant's orders is for the product, the
 * second for pgbench.
 */
export const tenantOf = (client: number): number => writtenTenants[client % writtenTenants.length] ?? 0;
export const shareOf = (size: Size): number => Math.floor(size.orders / 2 / clients);
export const auditedOrders = (size: Size, client: number): string[] =>
  Array.from({ length: shareOf(size) }, (_order, i) =>
    orderId(orderNumber(tenantOf(client), client * shareOf(size) + i + 1)),
  );

/** An order of twenty lines: all five materials of four groups. */
export function twentyLines(customer: number, group: number): object {
  return {
    organizeCode: 'O1',
    customerCode: String(customer),
    channelCode: 'CH1',
    brandCode: 'B1',
    salesmanCode: 'P1',
    deptCode: 'D1',
    storageCode: 'W1',
    consignee: '王先生',
    phone: '13800000000',
    address: '浙江省杭州市西湖区文三路1号',
    requiredDate: '2030-01-01',
    lines: Array.from({ length: 20 }, (_line, i) => ({
      productCode: `M${group + Math.floor(i / 5)}${1 + (i % 5)}`,
      number: '2',
      price: '12.5',
    })),
  };
}
export const savedVariants = (client: number): object[] =>
  Array.from({ length: 64 }, (_variant, i) =>
    twentyLines(
      busyCustomers.first + (i % busyCustomers.count),
      materialGroups.first + ((i * 37 + client * 11) % (materialGroups.count - 4)),
    ),
  );

export const referencePath = '/data/bd/material/all/page?page=1&limit=-1';
