import { mkdirSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { savedIn } from './lines.ts';
import { ask, test, type Office, type Person } from './person.ts';
import { settled } from './settled.ts';

const path = '/channelsale/promotion/activity';
const shot = async ({ page }: Person, name: string): Promise<void> => {
  mkdirSync('.tmp/shots', { recursive: true });
  await page.screenshot({ path: `.tmp/shots/promotion-${name}.png` });
};

async function newActivity(office: Office, looks: Parameters<Office['enter']>[1] = {}): Promise<Person> {
  const person = await office.enter('lancai', { width: 1280, height: 860, ...looks });
  await person.open('promotion/activity');
  await person.panel.locator('[data-verb="add"]').click();
  await person.panel.locator('[data-type="P001"]').waitFor();
  return person;
}
const choose = ({ panel }: Person, type: string): Promise<void> => panel.locator(`[data-type="${type}"]`).click();
const cell = ({ panel }: Person, at: number, key: string): Locator => panel.locator(`[data-cell="${at}.${key}"]`);
const fill = (person: Person, key: string, text: string, at = 0): Promise<void> =>
  cell(person, at, key).locator('input').fill(text);
const pressed = (person: Person, key: string, text: string): Promise<void> =>
  person.panel.locator(`[data-choice="${key}"]`).getByText(text, { exact: true }).click();
const columns = ({ panel }: Person): Promise<readonly (string | null)[]> =>
  panel.locator('[data-column]').evaluateAll((heads) => heads.map((head) => head.getAttribute('data-column')));
/** Choices of a cell are a list that opens over the page. */
async function chosen(person: Person, key: string, text: string): Promise<void> {
  await cell(person, 0, key).locator('.ant-select').click();
  await person.page.locator('.ant-select-dropdown:visible').getByText(text, { exact: true }).click();
}
const sentence = (person: Person, at = 0): Promise<string> =>
  person.panel.locator(`[data-sentence="${at}"]`).innerText();

describe('the editor of rules', () => {
  test('[A305] [A306] [A307] [A308] [A309] [A310] draws the fields of the chosen type and no others', async ({
    office,
  }) => {
    const person = await newActivity(office);
    await expect.poll(() => person.panel.locator('[data-rules]').count()).toBe(0);
    const shown: Record<string, readonly (string | null)[]> = {};
    for (const type of ['P001', 'P003', 'P004', 'P005', 'P006', 'P007']) {
      await choose(person, type);
      await person.panel.locator(`[data-rules="${type}"]`).waitFor();
      await expect.poll(async () => (await columns(person)).length).toBeGreaterThan(2);
      shown[type] = await columns(person);
    }
    expect(shown).toMatchObject({
      P001: ['leastNumber', 'leastAmount', 'buyNumber', 'giveNumber', 'giveType', 'trialFlag'],
      P003: ['leastNumber', 'leastAmount', 'onSaleAmount'],
      P006: ['leastNumber', 'leastAmount', 'giveAccountAmount', 'accountType'],
      P007: ['leastNumber', 'leastAmount', 'startNumber', 'disRate'],
    });
    expect(shown['P004']).toEqual(expect.arrayContaining(['changeBuyType', 'changeBuyMaxNumber']));
    expect(shown['P005']).toEqual(expect.arrayContaining(['changeBuyType', 'changeBuyRate']));
    await choose(person, 'P003');
    await pressed(person, 'onSaleType', '按比例');
    await expect.poll(() => columns(person)).toEqual(['leastNumber', 'leastAmount', 'onSaleRate']);
  });

  test('[A311] [A312] shows the limits of a package that is given once, and forgets the gift with its kind', async ({
    office,
  }) => {
    const person = await newActivity(office);
    await choose(person, 'P001');
    await fill(person, 'giveNumber', '1');
    await chosen(person, 'giveType', '赠指定产品');
    await cell(person, 0, 'giveCode').locator('input').fill(paint.code);
    await person.page.keyboard.press('Enter');
    await expect.poll(() => sentence(person)).toContain(paint.name);
    await chosen(person, 'giveType', '赠礼包');
    await expect.poll(() => cell(person, 0, 'giveCode').locator('input').inputValue()).toBe('');
    await expect.poll(() => columns(person)).not.toContain('giveMaxNumber');
    await pressed(person, 'giveDynamicFlag', '固定一次');
    await expect.poll(() => columns(person)).toEqual(expect.arrayContaining(['giveMaxNumber', 'giveMaxAmount']));
    await pressed(person, 'giveDynamicFlag', '按数量倍增');
    await expect.poll(() => columns(person)).not.toContain('giveMaxNumber');
  });

  test('[A313] [A314] forgets what is exchanged with its kind, and asks for products when it is free or not', async ({
    office,
  }) => {
    const person = await newActivity(office);
    await choose(person, 'P004');
    await chosen(person, 'changeBuyType', '活动范围内任一产品');
    await expect.poll(() => columns(person)).not.toContain('changeProductCode');
    await pressed(person, 'freePackageFlag', '否');
    await expect.poll(() => columns(person)).toContain('changeProductCode');
    await expect.poll(() => cell(person, 0, 'changeBuyType').innerText()).toContain('指定产品');
  });

  test('tiers read as sentences, an amount off without a threshold is told where it stands, and what is saved is kept', async ({
    office,
  }) => {
    const person = await newActivity(office);
    const { panel } = person;
    await panel.locator('[data-field="name"] input').fill('双十一满减');
    await choose(person, 'P003');
    await fill(person, 'onSaleAmount', '600');
    await expect.poll(() => sentence(person)).toContain('必须填写起始数量或起始金额');
    await fill(person, 'leastAmount', '10000');
    await expect.poll(() => sentence(person)).toBe('满 10,000 元，减 600 元');
    await panel.locator('[data-verb="addTier"]').click();
    await fill(person, 'leastAmount', '20000', 1);
    await fill(person, 'onSaleAmount', '1500', 1);
    await expect.poll(() => sentence(person, 1)).toBe('满 20,000 元，减 1,500 元');
    await expect.poll(() => panel.locator('.rule-trial-tier').count()).toBe(2);
    await panel.locator('[data-trial]').fill('21388');
    await expect.poll(() => panel.locator('.rule-trial output').innerText()).toContain('减 1,500，付 19,888');
    await panel.locator('[data-trial]').fill('12000');
    await expect.poll(() => panel.locator('.rule-trial output').innerText()).toContain('差 8,000 到第 2 档');
    for (const key of ['startDate', 'endDate']) {
      await panel.locator(`[data-field="${key}"] input`).fill(key === 'startDate' ? '2026-11-01' : '2026-11-20');
      await person.page.keyboard.press('Enter');
    }
    await shot(person, 'edit');
    await panel.locator('[data-verb="save"]').click();
    const saved = await ask<{ lines: object[] }>('lancai', 'GET', `${path}/${await savedIn(person)}`);
    expect(saved).toMatchObject({
      name: '双十一满减',
      policyRuleTypeCode: 'P003',
      lines: [
        { ruleNo: 1, leastAmount: '10000', onSaleAmount: '600' },
        { ruleNo: 2, leastAmount: '20000', onSaleAmount: '1500' },
      ],
    });
  });

  test('says before it is saved what it would come across, and leads to the tier that is not fit', async ({
    office,
  }) => {
    const other = { name: '全场九折', startDate: '2033-05-01', endDate: '2033-05-31', policyRuleTypeCode: 'P003' };
    await ask('lancai', 'POST', path, {
      ...other,
      lines: [{ policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRateType: '0', onSaleRate: '90' }],
    });
    const person = await newActivity(office, { language: 'en-US' });
    const { panel, page } = person;
    await panel.locator('[data-field="name"] input').fill('五月满减');
    await choose(person, 'P003');
    await fill(person, 'leastAmount', '10000');
    await fill(person, 'onSaleAmount', '600');
    await panel.locator('[data-field="priority"] input').fill('10');
    for (const key of ['startDate', 'endDate']) {
      await panel.locator(`[data-field="${key}"] input`).fill('2033-05-15');
      await page.keyboard.press('Enter');
    }
    const met = panel.locator('[data-meeting]').filter({ hasText: '全场九折' });
    await expect.poll(() => met.innerText()).toContain('“五月满减” has priority 10 and comes first');
    await panel.locator('[data-verb="addTier"]').click();
    await fill(person, 'onSaleAmount', '4500', 1);
    await panel.locator('[data-verb="nextFault"]').click();
    await expect
      .poll(() => page.evaluate<string | null>(`document.activeElement?.closest('[data-cell]')?.dataset.cell ?? null`))
      .toBe('1.onSaleAmount');
    await shot(person, 'meetings');
  });

  test('asks before another type loses what was written', async ({ office }) => {
    const person = await newActivity(office);
    await choose(person, 'P003');
    await fill(person, 'leastAmount', '10000');
    await fill(person, 'onSaleAmount', '600');
    await choose(person, 'P006');
    await person.page.locator('[data-verb="confirm"]').waitFor();
    await shot(person, 'change');
    await person.page.locator('[data-verb="confirm"]').click();
    await person.panel.locator('[data-rules="P006"]').waitFor();
    // What both types have stays.
    await expect.poll(() => cell(person, 0, 'leastAmount').locator('input').inputValue()).toContain('10');
    await choose(person, 'P003');
    await person.panel.locator('[data-rules="P003"]').waitFor();
    await expect.poll(() => cell(person, 0, 'onSaleAmount').locator('input').inputValue()).toBe('');
  });
});

describe('a gift package', () => {
  const gift = {
    code: 'GPE2E',
    name: '开业礼包',
    packageType: '1',
    startDate: '2020-01-01',
    endDate: '9999-12-31',
    // Four pieces in each auxiliary unit.
    packageMaxNumber: '8',
    packageMaxAmount: '20',
    lines: [{ productCode: paint.code, number: '1', price: '3' }],
  };

  test('[picker:giftPackage] [picker:policyRow] [A290] [A291] [A292] is picked for a rule from a list of its own', async ({
    office,
  }) => {
    await ask('lancai', 'POST', '/channelsale/promotion/package', gift);
    const person = await newActivity(office);
    await choose(person, 'P002');
    await chosen(person, 'giveType', '赠礼包');
    await cell(person, 0, 'giveCode').locator('.ant-input-suffix, .anticon-search').first().click();
    const picker = person.page.locator('.ant-modal').filter({ hasText: '礼包选择' });
    await picker.waitFor();
    const row = picker.locator('[data-row-key]', { hasText: gift.code });
    await row.waitFor();
    await shot(person, 'picker');
    const keysOf = async (attribute: string): Promise<readonly string[]> =>
      picker
        .locator(`[${attribute}]`)
        .evaluateAll(
          (all, name) =>
            [...new Set(all.map((one) => one.getAttribute(name) ?? ''))].filter((key) => !key.startsWith('$')),
          attribute,
        );
    await expect.poll(() => keysOf('data-filter')).toEqual(['code', 'name', 'packageType']);
    await picker.locator('[data-verb="expertSearch"]').click();
    const further = person.page.locator('.expert-search').filter({ visible: true });
    for (const key of ['channelCode', 'status']) await further.locator(`[data-filter="${key}"]`).waitFor();
    await person.page.keyboard.press('Escape');
    await expect
      .poll(() => keysOf('data-head'))
      .toEqual(['code', 'name', 'packageType', 'channelCode', 'channelName', 'startDate', 'endDate', 'status']);
    expect(person.sent.findLast(({ path }) => path === '/channelsale/promotion/package/page')?.query).toMatchObject({
      limit: '100',
      status: '1',
    });
    await row.click();
    await picker.locator('[data-verb="pick"], .ant-btn-primary').last().click();
    await expect.poll(() => cell(person, 0, 'giveCode').locator('input').inputValue()).toContain(gift.name);
    // Opened again it has forgotten what was chosen.
    await cell(person, 0, 'giveCode').locator('.ant-input-suffix, .anticon-search').first().click();
    await row.waitFor();
    await settled(person);
    expect(await picker.locator('[data-row-key][aria-selected="true"]').count()).toBe(0);
  });

  test('[picker:giftDetail] [A293] [A294] [A298] [A304] warns beyond its limits with the words of the specification', async ({
    office,
  }) => {
    const code = 'GPE2F';
    await ask('lancai', 'POST', '/channelsale/promotion/package', { ...gift, code });
    const person = await office.enter('lancai', { width: 1280, height: 860 });
    await person.open('promotion/gift');
    await person.panel
      .locator('[data-row-key]', { hasText: code })
      .locator('input[type="checkbox"], .grid-check')
      .first()
      .click();
    const details = '**/api/channelsale/promotion/package/details*';
    await person.page.route(details, (route) => route.fulfill({ json: { code: 500, msg: '追踪号 7f3a', data: null } }));
    await person.page.evaluate(`{
      const since = performance.now();
      addEventListener('resize', () => (document.body.dataset.laidOut = performance.now() - since));
    }`);
    await person.panel.locator('[data-verb="tryGifts"]').click();
    const dialog = person.page.locator('.ant-modal').filter({ hasText: '礼包明细选择' });
    // Goods that could not be read say so in place, and come when they are asked for again.
    await dialog.getByText('追踪号 7f3a').waitFor();
    await person.page.unroute(details);
    await dialog.locator('[data-verb="retry"]').click();
    await dialog.locator(`[data-gift="${paint.code}"]`).waitFor();
    await expect
      .poll(async () => Number(await person.page.locator('body').getAttribute('data-laid-out')))
      .toBeGreaterThan(1000);
    // The head says what may be chosen at most; goods are found by code and by name, and by nothing else.
    const meters = await dialog.locator('.gift-meters').innerText();
    for (const most of [gift.packageMaxNumber, gift.packageMaxAmount]) expect(meters).toContain(most);
    const search = dialog.locator('.gift-search input');
    for (const [typed, count] of [
      [paint.code, 1],
      ['没有这样的赠品', 0],
      [paint.name, 1],
    ] as const) {
      await search.fill(typed);
      await expect.poll(() => dialog.locator(`[data-gift="${paint.code}"]`).count()).toBe(count);
    }
    await search.fill('');
    await dialog.locator('[data-verb="allGifts"]').click();
    const number = dialog.locator('[data-cell="storeNumber"] input');
    await expect.poll(() => number.inputValue()).toMatch(/^1/);
    await expect.poll(() => dialog.locator('[data-cell="number"]').innerText()).toMatch(/^4/);
    await shot(person, 'gifts');
    await number.fill('3');
    await dialog.locator('[data-verb="confirmGifts"]').click();
    await person.told('数量超过上限');
    await number.fill('2');
    await dialog.locator('[data-verb="confirmGifts"]').click();
    await person.told('金额超过上限');
    await number.fill('');
    await dialog.locator('[data-verb="confirmGifts"]').click();
    await person.told('请填写数量');
    await number.fill('1');
    await dialog.locator('[data-verb="confirmGifts"]').click();
    await dialog.waitFor({ state: 'detached' });
  });
});
