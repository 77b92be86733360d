import { describe, expect } from 'vitest';
import { codeAt } from '#platform/server/secret/one-time-code.ts';
import { arrange, ask, passwordOf, test, type Person, showWho } from './person.ts';

const choose = async ({ page, panel }: Person, text: string): Promise<void> => {
  await panel
    .locator('[data-row-key]')
    .filter({ has: page.getByText(text, { exact: true }) })
    .locator(':is([role="checkbox"], input[type="checkbox"])')
    .first()
    .click();
};
/** The first node of all is never seen: antd measures with it. */
const node = '.ant-tree-list-holder .ant-tree-treenode';
const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};

describe('a role', () => {
  test('is given menus and buttons in a tree, and departments in another', async ({ office }) => {
    await arrange(`delete from app.sys_role where code = 'E2E-TREE'`);
    const person = await office.enter('lancai');
    const { panel } = person;
    await person.open('sys/role');
    await panel.locator('[data-verb="add"]').click();
    await panel.locator('[data-field="code"] input').fill('E2E-TREE');
    await panel.locator('[data-field="name"] input').fill('华东区域销售与仓储综合管理岗位（试用）');
    const tree = panel.locator('[data-field="menuList"] .box-tree');
    await tree.locator(node).first().waitFor();
    await shot(person, 'role-tree');
    await tree.locator('input').first().fill('品牌');
    const button = tree.locator(node, { hasText: '新增' }).first();
    await button.locator('.ant-tree-checkbox').click();
    // The button brought its screen and the folder along.
    await expect.poll(() => tree.locator('.ant-tree-checkbox-checked').count()).toBeGreaterThanOrEqual(3);
    const departments = panel.locator('[data-field="deptList"] .box-tree');
    await departments.locator(`${node} .ant-tree-checkbox`).first().click();
    await shot(person, 'role-tree-chosen');
    await panel.locator('[data-verb="save"]').click();
    await showWho(person, 'lancai');
    await person.told('保存成功');
    const [row] = await arrange<{ menus: number; departments: number }>(`
      select cardinality(menu_list) as menus, cardinality(dept_list) as departments
      from app.sys_role
      where code = 'E2E-TREE'`);
    expect(row?.menus).toBe(3);
    expect(row?.departments).toBeGreaterThan(0);
  });
});

describe('an administrator', () => {
  test('asks why somebody can or cannot, sees who is logged in and throws him out', async ({ office }) => {
    const clerk = await office.enter('clerk_1000');
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await person.open('sys/user');
    await panel.locator('[data-filter="username"] input').fill('clerk_1000');
    await panel.locator('[data-verb="search"]').click();
    await choose(person, 'clerk_1000');
    await shot(person, 'user-chosen');
    await panel.locator('.toolbar [data-verb="explain"]').click();
    const dialog = page.locator('.ant-modal').filter({ visible: true });
    await dialog.locator('.ant-select').click();
    await page.keyboard.type('客户 / 删除');
    await page.locator('.ant-select-item-option').first().click();
    await dialog.locator('[data-verb="ask"]').click();
    await dialog.locator('.explanation li').first().waitFor();
    await expect.poll(() => dialog.locator('.explanation').innerText()).toMatch(/不可以[\s\S]*不含该权限/);
    await shot(person, 'explain');
    await dialog.locator('.ant-modal-close').click();

    await panel.locator('.toolbar [data-verb="sessions"]').click();
    await dialog.locator('[data-verb="forceOut"]').first().waitFor();
    await shot(person, 'sessions');
    await dialog.locator('[data-verb="forceOut"]').first().click();
    await page.locator('[data-verb="confirm"]').click();
    await dialog.locator('p', { hasText: '当前没有在线会话' }).waitFor();
    await clerk.page.locator('.sidebar a, .sidebar li').first().click();
    await expect
      .poll(
        async () =>
          (await ask<{ list: unknown[] }>('lancai', 'GET', '/sys/user/session/page?username=clerk_1000')).list.length,
      )
      .toBe(0);
    await dialog.locator('.ant-modal-close').click();

    await panel.locator('.toolbar [data-verb="handover"]').click();
    await dialog.locator('.handover').waitFor();
    await shot(person, 'handover');
  });
});

describe('a second factor', () => {
  test('is enrolled after the password was entered again, asked for at the door, and given up', async ({ office }) => {
    await arrange('delete from sec.totp');
    const person = await office.enter('staff_1000');
    const { page } = person;
    await page.locator('[data-verb="user"]').hover();
    await page.locator('[data-verb="secondFactor"]').click();
    await page.locator('[data-verb="enrolFactor"]').click();
    // Whoever found an open screen does not get further.
    const confirm = page.locator('.ant-modal', { hasText: '再次验证身份' });
    await shot(person, 'step-up');
    await confirm.locator('input[type="password"]').fill('wrong-password-1');
    await confirm.locator('.ant-btn-primary').click();
    await confirm.locator('.ant-form-item-explain-error', { hasText: '密码或动态验证码错误' }).waitFor();
    await confirm.locator('input[type="password"]').fill(passwordOf('staff_1000'));
    await confirm.locator('.ant-btn-primary').click();
    await page.locator('.factor-picture').waitFor();
    await shot(person, 'enrol');
    const secret = (await page.locator('.factor code').innerText()).replaceAll(' ', '');
    await page.locator('.factor input').fill(codeAt(secret));
    await page.locator('[data-verb="settleFactor"]').click();
    await page.locator('.recovery-codes li').first().waitFor();
    await expect.poll(() => page.locator('.recovery-codes li').count()).toBe(10);
    await shot(person, 'recovery');
    await page.locator('[data-verb="keptCodes"]').click();

    const door = await office.enter();
    await shot(door, 'login');
    await door.logIn('staff_1000');
    await door.page.locator('#code').waitFor();
    await shot(door, 'login-code');
    await arrange('update sec.totp set last_step = 0');
    await door.page.locator('#code').fill(codeAt(secret));
    await door.page.locator('[data-verb="login"]').click();
    await door.page.locator('.sidebar').waitFor();
    await arrange('delete from sec.totp');
  });
});

describe('a password that must be changed', () => {
  test('is changed before anything else is shown', async ({ office }) => {
    await arrange(`update sec.account set must_change = true where username = 'staff_1000'`);
    const person = await office.enter();
    await person.logIn('staff_1000');
    const dialog = person.page.locator('.ant-modal', { hasText: '修改密码' });
    await dialog.waitFor();
    await shot(person, 'password-due');
    await dialog.locator('.ant-btn').filter({ hasText: '退出登录' }).click();
    await person.page.locator('#username').waitFor();
    await arrange(`update sec.account set must_change = false where username = 'staff_1000'`);
  });

  test('and a forgotten one is asked for by mail from the login page', async ({ office }) => {
    const person = await office.enter();
    await person.page.locator('[data-verb="forgot"]').click();
    const dialog = person.page.locator('.ant-modal').filter({ visible: true });
    await dialog.locator('input').first().fill('nobody-at-all');
    await dialog.locator('.ant-btn-primary').click();
    await dialog.locator('.ant-alert', { hasText: '15分钟内有效' }).waitFor();
    await shot(person, 'forgot');
  });
});
