import { describe, expect } from 'vitest';
import { menuIdOf } from '#platform/server/db/id.ts';
import { arrange, test, type Person, showWho } from './person.ts';

const save = menuIdOf('button data:brand:save');
const remove = menuIdOf('button data:brand:delete');
const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};

/** A release has brought new permissions for a role that this house has edited. */
const offer = async (code: string): Promise<void> => {
  await arrange(`
    update sec.shipped_role
    set offered = '{${save},${remove}}'
    where tenant_code = '1000' and code = '${code}'`);
};
const menusOf = async (code: string): Promise<readonly string[]> =>
  (
    await arrange<{ menu: string }>(
      `select unnest(menu_list) as menu from app.sys_role where tenant_code = '1000' and code = '${code}'`,
    )
  ).map(({ menu }) => menu);

describe('new permissions of a role that was edited', () => {
  test('are shown above the list of roles, taken with one click or dismissed with one', async ({ office }) => {
    await offer('EMPLOYEE');
    await offer('WAREHOUSE');
    const english = await office.enter('lancai', { language: 'en-US' });
    await english.open('sys/role');
    await english.panel.locator('[data-offer]', { hasText: 'Employee' }).getByText('2 new permissions').waitFor();
    await shot(english, 'role-offers-en');

    const person = await office.enter('lancai');
    const { panel } = person;
    await person.open('sys/role');
    const employee = panel.locator('[data-offer]', { hasText: '员工' });
    await employee.getByText('新增 2 项权限').waitFor();
    await employee.getByText('品牌（新增、删除）').waitFor();
    await shot(person, 'role-offers');
    await employee.locator('[data-verb="takeOffers"]').click();
    await showWho(person, 'lancai');
    await employee.waitFor({ state: 'detached' });
    expect(await menusOf('EMPLOYEE')).toEqual(expect.arrayContaining([save, remove]));

    const warehouse = panel.locator('[data-offer]', { hasText: '仓管' });
    await warehouse.locator('[data-verb="dismissOffers"]').click();
    await panel.locator('.role-offers').waitFor({ state: 'detached' });
    expect(await menusOf('WAREHOUSE')).not.toContain(save);
  });
});
