import { describe, expect } from 'vitest';
import { ask, arrange, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const visit = async (person: Person, route: string): Promise<void> => {
  await person.page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await person.page.locator(`[data-panel="${route}"]`).waitFor({ state: 'visible' });
};
const dicts = ({ sent }: Person) =>
  sent.filter(({ path }) => path === '/sys/dict/data/page' || path === '/sys/dict/type/all');
const tenants = ({ sent }: Person) => sent.filter(({ path }) => path === '/sys/tenant/list/power');
const refresh = async ({ page }: Person): Promise<void> => {
  await page.locator('[data-verb="user"]').hover();
  await page.locator('.ant-dropdown-menu [data-verb="refreshReference"]').click();
};
/** A form with dictionaries in it. */
const customer = 'data-customer?tenantFlag=0__add__0';

describe('reference data', () => {
  test('[A110] [A111] [A113] [A136] a list is asked for when a screen first needs it, whole, and not again by the next screen', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await expect.poll(() => tenants(person).length).toBe(1);
    expect(dicts(person)).toEqual([]);
    await visit(person, customer);
    await person.panel.locator('[data-field="name"] input').waitFor();
    await expect.poll(() => dicts(person).length).toBeGreaterThan(0);
    await settled(person.page);
    const asked = dicts(person);
    for (const { path, query } of asked)
      expect([path, query['page'], query['limit'], /^10\d\d$/.test(query['dictTypeId'] ?? '')]).toEqual([
        '/sys/dict/data/page',
        '1',
        '-1',
        true,
      ]);
    expect(new Set(asked.map(({ query }) => query['dictTypeId'])).size).toBe(asked.length);

    // A second screen of the same kind, and the first one made anew.
    await visit(person, 'data-customer?tenantFlag=1__add__0');
    await person.panel.locator('[data-field="name"] input').waitFor();
    await visit(person, customer);
    await person.page.locator('[data-verb="refreshTab"]').click();
    await person.panel.locator('[data-field="name"] input').waitFor();
    await settled(person.page);
    expect(dicts(person).length).toBe(asked.length);
    expect(tenants(person).length).toBe(1);
  });

  test('[A112] [A141] "refresh" reloads what was used and all dictionaries together, with the version of the copy: 304 costs nothing', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const answers: { url: string; status: number }[] = [];
    person.page.on('response', (response) => {
      answers.push({ url: response.url(), status: response.status() });
    });
    await visit(person, customer);
    await expect.poll(() => dicts(person).length).toBeGreaterThan(0);
    await settled(person.page);
    const [first] = dicts(person);
    const since = person.sent.length;
    await refresh(person);
    await person.told('操作成功');
    const after = person.sent.slice(since);
    expect(
      new Set(after.filter(({ path }) => path === '/sys/dict/data/page').map(({ query }) => query['dictTypeId'])).size,
    ).toBe(46);
    expect(after.filter(({ path }) => path === '/sys/tenant/list/power')).toHaveLength(1);
    const again = after.find(({ query }) => query['dictTypeId'] === first?.query['dictTypeId']);
    expect(again?.headers['if-none-match']).toMatch(/^W\//);
    await expect
      .poll(
        () =>
          answers.filter(
            ({ url, status }) =>
              url.includes('/sys/dict/data/page') &&
              url.includes(`dictTypeId=${first?.query['dictTypeId'] ?? ''}`) &&
              status === 304,
          ).length,
      )
      .toBe(1);
    // The copy is still what the screen shows.
    await visit(person, customer);
    await person.panel.locator('[data-field="name"] input').waitFor();
  });

  test('[A138] a dictionary offers its labels, in the language of the page', async ({ office }) => {
    const { list } = await ask<{ list: Readonly<Record<string, string>>[] }>(
      'lancai',
      'GET',
      '/sys/dict/data/page?page=1&limit=-1&dictTypeId=1034',
    );
    for (const [language, label] of [
      ['zh-CN', 'dictLabel'],
      ['en-US', 'labelEn'],
    ] as const) {
      const person = await office.enter('lancai', { language });
      await visit(person, customer);
      await person.panel.locator('[data-field="customerType"] .ant-select').click();
      await expect
        .poll(() => person.page.locator('.ant-select-item-option').allInnerTexts())
        .toEqual(list.map((entry) => entry[label]));
    }
  });

  test('[A28] [A23] nothing of the lists is left after signing out', async ({ office }) => {
    const person = await office.enter('lancai');
    await expect.poll(() => tenants(person).length).toBe(1);
    await person.page.locator('[data-verb="user"]').hover();
    await person.page.locator('[data-verb="logout"]').click();
    await person.page.locator('#username').waitFor();
    await person.logIn('lancai');
    await expect.poll(() => tenants(person).length).toBe(2);
    expect(tenants(person).at(-1)?.headers['if-none-match']).toBeUndefined();
  });
});

describe('reference lists of the server', () => {
  test('[A116] a list marked status=1 holds enabled records only', async () => {
    await arrange(`delete from app.data_brand where code = 'OFF1'`);
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/data/bd/brand', { code: 'OFF1', name: '停用的' });
    await ask('lancai', 'PUT', '/data/bd/brand/disable', [id]);
    const codes = async (params: string): Promise<string[]> =>
      (
        await ask<{ list: { code: string }[] }>('lancai', 'GET', `/data/bd/brand/page?page=1&limit=-1${params}`)
      ).list.map(({ code }) => code);
    expect([(await codes('')).includes('OFF1'), (await codes('&status=1')).includes('OFF1')]).toEqual([true, false]);
    await ask('lancai', 'DELETE', `/data/bd/brand/${id}`);
  });
});
