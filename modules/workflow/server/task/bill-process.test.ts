import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import type { Drawing, DrawnNode } from '#workflow/model/engine/drawing.ts';
import { furnish } from '#tests/furniture.ts';
import { openOffice, type Colleague, type Office } from '#tests/office.ts';
import { openWorld, type Reply, type World } from '#tests/world.ts';

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

beforeAll(async () => {
  world = await openWorld('bill_process');
  await furnish(world.first);
  office = await openOffice(world, { seller: [], wang: ['manager'], li: ['chief'] });
  await office.lead(line('SO_SMALL', user('manager', 'role:manager')), {
    condition: 'amount > 100',
    priority: 50,
    callbackUrl: '/activiti/x',
  });
  await office.lead(line('SO_BIG', user('chief', 'role:chief')), { condition: 'amount > 1000', priority: 10 });
});
afterAll(() => world.close());

interface BillProcess {
  readonly routes: readonly { processDefinitionKey: string }[];
  readonly route: {
    processDefinitionKey: string;
    saveUrl: string;
    formName: string;
    callbackUrl: string | null;
  } | null;
  readonly tasks: readonly { taskId: string; taskName: string; starterFlag: string }[];
  readonly instance: { id: string; isOwn: boolean } | null;
}
const draft = (number: string): Record<string, unknown> => ({
  organizeCode: 'O1',
  customerCode: 'CU1',
  lines: [{ productCode: 'M1', number, price: '10' }],
});
const order = async (number: string): Promise<string> =>
  (await by('seller').must<{ id: string }>('POST', '/channelsale/order', draft(number))).id;
const processOf = (who: string, id: string): Promise<BillProcess> =>
  by(who).must<BillProcess>('GET', `/channelsale/order/process?id=${id}`);

describe('what the form of a document asks about its process', () => {
  test('which one it would go through as it is saved, and none where no route fits', async () => {
    expect(await processOf('seller', await order('20'))).toMatchObject({
      route: {
        processDefinitionKey: 'SO_SMALL',
        saveUrl: '/channelsale/order',
        formName: 'order',
        callbackUrl: '/activiti/x',
      },
      tasks: [],
      instance: null,
    });
    expect(await processOf('seller', await order('200'))).toMatchObject({
      route: { processDefinitionKey: 'SO_BIG', callbackUrl: null },
    });
    expect(await processOf('seller', await order('1'))).toMatchObject({
      route: null,
      routes: [{ processDefinitionKey: 'SO_BIG' }, { processDefinitionKey: 'SO_SMALL' }],
    });
    expect((await by('seller').must<BillProcess>('GET', '/channelsale/order/process')).routes).toHaveLength(2);
  });

  test('and as it is written now: its figures are computed as a save would, and nothing is kept', async () => {
    const count = async (): Promise<number> => (await world.sql('select 1 from app.order_order')).length;
    const before = await count();
    const foreseen = (body: object): Promise<Reply<{ processDefinitionKey: string; key: string }>> =>
      by('seller').call('POST', '/channelsale/order/process', body);
    expect((await foreseen(draft('20'))).data.processDefinitionKey).toBe('SO_SMALL');
    const id = await order('20');
    const saved = await by('seller').must<Record<string, unknown>>('GET', `/channelsale/order/${id}`);
    expect((await foreseen({ ...saved, lines: draft('200')['lines'] })).data.processDefinitionKey).toBe('SO_BIG');
    expect((await foreseen(draft('1'))).data.key).toBe('E-NO-ROUTE');
    expect((await foreseen({ ...draft('20'), customerCode: 'NOBODY' })).code).toBe(10003);
    expect(await by('seller').must('GET', `/channelsale/order/${id}`)).toMatchObject({
      totalAmount: saved['totalAmount'],
      rowVersion: saved['rowVersion'],
    });
    expect(await count()).toBe(before + 1);
  });

  test('which task of it is the caller’s, whoever started it may take it back, and another tenant learns nothing', async () => {
    const id = await order('20');
    await by('seller').must('POST', '/activiti/running/startOfBusinessKey', {
      processDefinitionKey: 'SO_SMALL',
      businessKey: id,
    });
    expect(await processOf('wang', id)).toMatchObject({
      route: null,
      tasks: [{ taskName: 'manager', starterFlag: '0' }],
      instance: { isOwn: false },
    });
    expect(await processOf('seller', id)).toMatchObject({ tasks: [], instance: { isOwn: true } });
    expect(await processOf('li', id)).toMatchObject({ tasks: [] });
    expect((await world.second.call('GET', `/channelsale/order/process?id=${id}`)).code).toBe(404);
    expect((await world.first.call('GET', '/channelsale/order/process?id=nothing')).code).toBe(404);
  });
});

describe('a task that waits', () => {
  const messages = (key: string): Promise<object[]> =>
    world.sql(`select title from app.sys_message where receiver_id = $1 and business_key = $2 order by create_date`, [
      by('wang').id,
      key,
    ]);

  test('is reminded of after WF003 hours, once in as many, never at 0; its organisation goes before', async () => {
    const id = await order('30');
    await by('seller').must('POST', '/activiti/running/startOfBusinessKey', {
      processDefinitionKey: 'SO_SMALL',
      businessKey: id,
    });
    const age = (hours: number): Promise<object[]> =>
      world.sql(
        `
          update app.wf_task t
          set create_time = now() - $2 * interval '1 hour'
          from app.wf_instance i
          where i.id = t.instance_id and i.bill_id = $1`,
        [id, hours],
      );
    const remindedBefore = (hours: number): Promise<object[]> =>
      world.sql(
        `
          update app.wf_task t
          set remind_time = now() - $2 * interval '1 hour'
          from app.wf_instance i
          where i.id = t.instance_id and i.bill_id = $1`,
        [id, hours],
      );
    const door = openDoor({ url: world.url, connections: 2 });
    const jobs = startJobs({
      host: { door, stores: fileStores(door), log: world.app.log, models },
      handlers: jobHandlers(),
      leaseMs: 5000,
    });
    const {
      list: [schedule],
    } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=taskTimeout');
    // Only this tenant's run counts; those of the others may be done before it.
    const ran = async (): Promise<number> =>
      (
        await world.sql<{ n: number }>(`
          select count(*)::integer as n
          from app.job_schedulelog
          where bean_name = 'taskTimeout' and status = '1' and tenant_code = '1000'`)
      )[0]?.n ?? 0;
    const run = async (): Promise<void> => {
      const before = await ran();
      await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
      await expect.poll(ran, { timeout: 30_000 }).toBeGreaterThan(before);
    };
    try {
      await age(23);
      await run();
      expect(await messages(`SO:${id}`)).toEqual([{ title: 'todo' }]);
      await age(25);
      await run();
      expect(await messages(`SO:${id}`)).toEqual([{ title: 'todo' }, { title: 'overdue' }]);
      await run();
      expect(await messages(`SO:${id}`)).toHaveLength(2);
      await remindedBefore(24);
      await run();
      expect(await messages(`SO:${id}`)).toHaveLength(3);
      await world.first.must('POST', '/sys/tenant/params', {
        code: 'WF003',
        name: 'WF003',
        value: '0',
        typeCode: 'SYS',
      });
      await remindedBefore(100);
      await run();
      expect(await messages(`SO:${id}`)).toHaveLength(3);
      // The organisation of the document has hours of its own.
      await world.first.must('POST', '/sys/tenant/params', {
        code: 'WF003',
        name: 'WF003',
        value: '100',
        typeCode: 'SYS',
        organizeCode: 'O1',
      });
      await run();
      expect(await messages(`SO:${id}`)).toHaveLength(4);
    } finally {
      await jobs.stop();
      await door.close();
    }
  });
});

describe('a substitute', () => {
  test('is somebody else', async () => {
    const body = { userId: by('wang').id, substituteId: by('wang').id, startDate: '2026-01-01', endDate: '2099-12-31' };
    const { data, msg } = await world.first.call<{ key: string; errors: { path: string }[] }>(
      'POST',
      '/activiti/substitute',
      body,
    );
    expect([data.key, msg, data.errors[0]?.path]).toEqual([
      'E-SUBSTITUTE-SELF',
      '不能指定本人为代理人',
      'substituteId',
    ]);
    const { id } = await world.first.must<{ id: string }>('POST', '/activiti/substitute', {
      ...body,
      substituteId: by('li').id,
    });
    expect(
      (await world.first.call<{ key: string }>('PUT', '/activiti/substitute', { id, substituteId: by('wang').id })).data
        .key,
    ).toBe('E-SUBSTITUTE-SELF');
  });
});
