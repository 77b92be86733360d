import { beforeAll, describe, expect } from 'vitest';
import { buyer } from '#tests/house-partners.ts';
import { test } from './person.ts';
import {
  atStand,
  confirm,
  countOf,
  dialogOf,
  expert,
  filter,
  furnishPickers,
  headsOf,
  lastSent,
  leave,
  nodeOf,
  offeredIn,
  openAt,
  organize,
  pageSizesOf,
  rowOf,
  rowsIn,
  search,
  tickedIn,
} from './picker-stand.ts';
import { settled } from './settled.ts';

beforeAll(furnishPickers);

describe('goods and papers', () => {
  test('[picker:externalStandard] [picker:recipeNo] [picker:materialLine] [A240] [A248] [A249] [A250] items of their classes, and one of them', async ({
    office,
  }) => {
    const person = await atStand(office);
    for (const [key, path] of [
      ['externalStandard', '/data/bd/external/standard/page'],
      ['recipeNo', '/data/bd/recipe/no/page'],
    ] as const) {
      await openAt(person, key);
      expect(lastSent(person, path)?.query).toMatchObject({ rootDataFlag: '0', status: '1' });
      await expect.poll(() => rowsIn(person).count()).toBeGreaterThanOrEqual(2);
      await expect
        .poll(async () => (await headsOf(person)).toSorted((a, b) => a.localeCompare(b)))
        .toEqual(['code', 'name', 'parentCode', 'parentName', 'status']);
      await expect.poll(() => rowOf(person, 'R11').locator('[data-column="parentName"]').innerText()).toBe('国标');
      await nodeOf(person, '国标').click();
      await expect.poll(() => lastSent(person, path)?.query['parentCode']).toBe('R1');
      await rowOf(person, 'R11').click();
      await rowOf(person, 'R12').click();
      if (key === 'externalStandard') {
        await expect.poll(() => tickedIn(person)).toBe(1);
      } else {
        await confirm(person);
        await person.told('只能选择一个');
      }
      await leave(person);
    }
    await openAt(person, 'materialLine');
    await expect.poll(() => headsOf(person)).toEqual(['code', 'name', 'status']);
    await rowsIn(person).nth(0).click();
    await rowsIn(person).nth(1).click();
    await person.page.locator('.ant-message-notice').first().waitFor({ state: 'hidden' });
    await confirm(person);
    await person.told('只能选择一个');
  });

  test('[picker:shippingLocation] [A239] shows where goods go', async ({ office }) => {
    const person = await atStand(office);
    await openAt(person, 'shippingLocation', 'many');
    await expect
      .poll(() => headsOf(person))
      .toEqual([
        'code',
        'name',
        'organizeName',
        'province',
        'city',
        'district',
        'address',
        'consignee',
        'phone',
        'storageName',
        'creatorName',
        'createDate',
      ]);
    await organize(person, 'organizeCodes', '上海涂料工厂');
    await search(person);
    await expect
      .poll(() => lastSent(person, '/data/bd/shipping/location/page')?.query)
      .toMatchObject({ organizeCodes: 'SHF', status: '1' });
    await expect.poll(() => rowOf(person, 'SD1').locator('[data-column="storageName"]').innerText()).toBe('上海成品仓');
  });

  test('[picker:freeTerm] [A257] [A258] [A259] [A260] colour cards: read on the spot by who may, priced by ladder or not, and chosen anew each time', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'freeTerm', 'many');
    expect(lastSent(person, '/data/bd/free/term/page')).toMatchObject({
      method: 'POST',
      body: { status: '1', page: 1, limit: 20 },
    });
    await expect
      .poll(async () => new Set(await offeredIn(person).locator('[data-column="ladderFlag"]').allInnerTexts()))
      .toEqual(new Set(['阶梯价', '非阶梯价']));
    await nodeOf(person, '锁住的分类').click();
    await person.told('色卡分类已锁定，无法选择！');
    await rowOf(person, 'SK1').locator('[data-column="name"]').click();
    await rowOf(person, 'SK1').locator('[data-column="code"] a').click();
    const view = person.page.locator('.record-view').filter({ visible: true });
    await expect.poll(() => view.innerText()).toContain('中国红');
    await settled(view);
    expect(await view.locator('input').count()).toBe(0);
    await person.page.keyboard.press('Escape');
    await view.waitFor({ state: 'hidden' });
    await expect.poll(() => countOf(person)).toBe('已选 1 条');
    await confirm(person);
    await openAt(person, 'freeTerm', 'many');
    await settled(person);
    expect([await tickedIn(person), await countOf(person)]).toEqual([0, '已选 0 条']);
    // Somebody without the permission sees the code and nothing to press.
    const staff = await atStand(office, 'staff_1000');
    await openAt(staff, 'freeTerm');
    await expect.poll(() => rowOf(staff, 'SK1').locator('[data-column="code"]').innerText()).toBe('SK1');
    await settled(staff);
    expect(await rowOf(staff, 'SK1').locator('a').count()).toBe(0);
  });

  test('[picker:invoiceInfo] fifteen to a page, posted', async ({ office }) => {
    const person = await atStand(office);
    await openAt(person, 'invoiceInfo');
    const last = () => lastSent(person, '/data/bd/customer/invoice/page');
    expect(last()).toMatchObject({ method: 'POST', body: { status: '1', page: 1, limit: 15 } });
    await expect.poll(() => pageSizesOf(person)).toEqual(['10', '15', '20', '50', '100']);
    await filter(person, 'name').locator('input').fill('抬头1');
    await filter(person, 'customerCode').locator('input').fill(buyer.code);
    await person.page.keyboard.press('Tab');
    await filter(person, 'typeCode').locator('.ant-select').click();
    await person.page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      .first()
      .click();
    await expert(person);
    await filter(person, 'taxNumber').locator('input').fill('9131');
    await search(person);
    await expect
      .poll(() => last()?.body)
      .toMatchObject({
        customerCode: buyer.code,
        status: '1',
        name: '抬头1',
        taxNumber: '9131',
        page: 1,
        limit: 15,
      });
    expect(last()?.body).toMatchObject({ typeCode: expect.stringMatching(/./) });
  });

  test('[picker:account] the generic selector opens whichever it is told and joins codes and labels', async ({
    office,
  }) => {
    const person = await atStand(office);
    const types = {
      storage: '仓库弹窗',
      customer: '客户选择',
      personnel: '人员选择',
      dept: '部门选择',
      supplier: '供应商选择',
      account: '资金账户选择',
      logistic: '物流商选择',
      externalStandard: '外部标准选择',
      recipeNo: '配方号选择',
      materialLine: '产品线选择',
    };
    for (const [type, title] of Object.entries(types)) {
      await person.page.locator(`[data-stand="${type}"] [data-verb="pick"]`).click();
      await rowsIn(person).first().waitFor();
      await expect.poll(() => dialogOf(person).locator('.ant-modal-title').innerText()).toBe(title);
      if (type === 'recipeNo') {
        await rowOf(person, 'R11').click();
        await rowOf(person, 'R12').click();
        await confirm(person);
        await expect
          .poll(() => person.page.locator('[data-stand="recipeNo"] output').innerText())
          .toBe('R11,R12|内墙标准,外墙标准');
        await expect
          .poll(() => person.page.locator('[data-stand="recipeNo"] input').inputValue())
          .toBe('内墙标准,外墙标准');
      } else await leave(person);
    }
  });

  test('[picker:animatedNumber] counts from the old figure to the new one with thousands separators', async ({
    office,
  }) => {
    const person = await atStand(office, 'lancai', { isMoving: true });
    const figure = person.page.locator('[data-testid="figure"]');
    await expect.poll(() => figure.innerText()).toBe('1,000');
    // By a clock of its own: a busy machine draws few pictures in a second.
    await person.page.clock.install();
    await person.page.clock.pauseAt(Date.now() + 60_000);
    await person.page.locator('[data-verb="count"]').click();
    const shown = async (): Promise<number> => Number.parseInt((await figure.innerText()).replaceAll(',', ''), 10);
    await person.page.clock.runFor(300);
    await expect.poll(shown).toBeGreaterThan(1_000);
    // once: the clock of the page stands still.
    expect(await shown()).toBeLessThan(1_234_567);
    await person.page.clock.runFor(900);
    await expect.poll(() => figure.innerText()).toBe('1,234,567');
  });
});
