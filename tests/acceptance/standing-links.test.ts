import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import type { BillStanding } from '#platform/model/life.ts';
import { furnish } from '#tests/furniture.ts';
import { audited, deliveries, openCustomer, orderFor, releases } from '#tests/proof/cash.ts';
import { orders } from '#tests/proof/shop.ts';
import { hireStaff, type Post } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

const documents = new Map(models.flatMap((module) => module.documents).map((each) => [each.name, each]));
const posts = {
  general: { role: 'GENERAL_MANAGER' },
  manager: { role: 'SALES_MANAGER' },
  clerk: { role: 'SALES_CLERK' },
  seller: { role: 'SALESPERSON', more: { accountType: '3', personnelCode: 'P1' } },
  keeper: { role: 'WAREHOUSE' },
  driver: { role: 'LOGISTICS' },
  accountant: { role: 'AR_ACCOUNTANT' },
  cashier: { role: 'CASHIER' },
  viewer: { role: 'GROUP_VIEW' },
  buyer: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'S1' } },
} as const satisfies Readonly<Record<string, Post>>;

let world: World;
let staff: Readonly<Record<keyof typeof posts, Session>>;
beforeAll(async () => {
  world = await openWorld('standinglinks');
  const { first } = world;
  await furnish(first);
  await openCustomer(first, 'S1', { limit: '0', cash: '100000', isControlled: false });
  staff = await hireStaff(world, posts);
  // One order at each of its steps: nothing but saved, audited, in a delivery, let out, gone.
  const body = { ...orderFor('S1', [['M1', '2', '10']]), salesmanCode: 'P1' };
  await first.must('POST', orders, body);
  for (const steps of [0, 1, 2, 3]) {
    const order = await audited(first, orders, body);
    if (steps === 0) continue;
    const { ids: delivered } = await first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
    if (steps === 1) continue;
    await first.must('PUT', `${deliveries}/audit`, delivered);
    const { ids: moved } = await first.must<{ ids: string[] }>('PUT', `${releases}/release`, delivered);
    if (steps === 3) await first.must('PUT', '/stock/inout/audit', moved);
  }
});
afterAll(() => world.close());

interface Followed {
  readonly from: string;
  readonly to: string;
  readonly code: number;
}
/** Every link that the bars of the documents in somebody's lists offer him, and what it answers him. */
async function followed(who: Session): Promise<Followed[]> {
  const found: Followed[] = [];
  for (const { name, path } of documents.values()) {
    const page = await who.call<{ list?: { id: string }[] }>('GET', `${path}/page?limit=20`);
    for (const { id } of (page.code === 0 ? page.data.list : undefined) ?? []) {
      const { code, data } = await who.call<BillStanding>('GET', `${path}/${id}/standing`);
      if (code !== 0) continue;
      const targets = [...data.made, ...(data.next?.open === undefined ? [] : [data.next.open])];
      for (const target of targets) {
        const reply = await who.call('GET', `${documents.get(target.type)?.path ?? target.type}/${target.id}`);
        found.push({ from: name, to: target.type, code: reply.code });
      }
    }
  }
  return found;
}

describe('a link of the bar', () => {
  test.each(Object.keys(posts) as (keyof typeof posts)[])('leads %s to nothing he may not read', async (name) => {
    expect((await followed(staff[name])).filter(({ code }) => code !== 0)).toEqual([]);
  });

  test('is offered to those who go on with an order', async () => {
    const offered = async (name: keyof typeof posts): Promise<string[]> =>
      [...new Set((await followed(staff[name])).map(({ from, to }) => `${from} ${to}`))].toSorted();
    expect(await offered('clerk')).toContain('order:order order:delivery');
    expect(await offered('general')).toContain('order:delivery stock:inout');
  });
});
