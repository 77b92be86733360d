import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Drawing, DrawnNode } from '#workflow/model/engine/drawing.ts';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { hire } from './colleagues.ts';
import { unfoldHead } from './lines.ts';
import { arrange, ask, asker, test, type Person } from './person.ts';
import { leadThrough } from './process.ts';
import { settled } from './settled.ts';

interface Bill {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly auditMsg: string | null;
  readonly remark: string | null;
}

/**
 * The plant and its warehouse, with goods and a customer of this test alone: nobody else's stock or
 * credit decides.
 */
async function ownGoods(): Promise<{
  organizeCode: string;
  storageCode: string;
  customerCode: string;
  productCode: string;
}> {
  const call = await asker('lancai');
  const { organizeCode, storageCode, classCode } = buyer;
  const code = `E2E${Date.now().toString(36).toUpperCase()}`;
  await call('POST', '/data/bd/material', {
    code,
    name: 'E2E审批面漆',
    classCode: paint.classCode,
    brandCode: paint.brandCode,
    mainUnitCode: paint.unit,
    price: '300',
    taxRate: '13',
  });
  await call('POST', '/data/customer/manage', {
    code,
    name: 'E2E审批客户',
    classCode,
    customerType: '1',
    organizeCode,
  });
  return { organizeCode, storageCode, customerCode: code, productCode: code };
}

const step = (id: string, role: string, more: Partial<DrawnNode> = {}): DrawnNode => ({
  kind: 'userTask',
  id,
  name: id,
  approvers: `role:${role}`,
  ...more,
});
const dialogOf = ({ page }: Person): Locator => page.locator('.approval-comments').filter({ visible: true });
const statusOf = async (id: string): Promise<string> =>
  (await ask<Bill>('lancai', 'GET', `/channelsale/order/${id}`)).billStatus;
const waiting = async (id: string): Promise<string[]> =>
  (
    await arrange<{ name: string }>(
      `
        select t.name || coalesce(' ' || u.real_name, '') as name
        from app.wf_task t
        join app.wf_instance i on i.id = t.instance_id
        left join app.sys_user u on u.id = t.assignee_id
        where i.bill_id = $1 and t.phase = 'open'
        order by 1`,
      [id],
    )
  ).map(({ name }) => name);

/** The to-do list with its columns and buttons, beside the inbox. */
async function openList(person: Person): Promise<void> {
  await person.open('activiti/todo');
  await person.panel.locator('[data-verb="asList"]').click();
}

/** Ticks the task of a document in the to-do list, and opens the dialog of a verb. */
async function take(person: Person, id: string, verb: string): Promise<Locator> {
  await openList(person);
  await person.panel.locator('[data-verb="refresh"]').click();
  await person.panel.locator('[data-row-key]', { hasText: id }).locator('input[type="checkbox"]').click();
  const [button, more] = [`.toolbar [data-verb="${verb}"]`, '.toolbar [data-verb="moreVerbs"]'];
  // Of many verbs some stand in a menu.
  await settled(person.panel);
  if ((await person.panel.locator(button).count()) > 0) await person.panel.locator(button).click();
  else {
    await person.panel.locator(more).click();
    await person.page.locator(`.ant-dropdown [data-verb="${verb}"]`).filter({ visible: true }).click();
  }
  return dialogOf(person);
}

async function decide(person: Person, id: string, verb: string, opinion: string): Promise<void> {
  const dialog = await take(person, id, verb);
  await dialog.locator('[data-field="operateMsg"]').fill(opinion);
  await dialog.locator('[data-verb="confirm"]').click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Opens the document from the to-do list, and the dialog of a verb in its bar. */
async function openBill(person: Person, id: string): Promise<void> {
  await openList(person);
  await person.panel.locator('[data-verb="refresh"]').click();
  await person.panel.locator('[data-row-key]', { hasText: id }).locator('[data-verb="handle"]').click();
  await expect.poll(() => person.route()).toContain(`__${id}`);
  // The list has buttons of the same verbs: on a slow machine it is still there when the route says otherwise.
  await person.panel.locator('[data-testid="bill-code"]').waitFor();
}

const lastCall = ({ sent }: Person, path: string) => sent.findLast((each) => each.path.endsWith(path));
/** Buttons of the workflow take one click in a second. */
const pause = ({ page }: Person): Promise<void> => settled(page);

describe('an order on its way through approval', () => {
  test('[A90] [A155] [A156] [A157] [A159] [A160] [A161] [A162] [A163] [A165] [A166] [A176] [A177] [A179] [picker:approvalComments] [picker:userEntrust] through an amount gateway and a countersign step to its last approval, with roll back, entrust, reject and resubmit', async ({
    office,
  }) => {
    const goods = await ownGoods();
    const {
      people: { wang, ann, bob, zhao, stand },
      board,
    } = await hire(['wang', 'ann', 'bob', 'zhao', 'stand'], {
      boards: { board: ['ann', 'bob'] },
      organizeCode: goods.organizeCode,
    });
    const drawing: Drawing = {
      key: 'E2E_ORDER',
      name: 'E2E订单审批',
      docType: 'SO',
      nodes: [
        { kind: 'startEvent', id: 's' },
        step('经理', wang.role),
        { kind: 'exclusiveGateway', id: 'g', defaultFlow: 'small' },
        step('会签', board('board'), { signing: { isSequential: false } }),
        step('财务', zhao.role),
        { kind: 'endEvent', id: 'e' },
      ],
      flows: [
        ['s', '经理'],
        ['经理', 'g'],
        ['g', '会签', { when: 'amount > 1000' }],
        ['g', '财务', { id: 'small' }],
        ['会签', '财务'],
        ['财务', 'e'],
      ],
    };
    const laid = await leadThrough(drawing, { condition: `customerCode = "${goods.customerCode}"`, priority: 1 });
    try {
      const order = (number: string): Promise<{ id: string; data: { code: string } }> =>
        ask('lancai', 'POST', '/channelsale/order', {
          organizeCode: goods.organizeCode,
          customerCode: goods.customerCode,
          storageCode: goods.storageCode,
          lines: [{ productCode: goods.productCode, number, price: '300' }],
        });
      const {
        id,
        data: { code },
      } = await order('5');
      const seller = await office.enter('lancai');
      const manager = await office.enter(wang.username);
      await settled(manager.page);

      // Started in its form; whoever has the first task sees it at once, on the menu and as a notice.
      await seller.page.goto(`/#/order-order__edit__${id}`);
      await seller.panel.locator('[data-verb="start"]').click();
      await seller.panel.locator('.status', { hasText: '审批中' }).waitFor();
      const started = Date.now();
      await manager.page.locator('.sidebar [data-badge="1"]').first().waitFor({ state: 'attached', timeout: 3000 });
      await manager.told(`新消息：E2E订单审批 ${code} · 经理`);
      console.log(`the badge of the approver changed ${Date.now() - started} ms after the start`);
      expect(
        seller.sent
          .filter(({ path }) => /lastestPage|startOfBusinessKey|^\/channelsale\/order$/.test(path))
          .map(({ method, path }) => `${method} ${path}`),
      ).toEqual([
        'GET /activiti/process/lastestPage',
        'PUT /channelsale/order',
        'POST /activiti/running/startOfBusinessKey',
      ]);

      // In the document: nobody has said anything yet, the opinion has four rows, two quick clicks are one.
      await openBill(manager, id);
      await manager.panel.locator('[data-verb="complete"]').click();
      const first = dialogOf(manager);
      await settled(first);
      expect([
        await first.locator('[data-testid="reviewers"]').count(),
        await first.locator('textarea').getAttribute('rows'),
      ]).toEqual([0, '4']);
      await first.locator('[data-field="operateMsg"]').fill('同意');
      await first.locator('[data-verb="confirm"]').dblclick();
      await first.waitFor({ state: 'hidden' });
      expect(
        manager.sent
          .filter(({ path }) => path === '/channelsale/order/approve')
          .map(({ method, body }) => ({ method, body })),
      ).toEqual([{ method: 'PUT', body: { ids: [id], operateMsg: '同意' } }]);
      expect(await waiting(id)).toEqual(['会签 ann', '会签 bob']);

      // Inside the countersign: one signs, the other rolls the whole step back, with a reason.
      const [annAt, bobAt] = [await office.enter(ann.username), await office.enter(bob.username)];
      await decide(annAt, id, 'complete', '行');
      expect(lastCall(annAt, '/task/complete')).toMatchObject({
        method: 'POST',
        query: { comment: '行' },
        body: undefined,
      });
      const back = await take(bobAt, id, 'rollback');
      await expect
        .poll(() => back.locator('[data-testid="reviewers"] tbody tr').allInnerTexts())
        .toEqual([expect.stringMatching(/wang.*同意/s), expect.stringMatching(/ann.*行/s)]);
      await back.locator('[data-verb="confirm"]').click();
      await back.getByText('请填写审批意见').waitFor();
      expect(lastCall(bobAt, '/task/backPreviousTask')).toBeUndefined();
      await back.locator('[data-field="operateMsg"]').fill('请经理再看');
      await pause(bobAt);
      await back.locator('[data-verb="confirm"]').click();
      await back.waitFor({ state: 'hidden' });
      const rolled = lastCall(bobAt, '/task/backPreviousTask');
      expect([rolled?.headers['content-type'], rolled?.body]).toEqual([
        'application/x-www-form-urlencoded',
        {
          taskId: expect.any(String) as string,
          processInstanceId: expect.any(String) as string,
          comment: '请经理再看',
        },
      ]);
      expect(await waiting(id)).toEqual(['经理']);

      // Handed to another: a name is needed, and one who can be found.
      const hand = await take(manager, id, 'entrust');
      await expect
        .poll(() => hand.evaluate((node) => /width:\s*(\d+px)/.exec(node.getAttribute('style') ?? '')?.[1]))
        .toBe('600px');
      await hand.locator('[data-verb="confirm"]').click();
      await hand.getByText('必填项不能为空').waitFor();
      await hand.locator('[data-field="assignee"]').fill('某人');
      await pause(manager);
      await hand.locator('[data-verb="confirm"]').click();
      await manager.told('请选择委托人');
      expect(lastCall(manager, '/task/entrust')).toBeUndefined();
      await hand.locator('[data-verb="pick"]').click();
      const picker = manager.page.locator('.picker').filter({ visible: true });
      await picker.locator('[data-filter="username"] input').fill(stand.username);
      await picker.locator('[data-filter="username"] input').press('Enter');
      await picker.locator('.entity-table [data-row-key]', { hasText: stand.username }).first().click();
      await picker.locator('[data-verb="confirm"]').click();
      await expect.poll(() => hand.locator('[data-field="assignee"]').inputValue()).toBe('stand');
      await pause(manager);
      await hand.locator('[data-verb="confirm"]').click();
      await hand.waitFor({ state: 'hidden' });
      expect(lastCall(manager, '/task/entrust')).toMatchObject({
        method: 'POST',
        body: { taskId: expect.any(String) as string, assignee: stand.id },
      });
      expect(await waiting(id)).toEqual(['经理 stand']);
      const standAt = await office.enter(stand.username);
      await decide(standAt, id, 'complete', '代看过了');

      // Rejected to whoever started it, who changes it and sends it in again.
      const no = await take(annAt, id, 'reject');
      await no.locator('[data-verb="confirm"]').click();
      await no.getByText('请填写审批意见').waitFor();
      await no.locator('[data-field="operateMsg"]').fill('备注不清');
      await pause(annAt);
      await no.locator('[data-verb="confirm"]').click();
      await no.waitFor({ state: 'hidden' });
      expect(lastCall(annAt, '/task/backToFirst')).toMatchObject({
        method: 'POST',
        body: { taskId: expect.any(String) as string, comment: '备注不清' },
      });
      expect([await statusOf(id), await waiting(id)]).toEqual([
        '0',
        [
          '提交 lancai'.replace(
            'lancai',
            (await ask<{ realName: string }>('lancai', 'GET', '/sys/user/info')).realName,
          ),
        ],
      ]);
      await openBill(seller, id);
      await expect.poll(() => seller.route()).toBe(`order-order__edit__${id}`);
      await unfoldHead(seller);
      if (!(await seller.panel.locator('[data-field="remark"] :is(input, textarea)').first().isVisible()))
        await seller.panel.locator('[data-verb="more"]').click();
      await seller.panel.locator('[data-field="remark"] :is(input, textarea)').first().fill('含运费');
      await seller.panel.locator('[data-verb="start"]').click();
      await seller.panel.locator('.status', { hasText: '审批中' }).waitFor();

      // The manager sees what was changed since he last approved.
      await openBill(manager, id);
      await manager.panel.locator('[data-verb="complete"]').click();
      const again = dialogOf(manager);
      await again.locator('[data-testid="unseen"] [data-field="remark"]', { hasText: '含运费' }).waitFor();
      await again.locator('[data-verb="confirm"]').click();
      await again.waitFor({ state: 'hidden' });
      await decide(annAt, id, 'complete', '可以');
      // Whoever has the list of the documents approves there.
      await bobAt.open('order/order');
      await bobAt.panel.locator('[data-row-key]', { hasText: code }).locator('input[type="checkbox"]').click();
      await bobAt.panel.locator('.toolbar [data-verb="approve"]').click();
      await dialogOf(bobAt).locator('[data-testid="reviewers"] tbody tr', { hasText: '可以' }).waitFor();
      await dialogOf(bobAt).locator('[data-verb="confirm"]').click();
      await dialogOf(bobAt).waitFor({ state: 'hidden' });
      expect(lastCall(bobAt, '/channelsale/order/approve')).toMatchObject({
        method: 'PUT',
        body: { ids: [id], operateMsg: '' },
      });

      // The goods are short at the last approval: the approver sees why, nothing happened; they arrive, and the same
      // click succeeds.
      const finance = await office.enter(zhao.username);
      await openBill(finance, id);
      await finance.panel.locator('[data-verb="complete"]').click();
      const last = dialogOf(finance);
      await last.locator('[data-field="operateMsg"]').fill('已核');
      await last.locator('[data-verb="confirm"]').click();
      await last.locator('[data-testid="refused"]', { hasText: /库存|可用/ }).waitFor();
      expect([await statusOf(id), await waiting(id)]).toEqual(['4', ['财务']]);
      const { id: inbound } = await ask<{ id: string }>('lancai', 'POST', '/stock/inout', {
        organizeCode: goods.organizeCode,
        moveType: '3',
        storageCode: goods.storageCode,
        lines: [{ productCode: goods.productCode, number: '10', price: '8' }],
      });
      await ask('lancai', 'PUT', '/stock/inout/audit', [inbound]);
      await pause(finance);
      await last.locator('[data-verb="confirm"]').click();
      await last.waitFor({ state: 'hidden' });
      await finance.panel.locator('.status', { hasText: '已审核' }).waitFor();
      expect(await ask<Bill>('lancai', 'GET', `/channelsale/order/${id}`)).toMatchObject({
        billStatus: '1',
        auditMsg: '已核',
      });
      expect(await waiting(id)).toEqual([]);
    } finally {
      await laid.remove();
    }
  });

  test('[A49] [A50] [A51] [A52] [A158] [A164] [A166] [A167] [A168] [A178] is looked back at: its picture, its circulation, its auditor; a task about nothing leads nowhere', async ({
    office,
  }) => {
    const goods = await ownGoods();
    const {
      people: { chief },
    } = await hire(['chief'], { organizeCode: goods.organizeCode });
    const laid = await leadThrough(
      {
        key: 'E2E_LOOK',
        name: 'E2E看',
        docType: 'SO',
        nodes: [
          { kind: 'startEvent', id: 's' },
          step('look', chief.role, { name: '审' }),
          { kind: 'endEvent', id: 'e' },
        ],
        flows: [
          ['s', 'look'],
          ['look', 'e'],
        ],
      },
      { condition: `customerCode = "${goods.customerCode}"`, priority: 1 },
    );
    try {
      const call = await asker('lancai');
      const sent = async (): Promise<{ id: string; processInstanceId: string }> => {
        const { id } = await call<{ id: string }>('POST', '/channelsale/order', {
          organizeCode: goods.organizeCode,
          customerCode: goods.customerCode,
          storageCode: goods.storageCode,
          lines: [{ productCode: goods.productCode, number: '1', price: '1' }],
        });
        return {
          id,
          ...(await call<{ processInstanceId: string }>('POST', '/activiti/running/startOfBusinessKey', {
            processDefinitionKey: 'E2E_LOOK',
            businessKey: id,
          })),
        };
      };
      const [one, other] = [await sent(), await sent()];
      const person = await office.enter(chief.username);
      await openList(person);
      await person.panel.locator('[data-row-key]', { hasText: one.id }).locator('[data-verb="detail"]').click();
      await expect.poll(() => person.route()).toBe(`processInstance/${one.processInstanceId}`);
      const picture = person.panel.locator('[data-testid="diagram"] img');
      await expect
        .poll(() =>
          person.page.evaluate<number>(`document.querySelector('[data-testid="diagram"] img')?.naturalWidth ?? 0`),
        )
        .toBeGreaterThan(100);
      await expect
        .poll(async () =>
          new URL((await picture.getAttribute('src')) ?? '', 'http://x').searchParams.get('processInstanceId'),
        )
        .toBe(one.processInstanceId);
      await settled(picture);
      expect(new URL((await picture.getAttribute('src')) ?? '', 'http://x').searchParams.get('token')).not.toBeNull();
      await expect
        .poll(() => person.panel.locator('[data-testid="circulation"] th').allInnerTexts())
        .toEqual(['任务名称', '处理人', '开始时间', '结束时间', '意见', '耗时']);
      const [diagram, table] = await Promise.all(
        ['diagram', 'circulation'].map((name) => person.panel.locator(`[data-testid="${name}"]`).boundingBox()),
      );
      expect(diagram!.y + diagram!.height).toBeLessThanOrEqual(table!.y);
      await expect
        .poll(() =>
          person.page.evaluate(
            `[...document.querySelectorAll('[data-testid="circulation"] [data-action]')].map((row) => row.dataset.action)`,
          ),
        )
        .toEqual(['submit', 'open']);
      await settled(person);
      expect(await person.panel.locator('.circulation-pager').count()).toBe(0);
      await person.page.goto(`/#/processInstance/${one.processInstanceId}?pid=0`);
      await person.panel.locator('.circulation-pager').waitFor();
      await person.panel.locator('[data-verb="interactive"]').click();
      await person.panel.locator('[data-testid="viewer"] .djs-shape.instance-active').waitFor();
      await person.panel.locator('[data-verb="openBill"]').click();
      await expect.poll(() => person.route()).toBe(`order-order__read__${one.id}`);

      // Terminated with a reason: nothing is left to do.
      const end = await take(person, one.id, 'terminate');
      await end.locator('[data-verb="confirm"]').click();
      await end.getByText('请填写审批意见').waitFor();
      await end.locator('[data-field="operateMsg"]').fill('不做了');
      await pause(person);
      await end.locator('[data-verb="confirm"]').click();
      await end.waitFor({ state: 'hidden' });
      expect(lastCall(person, '/task/endProcess')).toMatchObject({
        method: 'POST',
        body: { taskId: expect.any(String) as string, comment: '不做了' },
      });
      expect([await waiting(one.id), await statusOf(one.id)]).toEqual([[], '0']);

      // A task without a business key is neither handled nor viewed.
      await arrange(`update app.wf_instance set business_key = '' where id = $1`, [other.processInstanceId]);
      await person.panel.locator('[data-verb="refresh"]').click();
      await expect.poll(() => person.panel.locator('[data-row-key]').count()).toBe(1);
      for (const verb of ['handle', 'detail']) {
        await person.panel.locator(`[data-row-key] [data-verb="${verb}"]`).click();
        await person.told('业务KEY为空，无法处理或查看');
        expect(person.route()).toBe('activiti-todo');
      }
      await arrange(`update app.wf_instance set business_key = 'SO:' || bill_id where id = $1`, [
        other.processInstanceId,
      ]);

      // What was audited outside a process tells by whom, when and with which opinion, in the document and to whoever
      // decides next.
      const { id: audited } = await call<{ id: string }>('POST', '/activiti/correction', {
        post: 'E2E',
        entryDate: '2026-01-01',
        correctionDate: '2026-04-01',
        workContent: 'x',
        achievement: 'y',
      });
      await ask('manager_1000', 'PUT', '/activiti/correction/approve', { ids: [audited], operateMsg: '表现好' }).catch(
        () => ask('lancai', 'PUT', '/activiti/correction/approve', { ids: [audited], operateMsg: '表现好' }),
      );
      const reader = await office.enter('lancai');

      // Whoever started it reminds, and takes it back while nobody has decided; whoever looks after what runs holds it
      // up.
      await reader.open('activiti/running');
      const running = reader.panel.locator('[data-row-key]', { hasText: other.id });
      for (const [verb, value] of [
        ['suspend', '是'],
        ['active', '否'],
      ] as const) {
        await running.locator('input[type="checkbox"]').check();
        await reader.panel.locator(`.toolbar [data-verb="${verb}"]`).click();
        await reader.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
        await running.locator('[data-column="suspended"]', { hasText: value }).waitFor();
      }
      await reader.page.goto(`/#/order-order__read__${other.id}`);
      await reader.panel.locator('[data-verb="urge"]').dblclick();
      await expect
        .poll(() =>
          arrange('select urge_time is not null as is_urged from app.wf_instance where id = $1', [
            other.processInstanceId,
          ]),
        )
        .toEqual([{ is_urged: true }]);
      expect(reader.sent.filter(({ path }) => path === '/activiti/task/urge').map(({ body }) => body)).toEqual([
        { processInstanceId: other.processInstanceId },
      ]);
      await reader.open('activiti/myapply');
      const mine = reader.panel.locator('[data-row-key]', { hasText: other.id });
      await mine.locator('input[type="checkbox"]').check();
      await reader.panel.locator('.toolbar [data-verb="withdraw"]').click();
      await reader.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
      await mine.locator('[data-column="flowStatus"]', { hasText: '已终止' }).waitFor();
      expect([await waiting(other.id), await statusOf(other.id)]).toEqual([[], '0']);

      await reader.page.goto(`/#/activiti-correction__read__${audited}`);
      if (await reader.panel.locator('[data-verb="more"]').isVisible())
        await reader.panel.locator('[data-verb="more"]').click();
      await expect.poll(() => reader.panel.locator('[data-field="auditMsg"]').innerText()).toContain('表现好');
      for (const field of ['auditPersonName', 'auditDate'])
        await expect.poll(() => reader.panel.locator(`[data-field="${field}"]`).innerText()).toMatch(/\S+\n?\s*\S+/);
    } finally {
      await laid.remove();
    }
  });
});

describe('the screens of the workflow', () => {
  test('[A173] open from the menu', async ({ office }) => {
    const person = await office.enter('lancai');
    for (const [url, title] of [
      ['model', '流程模型'],
      ['process', '流程管理'],
      ['deployment', '流程部署'],
      ['myapply', '我的申请'],
      ['todo', '待办任务'],
      ['joined', '已办任务'],
      ['running', '运行中流程'],
      ['bizroute', '业务路由'],
    ] as const) {
      await person.open(`activiti/${url}`);
      await person.panel.locator('h1', { hasText: title }).waitFor();
      if (url === 'todo') await person.panel.locator('[data-verb="asList"]').click();
      await person.panel.locator('[role="grid"]').waitFor();
    }
  });
});

describe('save and start', () => {
  test('[A145] [A146] [A147] [A148] [A149] [A150] [A151] [A152] [A153] [A166] [A175] checks in its order, saves, starts and follows up', async ({
    office,
  }) => {
    const {
      people: { hr },
    } = await hire(['hr']);
    const laid = await leadThrough(
      {
        key: 'E2E_START',
        name: 'E2E转正',
        docType: 'CR',
        nodes: [{ kind: 'startEvent', id: 's' }, step('人事', hr.role), { kind: 'endEvent', id: 'e' }],
        flows: [
          ['s', '人事'],
          ['人事', 'e'],
        ],
      },
      { condition: 'post = "E2E岗位"', priority: 1 },
    );
    const setRoute = (column: string, value: string): Promise<unknown> =>
      arrange(
        `
          update app.activiti_bizroute
          set ${column} = $1
          where process_definition_key in ('E2E_START', '', 'E2E_NOBODY')`,
        [value],
      );
    try {
      const person = await office.enter('lancai');
      const { id } = await ask<{ id: string }>('lancai', 'POST', '/activiti/correction', {
        post: 'E2E岗位',
        entryDate: '2026-01-01',
        correctionDate: '2026-04-01',
        workContent: '油漆',
        achievement: '好',
      });
      const calls = (): string[] =>
        person.sent
          .filter(({ path }) => /lastestPage|startOfBusinessKey|^\/activiti\/correction$|followed/.test(path))
          .map(({ method, path }) => `${method} ${path}`);
      const field = (key: string): Locator =>
        person.panel.locator(`[data-field="${key}"] :is(input, textarea)`).first();
      const start = (): Promise<void> => person.panel.locator('[data-verb="start"]').click();
      const fresh = async (): Promise<void> => {
        await person.page.goto(`/#/activiti-correction__edit__${id}`);
        await person.page.locator('[data-verb="refreshTab"]').click();
        await person.panel.locator('[data-verb="start"]').waitFor();
        // The button of before is there until the form is read again: a click on that one tells nothing.
        await settled(person);
        person.sent.length = 0;
      };

      // The form is its head: post, dates, work, achievement, and no lines.
      await person.page.goto(`/#/activiti-correction__edit__${id}`);
      for (const key of ['post', 'entryDate', 'correctionDate', 'workContent', 'achievement'])
        await field(key).waitFor();
      await settled(person);
      expect(await person.panel.locator('.lines-card').count()).toBe(0);

      for (const [column, value, text, restored] of [
        ['save_url', '', '请设置表单保存接口地址', '/activiti/correction'],
        ['process_definition_key', '', '请设置流程KEY', 'E2E_START'],
        ['form_name', '', '请设置表单名称', 'correction'],
      ] as const) {
        await setRoute(column, value);
        await fresh();
        await start();
        await person.told(text);
        expect(person.sent.filter(({ path }) => !path.startsWith('/sys/'))).toEqual([]);
        await setRoute(column, restored);
      }

      // A form with an empty field says so and sends nothing.
      await fresh();
      await field('workContent').fill('');
      await start();
      await person.panel.locator('[data-field="workContent"] .ant-form-item-explain-error').waitFor();
      expect(calls()).toEqual([]);

      // A process that nobody deployed is asked for first.
      await setRoute('process_definition_key', 'E2E_NOBODY');
      await person.page.locator('.tab-strip [data-verb="refreshTab"]').click();
      await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
      await person.panel.locator('[data-verb="start"]').waitFor();
      person.sent.length = 0;
      await start();
      await person.told('没有查询到流程，请先设计流程');
      expect(calls()).toEqual(['GET /activiti/process/lastestPage']);
      expect(lastCall(person, 'lastestPage')?.query['key']).toBe('E2E_NOBODY');
      await setRoute('process_definition_key', 'E2E_START');

      // Saved without a business key, nothing starts.
      await fresh();
      await person.page.route(
        '**/api/activiti/correction',
        (route) => route.fulfill({ json: { code: 0, msg: 'success', data: { id, data: {} } } }),
        { times: 1 },
      );
      await start();
      await person.told('业务KEY为空，无法启动流程');
      expect(calls()).toEqual(['GET /activiti/process/lastestPage', 'PUT /activiti/correction']);

      // With an id by PUT, once for two quick clicks, and the follow-up after it.
      await setRoute('callback_url', '/e2e/followed');
      await person.page.route('**/api/e2e/followed*', (route) =>
        route.fulfill({ json: { code: 0, msg: 'success', data: null } }),
      );
      await fresh();
      await person.panel.locator('[data-verb="start"]').dblclick();
      await person.panel.locator('.status', { hasText: '审批中' }).waitFor();
      expect(calls()).toEqual([
        'GET /activiti/process/lastestPage',
        'PUT /activiti/correction',
        'POST /activiti/running/startOfBusinessKey',
        'POST /e2e/followed',
      ]);
      expect(lastCall(person, 'startOfBusinessKey')?.body).toMatchObject({
        processDefinitionKey: 'E2E_START',
        businessKey: id,
        variables: { post: 'E2E岗位' },
      });
      const followed = lastCall(person, '/e2e/followed');
      expect([followed?.body, followed?.query]).toEqual([
        undefined,
        { processInstanceId: expect.any(String) as string, processDefinitionKey: 'E2E_START', businessKey: id },
      ]);

      // A new one by POST.
      await person.open('activiti/correction');
      await person.panel.locator('[data-verb="add"]').click();
      await field('post').fill('E2E岗位');
      for (const [key, day] of [
        ['entryDate', '2026-02-01'],
        ['correctionDate', '2026-05-01'],
      ] as const) {
        await field(key).fill(day);
        await field(key).press('Enter');
      }
      await field('workContent').fill('调色');
      await field('achievement').fill('很好');
      person.sent.length = 0;
      await start();
      await person.panel.locator('.status', { hasText: '审批中' }).waitFor();
      expect(calls()).toEqual([
        'GET /activiti/process/lastestPage',
        'POST /activiti/correction',
        'POST /activiti/running/startOfBusinessKey',
        'POST /e2e/followed',
      ]);
    } finally {
      await laid.remove();
      await arrange(`delete from app.activiti_bizroute where name = 'E2E_START'`);
    }
  });
});
