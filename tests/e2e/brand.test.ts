import { describe, expect } from 'vitest';
import { shirt } from '#tests/house-goods.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { saidIn } from './messages.ts';
import { settled } from './settled.ts';

const tidy = (): Promise<unknown> => arrange(`delete from app.data_brand where code like 'E2E%'`);
const rowOf = ({ panel }: Person, code: string) => panel.locator('[data-row-key]', { hasText: code });

describe('a brand', () => {
  test('[A55] [A56] [A57] [A58] [A63] [A64] [A104] [A318] [A372] is added, found, read, edited, disabled and deleted', async ({
    office,
  }) => {
    await tidy();
    const person = await office.enter('lancai');
    const { page, panel } = person;
    const tab = (name: string) => page.locator(`[data-tab="${name}"]`);
    await person.open('data/brand?tenantFlag=0');

    await panel.locator('[data-verb="add"]').click();
    expect(person.route()).toBe('data-brand?tenantFlag=0__add__0');
    await expect.poll(() => tab('data-brand?tenantFlag=0__add__0').innerText()).toBe('新增品牌');
    await panel.locator('[data-verb="save"]').click();
    await panel.locator('.ant-form-item-explain-error', { hasText: '必填项不能为空' }).first().waitFor();
    await panel.locator('[data-field="code"] input').fill('E2E1');
    await panel.locator('[data-field="name"] input').fill('端到端');
    await panel.locator('[data-verb="save"]').click();
    await person.told('保存成功');

    // The list behind the panel has read itself again.
    await expect.poll(() => person.route()).toBe('data-brand?tenantFlag=0');
    await rowOf(person, 'E2E1').waitFor();
    await panel.locator('[data-filter="code"] input').fill('E2E1');
    await panel.locator('[data-verb="search"]').click();
    await expect.poll(() => panel.locator('[data-row-key]').count()).toBe(1);

    const [{ id }] = (await arrange<{ id: string }>(`select id from app.data_brand where code = 'E2E1'`)) as [
      { id: string },
    ];
    await rowOf(person, 'E2E1').locator('a').first().click();
    await panel.locator('.panel-head').waitFor();
    expect(person.route()).toBe(`data-brand?tenantFlag=0__read__${id}`);
    await expect.poll(() => tab(`data-brand?tenantFlag=0__read__${id}`).innerText()).toBe('查看品牌');
    await settled(panel);
    expect(await panel.locator('.panel-body input:enabled, .panel-body textarea:enabled').count()).toBe(0);
    expect(await panel.locator('[data-verb="save"]').count()).toBe(0);
    await panel.locator('[data-verb="closeTab"]').click();

    await rowOf(person, 'E2E1').locator('[data-verb="edit"]').click();
    await panel.locator('.panel-head').waitFor();
    expect(person.route()).toBe(`data-brand?tenantFlag=0__edit__${id}`);
    await expect.poll(() => tab(`data-brand?tenantFlag=0__edit__${id}`).innerText()).toBe('修改品牌');
    await expect.poll(() => panel.locator('[data-field="code"] input').isDisabled()).toBe(true);
    await panel.locator('[data-field="name"] input').fill('端到端改');
    await panel.locator('[data-verb="save"]').click();
    await rowOf(person, '端到端改').waitFor();

    for (const [verb, sign] of [
      ['disable', '停用'],
      ['enable', '启用'],
    ] as const) {
      await rowOf(person, 'E2E1').locator('input[type="checkbox"]').check();
      await panel.locator(`.toolbar [data-verb="${verb}"]`).click();
      await page.locator('.ant-modal-confirm', { hasText: sign }).locator('[data-verb="confirm"]').click();
      await expect.poll(() => panel.locator('.toolbar-chosen').count()).toBe(0);
      await expect
        .poll(() => arrange(`select status from app.data_brand where code = 'E2E1'`))
        .toEqual([{ status: verb === 'enable' ? '1' : '0' }]);
    }

    // Deleting asks first; leaving the question deletes nothing.
    await rowOf(person, 'E2E1').locator('input[type="checkbox"]').check();
    await panel.locator('.toolbar [data-verb="delete"]').click();
    await page.locator('.ant-modal-confirm .ant-btn:not([data-verb])').click();
    await page.locator('.ant-modal-confirm').waitFor({ state: 'hidden' });
    expect(person.sent.some(({ method, path }) => method === 'DELETE' && path.startsWith('/data/'))).toBe(false);
    await panel.locator('.toolbar [data-verb="delete"]').click();
    await page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
    await person.told('操作成功');
    await expect.poll(() => panel.locator('[data-row-key]').count()).toBe(0);
    await settled(panel);
    expect(await panel.locator('.toolbar-chosen').count()).toBe(0);
  });

  test('[A103] [A93] that is in use keeps its place: the message is shown for 4 s and the selection stays', async ({
    office,
  }) => {
    const person = await office.enter('lancai', { isMoving: true });
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-filter="code"] input').fill(shirt.brandCode);
    await person.panel.locator('[data-verb="search"]').click();
    await expect.poll(() => person.panel.locator('[data-row-key]').count()).toBe(1);
    await person.panel.locator('[data-row-key] input[type="checkbox"]').check();
    await person.panel.locator('.toolbar [data-verb="delete"]').click();
    const answer = person.page.waitForResponse((response) => response.request().method() === 'DELETE');
    await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
    const { code, msg } = (await (await answer).json()) as { code: number; msg: string };
    expect(code).toBe(10009);
    await expect
      .poll(async () => (await saidIn(person)).filter(({ text }) => text === msg).map(({ what }) => what))
      .toEqual(['came', 'went']);
    const [came, went] = (await saidIn(person)).filter(({ text }) => text === msg);
    // When it goes at the latest feedback.test.ts knows, to the millisecond.
    expect((went?.at ?? 0) - (came?.at ?? 0)).toBeGreaterThan(3900);
    await expect.poll(() => person.panel.locator('.toolbar-chosen').count()).toBe(1);
  });

  test('[A358] shows only the buttons whose permission the user holds', async ({ office }) => {
    const person = await office.enter('staff_1000');
    const permissions = await ask<string[]>('staff_1000', 'GET', '/sys/menu/permissions');
    expect(permissions).toContain('data:brand:page');
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-row-key]').first().waitFor();
    await settled(person);
    for (const [verb, action] of [
      ['add', 'save'],
      ['edit', 'update'],
      ['export', 'export'],
    ] as const)
      expect([verb, (await person.panel.locator(`[data-verb="${verb}"]`).count()) > 0]).toEqual([
        verb,
        permissions.includes(`data:brand:${action}`),
      ]);
    expect(await person.panel.locator('input[type="checkbox"]').count()).toBe(0);
    const boss = await office.enter('lancai');
    await boss.open('data/brand?tenantFlag=0');
    await boss.panel.locator('[data-row-key]').first().waitFor();
    for (const verb of ['add', 'edit', 'export'])
      await expect
        .poll(() => boss.panel.locator(`[data-verb="${verb}"]`).count(), { message: verb })
        .toBeGreaterThan(0);
  });
});

describe('a reply that went wrong', () => {
  const fails = async (
    person: Person,
    answer: { status?: number; json?: unknown },
    [page, path] = ['data/brand?tenantFlag=0', 'data/bd/brand/page'],
  ): Promise<void> => {
    await person.page.route(`**/api/${path}*`, (route) =>
      route.fulfill(answer.json === undefined ? { status: answer.status ?? 200, body: '' } : { json: answer.json }),
    );
    await person.open(page);
  };

  test('[A98] [A94] a list that is refused is empty, has total 0 and says so once; without a message it says 接口异常', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await fails(person, { json: { code: 20099, msg: '', data: null } });
    await person.told('接口异常');
    await expect.poll(() => person.page.locator('.ant-message-notice').count()).toBe(1);
    await settled(person);
    expect(await person.panel.locator('[data-row-key]').count()).toBe(0);
    await expect
      .poll(
        async () =>
          (await person.panel.locator('.ant-pagination').count()) === 0 ||
          (await person.panel.locator('.ant-pagination').innerText()).includes('共 0 条'),
      )
      .toBe(true);
  });

  test('[A99] funds accounts that are refused leave an empty list with total 0', async ({ office }) => {
    const person = await office.enter('lancai');
    await fails(person, { json: { code: 20099, msg: '账户暂不可用', data: null } }, [
      'sale/capitalaccount',
      'channelsale/capitalpoolaccount/page',
    ]);
    await person.told('账户暂不可用');
    await settled(person);
    expect(await person.panel.locator('[data-row-key]').count()).toBe(0);
    const pages = person.panel.locator('.ant-pagination');
    await expect
      .poll(async () => (await pages.count()) === 0 || (await pages.innerText()).includes('共 0 条'))
      .toBe(true);
  });

  test('[A95] an HTTP 500 says 服务器异常，状态码：500', async ({ office }) => {
    const person = await office.enter('lancai');
    person.expectComplaint(/status of 500/);
    await fails(person, { status: 500 });
    await person.told('服务器异常，状态码：500');
  });
});
