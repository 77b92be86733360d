import { describe, expect } from 'vitest';
import { contractFile, contractIsHere } from '#tests/contract/shared.ts';
import { findingsOf } from './axe.ts';
import { cell, newOrder, tabTo } from './lines.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const listed = '/data/bd/material/all/page';
const dialogOf = ({ page }: Person) => page.locator('.picker').filter({ visible: true }).last();
const offeredIn = (person: Person) => dialogOf(person).locator('.entity-table [data-row-key]');
const chosenIn = (person: Person) => dialogOf(person).locator('[data-testid="chosen"] [data-row-key]');
const matrixOf = (person: Person) => dialogOf(person).locator('[data-testid="spec-matrix"]');
const quantity = (person: Person, line: number, size: string) =>
  matrixOf(person).locator(`[data-line="${line}"][data-field="size ${size}"]`);
const headsIn = (person: Person, within: string): Promise<string[]> =>
  dialogOf(person)
    .locator(`${within} [data-head]`)
    .evaluateAll((heads) =>
      heads.map((head) => head.getAttribute('data-head') ?? '').filter((key) => !key.startsWith('$')),
    );
const lastAsked = ({ sent }: Person): Readonly<Record<string, unknown>> =>
  (sent.findLast(({ path }) => path === listed)?.body ?? {}) as Record<string, unknown>;
const lines = (person: Person): Promise<string[][]> =>
  person.panel
    .locator('.line-table [data-row-key]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        ['productCode', 'number'].map((key) => row.querySelector(`[data-field="${key}"]`)?.textContent ?? ''),
      ),
    );

async function openFromOrder(person: Person): Promise<void> {
  await newOrder(person);
  await person.panel.locator('[data-verb="pickLines"]').click();
  await offeredIn(person).first().waitFor();
}
async function search(person: Person, filter: string, text: string, rows?: number): Promise<void> {
  const input = dialogOf(person).locator(`[data-filter="${filter}"] input`).first();
  await input.fill(text);
  await input.press('Enter');
  await expect.poll(() => lastAsked(person)[filter]).toBe(text);
  if (rows !== undefined) await expect.poll(() => offeredIn(person).count()).toBe(rows);
  // As many rows as before may still be those of the question before.
  await expect.poll(async () => (await offeredIn(person).first().innerText()).includes(text)).toBe(true);
}
async function type(person: Person, line: number, size: string, text: string): Promise<void> {
  await quantity(person, line, size).click();
  await person.page.keyboard.type(text);
  await person.page.keyboard.press('Enter');
}
const confirm = async (person: Person): Promise<void> => {
  const dialog = dialogOf(person);
  await dialog.locator('[data-verb="confirm"]').click();
};

interface Material {
  readonly code: string;
  readonly name: string;
  readonly sizeCode: string | null;
  readonly spec: string;
  readonly productList: readonly { status: string }[];
  readonly erpStockNumber: string;
  readonly groupFlag: string;
}
const materials = async (body: object): Promise<readonly Material[]> =>
  (await ask<{ list: Material[] }>('lancai', 'POST', listed, { page: 1, limit: 500, status: '1', ...body })).list;

describe('the product dialog', () => {
  test.skipIf(!contractIsHere)(
    '[picker:productSelection] [A204] [A207] [A208] [A213] [A214] fills its tab, with classes, filters and columns of the contract, sorted and paged by the server',
    async ({ office }) => {
      const person = await office.enter('lancai');
      const before = person.sent.length;
      // A list that the order itself needs, such as that of the organisations, is not asked for again by the dialog.
      await newOrder(person);
      await person.panel.locator('[data-verb="pickLines"]').click();
      await offeredIn(person).first().waitFor();
      const dialog = dialogOf(person);
      const { columns, filters, alternate } = contractFile('pickers.json').pickers.find(
        ({ key }) => key === 'productSelection',
      ) ?? { columns: [], filters: [] };
      const [inside, ground] = [
        await dialog.boundingBox(),
        await person.page.locator('.dialogs').filter({ visible: true }).boundingBox(),
      ];
      expect([inside?.width, inside?.height]).toEqual([ground?.width, ground?.height]);
      // Over the whole window, and back into its tab.
      const whole = dialog.locator('[data-verb="wholeWindow"]');
      await whole.click();
      await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...person.page.viewportSize() });
      await whole.click();
      await expect.poll(() => dialog.boundingBox()).toEqual(inside);
      const [tree, form] = [
        await dialog.locator('.group-tree').boundingBox(),
        await dialog.locator('.search-form').boundingBox(),
      ];
      const table = await dialog.locator('.entity-table').boundingBox();
      expect([(tree?.x ?? 0) < (form?.x ?? 0), (form?.y ?? 0) < (table?.y ?? 0)]).toEqual([true, true]);
      for (const path of [
        '/data/bd/brand/page',
        '/data/bd/unit/page',
        '/data/bd/product/class/list',
        '/sys/organization/list',
        '/data/storage/page',
      ]) {
        await expect
          .poll(() =>
            person.sent
              .slice(before)
              .some((call) => call.path === path && (path !== '/data/storage/page' || call.query['powerFlag'] === '1')),
          )
          .toBe(true);
      }

      await dialog.locator('.unfold').click();
      const keys = await dialog
        .locator('[data-filter]')
        .evaluateAll((found) => found.map((each) => each.getAttribute('data-filter')));
      expect(keys).toEqual(filters.map(({ field }) => field));
      expect(lastAsked(person)).toMatchObject({ status: '1', page: 1, limit: 20 });
      await expect.poll(() => headsIn(person, '.entity-table')).toEqual(columns);
      await dialog.locator('.entity-table [data-head="code"]').click();
      await expect.poll(() => [lastAsked(person)['orderField'], lastAsked(person)['order']]).toEqual(['code', 'asc']);
      await dialog.locator('.ant-pagination-item-2').click();
      await expect.poll(() => lastAsked(person)['page']).toBe(2);

      const node = (name: string) => dialog.locator('.group-tree .ant-tree-node-content-wrapper', { hasText: name });
      await node('历史分类').click();
      await person.told('产品分类已锁定，无法选择！');
      expect(lastAsked(person)['classCode']).toBeUndefined();
      await settled(person.page);
      await node('内衣').click();
      await expect.poll(() => [lastAsked(person)['classCode'], lastAsked(person)['page']]).toEqual(['06', 1]);

      const stocked = await materials({ stockQueryType: '1', classCode: '01' });
      await settled(person.page);
      await node('墙面涂料').click();
      await dialog.locator('.unfold').click();
      await dialog.locator('[data-filter="stockQueryType"] .ant-select').click();
      await person.page.locator('.ant-select-item-option', { hasText: '仅有库存' }).click();
      await dialog.locator('[data-verb="search"]').click();
      await expect.poll(() => dialog.locator('.ant-pagination-total-text').innerText()).toBe(`共 ${stocked.length} 条`);
      expect(
        stocked.every(({ erpStockNumber }) => !erpStockNumber.startsWith('-') && !/^0(\.0+)?$/.test(erpStockNumber)),
      ).toBe(true);
      await person.page.keyboard.press('Escape');

      // The plain list of products has its own classes and no grid.
      await person.page.goto('about:blank');
      await person.page.goto('/#/__pickers');
      await person.page.locator('[data-product-form="plain"]').click();
      await offeredIn(person).first().waitFor();
      await dialogOf(person).locator('.unfold').click();
      await expect
        .poll(() =>
          dialogOf(person)
            .locator('[data-filter]')
            .evaluateAll((found) => found.map((each) => each.getAttribute('data-filter'))),
        )
        .toEqual(alternate?.filters);
      await expect.poll(() => headsIn(person, '.entity-table')).toEqual(columns);
      await dialogOf(person).locator('.group-tree .ant-tree-node-content-wrapper', { hasText: '服饰' }).click();
      await expect
        .poll(() => person.sent.findLast(({ path }) => path === '/data/bd/product/page')?.query['classCode'])
        .toBe('P5');
      await settled(person);
      expect(await matrixOf(person).count()).toBe(0);
    },
  );

  test.skipIf(!contractIsHere)(
    '[A205] [A206] [A215] [A216] spreads a style over colours and sizes, sums what is typed and gives the order only what has a quantity',
    async ({ office }) => {
      const person = await office.enter('lancai');
      await openFromOrder(person);
      const goods = await materials({ code: 'AP001' });
      await search(person, 'code', 'AP0011S', 1);
      await offeredIn(person).first().click();
      await expect.poll(async () => (await headsIn(person, '[data-testid="spec-matrix"]')).length).toBe(2 + 7);
      await search(person, 'code', 'LG001');
      await offeredIn(person).first().click();
      const order = contractFile('constants.json').values.find(({ key }) => key === 'sizeOrder')
        ?.value as readonly string[];
      await expect.poll(async () => (await headsIn(person, '[data-testid="spec-matrix"]')).length).toBe(2 + 7 + 12);
      const sizes = (await headsIn(person, '[data-testid="spec-matrix"]'))
        .slice(2)
        .map((key) => key.replace('size ', ''));
      expect(sizes).toEqual(order.filter((size) => sizes.includes(size)));
      expect(sizes).toHaveLength(19);
      // Three colours of the shirt, two of the bra; what nobody makes cannot be written.
      await expect.poll(() => matrixOf(person).locator('[data-row-key]').count()).toBe(5);
      await expect.poll(() => quantity(person, 0, '70A').innerText()).toBe('–');

      await type(person, 0, 'S', '3');
      await type(person, 0, 'M', '0');
      await type(person, 1, 'XL', '1,100');
      await type(person, 1, '4XL', 'viele');
      await type(person, 3, '70A', '2.5');
      await type(person, 0, '75B', '9');
      const total = (key: string): Promise<string> => matrixOf(person).locator(`[data-total="${key}"]`).innerText();
      await expect
        .poll(() => Promise.all(['size S', 'size M', 'size XL', 'size 70A', 'size 75B', '$sum'].map(total)))
        .toEqual(['3', '0', '1,100', '2.5', '0', '1,105.5']);
      await expect.poll(() => quantity(person, 1, '4XL').getAttribute('aria-invalid')).toBe('true');

      // What the shop says of the first product of a material; without one it is not yet listed.
      const said: Readonly<Record<string, string>> = { 0: '已下架', 1: '已上架', 2: '未上架' };
      const [linked] = await materials({ codes: ['AP0011S'], productRelFlag: '1' });
      const listing = (row: number): Promise<string> =>
        chosenIn(person).nth(row).locator('[data-column="listing"]').innerText();
      await expect
        .poll(async () => [linked?.productList.length, await listing(0)])
        .toEqual([1, said[linked?.productList[0]?.status ?? '']]);
      const other = await chosenIn(person).nth(1).locator('[data-column="code"]').innerText();
      await expect
        .poll(() => listing(1))
        .toBe(said[(await materials({ codes: [other], productRelFlag: '1' }))[0]?.productList[0]?.status ?? '2']);
      await settled(person);
      expect(await findingsOf(person.page)).toEqual([]);

      await confirm(person);
      await dialogOf(person).waitFor({ state: 'hidden' });
      const codeOf = (spec: string): string => goods.find((good) => good.spec === spec)?.code ?? '';
      await expect
        .poll(() => lines(person))
        .toEqual([
          [codeOf('黑色 S'), '3'],
          [codeOf('米白 XL'), '1,100'],
          ['LG001170A', '2.5'],
        ]);
    },
  );

  test('[A209] [A210] [A211] keeps what was chosen in a second table; again is off, and with repeats one more line', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await openFromOrder(person);
    await search(person, 'code', 'PT001', 4);
    await offeredIn(person).nth(0).click();
    await offeredIn(person).nth(1).click();
    await offeredIn(person).nth(2).click();
    await expect.poll(() => chosenIn(person).count()).toBe(3);
    await chosenIn(person).nth(1).locator('[data-verb="unchoose"]').click();
    await expect.poll(() => chosenIn(person).count()).toBe(2);
    await offeredIn(person).nth(0).click();
    await expect.poll(() => chosenIn(person).count()).toBe(1);
    await expect
      .poll(() => offeredIn(person).evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-selected'))))
      .toEqual(['false', 'false', 'true', 'false']);

    await dialogOf(person).locator('[data-verb="repeat"]').click();
    await offeredIn(person).nth(2).click();
    await expect.poll(() => chosenIn(person).count()).toBe(2);
    const keys = await chosenIn(person).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-key')));
    const codes = await chosenIn(person).evaluateAll((rows) =>
      rows.map((row) => row.querySelector('[data-column="code"]')?.textContent),
    );
    expect([new Set(keys).size, new Set(codes).size]).toEqual([2, 1]);
    await confirm(person);
    await expect
      .poll(() => lines(person))
      .toEqual([
        [codes[0], ''],
        [codes[0], ''],
      ]);
  });

  test('[picker:material] [A212] with one wanted, two chosen are refused and the dialog stays', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/product?tenantFlag=0');
    await person.panel.locator('[data-verb="add"]').click();
    await person.panel.locator('[data-field="materialCode"] [data-verb="pick"]').click();
    await offeredIn(person).first().waitFor();
    await expect.poll(() => dialogOf(person).locator('.ant-modal-title').innerText()).toBe('物料选择');
    await search(person, 'code', 'PT001', 4);
    await offeredIn(person).nth(0).click();
    await offeredIn(person).nth(1).click();
    await confirm(person);
    await person.told('只能选择一个');
    await settled(person);
    expect(await dialogOf(person).isVisible()).toBe(true);
    await offeredIn(person).nth(1).click();
    const code = await offeredIn(person).nth(0).locator('[data-column="code"]').innerText();
    await confirm(person);
    await dialogOf(person).waitFor({ state: 'hidden' });
    await expect
      .poll(() => person.panel.locator('[data-field="materialCode"] input').getAttribute('title'))
      .toContain(code);
  });

  test('[picker:productSelection] is opened, searched, turned and confirmed by keyboard alone', async ({ office }) => {
    const person = await office.enter('lancai');
    const { page } = person;
    await newOrder(person);
    await person.panel.locator('[data-field="remark"] input, [data-field="remark"] textarea').first().focus();
    await tabTo(person, '[data-verb="pickLines"]');
    await page.keyboard.press('Enter');
    await offeredIn(person).first().waitFor();
    // The cursor stands in the filter for the code.
    await expect
      .poll(() => page.evaluate(`document.activeElement?.closest('[data-filter="code"]') != null`))
      .toBe(true);
    await page.keyboard.type('AP');
    await page.keyboard.press('Enter');
    await expect.poll(() => lastAsked(person)['code']).toBe('AP');
    await expect.poll(async () => (await offeredIn(person).first().innerText()).includes('AP')).toBe(true);
    // The first row may have been of those goods before: ticks would go with rows that are about to go.
    await settled(page);
    await tabTo(person, '.entity-table .grid-canvas');
    for (const key of ['Space', 'ArrowDown', 'Space', 'ArrowDown', 'ArrowDown', 'Space'])
      await page.keyboard.press(key);
    await expect.poll(() => chosenIn(person).count()).toBe(3);
    await tabTo(person, '.ant-pagination-next');
    await page.keyboard.press('Enter');
    await expect.poll(() => lastAsked(person)['page']).toBe(2);
    for (
      let tries = 0;
      tries < 40 && !(await page.evaluate(`document.activeElement?.closest('.entity-table .grid-canvas') != null`));
      tries += 1
    )
      await page.keyboard.press('Shift+Tab');
    // Of the dialog alone: the list of orders in the tab before may have been left while it was read.
    await expect.poll(() => dialogOf(person).locator('.entity-table .grid-busy').count()).toBe(0);
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await expect.poll(() => chosenIn(person).count()).toBe(5);
    await page.keyboard.press('Control+Enter');
    await dialogOf(person).waitFor({ state: 'hidden' });
    await expect.poll(async () => (await lines(person)).length).toBe(5);
    await expect.poll(() => page.evaluate(`document.activeElement?.closest('.line-table') != null`)).toBe(true);
  });
});

describe('other product pickers', () => {
  test.skipIf(!contractIsHere)(
    '[picker:productRadio] [picker:material2D] [A217] [A221] one product by stock, price and flags, then all its colours and sizes at once',
    async ({ office }) => {
      await arrange(`delete from app.data_material where code = 'ZH-E2E'`);
      await ask('lancai', 'POST', '/data/bd/material', {
        code: 'ZH-E2E',
        name: '四季组合',
        classCode: '0501',
        mainUnitCode: 'JIAN',
        groupFlag: '1',
        price: '12.5',
        spec: '套',
        model: 'ZH',
      });
      expect((await materials({ groupFlag: '1' })).map(({ code }) => code)).toEqual(['ZH-E2E']);
      expect(await materials({ groupFlag: '0', code: 'ZH' })).toEqual([]);
      const person = await office.enter('lancai');
      await newOrder(person);
      await person.panel.locator('[data-verb="matrixLines"]').click();
      await offeredIn(person).first().waitFor();
      const {
        columns = [],
        filters = [],
        width,
      } = contractFile('pickers.json').pickers.find(({ key }) => key === 'productRadio') ?? {};
      await expect.poll(() => dialogOf(person).evaluate((node) => node.getAttribute('style') ?? '')).toContain(width);
      await expect.poll(() => headsIn(person, '.entity-table')).toEqual(columns);
      await dialogOf(person).locator('.unfold').click();
      await expect
        .poll(() =>
          dialogOf(person)
            .locator('[data-filter]')
            .evaluateAll((found) => found.map((each) => each.getAttribute('data-filter'))),
        )
        .toEqual(filters.map(({ field }) => field));

      const shown = (key: string): Promise<string> =>
        offeredIn(person).first().locator(`[data-column="${key}"]`).innerText();
      await search(person, 'code', 'ZH-E2E', 1);
      await expect
        .poll(() =>
          Promise.all(
            ['specModel', 'erpStockNumber', 'price', 'groupFlag', 'libertiesFlag', 'unitChangeFlag', 'status'].map(
              shown,
            ),
          ),
        )
        .toEqual(['套 / ZH', '0', '12.5000', '组合', '否', '否', '启用']);
      await search(person, 'code', 'AP0011S', 1);
      const { list } = await ask<{ list: { availableNumber: string }[] }>(
        'lancai',
        'GET',
        '/stock/enquiry/page?page=1&limit=500&productCode=AP0011S',
      );
      const available = list.reduce((sum, row) => sum + Number.parseFloat(row.availableNumber), 0); // not money
      await expect
        .poll(async () => [(await shown('erpStockNumber')).replaceAll(',', ''), await shown('groupFlag')])
        .toEqual([String(available), '产品']);
      await search(person, 'specModel', '黑色 S', 1);
      await offeredIn(person).first().click();
      await offeredIn(person).first().click();
      await settled(person);
      expect(await chosenIn(person).count()).toBe(0);
      await offeredIn(person).first().click();
      await expect.poll(() => chosenIn(person).count()).toBe(1);
      await confirm(person);

      await dialogOf(person).locator('[data-picker="material2D"]').waitFor();
      await expect
        .poll(() => headsIn(person, '[data-testid="spec-matrix"]'))
        .toEqual(['colour', ...['S', 'M', 'L', 'XL', '2XL', '3XL', '4XL'].map((size) => `size ${size}`)]);
      await type(person, 0, 'S', '4');
      await type(person, 2, '2XL', '6');
      await confirm(person);
      await expect
        .poll(() => lines(person))
        .toEqual([
          ['AP0011S', '4'],
          ['AP00132XL', '6'],
        ]);

      // Opened on one of its lines, the matrix knows the others; what is emptied goes.
      await cell(person, 1, 'number').click();
      await person.panel.locator('[data-verb="matrixLines"]').click();
      await expect.poll(() => quantity(person, 2, '2XL').innerText()).toBe('6');
      await type(person, 0, 'M', '5');
      await quantity(person, 0, 'S').click();
      await person.page.keyboard.press('Delete');
      await confirm(person);
      await expect
        .poll(() => lines(person))
        .toEqual([
          ['AP00132XL', '6'],
          ['AP0011M', '5'],
        ]);
    },
  );

  test('[picker:productSelectField] [A218] [A219] [A220] holds codes joined by commas and tells the first name and how many', async ({
    office,
  }) => {
    const person = await office.enter('lancai', { language: 'en-US' });
    await person.open('stock/enquiry');
    const field = person.panel.locator('[data-filter="productCode"]');
    if (!(await field.isVisible())) await person.panel.locator('.unfold').click();
    await field.locator('[data-verb="pick"]').click();
    await offeredIn(person).first().waitFor();
    await search(person, 'code', 'PT001', 4);
    await offeredIn(person).nth(0).click();
    const [first, second] = await offeredIn(person).evaluateAll((rows) =>
      rows
        .slice(0, 2)
        .map((row) => ['code', 'name'].map((key) => row.querySelector(`[data-column="${key}"]`)?.textContent ?? '')),
    );
    await confirm(person);
    await expect.poll(() => field.locator('input').inputValue()).toBe(first?.[1]);
    expect(lastAsked(person)).toEqual({ page: 1, limit: -1, codes: [first?.[0]] });
    await field.locator('[data-verb="pick"]').click();
    await offeredIn(person).first().waitFor();
    await expect.poll(() => chosenIn(person).count()).toBe(1);
    await search(person, 'code', second?.[0] ?? '', 1);
    await offeredIn(person).first().click();
    await confirm(person);
    await expect.poll(() => field.locator('input').inputValue()).toBe(`${first?.[1]} and 2 products`);
    expect(lastAsked(person)).toEqual({ page: 1, limit: -1, codes: [first?.[0], second?.[0]] });
    await person.panel.locator('[data-verb="search"]').click();
    await expect
      .poll(() => person.sent.findLast(({ path }) => path === '/stock/enquiry/page')?.query['productCode'])
      .toBe(`${first?.[0]},${second?.[0]}`);
    await expect
      .poll(() =>
        person.panel
          .locator('[data-column="productCode"]')
          .evaluateAll((cells) => [...new Set(cells.map((each) => each.textContent))])
          .then((found) => new Set(found)),
      )
      .toEqual(new Set([first?.[0], second?.[0]]));
  });

  test('the form of a product shows its materials by colour and size, each a way to its own form', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { list } = await ask<{ list: { id: string }[] }>(
      'lancai',
      'GET',
      '/data/bd/product/page?page=1&limit=20&code=PAP001',
    );
    await person.page.goto(`/#/data-product?tenantFlag=0__read__${list[0]?.id ?? ''}`);
    const specs = person.panel.locator('[data-specs]');
    await specs.waitFor();
    await expect
      .poll(() => specs.locator('thead th').allInnerTexts())
      .toEqual(['颜色/规格', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL']);
    await expect.poll(() => specs.locator('tbody th').allInnerTexts()).toEqual(['黑色', '米白', '藏青']);
    await specs.locator('a', { hasText: 'AP0012XL' }).click();
    await expect.poll(() => person.panel.locator('[data-field="code"] .read-value').innerText()).toBe('AP0012XL');
    await expect.poll(() => person.panel.locator('[data-specs] strong').innerText()).toBe('AP0012XL');
  });
});
