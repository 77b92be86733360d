import { describe, expect } from 'vitest';
import { ask, test, type Person } from './person.ts';

const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};

describe('administration', () => {
  test('users show their roles by name, in the language of the page', async ({ office }) => {
    const mark = Date.now().toString(36);
    const { list } = await ask<{ list: { id: string; code: string }[] }>(
      'lancai',
      'GET',
      '/sys/role/page?page=1&limit=100',
    );
    const roleIdList = list.filter(({ code }) => ['WAREHOUSE', 'SALES_CLERK'].includes(code)).map(({ id }) => id);
    expect(roleIdList).toHaveLength(2);
    await ask('lancai', 'POST', '/sys/user', {
      username: `roles${mark}`,
      realName: '双岗',
      password: 'Opening-2026-pass',
      confirmPassword: 'Opening-2026-pass',
      roleIdList,
    });
    for (const [language, told] of [
      ['zh-CN', /仓管/],
      ['en-US', /, /],
    ] as const) {
      const person = await office.enter('lancai', { language, width: 1280, height: 720 });
      await person.open('sys/user');
      const row = person.panel.locator('[data-row-key]', { hasText: `roles${mark}` });
      await row.waitFor();
      await expect.poll(() => row.innerText()).toMatch(told);
      await shot(person, `users-${language}`);
    }
  });

  test('the form of a role has its permissions beside its head', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1280, height: 720 });
    await person.open('sys/role');
    await person.panel.locator('[data-row-key] [data-verb="edit"]').first().click();
    const tree = person.panel.locator('[data-field="menuList"]');
    await tree.locator('.box-tree').waitFor();
    const [head, menus] = await Promise.all([
      person.panel.locator('[data-field="name"]').boundingBox(),
      tree.boundingBox(),
    ]);
    expect(menus!.x).toBeGreaterThan(head!.x + head!.width);
    expect(menus!.y).toBeLessThan(head!.y + 60);
    await shot(person, 'role');
  });

  test('editing a process model opens its designer; its properties are one verb away', async ({ office }) => {
    const mark = Date.now().toString(36);
    await ask('lancai', 'POST', '/activiti/model', { name: `模型${mark}`, key: `m${mark}` });
    const person = await office.enter('lancai');
    await person.open('activiti/model');
    const row = person.panel.locator('[data-row-key]', { hasText: `模型${mark}` });
    await row.locator('[data-verb="edit"]').click();
    await expect.poll(() => person.route()).toMatch(/^processModel\//);
    await person.open('activiti/model');
    await row.locator('a').first().click();
    await expect.poll(() => person.route()).toMatch(/^processModel\//);
  });

  test('long folders of the menu have headings', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1280, height: 900 });
    await person.open('sys/user');
    const { page } = person;
    await expect
      .poll(() => page.locator('.sidebar .menu-group').allInnerTexts())
      .toEqual(expect.arrayContaining(['组织与权限', '设置', '日志']));
    const underRights = page.locator('.sidebar .ant-menu-item-group', { hasText: '组织与权限' });
    await underRights.locator('[data-url="sys/role"]').waitFor();
    await shot(person, 'menu-system');
    await person.open('data/customer?tenantFlag=0');
    await page.locator('.sidebar .ant-menu-item-group', { hasText: '客户与渠道' }).first().waitFor();
    await shot(person, 'menu-data');
  });
});
