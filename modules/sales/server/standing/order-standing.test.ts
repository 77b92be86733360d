import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BillStanding } from '#platform/model/life.ts';
import { furnish } from '#tests/furniture.ts';
import { audited, deliveries, openCustomer, orderFor, releases } from '#tests/proof/cash.ts';
import { orders } from '#tests/proof/shop.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
let staff: Readonly<Record<'keeper' | 'seller' | 'buyer', Session>>;
beforeAll(async () => {
  world = await openWorld('standing');
  clerk = world.first;
  await furnish(clerk);
  await openCustomer(clerk, 'S1', { limit: '0', cash: '100000', isControlled: false });
  await clerk.must('POST', '/data/storage', { code: 'W2', name: '二号仓', organizeCode: 'O1' });
  await clerk.must('POST', '/data/storage', { code: 'W3', name: '三号仓', organizeCode: 'O1' });
  for (const [storageCode, number] of [
    ['W2', '40'],
    ['W3', '70'],
  ])
    await audited(clerk, '/stock/inout', {
      organizeCode: 'O1',
      moveType: '3',
      storageCode,
      lines: [{ productCode: 'M5', number, price: '8' }],
    });
  staff = await hireStaff(world, {
    keeper: { role: 'WAREHOUSE' },
    seller: { role: 'SALES_CLERK' },
    buyer: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'S1' } },
  });
});
afterAll(() => world.close());

const standing = (who: Session, path: string, id: string): Promise<BillStanding> =>
  who.must<BillStanding>('GET', `${path}/${id}/standing`);
const stepsOf = ({ steps }: BillStanding): string => steps.map(({ key, status }) => `${key}:${status}`).join(' ');

describe('where an order stands', () => {
  test('is told step by step: whose it is, what comes next, what was made', async () => {
    const { id } = await clerk.must<{ id: string }>('POST', orders, orderFor('S1', [['M1', '3', '10']]));
    const saved = await standing(clerk, orders, id);
    expect(saved).toMatchObject({
      state: '待审核',
      tone: 'orange',
      isOver: false,
      holder: { isMine: true },
      next: { verb: 'audit', label: '审核', reason: null },
      made: [],
    });
    expect(stepsOf(saved)).toBe('submit:done audit:now ship:next sign:next finish:next');

    await clerk.must('PUT', `${orders}/audit`, [id]);
    expect(await standing(clerk, orders, id)).toMatchObject({
      state: '待发货',
      since: { did: '审核' },
      next: { verb: 'pushDown', label: '生成发货单' },
    });

    const { ids } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    const delivery = ids[0] ?? '';
    expect(await standing(clerk, orders, id)).toMatchObject({
      state: '待发货',
      next: { verb: 'open', open: { type: 'order:delivery', id: delivery } },
      made: [{ type: 'order:delivery', id: delivery }],
    });
    expect(await standing(clerk, deliveries, delivery)).toMatchObject({
      state: '待审核',
      next: { verb: 'ship', label: '发货出库' },
    });
    expect(await standing(staff.seller, deliveries, delivery)).toMatchObject({ next: { verb: 'audit' } });
    await clerk.must('PUT', `${deliveries}/audit`, [delivery]);
    expect(await standing(clerk, deliveries, delivery)).toMatchObject({ state: '待放行', next: { verb: 'ship' } });
    const made = await clerk.must<{ ids: string[] }>('PUT', `${releases}/release`, [delivery]);
    const movement = made.ids[0] ?? '';
    expect(await standing(clerk, deliveries, delivery)).toMatchObject({
      state: '待出库',
      next: { verb: 'open', open: { type: 'stock:inout', id: movement } },
    });
    await clerk.must('PUT', '/stock/inout/audit', [movement]);
    expect(await standing(clerk, deliveries, delivery)).toMatchObject({ state: '待签收', next: { verb: 'sign' } });
    const shipped = await standing(clerk, orders, id);
    expect(shipped).toMatchObject({ state: '待签收', next: { verb: 'open', open: { id: delivery } } });
    expect(stepsOf(shipped)).toBe('submit:done audit:done ship:done sign:now finish:next');
    await clerk.must('PUT', `${deliveries}/sign`, [delivery]);
    const over = await standing(clerk, orders, id);
    expect(over).toMatchObject({ state: '已完成', tone: 'green', isOver: true, holder: null, next: null });
    expect(over.steps.every(({ status, at }) => status === 'done' && at !== null)).toBe(true);
  });

  test('is nobody else’s to move, and names no colleague to whoever buys', async () => {
    const id = await audited(clerk, orders, orderFor('S1', [['M1', '2', '10']]));
    const seller = await standing(staff.seller, orders, id);
    expect(seller.holder?.count).toBeGreaterThan(0);
    const buyer = await standing(staff.buyer, orders, id);
    expect(buyer).toMatchObject({ state: '待发货', holder: { names: [], count: 0, isMine: false }, missing: [] });
    expect(buyer.steps.every(({ by }) => by === null)).toBe(true);
    expect(JSON.stringify(buyer)).not.toContain('keeper');
    // Another customer's order is nobody's to ask about.
    const other = await audited(clerk, orders, orderFor('CU1', [['M1', '1', '10']]));
    expect(await staff.buyer.call('GET', `${orders}/${other}/standing`)).toMatchObject({ code: 404 });
    expect(await world.second.call('GET', `${orders}/${other}/standing`)).toMatchObject({ code: 404 });
    expect(await staff.keeper.call('GET', `${orders}/${other}/standing`)).toMatchObject({ code: 403 });
  });

  test('says in words what is short, with names and numbers', async () => {
    const { id } = await clerk.must<{ id: string }>('POST', orders, orderFor('S1', [['M1', '99999', '10']]));
    const { missing } = await standing(clerk, orders, id);
    expect(missing).toHaveLength(1);
    expect(missing[0]?.text).toMatch(/^第 1 行「.+」要 99999 .*，.+可用 \d+，缺 \d+$/);
    const [line] = await world.sql<{ id: string }>('select id from app.order_order_line where parent_id = $1', [id]);
    expect(missing[0]?.ways).toEqual([{ label: '定位到行', lineId: line?.id }]);
    const english = await clerk.must<BillStanding>('GET', `${orders}/${id}/standing`, undefined, {
      'accept-language': 'en-US',
    });
    expect(english.missing[0]?.text).toMatch(/^Line 1 .+: 99999 .* needed/);
  });

  test('names the other warehouse that has what is short to whoever may know of that one', async () => {
    const [place] = await world.sql<{ id: string }>(`select id from app.data_depot where code = 'W1'`);
    const { narrow } = await hireStaff(world, {
      narrow: { role: 'SALES_CLERK', more: { storageList: [place?.id] } },
    });
    const short = async (who: Session, number: string): Promise<string | undefined> => {
      const { id } = await clerk.must<{ id: string }>('POST', orders, {
        ...orderFor('S1', [['M5', number, '10']]),
        storageCode: 'W1',
      });
      return (await standing(who, orders, id)).missing[0]?.text;
    };
    expect(await short(clerk, '130')).toMatch(/一号仓可用 100，缺 30，二号仓有 40$/);
    expect(await short(clerk, '160')).toMatch(/一号仓可用 100，缺 60，三号仓有 70$/);
    expect(await short(narrow, '130')).toMatch(/一号仓可用 100，缺 30$/);
    await world.sql(`update app.data_depot set status = '0' where code in ('W2', 'W3')`);
    expect(await short(clerk, '130')).toMatch(/一号仓可用 100，缺 30$/);
    await world.sql(`update app.data_depot set status = '1' where code in ('W2', 'W3')`);
  });

  test('is told of a delivery whose goods do not lie there, with who has them', async () => {
    await world.sql(`
      insert into app.tenant_params (tenant_code, id, code, name, value, type_code)
      values ('1000', gen_random_uuid(), 'ST002', 'ST002', '1', 'STK')`);
    const body = { ...orderFor('S1', [['M5', '130', '10']]), storageCode: 'W1' };
    const id = await audited(clerk, orders, body);
    const { ids } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    const { missing } = await standing(clerk, deliveries, ids[0] ?? '');
    expect(missing.map(({ text, ways }) => [text, ways])).toEqual([
      [expect.stringMatching(/要发 130 .*一号仓现存 100，缺 30，二号仓有 40$/), []],
    ]);
    expect((await standing(staff.buyer, deliveries, ids[0] ?? '')).missing).toEqual([]);
    await world.sql(`delete from app.tenant_params where tenant_code = '1000' and code = 'ST002'`);
  });

  test('offers to deliver what is there where an order is partly short, and what is short stays with it', async () => {
    await world.sql(`
      insert into app.tenant_params (tenant_code, id, code, name, value, type_code)
      values ('1000', gen_random_uuid(), 'ST002', 'ST002', '1', 'STK')`);
    const id = await audited(
      clerk,
      orders,
      orderFor('S1', [
        ['M3', '5', '10'],
        ['M4', '1000', '10'],
      ]),
    );
    const { missing } = await standing(clerk, orders, id);
    expect(missing[0]?.ways.map(({ verb, isBest }) => [verb, isBest])).toEqual([
      [undefined, undefined],
      ['pushDownAvailable', true],
    ]);
    expect((await standing(staff.buyer, orders, id)).missing).toEqual([]);
    const free = /可用 (\d+)/.exec(missing[0]?.text ?? '')?.[1] ?? '';
    const pushed = async (): Promise<readonly string[]> => {
      const { ids } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown?available=1`, [id]);
      const made = await clerk.must<{ lines: { productCode: string; number: string }[] }>(
        'GET',
        `${deliveries}/${ids[0] ?? ''}`,
      );
      return made.lines.map(({ productCode, number }) => `${productCode} ${Number.parseFloat(number)}`);
    };
    expect(await pushed()).toEqual(['M3 5', `M4 ${free}`]);
    // All that is there is on its way: the rest is short, and is not offered once more.
    const after = await standing(clerk, orders, id);
    expect(after.missing.flatMap(({ ways }) => ways.flatMap(({ verb = '' }) => verb))).not.toContain(
      'pushDownAvailable',
    );
    expect(await clerk.call('POST', `${orders}/pushDown?available=1`, [id])).toMatchObject({ code: 20217 });
    expect(await world.second.call('POST', `${orders}/pushDown?available=1`, [id])).toMatchObject({ code: 404 });
    await world.sql(`delete from app.tenant_params where tenant_code = '1000' and code = 'ST002'`);
  });

  test('ends where it is voided', async () => {
    const { id } = await clerk.must<{ id: string }>('POST', orders, orderFor('S1', [['M1', '1', '10']]));
    await clerk.must('PUT', `${orders}/cancel`, [id]);
    expect(await standing(clerk, orders, id)).toMatchObject({
      state: '已作废',
      tone: 'grey',
      isOver: true,
      next: null,
    });
  });
});

describe('a delivery that leaves at once', () => {
  test('is audited, let out and carried out in one, and a preview of it leaves no trace', async () => {
    const id = await audited(clerk, orders, orderFor('S1', [['M2', '4', '10']]));
    const { ids } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    const trial = await clerk.must<{ effects: readonly object[] }>('PUT', `${deliveries}/ship?preview=1`, { ids });
    expect(trial.effects.length).toBeGreaterThan(0);
    expect(await clerk.must('GET', `${deliveries}/${ids[0] ?? ''}`)).toMatchObject({ billStatus: '0' });
    expect(await staff.keeper.call('PUT', `${deliveries}/ship`, { ids })).toMatchObject({ code: 403 });
    const made = await clerk.must<{ ids: string[] }>('PUT', `${deliveries}/ship`, { ids });
    expect(await clerk.must('GET', `/stock/inout/${made.ids[0] ?? ''}`)).toMatchObject({ billStatus: '1' });
    expect(await clerk.must('GET', `${orders}/${id}`)).toMatchObject({ orderStatus: '2' });
  });
});

describe('whoever waits', () => {
  test('reminds those who hold it once an hour, and they hear of it', async () => {
    const id = await audited(clerk, orders, orderFor('S1', [['M1', '2', '10']]));
    const { ids } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    await clerk.must('PUT', `${deliveries}/audit`, ids);
    const { holder } = await standing(staff.seller, deliveries, ids[0] ?? '');
    expect(holder?.names).toContain('keeper');
    await staff.seller.must('PUT', `${deliveries}/${ids[0] ?? ''}/urge`);
    expect(await staff.seller.call('PUT', `${deliveries}/${ids[0] ?? ''}/urge`)).toMatchObject({ code: 20019 });
    const heard = await world.sql<{ content: string }>(`
      select m.content
      from app.sys_message m
      join app.sys_user u on u.id = m.receiver_id
      where u.username = 'keeper'`);
    expect(heard.map(({ content }) => content)).toEqual([expect.stringMatching(/^发货单 DN.+ · 待放行$/)]);
  });
});
