import { mkdirSync } from 'node:fs';
import { beforeAll, describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { hundredOff, tenPlusOne } from '#tests/promotion-desk.ts';
import { cell, forgetDrafts, newOrder, paste, unfoldHead } from './lines.ts';
import { arrange, asker, test, type Person } from './person.ts';

/** The database is this file's own: its organisation, customers and goods, and the only activities there are. */
const shop = 'PT7KQ2X9';
const name = `类型${shop}`;
const goods = ['A', 'B', 'C', 'D', 'E', 'F', 'H', 'G'].map((mark) => `${shop}${mark}`);
const [first = '', second = ''] = goods;
const tool = goods.at(-1) ?? '';

/** Signed in anew: whoever enters as the same ends the session before. */
const ask = async <Answer>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> =>
  (await asker('lancai'))<Answer>(method, path, body);
beforeAll(async () => {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  const call = await asker('lancai');
  await call('POST', '/sys/organization', { code: shop, name });
  await call('POST', '/data/storage', { code: shop, name: `${name}仓`, organizeCode: shop });
  for (const code of [shop, `${shop}2`])
    await call('POST', '/data/customer/manage', {
      code,
      name: `${name}客户${code}`,
      classCode: buyer.classCode,
      customerType: '1',
      organizeCode: shop,
      priceClassCode: 'PC01',
      creditControlFlag: '0',
    });
  for (const code of goods)
    await call('POST', '/data/bd/material', {
      code,
      name: `面漆${code.at(-1)}`,
      classCode: paint.classCode,
      mainUnitCode: paint.unit,
      taxRate: '13',
    });
  const { id } = await call<{ id: string }>('POST', '/channelsale/price/strategy', {
    name: `${name}价`,
    pricingMode: '0',
    value: '100',
    organizeCode: shop,
    ...days,
    startDate: '2020-01-01',
    scopes: goods.map((code) => ({ side: 'product', dimension: 'material', code })),
  });
  await call('PUT', '/channelsale/price/strategy/audit', [id]);
  const stock = await call<{ id: string }>('POST', '/stock/inout', {
    organizeCode: shop,
    moveType: '3',
    storageCode: shop,
    lines: [first, tool].map((productCode) => ({ productCode, number: '60', price: '8' })),
  });
  await call('PUT', '/stock/inout/audit', [stock.id]);
});

const shot = async ({ page }: Person, what: string): Promise<void> => {
  mkdirSync('.tmp/shots', { recursive: true });
  await page.screenshot({ path: `.tmp/shots/promotion-types-${what}.png` });
};

const days = { startDate: '2021-01-01', endDate: '2099-12-31' };
interface Running {
  readonly name: string;
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  /** The only good that it is about; all of them unless told. */
  readonly of?: string;
}
/** Activities for the time of one test, for the first customer alone. */
async function running(activities: readonly Running[], what: () => Promise<void>): Promise<void> {
  const path = '/channelsale/promotion/activity';
  const call = await asker('lancai');
  const ids: string[] = [];
  for (const { name: called, rules, of } of activities) {
    const { id } = await call<{ id: string }>('POST', path, {
      name: called,
      policyRuleTypeCode: rules[0]?.['policyRuleTypeCode'],
      stackFlag: '1',
      ...days,
      scopes: [
        { side: 'customer', dimension: 'customer', code: shop, excludeFlag: '0' },
        ...(of === undefined ? [] : [{ side: 'product', dimension: 'material', code: of, excludeFlag: '0' }]),
      ],
      lines: rules,
    });
    ids.push(id);
  }
  await call('PUT', `${path}/audit`, ids);
  await call('PUT', `${path}/publish`, ids);
  try {
    await what();
  } finally {
    await ask('PUT', `${path}/disable`, ids);
    await forgetDrafts();
  }
}

async function startOrder(person: Person): Promise<void> {
  const { page, panel } = person;
  await newOrder(person);
  const organization = panel.locator('[data-field="organizeCode"] input').first();
  await organization.click();
  await organization.fill(name);
  await page.locator('.org-cascader .ant-cascader-menu-item', { hasText: name }).last().click();
  await toCustomer(person, shop);
  await cell(person, 0, 'productCode').click();
}
async function toCustomer({ panel }: Person, code: string): Promise<void> {
  const customer = panel.locator('[data-field="customerCode"] input').first();
  await customer.fill(code);
  await customer.press('Enter');
  await expect.poll(() => customer.getAttribute('title')).toContain(code);
}

async function type({ page }: Person, ...keys: readonly (readonly [text: string, key: string])[]): Promise<void> {
  for (const [text, key] of keys) {
    await page.keyboard.type(text);
    await page.keyboard.press(key);
  }
}
async function retype(person: Person, line: number, number: string): Promise<void> {
  await cell(person, line, 'number').click();
  await type(person, [number, 'Tab']);
}
const given = ({ panel }: Person): Promise<string[]> => panel.locator('[data-given]').allInnerTexts();
const off = (person: Person, line = 0): Promise<string> => cell(person, line, '$promo').innerText();

const once = { leastNumber: '10', giveDynamicFlag: '0' };
const exchange = { leastNumber: '10', canChangeBuyType: '0', changeBuyType: '3', changeProductCode: tool };
/** One activity of each type, each about one good. */
const everyType: readonly Running[] = [
  { name: '买十赠一', rules: [tenPlusOne] },
  {
    name: '满十赠刷',
    rules: [{ ...once, policyRuleTypeCode: 'P002', giveNumber: '1', giveType: '1', giveCode: tool }],
  },
  { name: '满千减百', rules: [hundredOff] },
  {
    name: '免费换购',
    rules: [{ ...exchange, policyRuleTypeCode: 'P004', freePackageFlag: '1', changeBuyMaxNumber: '1' }],
  },
  {
    name: '加价换购',
    rules: [
      {
        ...exchange,
        policyRuleTypeCode: 'P005',
        changeBuyRate: '30',
        addMoneyChangeBuyLimitType: '1',
        changeBuyMaxNumber: '1',
      },
    ],
  },
  {
    name: '满千返五十',
    rules: [{ policyRuleTypeCode: 'P006', leastAmount: '1000', giveAccountAmount: '50', giveDynamicFlag: '0' }],
  },
  {
    name: '第二件半价',
    rules: [{ policyRuleTypeCode: 'P007', startNumber: '2', disRate: '50', giveDynamicFlag: '0' }],
  },
].map((each, at) => ({ ...each, of: goods[at] ?? '' }));

describe('an order with every type', () => {
  test('gets what each gives, and loses it with the goods, the line, the customer or the day', async ({ office }) => {
    await running(everyType, async () => {
      const person = await office.enter('lancai', { width: 1440, height: 900 });
      const { page, panel } = person;
      await startOrder(person);
      await paste(
        person,
        goods
          .slice(0, 7)
          .map((code) => `${code}\t10`)
          .join('\n'),
      );
      const source = (code: string, line: number): string => `${code} 随第 ${line} 行`;
      const sources = async (): Promise<string[]> =>
        (await given(person)).map((text) =>
          text
            .replaceAll(/\s+/g, ' ')
            .replace(/ 面漆. ×1/, '')
            .replace(' 30.00', ''),
        );
      await expect.poll(sources).toEqual([source(first, 1), source(tool, 2)]);
      await expect.poll(() => off(person, 2)).toBe('−100.00');
      await expect.poll(() => off(person, 6)).toBe('−450.00');
      await page.keyboard.press('F8');
      const credited = panel.locator('[data-figure="credited"]');
      await expect.poll(() => credited.innerText()).toBe('50.00');
      await chooseAll(person);
      await expect.poll(sources).toEqual([source(first, 1), source(tool, 2), source(tool, 4), source(tool, 5)]);
      await shot(person, 'types');
      // The sum of a line: from what it costs to what is paid.
      await cell(person, 2, '$promo').hover();
      const sum = page.locator('[data-testid="line-sum"]');
      await expect.poll(() => sum.innerText()).toMatch(/第 3 行为什么是 900.00[^]*满千减百\s*−100.00[^]*900.00/);
      await shot(person, 'sum');
      await cell(person, 6, 'number').click();
      await page.keyboard.press('F7');
      await expect.poll(() => sum.innerText()).toMatch(/第 7 行为什么是 550.00[^]*第二件半价\s*−450.00/);
      await page.keyboard.press('F7');
      await expect.poll(() => sum.count()).toBe(0);
      // Another line above: what is given follows its goods.
      await cell(person, 0, 'number').click();
      await page.keyboard.press('Control+Delete');
      await expect.poll(sources).toEqual([source(tool, 1), source(tool, 3), source(tool, 4)]);
      await page.keyboard.press('Control+z');
      await expect.poll(sources).toEqual([source(first, 1), source(tool, 2), source(tool, 4), source(tool, 5)]);
      // Line by line below its threshold: what each gave goes, and nothing else.
      await retype(person, 0, '9');
      await expect.poll(sources).toEqual([source(tool, 2), source(tool, 4), source(tool, 5)]);
      await retype(person, 1, '9');
      await expect.poll(sources).toEqual([source(tool, 4), source(tool, 5)]);
      await retype(person, 2, '9');
      await expect.poll(() => off(person, 2)).toBe('');
      await retype(person, 3, '9');
      await expect.poll(sources).toEqual([source(tool, 5)]);
      await retype(person, 4, '9');
      await expect.poll(sources).toEqual([]);
      await retype(person, 5, '9');
      await expect.poll(() => credited.innerText()).toBe('0.00');
      await retype(person, 6, '1');
      await expect.poll(() => off(person, 6)).toBe('');
      // Pasted over: all of it is back.
      await cell(person, 0, 'number').click();
      await paste(person, Array.from({ length: 7 }, () => '10').join('\n'));
      await expect.poll(sources).toEqual([source(first, 1), source(tool, 2), source(tool, 4), source(tool, 5)]);
      await expect.poll(() => off(person, 2)).toBe('−100.00');
      await unfoldHead(person);
      const day = panel.locator('[data-field="billDate"] input').first();
      const today = await day.inputValue();
      await toDay(person, '2020-06-01');
      await expect.poll(sources).toEqual([]);
      await expect.poll(() => off(person, 2)).toBe('');
      await toDay(person, today);
      await expect.poll(() => off(person, 2)).toBe('−100.00');
      await toCustomer(person, `${shop}2`);
      await expect.poll(sources).toEqual([]);
      await expect.poll(() => off(person, 2)).toBe('');
    });
  });
});

async function toDay({ panel }: Person, date: string): Promise<void> {
  const day = panel.locator('[data-field="billDate"] input').first();
  await day.fill(date);
  await day.press('Enter');
}
/** One of the first good of everything that may be chosen. */
async function chooseAll({ page, panel }: Person): Promise<void> {
  await panel.locator('[data-verb="chooseGifts"]').click();
  const dialog = page.locator('.ant-modal').filter({ hasText: '选赠品' });
  for (const called of ['免费换购', '加价换购']) {
    await dialog.locator('[data-offer]', { hasText: called }).click();
    await dialog.locator(`[data-gift="${tool}"] input[type="checkbox"]`).click();
    await expect.poll(() => dialog.locator('[data-offer]', { hasText: called }).innerText()).toContain('已选 1');
  }
  await dialog.locator('[data-verb="confirmGifts"]').click();
  await dialog.waitFor({ state: 'detached' });
}

describe('goods to choose', () => {
  const packageOf = (code: string, more: object) =>
    ask('POST', '/channelsale/promotion/package', {
      ...days,
      code,
      name: `礼包${code}`,
      packageType: '1',
      lines: [
        { productCode: tool, number: '1', price: '12' },
        { productCode: second, number: '2', price: '30' },
      ],
      ...more,
    });

  test('from packages: limits in the words of the specification, kept while earned, gone with what earned it', async ({
    office,
  }) => {
    await packageOf('PKA', {});
    await packageOf('PKB', { packageType: '0' });
    const rule = {
      policyRuleTypeCode: 'P002',
      leastNumber: '10',
      giveNumber: '1',
      giveType: '3',
      giveDynamicFlag: '0',
    };
    const rules = [
      { ...rule, giveCode: 'PKA', giveMaxNumber: '3', giveMaxAmount: '50' },
      { ...rule, giveCode: 'PKB', giveMaxNumber: '10' },
    ];
    await running([{ name: '满十赠包', rules }], async () => {
      const person = await office.enter('lancai', { width: 1440, height: 900 });
      const { page, panel } = person;
      await startOrder(person);
      await type(person, [first, 'Tab'], ['12', 'Tab']);
      const choices = panel.locator('[data-testid="gift-choices"]');
      await expect.poll(() => choices.innerText()).toContain('还没选');
      await choices.locator('[data-verb="chooseGifts"]').click();
      const dialog = page.locator('.ant-modal').filter({ hasText: '选赠品' });
      const good = (code: string) => dialog.locator(`[data-gift="${code}"]`);
      const confirm = dialog.locator('[data-verb="confirmGifts"]');
      await good(tool).locator('input[type="checkbox"]').click();
      const portions = good(tool).locator('[data-cell="storeNumber"] input');
      await expect.poll(() => portions.inputValue()).toMatch(/^1/);
      await expect.poll(() => good(second).locator('[data-cell="erpStockNumber"]').innerText()).toBe('缺货');
      await portions.fill('4');
      await expect.poll(() => dialog.locator('[data-meter="number"][data-over]').count()).toBe(1);
      await shot(person, 'over');
      await confirm.click();
      await person.told('数量超过上限');
      await portions.fill('');
      await confirm.click();
      await person.told('请填写数量');
      await portions.fill('2');
      await good(second).locator('input[type="checkbox"]').click();
      await confirm.click();
      await person.told('金额超过上限');
      await good(second).locator('input[type="checkbox"]').click();
      // Filters: only what is there, and by code.
      await dialog.locator('[data-verb="giftsInStock"]').click();
      await expect.poll(() => dialog.locator('[data-gift]').count()).toBe(1);
      await dialog.locator('[data-verb="giftsInStock"]').click();
      // A fixed set is one tick.
      await dialog.locator('[data-offer]', { hasText: '礼包PKB' }).click();
      await dialog.locator('[data-verb="allGifts"]').click();
      await expect.poll(() => dialog.locator('[data-state="taken"]').count()).toBe(1);
      await expect.poll(() => good(second).locator('[data-cell="number"]').innerText()).toBe('2');
      await shot(person, 'gifts');
      await dialog.locator('[data-verb="allGifts"]').click();
      await confirm.click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => given(person)).toEqual([expect.stringContaining('×2')]);
      await shot(person, 'strip');
      // Kept over edits as long as it is earned; gone below the threshold; back with it.
      await retype(person, 0, '15');
      await expect.poll(() => cell(person, 0, 'amount').innerText()).toBe('1,500.00');
      await expect.poll(() => given(person)).toEqual([expect.stringContaining('×2')]);
      await retype(person, 0, '9');
      await expect.poll(() => given(person)).toEqual([]);
      await expect.poll(() => choices.count()).toBe(0);
      await retype(person, 0, '10');
      await expect.poll(() => given(person)).toEqual([expect.stringContaining('×2')]);
      await panel.locator('[data-verb="save"]').click();
      await person.told('保存成功');
      // The fixed set was left: that is said, and keeps nobody from saving.
      await person.told(/还有赠品或换购没选：满十赠包；审核后不再保留/);
      await shot(person, 'unchosen');
    });
  });
});
