import { mkdirSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { addDays } from '#platform/model/time/day.ts';
import { paint } from '#tests/house-goods.ts';
import { customers } from '#tests/house-partners.ts';
import { ask, test, type Person } from './person.ts';

const path = '/channelsale/promotion/activity';
const shot = async ({ page }: Person, name: string): Promise<void> => {
  mkdirSync('.tmp/shots', { recursive: true });
  await page.screenshot({ path: `.tmp/shots/promotion-calendar-${name}.png` });
};

interface Plan {
  readonly type?: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly more?: object;
  readonly isDraft?: true;
}
const rules: Readonly<Record<string, object>> = {
  P001: { leastNumber: '10', buyNumber: '10', giveNumber: '1', giveType: '0', giveDynamicFlag: '1' },
  P003: { onSaleType: '1', onSaleRateType: '0', onSaleRate: '98' },
  P006: { leastAmount: '5000', giveAccountAmount: '50', giveDynamicFlag: '2' },
  P007: { startNumber: '2', disRate: '50', giveDynamicFlag: '1' },
};
const [own, other] = customers;
const onPaint = [{ side: 'product', dimension: 'material', code: paint.code, excludeFlag: '0' }];

/** The calendar says which day it is; activities lie around that day wherever the test runs. */
async function today(): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  return (await ask<{ today: string }>('lancai', 'GET', `${path}/calendar?from=${day}&to=${day}`)).today;
}

/** As many as the demo has, of every form. */
const plans: readonly Plan[] = [
  { name: '墙面焕新', from: -10, to: 12, more: { priority: 10, budgetAmount: '400000', scopes: onPaint } },
  { name: '全场九八折', from: -3, to: 5 },
  { name: '底漆买十赠一', type: 'P001', from: -30, to: 30, more: { scopes: onPaint } },
  { name: '华东回馈', type: 'P006', from: -15, to: 45, more: { stackFlag: '1' } },
  { name: '秋季节', from: -60, to: -20, more: { scopes: onPaint } },
  { name: '换季返利', type: 'P006', from: -50, to: -25 },
  { name: '双十二预热', from: 14, to: 26, more: { scopes: onPaint } },
  { name: '年终冲量', type: 'P006', from: 20, to: 60, isDraft: true },
  { name: '清仓草稿', from: 22, to: 40, isDraft: true, more: { priority: 50, scopes: onPaint } },
  { name: '春季一', type: 'P001', from: -40, to: -22 },
  { name: '第二件半价', type: 'P007', from: 31, to: 50 },
  { name: '新春返利', type: 'P006', from: 40, to: 55, more: { stackFlag: '1' } },
  { name: '会员日', from: -80, to: -70 },
  { name: '春季二', type: 'P001', from: 35, to: 48 },
];
let isWritten = false;
async function writePlans(): Promise<string> {
  const day = await today();
  if (isWritten) return day;
  isWritten = true;
  for (const { name, type = 'P003', from, to, more = {}, isDraft } of plans) {
    const { id } = await ask<{ id: string }>('lancai', 'POST', path, {
      name,
      policyRuleTypeCode: type,
      startDate: addDays(day, from),
      endDate: addDays(day, to),
      lines: [{ policyRuleTypeCode: type, ...rules[type] }],
      ...more,
    });
    if (isDraft === true) continue;
    await ask('lancai', 'PUT', `${path}/audit`, [id]);
    await ask('lancai', 'PUT', `${path}/publish`, [id]);
  }
  return day;
}

async function opened(person: Person): Promise<void> {
  await person.open('promotion/activity');
  await person.panel.locator('[data-switch="calendar"] .ant-segmented-item').nth(1).click();
  await person.panel.locator('.calendar-grid').waitFor();
}
const row = ({ panel }: Person, name: string) => panel.locator('.calendar-row').filter({ hasText: name });
const names = ({ panel }: Person): Promise<readonly string[]> => panel.locator('.calendar-label').allInnerTexts();
const span = ({ panel }: Person): Promise<string> => panel.locator('[data-span]').innerText();

describe('the calendar of activities', () => {
  test('shows how each stands, what it meets and who wins', async ({ office }) => {
    await writePlans();
    const person = await office.enter('lancai', { width: 1440, height: 900 });
    await opened(person);
    const { panel } = person;
    const standing = (name: string) => row(person, name).locator('.calendar-bar').getAttribute('data-standing');
    await expect.poll(() => standing('墙面焕新')).toBe('running');
    await expect.poll(() => standing('双十二预热')).toBe('coming');
    await expect.poll(() => standing('清仓草稿')).toBe('draft');
    await expect.poll(() => standing('秋季节')).toBe('ended');
    await expect.poll(() => row(person, '墙面焕新').locator('.calendar-bar').innerText()).toContain('已花 0 / 40 万');
    const sentence = panel.locator('[data-conflict]').filter({ hasText: '全场九八折' });
    await expect
      .poll(() => sentence.innerText())
      .toContain('「墙面焕新」优先级 10，先用；「全场九八折」在这些行不生效');
    const draft = panel.locator('[data-conflict]').filter({ hasText: '清仓草稿' });
    await expect.poll(() => draft.first().innerText()).toContain('审核前处理');
    // A number on a bar leads to its sentence, and from there back to the bar.
    const number = await sentence.getAttribute('data-conflict');
    await row(person, '全场九八折').locator('.calendar-numbers button').first().click();
    await expect
      .poll(() => person.page.evaluate<string | null>(`document.activeElement?.getAttribute('data-locate')`))
      .toBe(number);
    await shot(person, 'zh');
    await person.page.keyboard.press('Enter');
    await expect
      .poll(() => person.page.evaluate<string>(`document.activeElement?.textContent ?? ''`))
      .toContain('墙面焕新');
    // A bar is a link to its activity.
    await person.page.keyboard.press('Enter');
    await expect.poll(() => person.route()).toContain('promotion-activity');
    await panel.locator('[data-field="name"]').filter({ hasText: '墙面焕新' }).waitFor();
  });

  test('moves by keys, changes its days and groups, and is narrowed to a customer', async ({ office }) => {
    const day = await writePlans();
    const person = await office.enter('lancai', { width: 1280, height: 860 });
    await opened(person);
    const { panel, page } = person;
    const start = await span(person);
    await panel.locator('.calendar-grid').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => span(person)).not.toBe(start);
    await page.keyboard.press('t');
    await expect.poll(() => span(person)).toBe(start);
    await panel.locator('[data-choice="zoom"] .ant-segmented-item').first().click();
    await expect.poll(() => span(person)).toBe(day.slice(0, 7));
    await panel.locator('[data-choice="zoom"] .ant-segmented-item').nth(2).click();
    await expect.poll(() => span(person)).toBe(`${day.slice(0, 4)}-01 ~ ${day.slice(0, 4)}-12`);
    await panel.locator('[data-choice="grouping"] .ant-segmented-item').nth(1).click();
    await expect.poll(async () => (await panel.locator('.calendar-group').allInnerTexts()).join()).toContain('返账户');
    await shot(person, 'year');
    await ask('lancai', 'POST', path, {
      name: '只给别人',
      policyRuleTypeCode: 'P003',
      startDate: day,
      endDate: day,
      lines: [{ policyRuleTypeCode: 'P003', ...rules['P003'] }],
      scopes: [{ side: 'customer', dimension: 'customer', code: other?.code, excludeFlag: '0' }],
    });
    await panel.locator('[data-verb="today"]').click();
    await panel.locator('.calendar-customer input').fill(own?.code ?? '');
    await page.keyboard.press('Enter');
    await expect.poll(() => names(person)).not.toContain('只给别人');
    await expect.poll(() => names(person)).toContain('墙面焕新');
  });

  test('that could not be read says what the server said, and is read anew with its tab', async ({ office }) => {
    const person = await office.enter('lancai', { language: 'zh-CN', width: 1280, height: 720 });
    await opened(person);
    const call = '**/api/channelsale/promotion/activity/calendar*';
    await person.page.route(call, (route) => route.fulfill({ json: { code: 500, msg: '追踪号 7f3a', data: null } }));
    await person.page.locator('[data-verb="refreshTab"]').click();
    await person.panel.locator('[role="alert"]', { hasText: '追踪号 7f3a' }).waitFor();
    await person.page.unroute(call);
    await person.panel.locator('[role="alert"] [data-verb="retry"]').click();
    await person.panel.locator('.calendar-grid').waitFor();
  });

  test('speaks English', async ({ office }) => {
    await writePlans();
    const person = await office.enter('lancai', { width: 1280, height: 860, language: 'en-US' });
    await opened(person);
    await person.panel.locator('[data-conflict]').first().waitFor();
    await shot(person, 'en');
    await expect
      .poll(async () => (await person.panel.locator('.calendar-winner').allInnerTexts()).join())
      .toContain('has priority 10 and comes first');
  });
});
