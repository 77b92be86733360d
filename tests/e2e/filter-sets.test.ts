import { describe, expect } from 'vitest';
import { ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const path = '/channelsale/order/page';
const lastSent = ({ sent }: Person) => sent.findLast((call) => call.path === path)?.query ?? {};
const sentCount = ({ sent }: Person): number => sent.filter((call) => call.path === path).length;
const setsOf = (person: Person) => person.page.locator('.filter-sets').filter({ visible: true });
const rows = ({ panel }: Person) => panel.locator('[data-row-key]');

async function openSets(person: Person): Promise<void> {
  await person.panel.locator('[data-verb="filterSets"]').click();
  await setsOf(person).waitFor();
}

async function save(person: Person, name: string): Promise<void> {
  await openSets(person);
  await setsOf(person).locator('.filter-set-save input').fill(name);
  await setsOf(person).locator('[data-verb="saveFilterSet"]').click();
  await setsOf(person).waitFor({ state: 'hidden' });
}

async function choosePeriod({ page, panel }: Person, period: string): Promise<void> {
  await panel.locator('[data-filter="billDate"] input').first().click();
  await page.locator(`.ant-picker-dropdown [data-period="${period}"]`).filter({ visible: true }).click();
}

/** What the server keeps for this person and screen. */
const kept = (): Promise<{ sets: { name: string; filters: object; sort?: object }[]; opening?: string } | null> =>
  ask('lancai', 'GET', '/sys/setting/filters%3Aorder-order');

describe('saved filter sets', () => {
  test('filters and sort are kept under a name, also for another browser, and come back with one press', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await person.open('order/order');
    await rows(person).first().waitFor();
    await person.panel.locator('.unfold').click();
    await person.panel.locator('[data-filter="billStatus"] .ant-select').click();
    await person.page.locator('.ant-select-item-option', { hasText: '已审核' }).click();
    await person.panel.locator('[role="columnheader"]', { hasText: '单据日期' }).click();
    await expect.poll(() => lastSent(person)['orderField']).toBe('bill_date');
    await save(person, '已审核的');
    // Saving also searches: the list shows what the set is called.
    await expect.poll(() => lastSent(person)).toMatchObject({ billStatus: '1', orderField: 'bill_date' });
    await expect.poll(() => person.panel.locator('[data-verb="filterSets"]').innerText()).toBe('已审核的');
    await expect
      .poll(async () => (await kept())?.sets.map(({ name, filters }) => [name, filters]))
      .toEqual([['已审核的', { billStatus: '1' }]]);

    await person.panel.locator('[data-verb="reset"]').click();
    await expect.poll(() => lastSent(person)['billStatus']).toBeUndefined();
    await settled(person);
    expect(await person.panel.locator('[data-verb="filterSets"]').innerText()).toBe('');

    const elsewhere = await office.enter('lancai');
    await elsewhere.open('order/order');
    await rows(elsewhere).first().waitFor();
    await openSets(elsewhere);
    await setsOf(elsewhere).locator('[data-set="已审核的"] [data-verb="applyFilterSet"]').click();
    await expect.poll(() => lastSent(elsewhere)).toMatchObject({ billStatus: '1', orderField: 'bill_date' });
    // The tab above the list is the same filter.
    await expect
      .poll(() => elsewhere.panel.locator('.status-tab[aria-pressed="true"]').innerText())
      .toContain('已审核');
  });

  test('the list opens with the one that was chosen for that, and asks the server once', async ({ office }) => {
    await ask('lancai', 'PUT', '/sys/setting/filters%3Aorder-order', {
      value: { sets: [{ name: '没有的', filters: { code: 'NO-SUCH' }, sort: { key: 'gone', order: 'asc' } }] },
    });
    const person = await office.enter('lancai');
    await person.open('order/order');
    await rows(person).first().waitFor();
    await openSets(person);
    await setsOf(person).locator('[data-set="没有的"] [data-verb="openingFilterSet"]').click();
    await expect.poll(async () => (await kept())?.opening).toBe('没有的');

    const later = await office.enter('lancai');
    await later.open('order/order');
    await later.panel.locator('[data-verb="clearFilters"]').waitFor();
    // A column that has gone since is not sorted by.
    expect([sentCount(later), lastSent(later)['code'], lastSent(later)['orderField']]).toEqual([
      1,
      'NO-SUCH',
      undefined,
    ]);
    await later.panel.locator('.unfold', { hasText: '(1)' }).click();
    await expect.poll(() => later.panel.locator('[data-filter="code"] input').inputValue()).toBe('NO-SUCH');
    await later.panel.locator('[data-verb="clearFilters"]').click();
    await rows(later).first().waitFor();
    await settled(later);
    await later.panel.locator('.unfold').click();
    await expect.poll(() => later.panel.locator('[data-filter="code"] input').inputValue()).toBe('');
  });

  test('are renamed, deleted, brought back, and at most 20', async ({ office }) => {
    const sets = Array.from({ length: 20 }, (_each, at) => ({ name: `方案${at}`, filters: { code: `C${at}` } }));
    await ask('lancai', 'PUT', '/sys/setting/filters%3Aorder-order', { value: { sets } });
    const person = await office.enter('lancai');
    await person.open('order/order');
    await rows(person).first().waitFor();
    await openSets(person);
    await setsOf(person).locator('.filter-set-save input').fill('第二十一个');
    await expect.poll(() => setsOf(person).locator('[data-verb="saveFilterSet"]').isDisabled()).toBe(true);
    await expect.poll(() => setsOf(person).innerText()).toContain('最多 20 个方案');
    await setsOf(person).locator('[data-set="方案3"] [data-verb="renameFilterSet"]').click();
    await setsOf(person).locator('[data-set="方案3"] input').fill('新名字');
    await person.page.keyboard.press('Enter');
    await setsOf(person).locator('[data-set="新名字"]').waitFor();
    for (const name of ['方案4', '方案5'])
      await setsOf(person).locator(`[data-set="${name}"] [data-verb="deleteFilterSet"]`).click();
    await setsOf(person).locator('[data-verb="undoDelete"]').click();
    await expect
      .poll(async () => (await kept())?.sets.map(({ name }) => name).slice(2, 6))
      .toEqual(['方案2', '新名字', '方案5', '方案6']);
    await settled(person);
    expect(await setsOf(person).locator('[data-verb="saveFilterSet"]').isDisabled()).toBe(false);
  });

  test('this month stays this month', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.page.clock.setFixedTime(new Date('2026-10-20T02:00:00Z'));
    await person.open('order/order');
    await person.panel.locator('.search-form').waitFor();
    if ((await person.panel.locator('[data-filter="billDate"]').count()) === 0)
      await person.panel.locator('.unfold').click();
    await choosePeriod(person, 'thisMonth');
    await person.panel.locator('[data-verb="search"]').click();
    await expect.poll(() => lastSent(person)).toMatchObject({ billDateStart: '2026-10-01', billDateEnd: '2026-10-31' });
    await person.page.clock.setFixedTime(new Date('2026-10-20T02:00:02Z'));
    await save(person, '本月订单');
    await person.page.clock.setFixedTime(new Date('2026-10-20T02:00:05Z'));
    await expect.poll(async () => (await kept())?.sets[0]?.filters).toMatchObject({ billDatePeriod: 'thisMonth' });

    const nextMonth = await office.enter('lancai');
    await nextMonth.page.clock.setFixedTime(new Date('2026-11-03T02:00:00Z'));
    await nextMonth.open('order/order');
    await nextMonth.panel.locator('.search-form').waitFor();
    await openSets(nextMonth);
    await setsOf(nextMonth).locator('[data-set="本月订单"] [data-verb="applyFilterSet"]').click();
    await expect
      .poll(() => lastSent(nextMonth))
      .toMatchObject({ billDateStart: '2026-11-01', billDateEnd: '2026-11-30' });
  });
});
