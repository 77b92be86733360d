import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { Drawing, DrawnNode } from '#workflow/model/engine/drawing.ts';
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
const forked: Drawing = {
  key: 'FORK',
  docType: 'SO',
  nodes: [
    { kind: 'startEvent', id: 'start' },
    { kind: 'parallelGateway', id: 'fork' },
    user('left', 'role:left'),
    user('right', 'role:right'),
    { kind: 'parallelGateway', id: 'join' },
    user('last', 'role:last'),
    { kind: 'endEvent', id: 'end' },
  ],
  flows: [
    ['start', 'fork'],
    ['fork', 'left'],
    ['fork', 'right'],
    ['left', 'join'],
    ['right', 'join'],
    ['join', 'last'],
    ['last', 'end'],
  ],
};

beforeAll(async () => {
  world = await openWorld('wfrace');
  await furnish(world.first);
  office = await openOffice(world, { seller: [], lena: ['left'], rita: ['right'], lars: ['last'] });
  await office.lead(forked);
});
afterAll(() => world.close());

async function sent(): Promise<string> {
  const { id } = await by('seller').must<{ id: string }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    lines: [{ productCode: 'M1', number: '1', price: '10' }],
  });
  await by('seller').must('POST', '/activiti/running/startOfBusinessKey', {
    processDefinitionKey: 'FORK',
    businessKey: id,
  });
  return id;
}
const taskOf = async (who: string, billId: string): Promise<string> =>
  (await by(who).tasks()).find((each) => each.billId === billId)?.taskId ?? '';
const open = async (billId: string): Promise<string> =>
  (
    await world.sql<{ name: string }>(
      `
        select t.name
        from app.wf_task t
        join app.wf_instance i on i.id = t.instance_id
        where i.bill_id = $1
        order by 1`,
      [billId],
    )
  )
    .map(({ name }) => name)
    .join();
const deeds = async (billId: string): Promise<number> =>
  (
    await world.sql<{ n: number }>(
      `
        select count(*)::integer as n
        from app.wf_history h
        join app.wf_instance i on i.id = h.instance_id
        where i.bill_id = $1`,
      [billId],
    )
  )[0]?.n ?? 0;

describe('at the same moment', () => {
  test('of twenty who complete one task, one does', async () => {
    const id = await sent();
    const taskId = await taskOf('lena', id);
    const replies = await Promise.all(Array.from({ length: 20 }, () => by('lena').act('task/complete', { taskId })));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(replies.filter(({ code }) => code !== 0).map(({ data }) => data.key))).toEqual(
      new Set(['E-TASK-GONE']),
    );
    expect([await open(id), await deeds(id)]).toEqual(['right', 2]);
  });

  test('both ends of a join complete, and the step behind it opens once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await sent();
      const [left, right] = [await taskOf('lena', id), await taskOf('rita', id)];
      const replies = await Promise.all([
        by('lena').act('task/complete', { taskId: left }),
        by('rita').act('task/complete', { taskId: right }),
      ]);
      expect(replies.map(({ code }) => code)).toEqual([0, 0]);
      expect(await open(id)).toBe('last');
    }
  });

  test('one completes and another rejects: either order, never half of both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await sent();
      const [left, right] = [await taskOf('lena', id), await taskOf('rita', id)];
      const [completed, rejected] = await Promise.all([
        by('lena').act('task/complete', { taskId: left }),
        by('rita').act('task/backToFirst', { taskId: right, comment: 'x' }),
      ]);
      expect([0, 20071]).toContain(completed.code);
      expect([rejected.code, await open(id)]).toEqual([0, '提交']);
      expect((await world.first.must<{ billStatus: string }>('GET', `/channelsale/order/${id}`)).billStatus).toBe('0');
    }
  });

  test('of ten who start one bill, one does', async () => {
    const { id } = await by('seller').must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode: 'M1', number: '1', price: '10' }],
    });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        by('seller').act('running/startOfBusinessKey', { processDefinitionKey: 'FORK', businessKey: id }),
      ),
    );
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(replies.filter(({ code }) => code !== 0).map(({ data }) => data.key))).toEqual(
      new Set(['E-INAPPROVAL']),
    );
    expect(await world.sql('select count(*)::integer as n from app.wf_instance where bill_id = $1', [id])).toEqual([
      { n: 1 },
    ]);
  });

  test('the last approval from the task and from the bill audits once', async () => {
    const id = await sent();
    await by('lena').act('task/complete', { taskId: await taskOf('lena', id) });
    await by('rita').act('task/complete', { taskId: await taskOf('rita', id) });
    const taskId = await taskOf('lars', id);
    const replies = await Promise.all([
      by('lars').act('task/complete', { taskId }),
      by('lars').call('PUT', '/channelsale/order/approve', { ids: [id], operateMsg: '' }),
    ]);
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await world.sql('select audit_count, op_seq, bill_status from app.order_order where id = $1', [id])).toEqual(
      [{ audit_count: 1, op_seq: 1, bill_status: '1' }],
    );
  });

  test('a connection that dies before the commit leaves the task where it was', async () => {
    const id = await sent();
    const taskId = await taskOf('lena', id);
    const before = await world.sql('select revision, state, status from app.wf_instance where bill_id = $1', [id]);
    // The history is held, so that the command has done everything but its last write when its connection is ended.
    const holding = heldHistory();
    await holding.ready;
    const reply = by('lena').act('task/complete', { taskId });
    await expect
      .poll(
        async () =>
          (
            await world.sql<{ n: number }>(`
              select count(*)::integer as n
              from pg_stat_activity
              where wait_event_type = 'Lock' and datname = current_database()`)
          )[0]?.n,
      )
      .toBe(1);
    await world.sql(`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`);
    holding.release();
    expect((await reply).code).toBe(503);
    expect(await world.sql('select revision, state, status from app.wf_instance where bill_id = $1', [id])).toEqual(
      before,
    );
    expect((await by('lena').act('task/complete', { taskId })).code).toBe(0);
  });
});

/** Somebody holds the history against every insert, for as long as the test wants. */
function heldHistory(): { readonly ready: Promise<void>; release(): void } {
  const [held, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void asAdministrator(world.adminUrl, async (client) => {
    await client.query('begin; lock table app.wf_history in exclusive mode');
    held.resolve();
    await freed.promise;
    await client.query('rollback');
  });
  return {
    ready: held.promise,
    release: () => {
      freed.resolve();
    },
  };
}
