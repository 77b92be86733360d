import { describe, expect } from 'vitest';
import { buyer } from '#tests/house-partners.ts';
import { plant, tenants } from '#tests/house-places.ts';
import { ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const visit = async (person: Person, route: string): Promise<void> => {
  await person.page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await person.page.locator(`[data-panel="${route}"]`).waitFor({ state: 'visible' });
};
const customer = 'data-customer?tenantFlag=0__add__0';
interface Organization {
  readonly id: string;
  readonly pid: string;
  readonly code: string;
  readonly name: string;
}
/** The head office, which others stand below. */
const top = tenants[0].organization;
const named = ({ name }: { readonly name: string }): { hasText: string } => ({ hasText: name });
const items = (person: Person, column: number): Promise<string[]> =>
  person.page.locator('.ant-cascader-menu').nth(column).locator('.ant-cascader-menu-item').allInnerTexts();

describe('the organisation cascader', () => {
  test('[A265] shows the tree of the reference list level by level, no column higher than 300 px, and takes any level', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const organizations = await ask<Organization[]>('lancai', 'GET', '/sys/organization/list');
    // More organisations than fit: the height is a limit, not an accident.
    const many = Array.from({ length: 30 }, (_x, n) => ({
      id: `many${n}`,
      pid: '0',
      code: `MANY${n}`,
      name: `很多的组织${n}`,
    }));
    await person.page.route('**/api/sys/organization/list*', (route) =>
      route.fulfill({ json: { code: 0, msg: 'success', data: [...organizations, ...many] } }),
    );
    await visit(person, customer);
    await person.panel.locator('[data-field="organizeCode"] .cascader').click();
    const menu = person.page.locator('.org-cascader .ant-cascader-menu').first();
    await menu.waitFor();
    await expect.poll(async () => (await menu.boundingBox())?.height).toBeGreaterThan(200);
    await settled(menu);
    expect((await menu.boundingBox())?.height).toBeLessThanOrEqual(300);
    await person.page.locator('.ant-cascader-menu-item', named(top)).first().hover();
    await expect.poll(() => items(person, 1)).toContain(plant.name);
    await person.page
      .locator('.ant-cascader-menu')
      .nth(1)
      .locator('.ant-cascader-menu-item', named(plant))
      .first()
      .click();
    await expect
      .poll(() => person.panel.locator('[data-field="organizeCode"] .cascader').innerText())
      .toContain(plant.name);
    expect(person.sent.filter(({ path }) => path === '/sys/organization/list')).toHaveLength(1);
  });

  test('is found by typing and filters a list with everything below what was chosen', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/customer?tenantFlag=0');
    await person.panel.locator('.unfold').click();
    const filter = person.panel.locator('[data-filter="organizeCode"]');
    await filter.locator('input').first().click();
    await person.page.keyboard.type(top.name);
    await person.page.locator('.org-cascader .ant-cascader-menu-item', named(top)).first().click();
    await person.panel.locator('[data-verb="search"]').click();
    await expect
      .poll(() => person.sent.findLast(({ path }) => path === '/data/customer/manage/page')?.query['organizeCode'])
      .toBe(top.code);
    await expect.poll(() => person.panel.locator('[data-row-key]').count()).toBeGreaterThan(0);
  });
});

describe('the organisation cascader at the keyboard', () => {
  test('takes a typed name with Enter, and the next one with the arrows', async ({ office }) => {
    const person = await office.enter('lancai');
    await visit(person, customer);
    const field = person.panel.locator('[data-field="organizeCode"]');
    await field.locator('.cascader').waitFor();
    await field.locator('input').first().focus();
    await person.page.keyboard.type(plant.name);
    await person.page.locator('.org-cascader .ant-cascader-menu-item').first().waitFor();
    await person.page.keyboard.press('Enter');
    await expect.poll(() => field.locator('.cascader').innerText()).toContain(plant.name);
    await person.page.locator('.org-cascader').waitFor({ state: 'hidden' });
    await person.page.keyboard.press('ArrowDown');
    await person.page.locator('.org-cascader').waitFor();
    await person.page.keyboard.press('ArrowUp');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => field.locator('.cascader').innerText()).not.toContain(plant.name);
  });
});

describe('the area cascader', () => {
  test('[A131] [A132] asks for what lies below a node when it is first opened, once, and ends at the district', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await visit(person, customer);
    const field = person.panel.locator('[data-field="provinceCode"]');
    const asked = () =>
      person.sent
        .filter(({ path }) => path.startsWith('/sys/area/'))
        .map(({ path, query }) => [path, query['pid'] === undefined ? 'top' : 'below']);
    await field.locator('.cascader').click();
    await expect.poll(() => items(person, 0)).toContain('浙江省');
    const choose = (column: number, name: string): Promise<void> =>
      person.page
        .locator('.area-cascader .ant-cascader-menu')
        .nth(column)
        .locator('.ant-cascader-menu-item', { hasText: name })
        .click();
    await choose(0, '浙江省');
    await expect.poll(() => items(person, 1)).toContain('杭州市');
    await choose(1, '杭州市');
    await expect.poll(() => items(person, 2)).toContain('西湖区');
    await settled(person);
    expect(
      await person.page
        .locator('.area-cascader .ant-cascader-menu')
        .nth(2)
        .locator('.ant-cascader-menu-item-expand')
        .count(),
    ).toBe(0);
    await choose(0, '江苏省');
    await expect.poll(() => items(person, 1)).toContain('南京市');
    await choose(0, '浙江省');
    await expect.poll(() => items(person, 1)).toContain('杭州市');
    await choose(1, '杭州市');
    await choose(2, '西湖区');
    await expect.poll(() => field.innerText()).toContain('浙江省 / 杭州市 / 西湖区');
    expect(asked()).toEqual([
      ['/sys/area/pca', 'top'],
      ['/sys/area/pca', 'below'],
      ['/sys/area/list', 'below'],
      ['/sys/area/pca', 'below'],
    ]);
  });

  test('fills province, city and district of a customer at once, and shows them again', async ({ office }) => {
    const { list } = await ask<{ list: { id: string }[] }>(
      'lancai',
      'GET',
      `/data/customer/manage/page?page=1&limit=1&code=${buyer.code}`,
    );
    const id = list[0]?.id ?? '';
    const person = await office.enter('lancai');
    await visit(person, `data-customer?tenantFlag=0__edit__${id}`);
    const field = person.panel.locator('[data-field="provinceCode"]');
    await field.locator('.cascader').click();
    for (const [column, name] of ['浙江省', '杭州市', '滨江区'].entries()) {
      await person.page
        .locator('.area-cascader .ant-cascader-menu')
        .nth(column)
        .locator('.ant-cascader-menu-item', { hasText: name })
        .click();
    }
    await expect.poll(() => field.innerText()).toContain('滨江区');
    await expect.poll(() => person.page.locator('.tab-active .unsaved').count()).toBe(1);
    await person.panel.locator('[data-verb="save"]').click();
    await person.told('保存成功');
    expect(await ask<object>('lancai', 'GET', `/data/customer/manage/${id}`)).toMatchObject({
      provinceCode: '330000',
      cityCode: '330100',
      districtCode: '330108',
    });
    const reader = await office.enter('lancai');
    await visit(reader, `data-customer?tenantFlag=0__read__${id}`);
    await expect
      .poll(() => reader.panel.locator('[data-field="provinceCode"]').innerText())
      .toContain('浙江省 / 杭州市 / 滨江区');
    await visit(reader, `data-customer?tenantFlag=0__edit__${id}`);
    const again = reader.panel.locator('[data-field="provinceCode"]');
    await expect.poll(() => again.innerText()).toContain('浙江省 / 杭州市 / 滨江区');
    await again.locator('.cascader').click();
    await expect.poll(() => items(reader, 2)).toContain('滨江区');
    await expect
      .poll(() => reader.page.locator('.area-cascader .ant-cascader-menu-item-active').allInnerTexts())
      .toEqual(['浙江省', '杭州市', '滨江区']);
  });
});
