import { mkdirSync } from 'node:fs';
import { beforeAll, describe, expect } from 'vitest';
import { grouped } from '#platform/model/decimal.ts';
import type { PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { copyOrder } from '#tests/many-orders.ts';
import { hundredOff } from '#tests/promotion-desk.ts';
import { settled } from './settled.ts';
import { arrange, ask, asker, test, type Person } from './person.ts';

/** The database is this file's own: its organisation, customers and product. */
const shop = 'MN4QX7';
const name = `冬装${shop}`;
const days = { startDate: '2020-01-01', endDate: '2099-12-31' };
const path = '/channelsale/promotion/activity';
let draft = '';

const shot = async ({ page }: Person, title: string): Promise<void> => {
  mkdirSync('.tmp/shots', { recursive: true });
  await page.screenshot({ path: `.tmp/shots/promotion-simulate-${title}.png` });
};

beforeAll(async () => {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  const call = await asker('lancai');
  const audited = async (of: string, body: object): Promise<string> => {
    const { id } = await call<{ id: string }>('POST', of, body);
    await call('PUT', `${of}/audit`, [id]);
    return id;
  };
  await call('POST', '/sys/organization', { code: shop, name });
  await call('POST', '/data/storage', { code: shop, name: `${name}仓`, organizeCode: shop });
  await call('POST', '/data/bd/material', {
    code: shop,
    name: `${name}羽绒服`,
    classCode: paint.classCode,
    mainUnitCode: paint.unit,
    taxRate: '13',
  });
  await audited('/stock/inout', {
    organizeCode: shop,
    moveType: '3',
    storageCode: shop,
    lines: [{ productCode: shop, number: '10000', price: '80' }],
  });
  await audited('/channelsale/price/strategy', {
    name: `${name}价`,
    pricingMode: '0',
    value: '128.50',
    organizeCode: shop,
    ...days,
    scopes: [{ side: 'product', dimension: 'material', code: shop }],
  });
  await audited('/channelsale/price/cost', { productCode: shop, year: 2020, month: 1, cost: '90' });
  const running = await audited(path, {
    name: `${name}满减`,
    policyRuleTypeCode: 'P003',
    ...days,
    scopes: [{ side: 'product', dimension: 'material', code: shop }],
    lines: [{ ...hundredOff, leastAmount: '2500', onSaleAmount: '50' }],
  });
  await call('PUT', `${path}/publish`, [running]);
  const [{ from } = { from: '' }] = await arrange<{ from: string }>(`select (current_date - 29)::text as from`);
  for (const [at, [customer, number]] of (
    [
      ['杭州织野', '4'],
      ['上海瑞诚商贸', '20'],
      ['遂宁锦居商贸有限责任公司', '36'],
    ] as const
  ).entries()) {
    const code = `${shop}${at}`;
    await call('POST', '/data/customer/manage', {
      code,
      name: customer,
      classCode: buyer.classCode,
      customerType: '1',
      organizeCode: shop,
      creditControlFlag: '0',
    });
    const id = await audited('/channelsale/order', {
      organizeCode: shop,
      customerCode: code,
      lines: [{ productCode: shop, number }],
    });
    await arrange(`update app.order_order set bill_date = current_date - 3 where id = $1`, [id]);
    await copyOrder({ sql: arrange }, id, { count: 24, from, days: 28, mark: `${shop}${at}` });
  }
  const { id } = await call<{ id: string }>('POST', path, {
    name: '冬装清仓满减',
    policyRuleTypeCode: 'P003',
    startDate: '2099-01-01',
    endDate: '2099-12-31',
    priority: 1,
    scopes: [{ side: 'product', dimension: 'material', code: shop }],
    lines: [
      { ...hundredOff, leastAmount: '1000', onSaleAmount: '80' },
      { ...hundredOff, leastAmount: '3000', onSaleAmount: '300' },
      { ...hundredOff, leastAmount: '5000', onSaleAmount: '600' },
    ],
  });
  draft = id;
}, 120_000);

const books = (): Promise<object[]> =>
  arrange(`
    select (select sum(hashtext(o::text)) from app.order_order o) as orders,
      (select sum(hashtext(l::text)) from app.order_order_line l) as lines,
      (select sum(hashtext(a::text)) from app.promotion_activity a) as activities,
      (select sum(hashtext(v::text)) from app.promotion_version v) as versions,
      (select sum(hashtext(u::text)) from app.promotion_usage_balance u) as usage`);

async function simulated(person: Person): Promise<PeriodSimulation> {
  const { panel } = person;
  await expect.poll(() => panel.locator('[data-testid="simulation-done"]').innerText()).toMatch(/\d+/);
  await panel.locator('[data-tile="cost"]').waitFor();
  await settled(person.page);
  const [from, to] = await panel
    .locator('.simulation-days input')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')));
  return ask<PeriodSimulation>('lancai', 'POST', '/channelsale/promotion/simulate', {
    activity: draft,
    period: { from, to },
    alternatives: [{ threshold: '120' }, { benefit: '90' }],
  });
}

const overflow = ({ page }: Person): Promise<number> =>
  page.evaluate<number>(
    `Math.max(0, ...[...document.querySelectorAll('.tab-panel:not([hidden]) .panel, .tab-panel:not([hidden]) .simulation')].map((each) => each.scrollWidth - each.clientWidth))`,
  );

describe('the simulation of a draft', () => {
  test('tells what it would have cost on past orders, and writes nothing', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1440, height: 900 });
    const { panel, page } = person;
    const before = await books();
    await person.open('promotion/activity');
    await panel
      .locator('[data-row-key]', { hasText: '冬装清仓满减' })
      .locator('input[type="checkbox"], .grid-check')
      .first()
      .click();
    await panel.locator('[data-verb="simulate"]').click();
    const answer = await simulated(person);
    // Two simulations are told apart by their tabs.
    await expect
      .poll(() => person.page.locator('[data-tab^="simulatePromotion"]').innerText())
      .toMatch(/模拟\s*冬装清仓满减/);
    expect(answer.counted).toBeGreaterThanOrEqual(75);
    expect(answer.total.orders).toBeGreaterThan(20);
    const tile = (key: string): Promise<string> => panel.locator(`[data-tile="${key}"] strong`).innerText();
    for (const [key, figure] of [
      ['cost', grouped(answer.total.cost, 2)],
      ['net', grouped(answer.total.net, 2)],
      ['ratio', answer.total.ratio],
      ['orders', String(answer.total.orders)],
      ['breakEven', `+${answer.breakEven?.extraPercent ?? ''}`],
    ] as const)
      await expect.poll(() => tile(key)).toBe(figure);
    for (const { ruleNo, orders, cost } of answer.tiers) {
      const row = panel.locator(`[data-tier="${ruleNo ?? 'below'}"]`);
      await expect.poll(() => row.innerText()).toMatch(new RegExp(`${orders} 单[^]*${grouped(cost, 2)}`));
    }
    const plans = panel.locator('[data-plan]');
    await expect.poll(() => plans.count()).toBe(3);
    for (const [at, { cost }] of answer.alternatives.entries())
      await expect.poll(() => plans.nth(at + 1).innerText()).toContain(grouped(cost, 2));
    await expect.poll(() => panel.locator('[data-order]').count()).toBe(answer.orders?.costliest.length);
    await expect.poll(() => overflow(person)).toBe(0);
    await shot(person, 'period');
    // Those that lose what they had, and those that lack little.
    await panel.getByText(`差一点到档 ${answer.total.near}`, { exact: true }).click();
    await expect.poll(() => panel.locator('[data-order]').count()).toBe(answer.orders?.near.length ?? 0);
    // One of them alone, with the reasons.
    await panel.getByText('花得最多', { exact: true }).click();
    const [dearest] = answer.orders?.costliest ?? [];
    await panel.locator(`[data-order="${dearest?.code ?? ''}"] [data-verb="lookAlone"]`).click();
    await expect
      .poll(() => panel.locator('[data-testid="simulation-worth"]').innerText())
      .toContain(grouped(dearest?.cost ?? '0', 2));
    await shot(person, 'order');
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => overflow(person)).toBe(0);
    expect(await books()).toEqual(before);
  });

  test('takes a plan over into the draft when that is wanted', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1440, height: 900 }, `/#/simulatePromotion/${draft}`);
    const { panel, page } = person;
    await panel.locator('[data-plan="力度 × 90%"] [data-verb="adopt"]').click();
    await page.locator('[data-verb="confirm"]').click();
    await person.told('规则已换');
    const { lines } = await ask<{ lines: { onSaleAmount: string }[] }>('lancai', 'GET', `${path}/${draft}`);
    expect(lines.map(({ onSaleAmount }) => onSaleAmount)).toEqual(['72', '270', '540']);
  });

  test('speaks English on a narrow screen without hiding anything', async ({ office }) => {
    const person = await office.enter(
      'lancai',
      { width: 1280, height: 860, language: 'en-US' },
      `/#/simulatePromotion/${draft}`,
    );
    const { panel } = person;
    await expect
      .poll(() => panel.locator('[data-testid="simulation-done"]').innerText())
      .toContain('nothing was written');
    await panel.locator('[data-tile="cost"]').waitFor();
    await expect.poll(() => overflow(person)).toBe(0);
    await shot(person, 'english');
    await panel.getByText('Customer + products', { exact: true }).click();
    await panel.getByText('Choose a customer and products, then run').waitFor();
    await shot(person, 'lines');
  });

  test('tries more orders than one call does in the background, tells how far it is and keeps the answer', async ({
    office,
  }) => {
    const [sold] = await arrange<{ id: string; from: string }>(
      `select id, (current_date - 29)::text as from from app.order_order where code like $1 limit 1`,
      [`${shop}2%`],
    );
    await copyOrder({ sql: arrange }, sold?.id ?? '', {
      count: 10_000,
      from: sold?.from ?? '',
      days: 28,
      mark: `${shop}B`,
    });
    const url = `/#/simulatePromotion/${draft}`;
    const person = await office.enter('lancai', { width: 1280, height: 860 }, url);
    const { panel, page } = person;
    await expect.poll(() => panel.locator('[data-testid="simulation-many"]').innerText()).toContain('10075');
    await shot(person, 'many');
    await panel.locator('[data-verb="runInBackground"]').click();
    const working = panel.locator('[data-testid="simulation-working"]');
    await expect.poll(() => working.innerText()).toMatch(/[\d,]+ \/ 10,075 张 · \d+%/);
    await shot(person, 'working');
    // Whoever has no use for it gives it up, and asks again.
    await working.locator('[data-verb="cancelRun"]').click();
    await expect.poll(() => panel.locator('[data-testid="simulation-many"]').innerText()).toContain('已取消');
    await panel.locator('[data-verb="runInBackground"]').click();
    await working.waitFor();
    // Nobody need stay.
    await page.reload();
    const run = panel.locator('[data-run]').first();
    // It works behind everybody else: beside three browsers that is a while.
    await expect.poll(() => run.getAttribute('data-state'), { timeout: 150_000 }).toBe('done');
    await run.locator('[data-verb="openRun"]').click();
    await expect.poll(() => panel.locator('[data-testid="simulation-done"]').innerText()).toContain('10,075 张订单');
    await panel.locator('[data-tile="cost"]').waitFor();
    await settled(page);
    await expect.poll(() => overflow(person)).toBe(0);
    await shot(person, 'kept');
    await run.scrollIntoViewIfNeeded();
    await shot(person, 'runs');
    const english = await office.enter('lancai', { width: 1280, height: 860, language: 'en-US' }, url);
    await english.panel.locator('[data-run]').first().waitFor();
    await expect
      .poll(() => english.panel.locator('[data-testid="simulation-runs"]').innerText())
      .toMatch(/Done, 10,075 orders[^]*Cancelled/);
    await expect.poll(() => overflow(english)).toBe(0);
    await shot(english, 'runs-english');
  });
});
