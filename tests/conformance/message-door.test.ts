import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyAll, boundTo, orders, pairTenants, purchases, type Bill } from '#tests/peers.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { ask } from './request.ts';
import { changed, watch, type Watch } from './state.ts';

/**
 * The one door between tenants. The crawler asks every route with ids of others; here a pair of documents exists, so
 * that there is something behind the door: each of the two sees the pair and no more, and a third sees nothing.
 */
let world: World;
let eyes: Watch;
let third: Session;
let bill: Bill;
let orderId = '';
/** Words of one side that the other must not read; what is about the pair is said to both. */
const secret = { buyer: 'CANARY-BUYER', seller: 'CANARY-SELLER' };

beforeAll(async () => {
  world = await openWorld('message_door');
  eyes = await watch(world);
  await pairTenants(world);
  const { first: buyer, second: seller } = world;
  const [own] = await world.sql<{ id: string }>(`select id from app.tenant_tenant where tenant_code = '1000'`);
  await world.platform.must('POST', '/sys/tenant', {
    pid: own?.id,
    tenantCode: '1001',
    tenantName: '分公司',
    distributorLevel: '1',
    username: 'branch',
    password: world.password,
    confirmPassword: world.password,
  });
  third = await world.login('branch');
  for (const [session, name] of [
    [buyer, secret.buyer],
    [seller, secret.seller],
  ] as const)
    await session.must('POST', '/data/storage', { code: 'W8', name, organizeCode: 'O1' });
  const made = await buyer.must<{ id: string }>('POST', purchases, {
    organizeCode: 'O1',
    supplierCode: 'UP',
    storageCode: 'W8',
    lines: [{ productCode: 'M1', number: '3', price: '90', taxRate: '13' }],
  });
  await buyer.must('PUT', `${purchases}/audit`, [made.id]);
  await applyAll(world);
  const [pair] = await world.sql<{ id: string }>(`select bill_id as id from app.order_peer where side = '2'`);
  orderId = pair?.id ?? '';
  const order = await seller.must<Bill>('GET', `${orders}/${orderId}`);
  await seller.must('PUT', orders, { ...order, storageCode: 'W8', remark: secret.seller });
  await applyAll(world);
  bill = await buyer.must<Bill>('GET', `${purchases}/${made.id}`);
  // Why the seller cannot close it is his affair: stock and credit are not the buyer's to know.
  await buyer.must('PUT', `${purchases}/askClose`, { ids: [bill.id], operateMsg: secret.buyer });
  await world.sql(
    `
      update sec.peer_message
      set state = '2', refusal = 'E-CREDIT-OVER', refusal_text = $1, not_before = now() + interval '1 day'
      where kind = 'askClose'`,
    [JSON.stringify([secret.seller, secret.seller, secret.seller])],
  );
});
afterAll(async () => {
  await eyes.close();
  await world.close();
});

const asked = (): readonly { readonly method: 'GET' | 'PUT'; readonly path: string; readonly body?: unknown }[] => [
  { method: 'GET', path: `${purchases}/${bill.id}/pair` },
  { method: 'GET', path: `${orders}/${orderId}/pair` },
  { method: 'PUT', path: `${purchases}/confirmAmounts`, body: { id: bill.id, lines: [] } },
  { method: 'PUT', path: `${purchases}/askClose`, body: { ids: [bill.id], operateMsg: 'x' } },
  { method: 'PUT', path: `${purchases}/push`, body: [bill.id] },
  { method: 'PUT', path: `${orders}/peerRetry`, body: [orderId] },
];

/** What a tenant of neither side reads and changes by every route of a pair. */
async function leaksTo(session: Session, isOwn: (path: string) => boolean): Promise<string[]> {
  const leaks: string[] = [];
  for (const request of asked().filter(({ path }) => !isOwn(path))) {
    const before = await eyes.look(session.tenantCode);
    const { code, text } = await ask(world.app, { ...request, token: session.token });
    if (code !== 404) leaks.push(`${request.method} ${request.path} answered ${code}`);
    for (const mark of [...Object.values(secret), bill.code])
      if (text.includes(mark)) leaks.push(`${request.method} ${request.path} shows ${mark}`);
    for (const table of changed(before, await eyes.look(session.tenantCode)))
      leaks.push(`${request.method} ${request.path} changed ${table}`);
  }
  return leaks;
}

/** What the functions of the door answer to a tenant that is no side of the pair. */
const behindTheDoor = (tenantCode: string): Promise<Record<string, number>> =>
  boundTo(world, tenantCode, async (client) => {
    const counted = async (text: string): Promise<number> => (await client.query(text, [bill.id])).rows.length;
    const retried = await client.query<{ touched: number }>('select sec.retry_peer($1) as touched', [bill.id]);
    return {
      figures: await counted('select from sec.peer_figures($1)'),
      messages: await counted('select from sec.peer_messages($1)'),
      waiting: await counted('select from sec.peer_messages(case when $1::uuid is null then $1::uuid end)'),
      retried: retried.rows[0]?.touched ?? -1,
    };
  });
const nothing = { figures: 0, messages: 0, waiting: 0, retried: 0 };

describe('a pair of documents', () => {
  test('is not there for a third tenant, by no route and by no function', async () => {
    expect(await leaksTo(third, () => false)).toEqual([]);
    expect(await behindTheDoor('1001')).toEqual(nothing);
    await expect(
      boundTo(world, '1001', (client) => client.query(`select sec.tell_peer($1, '2000', 'news', '{}')`, [bill.id])),
    ).rejects.toThrow('not permitted');
  });

  test('is for each side its own document: the number of the other is no key to it', async () => {
    expect(await leaksTo(world.first, (path) => path.startsWith(purchases))).toEqual([]);
    expect(await leaksTo(world.second, (path) => path.startsWith(orders))).toEqual([]);
  });

  test('tells each side what is of the pair, and nothing else of the other', async () => {
    const [seen, shown] = await Promise.all(
      (
        [
          [world.first, `${purchases}/${bill.id}/pair`],
          [world.second, `${orders}/${orderId}/pair`],
        ] as const
      ).map(([session, path]) => ask(world.app, { method: 'GET', path, token: session.token })),
    );
    expect([seen?.code, shown?.code]).toEqual([0, 0]);
    // The refusal is told by its key; its text is for whoever can mend it.
    expect(seen?.text).toContain('E-CREDIT-OVER');
    expect(seen?.text).not.toContain(secret.seller);
    expect(shown?.text).toContain(secret.seller);
    expect(shown?.text).not.toContain(secret.buyer);
  });
});

describe('planted: the check finds', () => {
  /** A function of the door as it would be with a condition less. */
  async function planted(
    name: string,
    [from, to]: readonly [string, string],
    look: () => Promise<void>,
  ): Promise<void> {
    const [row] = await world.sql<{ text: string }>(
      `
        select pg_get_functiondef(oid) as text
        from pg_proc
        where proname = $1 and pronamespace = 'sec'::regnamespace`,
      [name],
    );
    const text = row?.text ?? '';
    expect(text).toContain(from);
    await world.sql(text.replaceAll(from, to));
    try {
      await look();
    } finally {
      await world.sql(text);
    }
  }

  test('messages that anybody may read', () =>
    planted('peer_messages', ['(m.tenant_code = own or m.to_tenant = own)', 'true'], async () => {
      const found = await behindTheDoor('1001');
      expect([found['messages'], found['waiting']].every((number) => (number ?? 0) > 0)).toBe(true);
    }));

  test('the reason of a refusal told to its sender', () =>
    planted('peer_messages', [`m.to_tenant = own or starts_with(m.refusal, 'E-PEER-')`, 'true'], async () => {
      const path = `${purchases}/${bill.id}/pair`;
      const { text } = await ask(world.app, { method: 'GET', path, token: world.first.token });
      expect(text).toContain(secret.seller);
    }));

  test('a document without a wall', async () => {
    await world.sql('create policy hole on app.order_purchase using (true)');
    await world.sql('create policy hole on app.order_peer using (true)');
    expect((await leaksTo(third, () => false)).length).toBeGreaterThan(0);
    await world.sql('drop policy hole on app.order_purchase');
    await world.sql('drop policy hole on app.order_peer');
  });
});
