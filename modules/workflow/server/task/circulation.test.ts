import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Drawing, DrawnNode } from '#workflow/model/engine/drawing.ts';
import { furnish } from '#tests/furniture.ts';
import { openOffice, type Colleague, type Office, type OfficeTask } from '#tests/office.ts';
import { openWorld, type Reply, type World } from '#tests/world.ts';

let world: World;
let office: Office;
const by = (name: string): Colleague => {
  const found = office.people[name];
  if (found === undefined) throw new Error(`nobody is called ${name}`);
  return found;
};
const user = (id: string, approvers: string, more: Partial<DrawnNode> = {}): DrawnNode => ({
  kind: 'userTask',
  id,
  name: id,
  approvers,
  ...more,
});
const line = (key: string, ...steps: readonly DrawnNode[]): Drawing => ({
  key,
  docType: 'SO',
  nodes: [{ kind: 'startEvent', id: 'start' }, ...steps, { kind: 'endEvent', id: 'end' }],
  flows: ['start', ...steps.map(({ id }) => id)].map((id, i) => [id, steps[i]?.id ?? 'end'] as const),
});

beforeAll(async () => {
  world = await openWorld('circulation');
  await furnish(world.first);
  office = await openOffice(world, {
    seller: [],
    wang: ['manager'],
    both: ['second', 'third'],
    li: ['fourth'],
    ann: ['board'],
    bob: ['board'],
    cy: ['board'],
    helper: [],
    stand: [],
    gm: ['general'],
  });
});
afterAll(() => world.close());

let count = 0;
/** An order of its own type, so that exactly this process is its route. */
async function sent(drawing: Drawing): Promise<string> {
  count += 1;
  const key = `${drawing.key}_${count}`;
  await office.lead({ ...drawing, key }, { condition: `remark = "${key}"` });
  const { id } = await by('seller').must<{ id: string }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    remark: key,
    salesmanCode: 'P1',
    lines: [{ productCode: 'M1', number: '1', price: '10' }],
  });
  const { code, msg } = await by('seller').act('running/startOfBusinessKey', {
    processDefinitionKey: key,
    businessKey: id,
  });
  if (code !== 0) throw new Error(msg);
  return id;
}
const tasksOf = async (who: string, billId: string): Promise<readonly OfficeTask[]> =>
  (await by(who).tasks()).filter((each) => each.billId === billId);
async function act(
  who: string,
  billId: string,
  verb: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Reply<{ key: string }>> {
  const [task] = await tasksOf(who, billId);
  if (task === undefined) throw new Error(`${who} has no task`);
  return by(who).act(`task/${verb}`, { taskId: task.taskId, processInstanceId: task.processInstanceId, ...more });
}
const open = async (billId: string): Promise<string[]> =>
  (
    await world.sql<{ name: string; who: string | null }>(
      `
        select t.name, u.real_name as who
        from app.wf_task t
        join app.wf_instance i on i.id = t.instance_id
        left join app.sys_user u on u.id = t.assignee_id
        where i.bill_id = $1 and t.phase = 'open'
        order by 1, 2`,
      [billId],
    )
  ).map(({ name, who }) => (who === null ? name : `${name} ${who}`));
const deeds = async (billId: string): Promise<string[]> =>
  (
    await world.sql<{ deed: string }>(
      `
        select h.action || ' ' || h.assignee_name || coalesce(' for ' || h.owner_name, '') as deed
        from app.wf_history h
        join app.wf_instance i on i.id = h.instance_id
        where i.bill_id = $1
        order by h.seq`,
      [billId],
    )
  ).map(({ deed }) => deed);
const status = async (billId: string): Promise<string> =>
  (await world.first.must<{ billStatus: string }>('GET', `/channelsale/order/${billId}`)).billStatus;
const instanceOf = async (billId: string): Promise<string> =>
  (await world.sql<{ id: string }>('select id from app.wf_instance where bill_id = $1 order by id desc', [billId]))[0]
    ?.id ?? '';

describe('who approves', () => {
  test('is whoever leads the department of the starter, and a new leader finds the work of the old one', async () => {
    const [dept] = await world.sql<{ id: string }>(
      `select id from app.data_dept where code = 'D1' and tenant_code = '1000'`,
    );
    await world.first.must('PUT', '/sys/user', { id: by('seller').id, deptId: dept?.id });
    for (const [code, name] of [
      ['L1', 'ann'],
      ['L2', 'bob'],
    ] as const)
      await world.first.must('POST', '/data/bd/personnel', {
        code,
        name,
        deptCode: 'D1',
        organizeCode: 'O1',
        userId: by(name).id,
      });
    await world.first.must('PUT', '/data/bd/dept', { id: dept?.id, leaderCode: 'L1' });
    const id = await sent(line('lead', user('leader', 'dept-leader:starter:1')));
    expect([await tasksOf('ann', id), await tasksOf('bob', id)]).toMatchObject([
      [{ taskName: 'leader', assignee: 'ann' }],
      [],
    ]);
    await world.first.must('PUT', '/data/bd/dept', { id: dept?.id, leaderCode: 'L2' });
    expect([await tasksOf('ann', id), await tasksOf('bob', id)]).toMatchObject([
      [],
      [{ taskName: 'leader', assignee: 'bob' }],
    ]);
    expect((await act('bob', id, 'complete')).code).toBe(0);
    const other = await sent(line('salesman', user('leader', 'salesman-leader')));
    expect(await tasksOf('bob', other)).toHaveLength(1);
  });

  test('is the fallback role where nobody is found, and without one the start is refused with the name of the step', async () => {
    const id = await sent(line('fallback', user('lonely', 'dept-leader:starter:9', { fallbackRole: 'general' })));
    expect(await tasksOf('gm', id)).toMatchObject([{ taskName: 'lonely', fallbackRole: 'general' }]);
    await expect(sent(line('nobody', user('lonely', 'dept-leader:starter:9')))).rejects.toThrow(
      '环节【lonely】找不到审批人',
    );
    expect(
      await world.sql(`select count(*)::integer as n from app.wf_instance where process_key like 'nobody%'`),
    ).toEqual([{ n: 0 }]);
  });

  test('moves with a role: whoever gets it has the open task at once', async () => {
    const id = await sent(line('moving', user('general', 'role:general')));
    expect(await tasksOf('helper', id)).toHaveLength(0);
    const [role] = await world.sql<{ id: string }>(`select id from app.sys_role where code = 'general'`);
    const helper = await world.first.must<{ roleIdList: string[] }>('GET', `/sys/user/${by('helper').id}`);
    await world.first.must('PUT', '/sys/user', { id: by('helper').id, roleIdList: [...helper.roleIdList, role?.id] });
    expect(await tasksOf('helper', id)).toHaveLength(1);
    await world.first.must('PUT', '/sys/user', { id: by('helper').id, roleIdList: helper.roleIdList });
    expect(await tasksOf('helper', id)).toHaveLength(0);
  });

  test('of several candidates one takes it, and the others do not see it any more', async () => {
    const id = await sent(line('claimed', user('board', 'role:board')));
    expect([await tasksOf('ann', id), await tasksOf('bob', id)].map((list) => list.length)).toEqual([1, 1]);
    const [task] = await tasksOf('bob', id);
    expect((await act('ann', id, 'claim')).code).toBe(0);
    expect([await tasksOf('ann', id), await tasksOf('bob', id)].map((list) => list.length)).toEqual([1, 0]);
    expect((await by('bob').act('task/complete', { taskId: task?.taskId })).data.key).toBe('E-TASK-OTHERS');
  });

  test('is asked once in a row: the same person passes the next step, told so, until something was rolled back', async () => {
    const drawing = line(
      'skip',
      user('first', 'role:manager'),
      user('second', 'role:second'),
      user('third', 'role:third'),
      user('fourth', 'role:fourth'),
    );
    const id = await sent(drawing);
    await act('wang', id, 'complete');
    await act('both', id, 'complete');
    expect([await open(id), await deeds(id)]).toEqual([
      ['fourth'],
      ['submit seller', 'complete wang', 'complete both', 'skip both'],
    ]);
    await act('li', id, 'backPreviousTask', { comment: 'x' });
    expect(await open(id)).toEqual(['third']);
    await act('both', id, 'backPreviousTask', { comment: 'x' });
    expect(await open(id)).toEqual(['second']);
    await act('both', id, 'complete');
    expect(await open(id)).toEqual(['third']);
  });

  test('is asked every time where the tenant says so', async () => {
    await world.first.must('POST', '/sys/tenant/params', { code: 'WF002', name: 'WF002', value: '0', typeCode: 'SYS' });
    const id = await sent(line('noskip', user('second', 'role:second'), user('third', 'role:third')));
    await act('both', id, 'complete');
    expect(await open(id)).toEqual(['third']);
  });

  test('are several who sign: at once until enough have, or one after the other', async () => {
    const id = await sent(
      line(
        'sign',
        user('board', 'role:board', { signing: { isSequential: false, until: 'nrOfCompleted >= 2' } }),
        user('fourth', 'role:fourth'),
      ),
    );
    expect(await open(id)).toEqual(['board ann', 'board bob', 'board cy']);
    await act('bob', id, 'complete');
    expect(await open(id)).toEqual(['board ann', 'board cy']);
    await act('ann', id, 'complete');
    expect(await open(id)).toEqual(['fourth']);
    await act('li', id, 'backPreviousTask', { comment: '再签' });
    expect(await open(id)).toEqual(['board ann', 'board bob', 'board cy']);
    const row = await sent(line('row', user('board', 'role:board', { signing: { isSequential: true } })));
    const seen: string[] = [];
    while ((await status(row)) === '4') {
      const [now = ''] = await open(row);
      seen.push(now);
      await act(now.replace('board ', ''), row, 'complete');
    }
    expect(seen.toSorted()).toEqual(['board ann', 'board bob', 'board cy']);
  });

  test('may be somebody else while one is away, and both are told', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { id: rule } = await world.first.must<{ id: string }>('POST', '/activiti/substitute', {
      userId: by('wang').id,
      substituteId: by('stand').id,
      startDate: today,
      endDate: '2099-12-31',
      docTypes: ['SO'],
    });
    const id = await sent(line('away', user('first', 'role:manager')));
    expect([await tasksOf('wang', id), await tasksOf('stand', id)].map((list) => list.length)).toEqual([1, 1]);
    await world.first.must('PUT', '/activiti/substitute/disable', [rule]);
    expect(await tasksOf('stand', id)).toHaveLength(0);
    await world.first.must('PUT', '/activiti/substitute', { id: rule, docTypes: ['CR'], status: '1' });
    expect(await tasksOf('stand', id)).toHaveLength(0);
    await world.first.must('PUT', '/activiti/substitute', { id: rule, docTypes: [] });
    expect((await act('stand', id, 'complete')).code).toBe(0);
    expect(await deeds(id)).toEqual(['submit seller', 'complete stand for wang']);
    await world.first.must('DELETE', `/activiti/substitute/${rule}`);
  });
});

describe('beyond deciding', () => {
  test('signers added before a task keep it waiting until all of them have signed', async () => {
    const id = await sent(line('before', user('first', 'role:manager'), user('fourth', 'role:fourth')));
    const [{ taskId } = { taskId: '' }] = await tasksOf('wang', id);
    expect(
      (await act('wang', id, 'addSign', { assignees: [by('helper').id, by('stand').id], mode: 'sideways' })).code,
    ).toBe(10003);
    expect((await act('wang', id, 'addSign', { assignees: [], mode: 'before' })).code).toBe(10003);
    expect(
      (
        await act('wang', id, 'addSign', {
          assignees: [by('helper').id, by('stand').id],
          mode: 'before',
          comment: '请先看',
        })
      ).code,
    ).toBe(0);
    expect(await open(id)).toEqual(['first helper', 'first stand']);
    expect((await by('wang').act('task/complete', { taskId })).data.key).toBe('E-TASK-WAITS');
    await act('helper', id, 'complete', { comment: '可以' });
    expect(await open(id)).toEqual(['first stand']);
    await act('stand', id, 'complete');
    expect(await open(id)).toEqual(['first wang']);
    await act('wang', id, 'complete');
    expect(await open(id)).toEqual(['fourth']);
  });

  test('signers added after it follow when it is completed, and the step goes on with the last of them', async () => {
    const id = await sent(line('after', user('first', 'role:manager'), user('fourth', 'role:fourth')));
    await act('wang', id, 'addSign', { assignees: [by('helper').id, by('stand').id], mode: 'after' });
    expect(await open(id)).toEqual(['first wang']);
    await act('wang', id, 'complete');
    expect(await open(id)).toEqual(['first helper', 'first stand']);
    await act('helper', id, 'complete');
    expect(await open(id)).toEqual(['first stand']);
    await act('stand', id, 'complete');
    expect(await open(id)).toEqual(['fourth']);
  });

  test('a signer who rejects sends the whole back', async () => {
    const id = await sent(line('veto', user('first', 'role:manager')));
    await act('wang', id, 'addSign', { assignees: [by('helper').id], mode: 'before' });
    expect((await act('helper', id, 'backToFirst', { comment: '不行' })).code).toBe(0);
    expect([await open(id), await status(id)]).toEqual([['提交 seller'], '0']);
  });

  test('a reader gets a message and may look, and decides nothing', async () => {
    const id = await sent(line('cc', user('first', 'role:manager')));
    const path = `/activiti/his/getTaskHandleDetailInfo?processInstanceId=${await instanceOf(id)}`;
    await world.sql(`delete from sec.role_grant where permission = 'order:order:view'`);
    expect((await by('helper').call('GET', path)).code).toBe(404);
    expect((await act('wang', id, 'cc', { userIds: [by('helper').id], comment: '供参考' })).code).toBe(0);
    expect((await by('helper').call('GET', path)).code).toBe(0);
    expect(await tasksOf('helper', id)).toHaveLength(0);
    expect(
      await world.sql('select type from app.sys_message where receiver_id = $1 and business_key = $2', [
        by('helper').id,
        `SO:${id}`,
      ]),
    ).toEqual([{ type: '2' }]);
  });

  test('whoever waits reminds once an hour', async () => {
    const id = await sent(line('urge', user('first', 'role:manager')));
    const processInstanceId = await instanceOf(id);
    expect((await by('li').act('task/urge', { processInstanceId })).code).toBe(403);
    expect((await by('seller').act('task/urge', { processInstanceId })).code).toBe(0);
    expect((await by('seller').act('task/urge', { processInstanceId })).data.key).toBe('E-URGE');
    expect(
      await world.sql(
        'select count(*)::integer as n from app.sys_message where receiver_id = $1 and business_key = $2',
        [by('wang').id, `SO:${id}`],
      ),
    ).toEqual([{ n: 2 }]);
    await world.sql(`update app.wf_instance set urge_time = now() - interval '61 minutes' where id = $1`, [
      processInstanceId,
    ]);
    expect((await by('seller').act('task/urge', { processInstanceId })).code).toBe(0);
  });

  test('whoever started it takes it back while nobody has decided', async () => {
    const id = await sent(line('withdraw', user('first', 'role:manager'), user('fourth', 'role:fourth')));
    const processInstanceId = await instanceOf(id);
    expect((await by('wang').act('running/withdraw', { processInstanceId })).code).toBe(403);
    expect((await by('seller').act('running/withdraw', { processInstanceId })).code).toBe(0);
    expect([await open(id), await status(id)]).toEqual([[], '0']);
    const late = await sent(line('late', user('first', 'role:manager'), user('fourth', 'role:fourth')));
    await act('wang', late, 'complete');
    expect((await by('seller').act('running/withdraw', { processInstanceId: await instanceOf(late) })).data.key).toBe(
      'E-WITHDRAW',
    );
  });

  test('whoever looks after what runs suspends it, lets it go on, and ends it', async () => {
    const id = await sent(line('keeper', user('first', 'role:manager')));
    const instance = await instanceOf(id);
    const [task] = await tasksOf('wang', id);
    await world.first.must('PUT', `/activiti/running/suspend/${instance}`);
    expect(await tasksOf('wang', id)).toHaveLength(0);
    expect((await by('wang').act('task/complete', { taskId: task?.taskId })).data.key).toBe('E-SUSPENDED');
    await world.first.must('PUT', `/activiti/running/active/${instance}`);
    expect(await tasksOf('wang', id)).toHaveLength(1);
    expect((await by('seller').call('DELETE', `/activiti/running/${instance}`)).code).toBe(403);
    await world.first.must('DELETE', `/activiti/running/${instance}?deleteReason=x`);
    expect([await open(id), await status(id)]).toEqual([[], '0']);
  });
});
