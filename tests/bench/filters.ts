import { order } from '#sales/model/order/order.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { planList } from '#platform/server/list/list.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { bareSidOf, busyCustomers, firstTenant } from './scale.ts';

/**
 * What page 1 of the big tenant's orders touches with one filter, under the wall and with the generic plan the product
 * gets.
 */
export interface Touched {
  readonly filter: string;
  readonly buffers: number;
  readonly rows: number;
  readonly index: string;
  readonly isServed: boolean;
}

/** A common value, a rare one and one that nobody has, of every declared filter. */
export const servedFilters: readonly Readonly<Record<string, string>>[] = [
  {},
  { customerCode: String(busyCustomers.first + 3) },
  { customerCode: String(busyCustomers.first + 400) },
  { customerCode: '1' },
  { channelCode: 'CH3' },
  { channelCode: '?' },
  { brandCode: 'B7' },
  { brandCode: '?' },
  { salesmanCode: 'P7' },
  { salesmanCode: '?' },
  { storageCode: 'W3' },
  { storageCode: '?' },
  { orderType: '1' },
  { orderType: '5' },
  { orderStatus: '1' },
  { orderStatus: '2' },
  { source: '1' },
  { source: '5' },
  { source: '4' },
  { billStatus: '1' },
  { billStatus: '3' },
  { billDateStart: '2030-01-01', billDateEnd: '2030-12-31' },
  { billDateStart: '2024-05-01', billDateEnd: '2024-05-03' },
  { billDateStart: '2025-11-01', billDateEnd: '2025-12-31' },
  { organizeCode: 'O3' },
];

/** No index gives these in the order of the list. Shown, and held to nothing. */
const unserved: readonly Readonly<Record<string, string>>[] = [
  { code: 'SO20240501' },
  { code: 'nothing like it' },
  { customerCode: String(busyCustomers.first + 3), orderStatus: '1' },
  { channelCode: 'CH3', orderStatus: '2' },
];
const asks = [...servedFilters, ...unserved];

export async function touchedByFilters(adminUrl: string): Promise<readonly Touched[]> {
  return asAdministrator(adminUrl, async (client) => {
    await client.query(`set session authorization qudao_app`);
    for (const setting of [
      'plan_cache_mode = force_generic_plan',
      'max_parallel_workers_per_gather = 0',
      'jit = off',
      'random_page_cost = 1.1',
      'search_path = app',
    ])
      await client.query(`set ${setting}`);
    const found: Touched[] = [];
    for (const [n, asked] of asks.entries()) {
      const { text, values } = planList(order, { page: '1', limit: '20', ...asked }).rows;
      const parameters = values.length === 0 ? '' : `(${values.map((value) => `'${String(value)}'`).join(', ')})`;
      await client.query('begin');
      await client.query(`select * from sec.open($1, null, null, null)`, [bareSidOf(firstTenant)]);
      await client.query(`prepare page${n} as ${text}`);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, buffers, format json) execute page${n}${parameters}`,
      );
      await client.query('rollback');
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (plan === undefined) continue;
      const filter =
        Object.entries(asked)
          .map(([key, value]) => `${key}=${value}`)
          .join('&') || 'no filter';
      found.push({
        filter,
        buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
        rows: plan['Actual Rows'],
        index: indexesIn(plan).join(' '),
        isServed: servedFilters.includes(asked),
      });
    }
    return found;
  });
}

interface PlanNode {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Actual Rows': number;
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const indexesIn = (node: PlanNode): string[] => [
  ...(node['Index Name'] === undefined
    ? node['Node Type'] === 'Seq Scan'
      ? ['seq scan']
      : node['Node Type'] === 'Sort'
        ? ['sort']
        : []
    : [node['Index Name']]),
  ...(node.Plans ?? []).flatMap(indexesIn),
];

/** The declared filters that take part, to notice one that nobody asks about here. */
export const unaskedFilters = (): string[] =>
  order.list.filters.filter(
    (filter) => !asks.some((asked) => Object.keys(asked).some((key) => snakeCase(key).startsWith(snakeCase(filter)))),
  );
