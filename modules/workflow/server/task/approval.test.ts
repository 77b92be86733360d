import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { taskResult, type TaskResult } from '#workflow/model/choices.ts';
import type { Drawing, DrawnNode } from '#workflow/model/engine/drawing.ts';
import { joinedTask, todoTask } from '#workflow/model/task.ts';
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

const user = (id: string, name: string, approvers: string, more: Partial<DrawnNode> = {}): DrawnNode => ({
  kind: 'userTask',
  id,
  name,
  approvers,
  ...more,
});
const start: DrawnNode = { kind: 'startEvent', id: 'start' };
const end: DrawnNode = { kind: 'endEvent', id: 'end' };
/** Amount tiers: the manager, above 1,000 also the director, and finance at last. */
const tiers: Drawing = {
  key: 'SO_NORMAL',
  name: '订单审批',
  docType: 'SO',
  nodes: [
    start,
    user('manager', '经理审批', 'role:manager'),
    { kind: 'exclusiveGateway', id: 'amountTier', defaultFlow: 'small' },
    user('director', '总监审批', 'role:director'),
    user('finance', '财务审批', 'role-org:finance'),
    end,
  ],
  flows: [
    ['start', 'manager'],
    ['manager', 'amountTier'],
    ['amountTier', 'director', { when: 'amount > 1000' }],
    ['amountTier', 'finance', { id: 'small' }],
    ['director', 'finance'],
    ['finance', 'end'],
  ],
};

beforeAll(async () => {
  world = await openWorld('approval');
  await furnish(world.first);
  office = await openOffice(world, {
    seller: [],
    wang: ['manager'],
    li: ['director'],
    zhao: ['finance'],
    both: ['manager2', 'chief'],
    ann: ['board'],
    bob: ['board'],
    cy: ['board'],
    stand: [],
  });
  await office.lead(tiers, { condition: 'amount > 100', priority: 50 });
});
afterAll(() => world.close());

interface Bill {
  readonly id: string;
  readonly billStatus: string;
  readonly auditPersonName: string | null;
  readonly auditMsg: string | null;
  readonly processInstanceId: string | null;
  readonly rowVersion: number;
  readonly lines: readonly object[];
  readonly [key: string]: unknown;
}
interface Refused {
  readonly key: string;
}

async function order(number: string, price = '12.5', more: object = {}): Promise<string> {
  return (
    await by('seller').must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode: 'M1', number, price }],
      ...more,
    })
  ).id;
}
const read = (id: string): Promise<Bill> => world.first.must<Bill>('GET', `/channelsale/order/${id}`);
const submit = (id: string, key = 'SO_NORMAL', who = 'seller') =>
  by(who).act('running/startOfBusinessKey', { processDefinitionKey: key, businessKey: id, variables: { amount: 1 } });
async function task(who: string, billId: string): Promise<OfficeTask> {
  const found = (await by(who).tasks()).find((each) => each.billId === billId);
  if (found === undefined) throw new Error(`${who} has no task for ${billId}`);
  return found;
}
const taskOf = async (who: string, billId: string): Promise<string> => (await task(who, billId)).taskId;
const open = async (billId: string): Promise<string[]> =>
  (
    await world.sql<{ name: string }>(
      `
        select t.name
        from app.wf_task t
        join app.wf_instance i on i.id = t.instance_id
        where i.bill_id = $1 and t.phase = 'open'
        order by t.name`,
      [billId],
    )
  ).map(({ name }) => name);
const complete = async (who: string, billId: string, comment?: string) =>
  by(who).act(
    `task/complete?taskId=${await taskOf(who, billId)}${comment === undefined ? '' : `&comment=${encodeURIComponent(comment)}`}`,
    {},
  );
const trail = async (billId: string) =>
  world.first.must<
    {
      activityName: string;
      assigneeName: string;
      comment: string | null;
      result: string | null;
      action: string;
      startTime: string;
      endTime: string | null;
      durationInSeconds: number;
      ownerName: string | null;
    }[]
  >('GET', `/activiti/his/getTaskHandleDetailInfo?processInstanceId=${(await read(billId)).processInstanceId ?? ''}`);

describe('an order on its way through approval', () => {
  test('[A152] is started by its key, waits in status 4, and the last completion audits it and reserves its goods', async () => {
    const id = await order('2', '600');
    const { code, data } = (await submit(id)) as unknown as { code: number; data: { processInstanceId: string } };
    expect(code).toBe(0);
    expect(await read(id)).toMatchObject({ billStatus: '4', processInstanceId: data.processInstanceId });
    expect(await open(id)).toEqual(['经理审批']);
    expect((await complete('wang', id, '同意')).code).toBe(0);
    expect(await open(id)).toEqual(['总监审批']);
    expect((await complete('li', id)).code).toBe(0);
    expect((await read(id)).billStatus).toBe('4');
    expect((await complete('zhao', id, '已核')).code).toBe(0);
    expect(await read(id)).toMatchObject({
      billStatus: '1',
      auditPersonName: 'zhao',
      auditMsg: '已核',
      orderStatus: '1',
    });
    expect(
      await world.sql(`select occupied from app.stock_balance where material_code = 'M1' and tenant_code = '1000'`),
    ).toMatchObject([{ occupied: '2.0000' }]);
    const [instance] = await world.sql<{ status: string; flow_status: string; state: unknown }>(
      'select status, flow_status, state from app.wf_instance where bill_id = $1',
      [id],
    );
    expect(instance).toEqual({ status: 'completed', flow_status: '2', state: null });
  });

  test('goes the way its own amount says, whatever the browser sends along', async () => {
    const id = await order('2', '60');
    expect((await submit(id)).code).toBe(0);
    await complete('wang', id);
    expect(await open(id)).toEqual(['财务审批']);
  });

  test('is refused another process than its route names, a second start, and a start that no route leads to', async () => {
    const id = await order('2', '60');
    expect((await submit(id, 'OTHER')).data.key).toBe('E-ROUTE-DIFF');
    expect((await by('seller').act('running/startOfBusinessKey', { businessKey: id })).data.key).toBe('E-PROCESS-KEY');
    expect((await by('seller').act('running/startOfBusinessKey', { processDefinitionKey: 'SO_NORMAL' })).data.key).toBe(
      'E-BUSINESS-KEY',
    );
    expect((await submit(id)).code).toBe(0);
    expect((await submit(id)).data.key).toBe('E-INAPPROVAL');
    expect((await submit(await order('1', '1'))).data.key).toBe('E-NO-ROUTE');
    expect(
      (
        await by('wang').act('running/startOfBusinessKey', {
          processDefinitionKey: 'SO_NORMAL',
          businessKey: 'SO:019a0000-0000-7000-8000-000000000000',
        })
      ).code,
    ).toBe(404);
  });

  test('the same request twice starts it once', async () => {
    const id = await order('2', '60');
    const send = () =>
      by('seller').call<{ processInstanceId: string }>(
        'POST',
        '/activiti/running/startOfBusinessKey',
        { processDefinitionKey: 'SO_NORMAL', businessKey: id },
        { 'idempotency-key': `start-${id}` },
      );
    const [one, other] = [await send(), await send()];
    expect([one.code, other.code, other.data.processInstanceId]).toEqual([0, 0, one.data.processInstanceId]);
  });

  test('cannot be audited by hand where a route leads through a process, nor edited or voided while it is in approval', async () => {
    const id = await order('2', '60');
    expect((await world.first.call<Refused>('PUT', '/channelsale/order/audit', [id])).data.key).toBe('E-NEED-FLOW');
    await submit(id);
    for (const verb of ['audit', 'cancel', 'stash'])
      expect((await world.first.call<Refused>('PUT', `/channelsale/order/${verb}`, [id])).data.key).toBe(
        'E-INAPPROVAL',
      );
    expect(
      (await world.first.call<Refused>('PUT', '/channelsale/order', { ...(await read(id)), remark: 'x' })).data.key,
    ).toBe('E-INAPPROVAL');
    const free = await order('1', '1');
    expect((await world.first.call('PUT', '/channelsale/order/audit', [free])).code).toBe(0);
  });

  test('[A154] a suspended process is not started, and one that was never deployed is not there', async () => {
    const {
      list: [definition],
    } = await world.first.must<{ list: { id: string; state: string }[] }>(
      'GET',
      '/activiti/process/lastestPage?key=SO_NORMAL',
    );
    await world.first.must('PUT', `/activiti/process/suspend/${definition?.id ?? ''}`);
    const id = await order('2', '60');
    expect((await submit(id)).data.key).toBe('E-SUSPENDED');
    expect((await read(id)).billStatus).toBe('0');
    await world.first.must('PUT', `/activiti/process/active/${definition?.id ?? ''}`);
    expect((await submit(id)).code).toBe(0);
  });

  test('[A149] the latest version of a key is asked for first; a key nobody deployed answers an empty list', async () => {
    expect(
      (
        await by('seller').must<{ list: { key: string; version: number }[] }>(
          'GET',
          '/activiti/process/lastestPage?key=SO_NORMAL',
        )
      ).list,
    ).toMatchObject([{ key: 'SO_NORMAL', version: 1 }]);
    expect(
      (await by('seller').must<{ list: object[] }>('GET', '/activiti/process/lastestPage?key=NOBODY')).list,
    ).toEqual([]);
  });
});

describe('whoever decides', () => {
  test('[A156] [A162] rejects with a reason: the bill is saved again, and whoever started it has the task', async () => {
    const id = await order('2', '60');
    await submit(id);
    const taskId = await taskOf('wang', id);
    expect((await by('wang').act('task/backToFirst', { taskId })).data.key).toBe('E-COMMENT');
    expect((await by('wang').act('task/backToFirst', { taskId, comment: '  ' })).data.key).toBe('E-COMMENT');
    expect((await by('wang').act('task/backToFirst', { taskId, comment: '价格不对' })).code).toBe(0);
    expect((await read(id)).billStatus).toBe('0');
    expect(await task('seller', id)).toMatchObject({ starterFlag: '1', taskName: '提交' });
    expect((await world.first.call<Refused>('PUT', '/channelsale/order/audit', [id])).data.key).toBe('E-NEED-FLOW');
    const before = (await read(id)).processInstanceId;
    await by('seller').must('PUT', '/channelsale/order', { ...(await read(id)), remark: '改过' });
    expect((await submit(id)).code).toBe(0);
    expect(await read(id)).toMatchObject({ billStatus: '4', processInstanceId: before });
    expect(await open(id)).toEqual(['经理审批']);
    expect((await trail(id)).map(({ action }) => action)).toEqual(['submit', 'reject', 'submit', 'open']);
  });

  test('sends a rejected bill through another process when its figures now lead there', async () => {
    await office.lead(
      {
        ...tiers,
        key: 'SO_BIG',
        nodes: [start, user('chief', '总经理', 'role:chief'), end],
        flows: [
          ['start', 'chief'],
          ['chief', 'end'],
        ],
      },
      { condition: 'amount > 100000', priority: 10 },
    );
    const id = await order('2', '60');
    await submit(id);
    await by('wang').act('task/backToFirst', { taskId: await taskOf('wang', id), comment: 'x' });
    const bill = await read(id);
    await by('seller').must('PUT', '/channelsale/order', {
      ...bill,
      lines: bill.lines.map((line) => ({ ...line, price: '90000' })),
    });
    expect((await submit(id)).data.key).toBe('E-ROUTE-DIFF');
    expect((await submit(id, 'SO_BIG')).code).toBe(0);
    expect(await open(id)).toEqual(['总经理']);
    expect(await world.sql('select status from app.wf_instance where bill_id = $1 order by id', [id])).toEqual([
      { status: 'terminated' },
      { status: 'running' },
    ]);
  });

  test('[A157] [A163] rolls back with a reason, form-encoded, to the step before', async () => {
    const id = await order('2', '60');
    await submit(id);
    await complete('wang', id);
    const { taskId, processInstanceId } = await task('zhao', id);
    const form = (fields: Record<string, string>) =>
      world.app.inject({
        method: 'POST',
        url: '/api/activiti/task/backPreviousTask',
        headers: { token: by('zhao').token, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      });
    expect((await form({ taskId, processInstanceId })).json()).toMatchObject({ data: { key: 'E-COMMENT' } });
    expect((await form({ taskId, processInstanceId, comment: '请补充合同' })).json()).toMatchObject({ code: 0 });
    expect(await open(id)).toEqual(['经理审批']);
    expect((await read(id)).billStatus).toBe('4');
    expect(
      (
        await by('wang').act('task/backPreviousTask', {
          taskId: await taskOf('wang', id),
          processInstanceId,
          comment: 'x',
        })
      ).data.key,
    ).toBe('E-NO-PREVIOUS');
  });

  test('[A158] [A164] terminates with a reason: no task remains and the bill is saved again', async () => {
    const id = await order('2', '60');
    await submit(id);
    const taskId = await taskOf('wang', id);
    expect((await by('wang').act('task/endProcess', { taskId })).data.key).toBe('E-COMMENT');
    expect((await by('wang').act('task/endProcess', { taskId, comment: '不做了' })).code).toBe(0);
    expect([await open(id), (await read(id)).billStatus]).toEqual([[], '0']);
    expect((await submit(id)).code).toBe(0);
  });

  test('[A159] [A160] [A161] [A165] hands a task to another, who then has it; whose it was stays on it', async () => {
    const id = await order('2', '60');
    await submit(id);
    const taskId = await taskOf('wang', id);
    expect((await by('wang').act('task/entrust', { taskId })).data.key).toBe('E-ENTRUST');
    expect((await by('wang').act('task/entrust', { taskId, assignee: 'nobody' })).data.key).toBe('E-ENTRUST');
    expect(
      (await by('wang').act('task/entrust', { taskId, assignee: '019a0000-0000-7000-8000-000000000000' })).code,
    ).toBe(10003);
    expect((await by('wang').act('task/entrust', { taskId, assignee: by('stand').id })).code).toBe(0);
    expect((await by('wang').act('task/complete', { taskId })).data.key).toBe('E-TASK-OTHERS');
    expect(await task('stand', id)).toMatchObject({ assignee: 'stand', owner: 'wang', taskName: '经理审批' });
    expect((await complete('stand', id)).code).toBe(0);
    expect(
      (await trail(id))
        .map(({ action, assigneeName, ownerName, result }) => [action, assigneeName, ownerName, result])
        .slice(1, 3),
    ).toEqual([
      ['delegate', 'wang', null, 'delegate'],
      ['complete', 'stand', 'wang', 'pass'],
    ]);
  });

  test('[A155] only acts on what is his: not the starter, not a colleague, not the administrator, not twice', async () => {
    const id = await order('2', '60');
    await submit(id);
    const taskId = await taskOf('wang', id);
    for (const who of ['seller', 'li', 'zhao'])
      expect((await by(who).act('task/complete', { taskId })).data.key).toBe('E-TASK-OTHERS');
    expect((await world.first.call<Refused>('POST', '/activiti/task/complete', { taskId })).data.key).toBe(
      'E-TASK-OTHERS',
    );
    expect((await world.second.call<Refused>('POST', '/activiti/task/complete', { taskId })).data.key).toBe(
      'E-TASK-GONE',
    );
    expect((await by('wang').act('task/complete', { taskId })).code).toBe(0);
    expect((await by('wang').act('task/complete', { taskId })).data.key).toBe('E-TASK-GONE');
  });

  test('sees why when the goods are short at the last approval: the task stays open, nothing is posted, and later the same click succeeds', async () => {
    const id = (
      await by('seller').must<{ id: string }>('POST', '/channelsale/order', {
        organizeCode: 'O1',
        customerCode: 'CU1',
        lines: [{ productCode: 'M5', number: '150', price: '2' }],
      })
    ).id;
    await submit(id);
    await complete('wang', id);
    const refused = await complete('zhao', id, '同意');
    expect(refused.code).toBe(10020);
    expect([await open(id), (await read(id)).billStatus]).toEqual([['财务审批'], '4']);
    expect((await trail(id)).map(({ action }) => action)).toEqual(['submit', 'complete', 'open']);
    const { id: inbound } = await world.first.must<{ id: string }>('POST', '/stock/inout', {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ productCode: 'M5', number: '100', price: '8' }],
    });
    await world.first.must('PUT', '/stock/inout/audit', [inbound]);
    expect((await complete('zhao', id, '同意')).code).toBe(0);
    expect((await read(id)).billStatus).toBe('1');
  });

  test('am-A4 sees that the month has no period: the task waits, nothing is posted, later the click succeeds', async () => {
    const july = `tenant_code = '1000' and (year, month) = (2025, 7)`;
    await world.sql(`delete from app.sys_accountperiod where ${july}`);
    const { id } = await world.first.must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      billDate: '2025-07-10',
      lines: [{ productCode: 'M1', number: '2', price: '60' }],
    });
    const started = await world.first.call('POST', '/activiti/running/startOfBusinessKey', {
      processDefinitionKey: 'SO_NORMAL',
      businessKey: id,
    });
    expect(started.code).toBe(0);
    await complete('wang', id);
    const books = () =>
      world.sql(
        `
          select (select count(*)::int from app.stock_hold where doc_id = $1) as goods,
            (select count(*)::int from app.capital_hold where doc_id = $1) as money,
            (select count(*)::int from app.sys_operationlog where record_id = $1 and operation = 'audit') as told,
            (select count(*)::int from app.sys_accountperiod where ${july}) as periods`,
        [id],
      );
    const refused = await complete('zhao', id, '同意');
    expect(refused).toMatchObject({
      code: 20091,
      msg: '【2025-07-10】没有已开启的会计期间',
      data: { key: 'E-PERIOD-NONE' },
    });
    expect(await by('zhao').call('PUT', '/channelsale/order/approve', { ids: [id], operateMsg: '好' })).toMatchObject({
      code: 20091,
    });
    expect([await open(id), (await read(id)).billStatus, await books()]).toEqual([
      ['财务审批'],
      '4',
      [{ goods: 0, money: 0, told: 0, periods: 0 }],
    ]);
    expect((await trail(id)).map(({ action }) => action)).toEqual(['submit', 'complete', 'open']);
    await world.first.must('POST', '/sys/accountperiod', {
      year: 2025,
      month: 7,
      startDate: '2025-07-01',
      endDate: '2025-07-31',
    });
    // Written, it is not open yet.
    expect((await complete('zhao', id, '同意')).code).toBe(20091);
    const [period] = await world.sql<{ id: string }>(`select id from app.sys_accountperiod where ${july}`);
    await world.first.must('PUT', '/sys/accountperiod/open', [period?.id]);
    expect((await complete('zhao', id, '同意')).code).toBe(0);
    expect([await open(id), (await read(id)).billStatus, await books()]).toEqual([
      [],
      '1',
      [{ goods: 1, money: 1, told: 1, periods: 1 }],
    ]);
  });

  test('[A179] approves and rejects from the bill itself, with its ids and an opinion', async () => {
    const id = await order('2', '60');
    await submit(id);
    expect(
      (await by('li').call<Refused>('PUT', '/channelsale/order/approve', { ids: [id], operateMsg: '好' })).data.key,
    ).toBe('E-INAPPROVAL');
    expect((await by('wang').call('PUT', '/channelsale/order/approve', { ids: [id], operateMsg: '好' })).code).toBe(0);
    expect((await by('zhao').call<Refused>('PUT', '/channelsale/order/reject', { ids: [id] })).data.key).toBe(
      'E-COMMENT',
    );
    expect((await by('zhao').call('PUT', '/channelsale/order/reject', { ids: [id], operateMsg: '不同意' })).code).toBe(
      0,
    );
    expect((await read(id)).billStatus).toBe('0');
    const free = await order('1', '1');
    expect(
      (await world.first.call('PUT', '/channelsale/order/reject', { ids: [free], operateMsg: '再看看' })).code,
    ).toBe(0);
    expect(await read(free)).toMatchObject({ billStatus: '0', auditMsg: '再看看' });
    expect(
      (await world.first.call('PUT', '/channelsale/order/approve', { ids: [free], operateMsg: '可以' })).code,
    ).toBe(0);
    expect(await read(free)).toMatchObject({ billStatus: '1', auditMsg: '可以' });
  });

  test('voids a rejected bill, and its process ends with it', async () => {
    const id = await order('2', '60');
    await submit(id);
    await by('wang').act('task/backToFirst', { taskId: await taskOf('wang', id), comment: 'x' });
    expect((await world.first.call('PUT', '/channelsale/order/cancel', [id])).code).toBe(0);
    expect([await open(id), await world.sql('select status from app.wf_instance where bill_id = $1', [id])]).toEqual([
      [],
      [{ status: 'terminated' }],
    ]);
  });
});

describe('what was done', () => {
  test('[A169] is told step by step, with who, when, how long and why', async () => {
    const id = await order('2', '60');
    await submit(id);
    await complete('wang', id, '同意');
    const rows = await trail(id);
    expect(
      rows.map(({ activityName, assigneeName, comment, result, endTime }) => [
        activityName,
        assigneeName,
        comment,
        result,
        endTime === null,
      ]),
    ).toEqual([
      ['提交', 'seller', null, 'pass', false],
      ['经理审批', 'wang', '同意', 'pass', false],
      ['财务审批', 'finance', null, null, true],
    ]);
    for (const { durationInSeconds, startTime } of rows)
      expect([Number.isInteger(durationInSeconds), startTime.endsWith('Z')]).toEqual([true, true]);
    expect(
      (
        await by('li').call(
          'GET',
          `/activiti/his/getTaskHandleDetailInfo?processInstanceId=${(await read(id)).processInstanceId ?? ''}`,
        )
      ).code,
    ).toBe(0);
    expect(
      (
        await world.second.call(
          'GET',
          `/activiti/his/getTaskHandleDetailInfo?processInstanceId=${(await read(id)).processInstanceId ?? ''}`,
        )
      ).code,
    ).toBe(404);
  });

  test('[A172] ends in pass, reject, roll back, terminate or delegate, each by its own act', async () => {
    const acts: Readonly<
      Record<TaskResult, (who: string, taskId: string, processInstanceId: string) => Promise<Reply<{ key: string }>>>
    > = {
      pass: (who, taskId) => by(who).act('task/complete', { taskId, comment: '行' }),
      reject: (who, taskId) => by(who).act('task/backToFirst', { taskId, comment: '行' }),
      rollback: (who, taskId, processInstanceId) =>
        by(who).act('task/backPreviousTask', { taskId, processInstanceId, comment: '行' }),
      terminate: (who, taskId) => by(who).act('task/endProcess', { taskId, comment: '行' }),
      delegate: (who, taskId) => by(who).act('task/entrust', { taskId, assignee: by('stand').id }),
    };
    for (const [result, act] of Object.entries(acts)) {
      const id = await order('2', '60');
      await submit(id);
      await complete('wang', id);
      const { taskId, processInstanceId } = await task('zhao', id);
      expect((await act('zhao', taskId, processInstanceId)).code, result).toBe(0);
      const told = (await trail(id)).filter(({ assigneeName, endTime }) => assigneeName === 'zhao' && endTime !== null);
      expect(told.map((step) => step.result)).toEqual([result]);
      const { list } = await by('zhao').must<{ list: { billId: string; result: string }[] }>(
        'GET',
        `/activiti/his/joined/page?limit=500&result=${result}`,
      );
      expect(list.filter(({ billId }) => billId === id).map((row) => row.result)).toEqual([result]);
    }
    expect(Object.keys(acts)).toEqual(Object.keys(taskResult));
    expect(Object.keys(taskResult)).toEqual(['pass', 'reject', 'rollback', 'terminate', 'delegate']);
  });

  test('[A170] is drawn as a picture with where it stands', async () => {
    const id = await order('2', '60');
    await submit(id);
    const { status, headers, text } = await by('seller').call(
      'GET',
      `/activiti/his/getInstImage?processInstanceId=${(await read(id)).processInstanceId ?? ''}`,
    );
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(text).toMatch(/<rect [^>]*stroke="#fa8c16"[^>]*data-element="manager"/);
    const asked = await world.app.inject({
      method: 'GET',
      url: `/api/activiti/his/getInstImage?processInstanceId=${(await read(id)).processInstanceId ?? ''}&token=${by('seller').token}`,
    });
    expect(asked.headers['content-type']).toContain('image/svg+xml');
  });

  test('[A174] shows in a row of a task list its name, assignee, owner, business key and duration in seconds', async () => {
    const parts = ['taskName', 'assignee', 'owner', 'businessKey', 'durationInSeconds'] as const;
    for (const { name, list } of [todoTask, joinedTask])
      expect([name, parts.filter((key) => !list.columns.includes(key))]).toEqual([name, []]);
    const id = await order('2', '60');
    await submit(id);
    await by('wang').act('task/entrust', { taskId: await taskOf('wang', id), assignee: by('stand').id });
    // The task has waited for an hour.
    await world.sql(
      `
        update app.wf_task t
        set create_time = t.create_time - interval '1 hour'
        from app.wf_instance i
        where i.id = t.instance_id and i.bill_id = $1 and t.phase = 'open'`,
      [id],
    );
    const shown = { taskName: '经理审批', assignee: 'stand', owner: 'wang', businessKey: `SO:${id}` };
    const waiting = await task('stand', id);
    expect(waiting).toMatchObject(shown);
    expect([waiting.durationInSeconds >= 3600, waiting.durationInSeconds < 7200]).toEqual([true, true]);
    await complete('stand', id, '行');
    const { list } = await by('stand').must<{ list: (OfficeTask & { startTime: string; endTime: string })[] }>(
      'GET',
      '/activiti/his/joined/page?result=pass',
    );
    const done = list.find(({ billId }) => billId === id);
    expect(done).toMatchObject(shown);
    const between = (Date.parse(done?.endTime ?? '') - Date.parse(done?.startTime ?? '')) / 1000;
    // The instants are told in milliseconds, the seconds are whole.
    expect(Math.abs((done?.durationInSeconds ?? 0) - between)).toBeLessThan(1);
    expect(done?.durationInSeconds).toBeGreaterThanOrEqual(3600);
  });

  test('is listed: to do, joined, my applications and what runs', async () => {
    const id = await order('2', '60');
    await submit(id);
    expect(await task('wang', id)).toMatchObject({
      taskName: '经理审批',
      assignee: 'manager',
      owner: null,
      businessKey: `SO:${id}`,
      processDefinitionName: '订单审批',
      starterName: 'seller',
      durationInSeconds: expect.any(Number) as number,
    });
    await complete('wang', id, '行');
    const { list: joined } = await by('wang').must<{
      list: { billId: string; result: string; comment: string; taskName: string }[];
    }>('GET', '/activiti/his/joined/page?result=pass');
    expect(joined[0]).toMatchObject({ billId: id, taskName: '经理审批', result: 'pass', comment: '行' });
    const { list: mine, total } = await by('seller').must<{ total: number; list: object[] }>(
      'GET',
      `/activiti/his/myApply/page?businessKey=${id}`,
    );
    expect([total, mine[0]]).toMatchObject([
      1,
      {
        businessKey: `SO:${id}`,
        currentTaskName: '财务审批',
        currentAssigneeName: 'finance',
        flowStatus: '1',
        endTime: null,
      },
    ]);
    const { list: running } = await world.first.must<{ list: object[] }>(
      'GET',
      `/activiti/running/page?processInstanceId=${(await read(id)).processInstanceId ?? ''}`,
    );
    expect(running).toMatchObject([
      {
        processDefinitionKey: 'SO_NORMAL',
        processDefinitionVersion: 1,
        activityName: '财务审批',
        assigneeName: 'finance',
        suspended: '0',
      },
    ]);
    expect((await by('wang').must<{ list: object[] }>('GET', `/activiti/task/page?businessKey=${id}`)).list).toEqual(
      [],
    );
  });
});
