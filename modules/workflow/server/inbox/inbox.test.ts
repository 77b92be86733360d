import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Drawing, DrawnNode } from '#workflow/model/engine/drawing.ts';
import type { InboxPage, InboxTask } from '#workflow/model/inbox.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openOffice, type Colleague, type Office } from '#tests/office.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

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
let stranger: Session;

beforeAll(async () => {
  world = await openWorld('inbox');
  await furnish(world.first);
  office = await openOffice(world, { seller: [], wang: ['manager'], chief: ['chief'] });
  stranger = await hire('stranger');
  await office.lead(line('SO_HIDDEN', user('看不见客户', 'role:chief', { fields: 'customerCode:hidden' })), {
    condition: 'remark = "hidden"',
    priority: 1,
  });
  await office.lead(line('SO_NARROW', user('陌生人', 'role:stranger')), {
    condition: 'remark = "stranger"',
    priority: 2,
  });
  await office.lead(
    line('SO_EDIT', user('可改收货人', 'role:chief', { fields: 'consignee:edit,customerCode:hidden' })),
    {
      condition: 'remark = "edit"',
      priority: 3,
    },
  );
  await office.lead(line('SO_TWO', user('经理', 'role:manager')), { priority: 10 });
});
afterAll(() => world.close());

/** Somebody who may open his tasks, and of documents what these menus let him. */
async function hire(name: string, menus: readonly string[] = [], also?: string): Promise<Session> {
  const { id } = await world.first.must<{ id: string }>('POST', '/sys/role', {
    code: name,
    name,
    menuList: ['activiti/todo', 'button activiti:todo:view', ...menus].map(menuIdOf),
  });
  await world.first.must('POST', '/sys/user', {
    username: name,
    realName: name,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [id, ...(also === undefined ? [] : [also])],
    organizeCode: 'O1',
    organizeList: [],
  });
  return world.login(name);
}

interface Line {
  readonly productCode: string;
  readonly number: string;
  readonly price: string;
}
async function sendIn(lines: readonly Line[], remark: string | null = null): Promise<{ id: string; code: string }> {
  const { id, data } = await by('seller').must<{ id: string; data: { code: string } }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    storageCode: 'W1',
    remark,
    lines,
  });
  await by('seller').must('POST', '/activiti/running/startOfBusinessKey', {
    processDefinitionKey: { hidden: 'SO_HIDDEN', stranger: 'SO_NARROW', edit: 'SO_EDIT' }[remark ?? ''] ?? 'SO_TWO',
    businessKey: `SO:${id}`,
  });
  return { id, code: data.code };
}
const inboxOf = (who: Session, query = ''): Promise<InboxPage> =>
  who.must<InboxPage>('GET', `/activiti/task/inbox${query}`);
const rowOf = async (who: Session, code: string): Promise<InboxPage['list'][number]> => {
  const row = (await inboxOf(who)).list.find(({ billCode }) => billCode === code);
  if (row === undefined) throw new Error(`${code} does not wait`);
  return row;
};
const taskOf = async (who: Session, code: string): Promise<InboxTask> =>
  who.must<InboxTask>('GET', `/activiti/task/inbox/${(await rowOf(who, code)).taskId}`);
const wordsOf = ({ unusual }: InboxTask): readonly string[] =>
  unusual.map(({ parts }) => parts.map(({ text }) => text).join(''));

describe('the inbox of an approver', () => {
  test('says of every task what it is about, in words: no key, no empty column', async () => {
    const { code } = await sendIn([{ productCode: 'M1', number: '20', price: '10' }]);
    expect(await rowOf(by('wang'), code)).toMatchObject({
      typeName: '销售订单',
      title: '杭州客户',
      partnerName: '杭州客户',
      amount: '200',
      senderName: 'seller',
      taskName: '经理',
      isOwn: false,
      glance: { tone: 'plain', text: '' },
    });
    const page = await inboxOf(by('wang'));
    expect(page.types).toEqual([{ docType: 'SO', name: '销售订单', count: page.total }]);
    expect((await inboxOf(by('wang'), '?docType=CL')).list).toEqual([]);
  });

  test('is searched by number, sender and partner, and read from either end', async () => {
    const first = await sendIn([{ productCode: 'M1', number: '21', price: '10' }]);
    const second = await sendIn([{ productCode: 'M1', number: '22', price: '10' }]);
    expect((await inboxOf(by('wang'), `?search=${second.code}`)).list.map(({ billCode }) => billCode)).toEqual([
      second.code,
    ]);
    const partner = await inboxOf(by('wang'), `?search=${encodeURIComponent('杭州')}&limit=2`);
    expect(partner.list.map(({ billCode }) => billCode)).toEqual([second.code, first.code]);
    expect((await inboxOf(by('wang'), `?search=${encodeURIComponent('没有这个人')}`)).total).toBe(0);
    const oldest = await inboxOf(by('wang'), '?order=oldest&limit=200');
    expect(oldest.list.map(({ billCode }) => billCode)).toEqual(
      (await inboxOf(by('wang'), '?limit=200')).list.map(({ billCode }) => billCode).toReversed(),
    );
  });

  test('names the one unusual thing of a row, and in the open task every one of them, worst lines first', async () => {
    const sold = await sendIn([{ productCode: 'M2', number: '1', price: '10' }]);
    await by('wang').must('POST', '/activiti/task/complete', { taskId: (await rowOf(by('wang'), sold.code)).taskId });
    const { code } = await sendIn([
      { productCode: 'M3', number: '1', price: '12' },
      { productCode: 'M2', number: '500', price: '9' },
    ]);
    expect((await rowOf(by('wang'), code)).glance).toMatchObject({
      tone: 'unusual',
      text: '1 行低于上次价 10.0%，1 行缺货',
    });
    const task = await taskOf(by('wang'), code);
    expect(task).toMatchObject({ title: '杭州客户', amount: '4512', lineCount: 2, status: { text: '审批中' } });
    expect(task.facts.map(({ key, value }) => [key, value])).toEqual([
      ['credit', expect.any(String)],
      ['lastPrice', '−10.0%'],
      ['stock', '1 / 2 行'],
    ]);
    expect(wordsOf(task)).toEqual([
      '「内墙漆2」单价比上次低 10.0%',
      expect.stringMatching(/^「内墙漆2」要 500 件，一号仓只有 \d+，缺 \d+$/) as string,
    ]);
    expect(task.lines?.rows.map(({ no, weight }) => [no, weight])).toEqual([
      [1, 0],
      [2, 3],
    ]);
  });

  test('tells of margins only whoever may see what goods cost', async () => {
    const { id: cost } = await world.first.must<{ id: string }>('POST', '/channelsale/price/cost', {
      productCode: 'M4',
      year: 2020,
      month: 1,
      cost: '8',
    });
    await world.first.must('PUT', '/channelsale/price/cost/audit', [cost]);
    const { code } = await sendIn([{ productCode: 'M4', number: '10', price: '10' }]);
    const before = await taskOf(by('wang'), code);
    expect([before.facts.some(({ key }) => key === 'margin'), (await rowOf(by('wang'), code)).glance]).toEqual([
      false,
      { tone: 'plain', text: '' },
    ]);
    expect(before.lines?.columns.some(({ key }) => key === 'margin')).toBe(false);
    const [manager] = await world.sql<{ id: string }>(`select id from app.sys_role where code = 'manager'`);
    const accountant = await hire('accountant', ['sale/estimatedcost', 'button sale:estimatedcost:view'], manager?.id);
    expect((await taskOf(accountant, code)).facts.find(({ key }) => key === 'margin')).toMatchObject({
      value: '20.0%',
    });
    expect((await rowOf(accountant, code)).glance).toMatchObject({ margin: '20.0' });
  });

  test('a step that hides a field tells neither it nor what is reckoned with it', async () => {
    const { code } = await sendIn([{ productCode: 'M1', number: '3', price: '10' }], 'hidden');
    expect(await rowOf(by('chief'), code)).toMatchObject({ title: '销售订单', partnerName: null, glance: null });
    expect(await taskOf(by('chief'), code)).toMatchObject({ customerCode: null, partnerName: null, facts: [] });
  });
});

describe('a step that lets its approver change something', () => {
  test('names the fields with what stands in them, and nobody else’s task has any', async () => {
    const { code } = await sendIn([{ productCode: 'M1', number: '2', price: '10' }], 'edit');
    const { taskId, editable } = await taskOf(by('chief'), code);
    expect(editable).toEqual([{ key: 'consignee', value: null }]);
    await by('chief').must('POST', '/activiti/task/fields', { taskId, values: { consignee: '王师傅' } });
    expect((await taskOf(by('chief'), code)).editable).toEqual([{ key: 'consignee', value: '王师傅' }]);
    const plain = await sendIn([{ productCode: 'M1', number: '2', price: '10' }]);
    expect((await taskOf(by('wang'), plain.code)).editable).toEqual([]);
  });
});

describe('the right of a task', () => {
  test('is to this document alone: without the permission to view orders, and for nobody else', async () => {
    const { id, code } = await sendIn([{ productCode: 'M1', number: '4', price: '10' }], 'stranger');
    const { taskId } = await rowOf(stranger, code);
    const task = await taskOf(stranger, code);
    expect([task.billCode, task.lines?.rows.length]).toEqual([code, 1]);
    // What he may not know is not there.
    expect(task.facts.map(({ key }) => key)).not.toContain('credit');
    expect((await stranger.call('GET', `/channelsale/order/${id}`)).code).not.toBe(0);
    expect((await by('wang').call('GET', `/activiti/task/inbox/${taskId}`)).code).not.toBe(0);
    await stranger.must('POST', '/activiti/task/complete', { taskId });
    expect((await stranger.call('GET', `/activiti/task/inbox/${taskId}`)).code).not.toBe(0);
    expect((await inboxOf(stranger)).doneToday).toBe(1);
  });

  test('shows what approving would do, and does nothing', async () => {
    const { id, code } = await sendIn([{ productCode: 'M5', number: '7', price: '10' }]);
    const { taskId } = await rowOf(by('wang'), code);
    const { effects } = await by('wang').must<{ effects: readonly { changes: Record<string, unknown> }[] }>(
      'POST',
      '/activiti/task/complete?preview=1',
      { taskId },
    );
    expect(effects).toEqual(
      expect.arrayContaining([expect.objectContaining({ changes: expect.objectContaining({}) as object })]),
    );
    expect((await by('seller').must<{ billStatus: string }>('GET', `/channelsale/order/${id}`)).billStatus).toBe('4');
    expect((await rowOf(by('wang'), code)).taskId).toBe(taskId);
  });

  test('whoever sent it in hears the answer, with what was said', async () => {
    await world.sql(`update app.sys_user set email = 'seller@lancai.example' where username = 'seller'`);
    const { code } = await sendIn([{ productCode: 'M1', number: '2', price: '10' }]);
    await by('wang').must('POST', '/activiti/task/backToFirst', {
      taskId: (await rowOf(by('wang'), code)).taskId,
      comment: '价格请复核',
    });
    expect(
      await world.sql<{ content: string; title: string }>(
        `
          select m.content, m.title, m.route_name
          from app.sys_message m
          where m.content like $1
          order by m.create_date`,
        [`%${code}：%`],
      ),
    ).toEqual([
      { title: 'rejected', content: expect.stringContaining('价格请复核') as string, route_name: 'order-order' },
    ]);
    expect(
      await world.sql(`select mail_to, subject, content from app.message_maillog where subject like $1`, [`%${code}%`]),
    ).toEqual([
      {
        mail_to: 'seller@lancai.example',
        subject: expect.stringContaining(`${code} 被驳回`) as string,
        content: expect.stringContaining('价格请复核') as string,
      },
    ]);
    expect(await rowOf(by('seller'), code)).toMatchObject({ isOwn: true, glance: null });

    await by('seller').must('PUT', '/sys/user/mail', { kind: 'answered', isWanted: false });
    const quiet = await sendIn([{ productCode: 'M1', number: '3', price: '10' }]);
    await by('wang').must('POST', '/activiti/task/backToFirst', {
      taskId: (await rowOf(by('wang'), quiet.code)).taskId,
      comment: '请复核数量',
    });
    const about = `%${quiet.code}%`;
    expect(
      await world.sql(`select from app.sys_message where title = 'rejected' and content like $1`, [about]),
    ).toHaveLength(1);
    expect(await world.sql('select from app.message_maillog where subject like $1', [about])).toEqual([]);
  });
});
