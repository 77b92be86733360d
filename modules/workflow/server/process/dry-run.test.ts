import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawProcess, type Drawing, type DrawnNode } from '#workflow/model/engine/drawing.ts';
import { drawnTemplate, templates } from '#workflow/model/engine/template.ts';
import { furnish } from '#tests/furniture.ts';
import { openOffice, type Office } from '#tests/office.ts';
import { openWorld, type World } from '#tests/world.ts';
import type { Rehearsal } from '#workflow/model/engine/rehearsal.ts';

let world: World;
let office: Office;
const user = (id: string, approvers: string, more: Partial<DrawnNode> = {}): DrawnNode => ({
  kind: 'userTask',
  id,
  name: id,
  approvers,
  ...more,
});
const idOf = (name: string): string => office.people[name]?.id ?? '';

beforeAll(async () => {
  world = await openWorld('dry_run');
  await furnish(world.first);
  await world.sql(`update app.job_schedule set status = '0'`);
  office = await openOffice(world, { asker: [], hr: ['hr'], boss: ['boss'], chief: ['boss'] });
});
afterAll(() => world.close());

const asked = async (post: string, applicant: string | null = 'asker'): Promise<string> =>
  (
    await world.first.must<{ id: string }>('POST', '/activiti/correction', {
      organizeCode: 'O1',
      applicantId: applicant === null ? null : idOf(applicant),
      post,
      entryDate: '2026-01-05',
      correctionDate: '2026-07-05',
      workContent: '销售',
      achievement: '完成',
    })
  ).id;
const dryRun = (drawing: Drawing): Promise<Rehearsal> =>
  world.first.must<Rehearsal>('POST', '/activiti/model/dryRun', { modelXml: drawProcess(drawing) });

/**
 * The applicant himself first; a director is signed by everybody of the board, anybody else by the department for
 * people.
 */
const draft: Drawing = {
  key: 'DRAFT',
  docType: 'CR',
  nodes: [
    { kind: 'startEvent', id: 'start' },
    user('self', 'form:applicantId'),
    { kind: 'exclusiveGateway', id: 'rank', defaultFlow: 'other' },
    user('board', 'role:boss', { signing: { isSequential: false } }),
    user('people', 'role:hr'),
    user('owner', 'role:hr'),
    { kind: 'endEvent', id: 'end' },
    {
      kind: 'boundaryEvent',
      id: 'late',
      attributes: { attachedToRef: 'people' },
      inner: '<bpmn:timerEventDefinition><bpmn:timeDuration>P1D</bpmn:timeDuration></bpmn:timerEventDefinition>',
    },
    user('escalated', 'role:boss'),
  ],
  flows: [
    ['start', 'self'],
    ['self', 'rank'],
    ['rank', 'board', { id: 'high', when: 'post = "director"' }],
    ['rank', 'owner', { id: 'top', when: 'post = "owner"' }],
    ['rank', 'people', { id: 'other' }],
    ['board', 'end'],
    ['people', 'end'],
    ['owner', 'end'],
    ['late', 'escalated'],
    ['escalated', 'end'],
  ],
};

describe('a draft, played over the last quarter', () => {
  test('takes the documents themselves while nothing was ever approved', async () => {
    await asked('clerk');
    expect(await dryRun(draft)).toMatchObject({ of: 'documents', bills: 1, completed: 1, meanSteps: 2 });
  });

  test('says who would have approved, who would be missing, what nobody comes to, and leaves no trace', async () => {
    await office.lead({
      key: 'NOW',
      docType: 'CR',
      nodes: [{ kind: 'startEvent', id: 'start' }, user('any', 'role:hr'), { kind: 'endEvent', id: 'end' }],
      flows: [
        ['start', 'any'],
        ['any', 'end'],
      ],
    });
    for (const [post, applicant] of [
      ['clerk', 'asker'],
      ['clerk', 'asker'],
      ['director', 'boss'],
      ['lost', null],
    ] as const)
      await world.first.must('POST', '/activiti/running/startOfBusinessKey', {
        processDefinitionKey: 'NOW',
        businessKey: await asked(post, applicant),
      });
    await asked('never sent in');
    // A quarter ends: what is older is not played again.
    await world.sql(`
      update app.wf_instance
      set start_time = now() - interval '4 months'
      where id = (select id from app.wf_instance order by id limit 1)`);
    const before = await world.sql(`
      select (select count(*) from app.wf_task) as tasks, (select count(*) from app.wf_history) as deeds,
        (select count(*) from app.wf_instance) as instances, (select count(*) from app.sys_operationlog) as logged`);
    const rehearsal = await dryRun(draft);
    expect(
      await world.sql(`
        select (select count(*) from app.wf_task) as tasks, (select count(*) from app.wf_history) as deeds,
          (select count(*) from app.wf_instance) as instances, (select count(*) from app.sys_operationlog) as logged`),
    ).toEqual(before);
    expect(rehearsal).toMatchObject({ of: 'instances', bills: 3, found: 3, completed: 2, meanSteps: 2.5, stuck: [] });
    expect(
      rehearsal.steps.map(({ element, times, people }) => [element, times, people.map(({ name }) => name).toSorted()]),
    ).toEqual([
      ['self', 2, ['asker', 'boss']],
      ['board', 2, ['boss', 'chief']],
      ['people', 1, ['hr']],
      ['owner', 0, []],
      ['escalated', 0, []],
    ]);
    expect(rehearsal.withoutApprover.map(({ element, step }) => [element, step])).toEqual([['self', 'self']]);
    // Nobody was late in a rehearsal, so the way of the timer is not dead.
    expect(rehearsal.dead).toEqual([{ element: 'owner', name: 'owner' }]);
  });

  test('that would never end, or could not be deployed, says so instead', async () => {
    const circle: Drawing = {
      key: 'CIRCLE',
      docType: 'CR',
      nodes: [
        { kind: 'startEvent', id: 's' },
        user('a', 'role:hr'),
        { kind: 'exclusiveGateway', id: 'g', defaultFlow: 'd' },
        { kind: 'endEvent', id: 'e' },
      ],
      flows: [
        ['s', 'a'],
        ['a', 'g'],
        ['g', 'a', { id: 'd' }],
        ['g', 'e', { id: 'x', when: 'post = "never"' }],
      ],
    };
    const { completed, stuck } = await dryRun(circle);
    expect([completed, new Set(stuck.map(({ reason }) => reason))]).toEqual([0, new Set(['审批步骤过多'])]);
    const refused = await world.first.call<{ errors: { path: string }[] }>('POST', '/activiti/model/dryRun', {
      modelXml: drawProcess({
        ...circle,
        nodes: circle.nodes.map((node) => (node.id === 'a' ? { ...node, approvers: 'role:nobody' } : node)),
      }),
    });
    expect([refused.code, refused.data.errors.map(({ path }) => path)]).toEqual([20070, ['a']]);
    expect((await world.first.call('POST', '/activiti/model/dryRun', {})).code).toBe(10003);
  });

  test('is for whoever may deploy, and sees nothing of another tenant', async () => {
    expect(
      (
        await (office.people['hr'] ?? world.first).call('POST', '/activiti/model/dryRun', {
          modelXml: drawProcess(draft),
        })
      ).code,
    ).toBe(403);
    const theirs = await world.second.call<{ errors: { msg: string }[] }>('POST', '/activiti/model/dryRun', {
      modelXml: drawProcess(draft),
    });
    expect(theirs.data.errors[0]?.msg).toBe('没有角色 boss');
    const own = await world.second.must<Rehearsal>('POST', '/activiti/model/dryRun', {
      modelXml: drawProcess({
        key: 'T',
        docType: 'CR',
        nodes: [{ kind: 'startEvent', id: 's' }, user('a', 'starter'), { kind: 'endEvent', id: 'e' }],
        flows: [
          ['s', 'a'],
          ['a', 'e'],
        ],
      }),
    });
    expect(own).toMatchObject({ bills: 0, found: 0 });
  });
});

describe('the templates that are shipped', () => {
  test('are offered with the figures of the tenant, and each of them is sound and deploys where its roles are', async () => {
    for (const code of ['SALES_MANAGER', 'GENERAL_MANAGER', 'TENANT_ADMIN'])
      await world.first.call('POST', '/sys/role', { code, name: code, menuList: [] });
    const { templates: offered, documents } = await world.first.must<{
      templates: { key: string; docType: string; xml: string }[];
      documents: { docType: string; fields: { key: string }[] }[];
    }>('GET', '/activiti/model/basis');
    expect(offered.map(({ key, docType }) => [key, docType])).toEqual(
      templates.map(({ key, docType }) => [key, docType]),
    );
    expect(documents.find(({ docType }) => docType === 'SO')?.fields.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['amount', 'orderType', 'customerCode']),
    );
    for (const { key, xml } of offered) {
      expect([key, await world.first.must('POST', '/activiti/model/check', { modelXml: xml })]).toMatchObject([
        key,
        { complaints: [], isComplete: true },
      ]);
      const { id } = await world.first.must<{ id: string }>('POST', '/activiti/model', {
        name: key,
        key,
        modelXml: xml,
      });
      await world.first.must('POST', `/activiti/model/deploy/${id}`);
    }
    const [normal] = templates;
    expect(normal === undefined ? '' : drawnTemplate(normal, { threshold: '50000' })).toBe(offered[0]?.xml);
    await world.first.must('POST', '/sys/tenant/params', {
      code: 'SD032',
      name: '订单审批金额起点',
      typeCode: 'SD',
      value: '80000',
    });
    expect(
      (await world.first.must<{ templates: { xml: string }[] }>('GET', '/activiti/model/basis')).templates[0]?.xml,
    ).toContain('amount &gt; 80000');
  });
});

describe('a step with a reminder', () => {
  test('is compiled with it, and a reminder that is no duration is refused at the step', async () => {
    const of = (reminder: string): string =>
      drawProcess({
        key: 'R',
        docType: 'CR',
        nodes: [{ kind: 'startEvent', id: 's' }, user('a', 'starter', { reminder }), { kind: 'endEvent', id: 'e' }],
        flows: [
          ['s', 'a'],
          ['a', 'e'],
        ],
      });
    expect(await world.first.must('POST', '/activiti/model/check', { modelXml: of('PT4H') })).toMatchObject({
      complaints: [],
    });
    expect(await world.first.must('POST', '/activiti/model/check', { modelXml: of('soon') })).toMatchObject({
      complaints: [{ element: 'a' }],
    });
  });
});
