import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Drawing, DrawnNode } from '#workflow/model/engine/drawing.ts';
import type { Board, BoardRule, Change, TriedBill, Way } from '#workflow/model/rule/board.ts';
import { furnish } from '#tests/furniture.ts';
import { openOffice, type Colleague, type Office } from '#tests/office.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
let office: Office;
const by = (name: string): Colleague => {
  const found = office.people[name];
  if (found === undefined) throw new Error(`nobody is called ${name}`);
  return found;
};
const user = (id: string, approvers: string): DrawnNode => ({ kind: 'userTask', id, name: id, approvers });
const line = (key: string, ...steps: readonly DrawnNode[]): Drawing => ({
  key,
  docType: 'SO',
  nodes: [{ kind: 'startEvent', id: 'start' }, ...steps, { kind: 'endEvent', id: 'end' }],
  flows: ['start', ...steps.map(({ id }) => id)].map((id, i) => [id, steps[i]?.id ?? 'end'] as const),
});
const order = (number: string): Promise<{ id: string; code: string }> =>
  by('seller')
    .must<{ id: string; data: { code: string } }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode: 'M1', number, price: '10' }],
    })
    .then(({ id, data: { code } }) => ({ id, code }));
const board = (): Promise<Board> => world.first.must<Board>('GET', '/activiti/bizroute/board?docType=SO');
const seenOf = (rules: readonly BoardRule[]) => rules.map(({ id, rowVersion }) => ({ id, rowVersion }));
const publish = (seen: readonly BoardRule[], rules: readonly BoardRule[]) =>
  world.first.call('POST', '/activiti/bizroute/publish', { docType: 'SO', seen: seenOf(seen), rules });

let orders: readonly { id: string; code: string }[] = [];
beforeAll(async () => {
  world = await openWorld('route_board');
  await furnish(world.first);
  office = await openOffice(world, { seller: [], wang: ['manager'], li: ['chief'] });
  // Both are deployed; which of them is asked first is what the board is about.
  await office.lead(line('SO_SMALL', user('manager', 'role:manager')), { condition: 'amount > 100', priority: 50 });
  await office.lead(line('SO_BIG', user('manager', 'role:manager'), user('chief', 'role:chief')), {
    condition: 'amount > 1000',
    priority: 10,
  });
  orders = [await order('1'), await order('20'), await order('200')];
});
afterAll(() => world.close());

describe('the board of routes', () => {
  test('names fields that conditions may ask, processes with their steps, rules in their order', async () => {
    const { document, processes, rules, routeName, saveUrl, samples } = await board();
    expect({ routeName, saveUrl }).toEqual({ routeName: 'order-order', saveUrl: '/channelsale/order' });
    expect(document.fields.filter(({ key, name }) => key === name)).toEqual([]);
    expect(document.fields.find(({ key }) => key === 'creditShort')?.name).toBe('信用不足以付本单');
    expect(processes.map(({ key, steps }) => [key, steps])).toEqual([
      ['SO_BIG', ['manager', 'chief']],
      ['SO_SMALL', ['manager']],
    ]);
    expect(rules.map(({ processDefinitionKey }) => processDefinitionKey)).toEqual(['SO_BIG', 'SO_SMALL']);
    expect(samples).toEqual(orders.map(({ code }) => code).toReversed());
  });

  test('shows a document as conditions see it, and who would get it, deputies included', async () => {
    const [, , big] = orders;
    const tried = await world.first.must<TriedBill>('GET', `/activiti/bizroute/tryBill?docType=SO&code=${big?.code}`);
    expect(tried).toMatchObject({ id: big?.id, values: { amount: '2000', organizeCode: 'O1' } });
    const way = (): Promise<Way> =>
      world.first.must<Way>('POST', '/activiti/bizroute/way', {
        docType: 'SO',
        id: big?.id,
        processDefinitionKey: 'SO_BIG',
      });
    expect((await way()).steps).toMatchObject([
      { name: 'manager', people: [{ deputy: null }], more: 0 },
      { name: 'chief', people: [{ deputy: null }], more: 0 },
    ]);
    await world.first.must('POST', '/activiti/substitute', {
      userId: by('li').id,
      substituteId: by('wang').id,
      startDate: '2000-01-01',
      endDate: '2099-01-01',
    });
    const [manager, chief] = (await way()).steps;
    expect(chief?.people[0]?.deputy).toBe(manager?.people[0]?.name);
    expect(await world.sql('select 1 from app.wf_instance')).toEqual([]);
  });

  test('counts the documents that rules would lead elsewhere, before anything changes', async () => {
    const { rules } = await board();
    const change = (next: readonly BoardRule[]): Promise<Change> =>
      world.first.must<Change>('POST', '/activiti/bizroute/change', { docType: 'SO', rules: next });
    expect(await change(rules)).toMatchObject({
      documents: 3,
      isCapped: false,
      rules: [
        { before: 1, after: 1 },
        { before: 1, after: 1 },
      ],
      none: { before: 1, after: 1 },
      changed: 0,
    });
    const lower = rules.map((rule) =>
      rule.condition === 'amount > 1000' ? { ...rule, condition: 'amount > 1' } : rule,
    );
    expect(await change(lower)).toMatchObject({
      rules: [
        { before: 1, after: 3 },
        { before: 1, after: 0 },
      ],
      none: { before: 1, after: 0 },
      changed: 2,
    });
    // A figure that the document computes for itself.
    const short = [{ ...rules[0], condition: 'creditShort = true or amount > 1' }] as readonly BoardRule[];
    expect(await change(short)).toMatchObject({ documents: 3, changed: 2 });
  });
});

describe('rules are put in force', () => {
  test('all or none: in their new order, with a new one, without the one that was taken away', async () => {
    const { rules } = await board();
    const [first, second] = rules;
    if (first === undefined || second === undefined) throw new Error('two rules are there');
    const added: BoardRule = { ...first, id: null, name: '样品', condition: 'orderType = "9"', status: '0' };
    expect((await publish(rules, [second, added, { ...first, condition: 'amount >' }])).code).not.toBe(0);
    expect((await board()).rules).toEqual(rules);
    expect((await publish(rules, [second, added])).code).toBe(0);
    const now = await board();
    expect(now.rules.map(({ name, condition, status }) => [name, condition, status])).toEqual([
      [second.name, 'amount > 100', '1'],
      ['样品', 'orderType = "9"', '0'],
    ]);
    expect(
      await world.sql(`select route_name, save_url, priority from app.activiti_bizroute where name = '样品'`),
    ).toEqual([{ route_name: 'order-order', save_url: '/channelsale/order', priority: 20 }]);
    const [, , big] = orders;
    expect(await by('seller').must('GET', `/channelsale/order/process?id=${big?.id}`)).toMatchObject({
      route: { processDefinitionKey: 'SO_SMALL' },
    });
  });

  test('not over what somebody else published meanwhile', async () => {
    const { rules } = await board();
    expect((await publish(rules, rules.toReversed())).code).toBe(0);
    const late = await publish(rules, rules);
    expect(late.code).not.toBe(0);
    expect((await board()).rules.map(({ id }) => id)).toEqual(rules.toReversed().map(({ id }) => id));
    expect((await publish(rules.slice(1), [])).code).not.toBe(0);
  });

  test('several are enabled at once; whoever may not edit routes may not', async () => {
    const ids = (await board()).rules.map(({ id }) => id);
    await world.first.must('PUT', '/activiti/bizroute/disable', ids);
    expect((await board()).rules.map(({ status }) => status)).toEqual(ids.map(() => '0'));
    await world.first.must('PUT', '/activiti/bizroute/enable', ids);
    expect((await board()).rules.map(({ status }) => status)).toEqual(ids.map(() => '1'));
    expect((await by('wang').call('PUT', '/activiti/bizroute/enable', ids)).code).toBe(403);
    expect((await by('wang').call('GET', '/activiti/bizroute/board?docType=SO')).code).toBe(403);
  });
});
