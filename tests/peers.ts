import { peerHandlersOf } from '#apps/api/compose.ts';
import { applyNext, type Applied, type PeerOptions } from '#platform/server/peer/runner.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { comparePair, differencesIn, type Compared } from '#purchase/model/peer/compare.ts';
import { bookChecks } from './book-checks.ts';
import { furnish } from './furniture.ts';
import { checkLedgers } from './proof/ledger-check.ts';
import type { Session, World } from './world.ts';

/**
 * A buyer (first) and his supplier (second), each a tenant, each known to the other: what a pair of documents needs.
 */
export async function pairTenants(world: World): Promise<void> {
  const { first: buyer, second: seller } = world;
  await furnish(buyer);
  await furnish(seller, '上');
  await buyer.must('POST', '/data/bd/supplier/class', { code: 'SC1', name: '上级' });
  await buyer.must('POST', '/data/bd/supplier', {
    code: 'UP',
    name: '上级公司',
    classCode: 'SC1',
    relTenantCode: seller.tenantCode,
    payDays: 30,
  });
  await seller.must('POST', '/data/customer/manage', {
    code: 'DOWN',
    name: '下级公司',
    classCode: 'K1',
    customerType: '1',
    relTenantFlag: '1',
    relTenantCode: buyer.tenantCode,
    organizeCode: 'O1',
    receiveType: '3',
    creditControlFlag: '0',
  });
  // The book of the seller; the buyer's prices are his own affair.
  for (const [productCode, price] of [
    ['M1', '100'],
    ['M2', '10'],
    ['M3', '30'],
    ['M4', '7.77'],
  ] as const) {
    const made = await seller.must<{ id: string }>('POST', '/channelsale/price/benchmark', {
      productCode,
      price,
      startDate: '2020-01-01',
      endDate: '2099-12-31',
    });
    await seller.must('PUT', '/channelsale/price/benchmark/audit', [made.id]);
  }
}

export const peerOptions = (world: World): PeerOptions => ({
  door: world.door,
  log: {
    error: (...said: unknown[]) => {
      console.error(...said);
    },
    warn: (...said: unknown[]) => {
      console.error(...said);
    },
  },
  handlers: peerHandlersOf(),
});

/** Applies what waits until nothing is due. */
export async function applyAll(world: World): Promise<Applied[]> {
  const ended: Applied[] = [];
  const options = peerOptions(world);
  for (;;) {
    const was = await applyNext(options);
    if (was === 'nothing') return ended;
    ended.push(was);
  }
}

export interface Bill {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly rowVersion: number;
  readonly pushStatus: string;
  readonly upstreamCode: string | null;
  readonly peerCode: string | null;
  readonly source: string;
  readonly customerCode: string;
  readonly receiptFlag: string;
  readonly receiptStatus: string;
  readonly totalAmount: string;
  readonly lines: readonly Line[];
}
export interface Line {
  readonly id: string;
  readonly productCode: string;
  readonly number: string;
  readonly price: string;
  readonly amount: string;
  readonly arrivedNumber: string;
  readonly returnedNumber: string;
  readonly closedNumber: string;
  readonly signedNumber: string;
  readonly shortNumber: string;
  readonly ruleNo: number | null;
}

export const purchases = '/channelsale/purchase';
export const orders = '/channelsale/order';
export const deliveries = '/channelsale/delivery';
export const movements = '/stock/inout';
export const refunds = '/channelsale/refund';

export const newest = async (session: Session, path: string): Promise<Bill> => {
  const { list } = await session.must<{ list: Bill[] }>('GET', `${path}/page?limit=20`);
  const [first] = list;
  if (first === undefined) throw new Error(`nothing under ${path}`);
  return session.must<Bill>('GET', `${path}/${first.id}`);
};

/** What is left of an audited order leaves, or so much of its lines: answers the movement. */
export async function shipAll(
  session: Session,
  orderId: string,
  pick: (line: Line) => string = ({ number }) => number,
): Promise<string> {
  const { ids } = await session.must<{ ids: readonly string[] }>('POST', `${orders}/pushDown`, [orderId]);
  await session.must('PUT', `${deliveries}/audit`, ids);
  const { ids: made } = await session.must<{ ids: readonly string[] }>('PUT', '/stock/deliveryrelease/release', ids);
  const id = made[0] ?? '';
  const bill = await session.must<Bill>('GET', `${movements}/${id}`);
  const lines = bill.lines.map((line) => ({ ...line, number: pick(line) })).filter(({ number }) => Number(number) > 0);
  if (lines.some(({ number }, i) => number !== bill.lines[i]?.number) || lines.length !== bill.lines.length)
    await session.must('PUT', movements, { ...bill, lines });
  await session.must('PUT', `${movements}/audit`, [id]);
  return id;
}

/** J09x as one of the tenants sees it. */
export const comparedOf = (world: World, tenantCode: string): Promise<readonly Compared[]> =>
  boundTo(world, tenantCode, async (client) => {
    const { rows } = await client.query(
      'select subject_id as "subjectId", line_id as "lineId", buyer, seller from sec.peer_figures(null)',
    );
    return comparePair(rows as never);
  });

/** What J09x finds, from either side. */
export async function unequalPairs(world: World): Promise<readonly Compared[]> {
  const { first, second } = world;
  const both = [await comparedOf(world, first.tenantCode), await comparedOf(world, second.tenantCode)];
  return both.flatMap(differencesIn);
}

/** The same, and what J09 finds in either tenant. */
export async function findingsOf(world: World): Promise<unknown[]> {
  const found: unknown[] = [...(await asAdministrator(world.adminUrl, checkLedgers)), ...(await unequalPairs(world))];
  for (const tenantCode of [world.first.tenantCode, world.second.tenantCode]) {
    await boundTo(world, tenantCode, async (client) => {
      for (const { rule, statement } of bookChecks) {
        const { rows } = await client.query(statement.text);
        if (rows.length > 0) found.push(tenantCode, rule, ...rows);
      }
    });
  }
  return found;
}

type Client = Parameters<Parameters<typeof asAdministrator>[1]>[0];
/** Behind the wall of a tenant, as the application is. */
export const boundTo = <Result>(
  world: World,
  tenantCode: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> =>
  asAdministrator(world.adminUrl, async (client) => {
    await client.query('begin');
    await client.query(`select sec.bind($1, null, '')`, [tenantCode]);
    await client.query('set local role qudao_app');
    const result = await work(client);
    await client.query('rollback');
    return result;
  });
