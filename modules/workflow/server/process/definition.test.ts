import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { drawProcess, type Drawing, type DrawnNode } from '#workflow/model/engine/drawing.ts';
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
const user = (id: string, approvers: string, more: Partial<DrawnNode> = {}): DrawnNode => ({
  kind: 'userTask',
  id,
  name: id,
  approvers,
  ...more,
});
const line = (key: string, docType: string, ...steps: readonly DrawnNode[]): Drawing => ({
  key,
  docType,
  nodes: [{ kind: 'startEvent', id: 'start' }, ...steps, { kind: 'endEvent', id: 'end' }],
  flows: ['start', ...steps.map(({ id }) => id)].map((id, i) => [id, steps[i]?.id ?? 'end'] as const),
});

beforeAll(async () => {
  world = await openWorld('definition');
  await furnish(world.first);
  await world.sql(`update app.job_schedule set status = '0'`);
  office = await openOffice(world, { asker: [], hr: ['hr'], boss: ['boss'] });
});
afterAll(() => world.close());

interface Refused {
  readonly key: string;
  readonly errors?: { path: string; msg: string }[];
}
interface Model {
  readonly id: string;
  readonly version: number;
  readonly modelXml: string;
  readonly rowVersion: number;
}
const keep = (key: string, xml: string) =>
  world.first.must<{ id: string; data: Model }>('POST', '/activiti/model', { name: key, key, modelXml: xml });

describe('a model', () => {
  test('is drawn on, kept and given out as a file', async () => {
    const xml = drawProcess(line('draft', 'CR', user('a', 'role:hr')));
    const { id, data } = await keep('draft', '<half');
    expect(data.version).toBe(1);
    await world.first.must('PUT', `/activiti/model/${id}/xml`, { modelXml: xml });
    expect(await world.first.must('GET', `/activiti/model/${id}/xml`)).toBe(xml);
    expect(await world.first.must<Model>('GET', `/activiti/model/${id}`)).toMatchObject({ version: 2, rowVersion: 2 });
    const { headers, text } = await world.first.call('GET', `/activiti/model/export/${id}`);
    expect([headers['content-disposition'], text]).toEqual([`attachment; filename*=UTF-8''draft.bpmn20.xml`, xml]);
    expect((await world.first.call('PUT', `/activiti/model/${id}/xml`, {})).code).toBe(10003);
    await world.first.must('PUT', `/activiti/model/${id}/xml`, { modelXml: xml, rowVersion: 2 });
    expect(
      (await world.first.call<Refused>('PUT', `/activiti/model/${id}/xml`, { modelXml: '<theirs/>', rowVersion: 2 }))
        .data.key,
    ).toBe('E-VERSION');
    expect(await world.first.must('GET', `/activiti/model/${id}/xml`)).toBe(xml);
  });

  test('is refused at deploy with the element that is to blame, in the language of whoever asks, and nothing of it stays', async () => {
    const { id } = await keep(
      'bad',
      drawProcess(
        line('bad', 'CR', user('a', 'role:nobody'), user('b', 'role:hr', { inner: '<bpmn:script>x</bpmn:script>' })),
      ),
    );
    for (const [language, msg] of [
      ['zh-CN', '不支持的元素 script'],
      ['zh-TW', '不支援的元素 script'],
      ['en-US', 'script is not supported'],
    ] as const) {
      const { code, data } = await world.first.call<Refused>('POST', `/activiti/model/deploy/${id}`, undefined, {
        'accept-language': language,
      });
      expect([code, data.key, data.errors]).toEqual([20070, 'E-MODEL', [{ path: 'b', msg }]]);
    }
    const strange = await keep('strange', drawProcess(line('strange', 'CR', user('a', 'role:nobody'))));
    expect((await world.first.call<Refused>('POST', `/activiti/model/deploy/${strange.id}`)).data.errors).toEqual([
      { path: 'a', msg: '没有角色 nobody' },
    ]);
    const other = await keep('other', drawProcess(line('otherKey', 'CR', user('a', 'role:hr'))));
    expect((await world.first.call<Refused>('POST', `/activiti/model/deploy/${other.id}`)).data.errors?.[0]?.path).toBe(
      'key',
    );
    expect(
      await world.sql(`select 1 from app.activiti_process where key in ('bad', 'strange', 'other', 'otherKey')`),
    ).toEqual([]);
  });

  test('that can get stuck is found while it is drawn, and cannot be deployed', async () => {
    const stuck = drawProcess({
      key: 'stuck',
      docType: 'CR',
      nodes: [
        { kind: 'startEvent', id: 's' },
        { kind: 'exclusiveGateway', id: 'x', defaultFlow: 'd' },
        user('a', 'role:hr'),
        user('b', 'role:hr'),
        { kind: 'parallelGateway', id: 'j' },
        { kind: 'endEvent', id: 'e' },
      ],
      flows: [
        ['s', 'x'],
        ['x', 'a', { when: 'post = "x"' }],
        ['x', 'b', { id: 'd' }],
        ['a', 'j'],
        ['b', 'j'],
        ['j', 'e'],
      ],
    });
    const { complaints } = await world.first.must<{ complaints: { element: string }[] }>(
      'POST',
      '/activiti/model/check',
      { modelXml: stuck },
    );
    expect(complaints.map(({ element }) => element)).toEqual(['j']);
    const { id } = await keep('stuck', stuck);
    expect((await world.first.call('POST', `/activiti/model/deploy/${id}`)).code).toBe(20070);
    expect(
      await world.first.must('POST', '/activiti/model/check', {
        modelXml: drawProcess(line('ok', 'CR', user('a', 'role:hr'))),
      }),
    ).toMatchObject({ complaints: [], isComplete: true });
  });

  test('with a step that nothing leads to is dead and cannot be deployed; one too wide to be searched whole is, and carries a warning', async () => {
    const ways = Array.from({ length: 18 }, (_, i) => user(`w${i}`, 'role:hr'));
    const wide: Drawing = {
      key: 'wide',
      docType: 'CR',
      nodes: [
        { kind: 'startEvent', id: 's' },
        { kind: 'parallelGateway', id: 'x' },
        { kind: 'parallelGateway', id: 'j' },
        ...ways,
        { kind: 'endEvent', id: 'e' },
      ],
      flows: [
        ['s', 'x'],
        ...ways.flatMap(
          ({ id }) =>
            [
              ['x', id],
              [id, 'j'],
            ] as const,
        ),
        ['j', 'e'],
      ],
    };
    expect(await world.first.must('POST', '/activiti/model/check', { modelXml: drawProcess(wide) })).toMatchObject({
      complaints: [],
      isComplete: false,
    });
    await world.first.must('POST', `/activiti/model/deploy/${(await keep('wide', drawProcess(wide))).id}`);
    expect(await world.sql(`select warning from app.activiti_process where key = 'wide'`)).toEqual([
      { warning: '流程过大，未能完全检查' },
    ]);
    const dead: Drawing = {
      key: 'dead',
      docType: 'CR',
      nodes: [
        { kind: 'startEvent', id: 's' },
        user('a', 'role:hr'),
        user('circle', 'role:hr'),
        user('again', 'role:hr'),
        { kind: 'endEvent', id: 'e' },
      ],
      flows: [
        ['s', 'a'],
        ['a', 'e'],
        ['circle', 'again'],
        ['again', 'circle'],
      ],
    };
    const { code, data } = await world.first.call<Refused>(
      'POST',
      `/activiti/model/deploy/${(await keep('dead', drawProcess(dead))).id}`,
    );
    expect([code, data.errors]).toEqual([
      20070,
      [
        { path: 'circle', msg: '没有路径到达这里' },
        { path: 'again', msg: '没有路径到达这里' },
      ],
    ]);
  });

  test('is deployed from a file, and a version becomes a model again', async () => {
    const send = (xml: string) => {
      const boundary = 'wf-boundary';
      const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="leave.bpmn"\r\ncontent-type: text/xml\r\n\r\n${xml}\r\n--${boundary}--\r\n`;
      return world.app.inject({
        method: 'POST',
        url: '/api/activiti/deployment/deploy',
        headers: { token: world.first.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload,
      });
    };
    const made = (await send(drawProcess(line('filed', 'CR', user('a', 'role:hr'))))).json<{
      code: number;
      data: { id: string; processDefinitionId: string; version: number };
    }>();
    expect(made).toMatchObject({ code: 0, data: { version: 1 } });
    expect((await send('<!DOCTYPE x><x/>')).json()).toMatchObject({ code: 20070 });
    expect(
      (await world.first.must<{ list: object[] }>('GET', '/activiti/deployment/page?name=filed')).list,
    ).toMatchObject([{ key: 'filed', source: 'leave.bpmn', processCount: 1 }]);
    const picture = await world.first.call('GET', `/activiti/process/image?deploymentId=${made.data.id}`);
    expect(picture.text).toContain('data-element="a"');
    const model = await world.first.must<string>(
      'POST',
      `/activiti/process/convertToModel/${made.data.processDefinitionId}`,
    );
    expect(await world.first.must<string>('GET', `/activiti/model/${model}/xml`)).toContain('id="filed"');
    await world.first.must('DELETE', `/activiti/deployment/${made.data.id}`);
    expect(await world.sql(`select 1 from app.activiti_process where key = 'filed'`)).toEqual([]);
  });
});

describe('a route', () => {
  test('is saved only for a document that is approved, with a condition about that document', async () => {
    const body = {
      name: 'r',
      processDefinitionKey: 'k',
      docType: 'CR',
      routeName: 'activiti-correction',
      saveUrl: '/activiti/correction',
      formName: 'correction',
    };
    for (const [wrong, path, msg] of [
      [{ docType: 'IO' }, 'docType', '不在可选范围内'],
      [{ condition: 'amount > 5' }, 'condition', '单据没有字段“amount”'],
      [{ condition: 'post >' }, 'condition', '条件不完整'],
    ] as const) {
      expect(
        (await world.first.call<Refused>('POST', '/activiti/bizroute', { ...body, ...wrong })).data.errors,
      ).toEqual([{ path, msg }]);
    }
    expect(
      await world.first.must<{ data: object }>('POST', '/activiti/bizroute', {
        ...body,
        status: '0',
        condition: 'post = "x" and entryDate < date("2026-01-01")',
      }),
    ).toMatchObject({ data: { priority: 100, docType: 'CR' } });
  });
});

async function asked(post: string): Promise<string> {
  return (
    await world.first.must<{ id: string }>('POST', '/activiti/correction', {
      organizeCode: 'O1',
      applicantId: by('asker').id,
      post,
      entryDate: '2026-01-05',
      correctionDate: '2026-07-05',
      workContent: '销售',
      achievement: '完成',
    })
  ).id;
}
const submit = async (id: string, key: string): Promise<string> =>
  (
    await world.first.must<{ processInstanceId: string }>('POST', '/activiti/running/startOfBusinessKey', {
      processDefinitionKey: key,
      businessKey: id,
    })
  ).processInstanceId;
const open = async (instance: string): Promise<string[]> =>
  (
    await world.sql<{ name: string }>('select name from app.wf_task where instance_id = $1 order by name', [instance])
  ).map(({ name }) => name);

describe('[A175] a correction', () => {
  test('is approved by the person it names, then by the department for people', async () => {
    await office.lead(line('DEMO_CORRECTION', 'CR', user('self', 'form:applicantId'), user('people', 'role:hr')), {
      condition: 'post != "timed" and post != "kept"',
    });
    const id = await asked('销售代表');
    const instance = await submit(id, 'DEMO_CORRECTION');
    for (const [who, step] of [
      ['asker', 'self'],
      ['hr', 'people'],
    ] as const) {
      const [task] = (await by(who).tasks()).filter((each) => each.billId === id);
      expect(task?.taskName).toBe(step);
      expect((await by(who).act('task/complete', { taskId: task?.taskId, comment: '同意' })).code).toBe(0);
    }
    expect(await open(instance)).toEqual([]);
    expect(await world.first.must('GET', `/activiti/correction/${id}`)).toMatchObject({
      billStatus: '1',
      auditPersonName: 'hr',
      auditMsg: '同意',
      post: '销售代表',
    });
  });

  test('[A171] goes on with the version it began with when the next one is deployed, and that version cannot be deleted', async () => {
    const drawing = line('KEPT', 'CR', user('old', 'role:hr'));
    await office.lead(drawing, { condition: 'post = "kept"' });
    const instance = await submit(await asked('kept'), 'KEPT');
    const {
      list: [model],
    } = await world.first.must<{ list: { id: string }[] }>('GET', '/activiti/model/page?key=KEPT');
    await world.first.must('PUT', `/activiti/model/${model?.id ?? ''}/xml`, {
      modelXml: drawProcess(line('KEPT', 'CR', user('new', 'role:boss'))),
    });
    await world.first.must('POST', `/activiti/model/deploy/${model?.id ?? ''}`);
    expect([await open(instance), await open(await submit(await asked('kept'), 'KEPT'))]).toEqual([['old'], ['new']]);
    const { list } = await world.first.must<{ list: { id: string; version: number; state: string }[] }>(
      'GET',
      '/activiti/process/page?key=KEPT',
    );
    expect(list.map(({ version, state }) => `${version} ${state}`).toSorted()).toEqual(['1 1', '2 1']);
    expect((await world.first.call<Refused>('DELETE', `/activiti/process/${list[0]?.id ?? ''}`)).data.key).toBe(
      'E-PROCESS-RUNNING',
    );
    await world.first.must('PUT', `/activiti/process/suspend/${list[0]?.id ?? ''}`);
    expect((await world.first.call<Refused>('PUT', `/activiti/process/suspend/${list[0]?.id ?? ''}`)).data.key).toBe(
      'E-STATE',
    );
    expect(
      (await world.first.must<{ list: object[] }>('GET', '/activiti/process/page?key=KEPT&state=2')).list,
    ).toHaveLength(1);
  });

  test('that nobody looks at in time goes to the next in line when its alarm rings, once', async () => {
    const late: DrawnNode = {
      kind: 'boundaryEvent',
      id: 'late',
      attributes: { attachedToRef: 'slow' },
      inner: '<bpmn:timerEventDefinition><bpmn:timeDuration>P1D</bpmn:timeDuration></bpmn:timerEventDefinition>',
    };
    const flows = [
      ['start', 'slow'],
      ['slow', 'end'],
      ['late', 'boss'],
      ['boss', 'end'],
    ] as const;
    await office.lead(
      { ...line('TIMED', 'CR', user('slow', 'role:hr'), late, user('boss', 'role:boss')), flows },
      { condition: 'post = "timed"' },
    );
    const [first, second] = [await submit(await asked('timed'), 'TIMED'), await submit(await asked('timed'), 'TIMED')];
    expect(
      await world.sql(
        `
          select node, (due_time - now()) between interval '23 hours' and interval '1 day' as is_tomorrow
          from app.wf_timer
          where instance_id = $1`,
        [first],
      ),
    ).toEqual([{ node: 'late', is_tomorrow: true }]);
    await world.sql(`update app.wf_timer set due_time = now() - interval '1 minute' where instance_id = $1`, [first]);
    await ringing(async () => {
      await expect.poll(() => open(first), { timeout: 30_000 }).toEqual(['boss']);
    });
    expect([
      await open(second),
      await world.sql('select action, assignee_name from app.wf_history where instance_id = $1 order by seq', [first]),
    ]).toMatchObject([['slow'], [{ action: 'submit' }, { action: 'timeout', assignee_name: '流程定时器' }]]);
    expect(await world.sql('select 1 from app.wf_timer where instance_id = $1', [first])).toEqual([]);
  });

  test('whose step has a reminder tells whoever could act once more, and the step stays as it is', async () => {
    await office.lead(
      line(
        'REMINDED',
        'CR',
        user('slow', 'role:hr', { reminder: 'PT4H' }),
        user('next', 'role:boss', { reminder: 'PT4H' }),
      ),
      { condition: 'post = "reminded"', priority: 1 },
    );
    const instance = await submit(await asked('reminded'), 'REMINDED');
    const told = () =>
      world.sql<{ title: string; receiver_id: string }>(`
        select title, receiver_id
        from app.sys_message
        where content like '%REMINDED%'
        order by send_date, title`);
    expect(await told()).toMatchObject([{ title: 'todo', receiver_id: by('hr').id }]);
    await world.sql(
      `
        update app.wf_timer
        set due_time = now() - interval '1 minute'
        where instance_id = $1 and node = 'slow'`,
      [instance],
    );
    await ringing(async () => {
      await expect
        .poll(told, { timeout: 30_000 })
        .toMatchObject([{ title: 'todo' }, { title: 'overdue', receiver_id: by('hr').id }]);
    });
    expect([
      await open(instance),
      await world.sql('select 1 from app.wf_timer where instance_id = $1', [instance]),
    ]).toEqual([['slow'], []]);
    // Done in time, nobody is reminded of anything: the alarm goes with the step.
    const [task] = (await by('hr').tasks()).filter(({ processInstanceId }) => processInstanceId === instance);
    await by('hr').act('task/complete', { taskId: task?.taskId });
    expect(await world.sql('select node from app.wf_timer where instance_id = $1', [instance])).toEqual([
      { node: 'next' },
    ]);
  });
});

describe('rights on fields', () => {
  test('an approver is not told what his step hides from him and changes what it lets him change; after the step everybody is told again', async () => {
    await office.lead(
      line(
        'VEILED',
        'CR',
        user('blind', 'role:hr', { fields: 'achievement:hidden,deptCode:hidden,remark:edit' }),
        user('seeing', 'role:boss'),
      ),
      { condition: 'post = "veiled"', priority: 2 },
    );
    const { list: roles } = await world.first.must<{ list: { id: string; code: string }[] }>(
      'GET',
      '/sys/role/page?limit=100',
    );
    for (const { id: role } of roles.filter(({ code }) => code === 'clerk')) {
      const { rowVersion, menuList } = await world.first.must<{ rowVersion: number; menuList: string[] }>(
        'GET',
        `/sys/role/${role}`,
      );
      await world.first.must('PUT', '/sys/role', {
        id: role,
        rowVersion,
        menuList: [...menuList, menuIdOf('activiti/correction'), menuIdOf('button activiti:correction:view')],
      });
    }
    const id = await asked('veiled');
    const instance = await submit(id, 'VEILED');
    const seenBy = async (who: string): Promise<string[]> =>
      Object.keys((await by(who).call<object>('GET', `/activiti/correction/${id}`)).data)
        .filter((key) => ['achievement', 'deptCode', 'deptName', 'workContent'].includes(key))
        .toSorted();
    const all = ['achievement', 'deptCode', 'deptName', 'workContent'];
    expect([
      Object.keys(await world.first.must<object>('GET', `/activiti/correction/${id}`)).includes('achievement'),
      await seenBy('hr'),
      await seenBy('boss'),
    ]).toEqual([true, ['workContent'], all]);
    const [task] = (await by('hr').tasks()).filter(({ processInstanceId }) => processInstanceId === instance);
    // What the step lets him change he changes, and nothing else; nobody else does.
    const change = (who: string, values: unknown) => by(who).act('task/fields', { taskId: task?.taskId, values });
    expect(
      (await by('hr').call<{ tasks: object[] }>('GET', `/activiti/correction/process?id=${id}`)).data.tasks,
    ).toMatchObject([{ editable: ['remark'] }]);
    expect([
      (await change('hr', { achievement: 'mine' })).code,
      (await change('hr', { remark: 'x', post: 'y' })).code,
      (await change('hr', 'all')).code,
      (await change('hr', { remark: 'x'.repeat(5000) })).code,
      (await change('boss', { remark: 'x' })).data.key,
    ]).toEqual([403, 403, 10003, 10003, 'E-TASK-OTHERS']);
    expect((await change('hr', { remark: '已核实' })).code).toBe(0);
    expect(await world.first.must('GET', `/activiti/correction/${id}`)).toMatchObject({
      remark: '已核实',
      post: 'veiled',
      billStatus: '4',
      updaterName: 'hr',
    });
    expect(
      await world.sql(`select changes from app.sys_operationlog where record_id = $1 and operation = 'update'`, [id]),
    ).toEqual([{ changes: { remark: [null, '已核实'] } }]);
    expect(await world.sql('select is_returned from app.wf_instance where id = $1', [instance])).toEqual([
      { is_returned: true },
    ]);
    await by('hr').act('task/complete', { taskId: task?.taskId });
    expect([await seenBy('hr'), await seenBy('boss'), (await change('hr', { remark: 'late' })).data.key]).toEqual([
      all,
      all,
      'E-TASK-GONE',
    ]);
    const wrong = drawProcess(line('WRONG', 'CR', user('a', 'role:hr', { fields: 'achievement:burnt' })));
    expect(await world.first.must('POST', '/activiti/model/check', { modelXml: wrong })).toMatchObject({
      complaints: [{ element: 'a', msg: '字段权限无效' }],
    });
  });
});

/** The worker's half of the product, until what is waited for has happened. */
async function ringing(waiting: () => Promise<unknown>): Promise<void> {
  const door = openDoor({ url: world.url, connections: 2 });
  const jobs = startJobs({
    host: { door, stores: fileStores(door), log: world.app.log, models },
    handlers: jobHandlers(),
    leaseMs: 5000,
  });
  try {
    const {
      list: [schedule],
    } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=ringTimers');
    await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
    await waiting();
  } finally {
    await jobs.stop();
    await door.close();
  }
}
