import { describe, expect } from 'vitest';
import { writeOrder } from './orders.ts';
import { arrange, ask, test, type Person } from './person.ts';

const rows = ({ panel }: Person) => panel.locator('[data-row-key]');
const tab = ({ panel }: Person, state: string) => panel.locator(`.status-tab[data-state="${state}"]`);
const small = { width: 1280, height: 720 };

/** Heads that are wholly in sight, between the columns that stay and the buttons of the row. */
const headsInSight = ({ panel }: Person): Promise<string[]> =>
  panel.locator('.grid-box').evaluate((box) => {
    const right =
      box.querySelector('[data-head="$buttons"]')?.getBoundingClientRect().left ?? box.getBoundingClientRect().right;
    return [...box.querySelectorAll('[data-head]')]
      .filter((head) => head.getBoundingClientRect().right <= right + 1)
      .map((head) => head.getAttribute('data-head') ?? '');
  });

describe('a list of documents at 1280 × 720', () => {
  test('shows what matters, its states as tabs, its verbs with their reasons, and a row beside it', async ({
    office,
  }) => {
    const [saved, audited] = [await writeOrder(), await writeOrder()];
    await ask('lancai', 'PUT', '/channelsale/order/audit', [audited.id]);
    const person = await office.enter('lancai', { language: 'zh-CN' });
    const { page, panel } = person;
    await page.setViewportSize(small);
    for (const [url, heads] of [
      ['order/delivery', ['code', 'billDate', 'customerName', 'totalNumber', 'billStatus']],
      ['stock/inout', ['code', 'billDate', 'customerCode', 'totalNumber', 'billStatus']],
      ['sale/bill', ['code', 'billDate', 'customerName', 'amount', 'billStatus']],
      ['sale/balance', ['customerName', 'balanceAmount']],
      ['stock/enquiry', ['productCode', 'storageName', 'availableNumber']],
      ['order/order', ['code', 'billDate', 'customerName', 'payableAmount', 'billStatus', 'orderStatus']],
    ] as const) {
      await person.open(url);
      await panel.locator('[data-head]').first().waitFor();
      await expect.poll(() => headsInSight(person), { message: url }).toEqual(expect.arrayContaining([...heads]));
    }

    // A tab is a value of the filter by state, and both say so.
    await tab(person, '1').click();
    await rows(person).filter({ hasText: audited.code }).waitFor();
    await expect.poll(() => rows(person).filter({ hasText: saved.code }).count()).toBe(0);
    await expect.poll(() => panel.locator('[data-filter="billStatus"]').innerText()).toContain('已审核');
    const counted = await tab(person, '1').locator('.status-count').innerText();
    await expect.poll(() => panel.locator('.ant-pagination-total-text').innerText()).toBe(`共 ${counted} 条`);
    await tab(person, '4').click();
    await expect.poll(() => panel.locator('.empty-list').innerText()).toMatch(/^没有审批中的销售订单/);
    await tab(person, 'all').click();
    await rows(person).filter({ hasText: saved.code }).waitFor();

    // Verbs are in sight before a row is ticked, and say what is missing.
    const audit = panel.locator('.toolbar [data-verb="audit"]');
    await expect.poll(() => audit.isDisabled()).toBe(true);
    await expect.poll(() => audit.getAttribute('title')).toContain('先勾选');
    await rows(person).filter({ hasText: audited.code }).locator('[data-verb="rowMenu"]').click();
    const menu = page.locator('.ant-dropdown:visible');
    await expect
      .poll(() =>
        menu.locator('.ant-dropdown-menu-item', { has: page.locator('[data-verb="audit"]') }).getAttribute('class'),
      )
      .toContain('disabled');
    await menu.locator('[data-verb="unaudit"]').waitFor();
    await page.keyboard.press('Escape');
    await panel.locator('h1').click();

    // However many filters are unfolded, the pager stays in the window.
    await panel.locator('.unfold').click();
    await expect
      .poll(async () => {
        const box = await panel.locator('.pager').boundingBox();
        return box !== null && box.y + box.height <= small.height;
      })
      .toBe(true);
    await panel.locator('.unfold').click();

    // The space bar shows the row under the cursor beside the list; it follows the cursor and stays for the next time.
    await rows(person).filter({ hasText: saved.code }).locator('[data-column="billDate"]').click();
    await page.keyboard.press('Space');
    const pane = panel.locator('[data-testid="preview"]');
    await pane.locator('.preview-title', { hasText: saved.code }).waitFor();
    await pane.locator('.preview-line').nth(1).waitFor();
    await pane.locator('[data-testid="previewHolder"]').waitFor();
    await expect
      .poll(() => headsInSight(person))
      .toEqual(
        expect.arrayContaining(['code', 'billDate', 'customerName', 'payableAmount', 'billStatus', 'orderStatus']),
      );
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => pane.locator('.preview-title').innerText()).not.toContain(saved.code);
    await page.keyboard.press('Space');
    await expect.poll(() => pane.count()).toBe(0);
  });
});

describe('several records', () => {
  test('get one value at once, and their former ones back', async ({ office }) => {
    await arrange(`delete from app.data_brand where code like 'BULK%'`);
    for (const code of ['BULK1', 'BULK2'])
      await ask('lancai', 'POST', '/data/bd/brand', { code, name: `批${code}`, enName: `Former ${code}` });
    const person = await office.enter('lancai', { language: 'zh-CN' });
    const { page, panel } = person;
    await person.open('data/brand?tenantFlag=0');
    await panel.locator('[data-filter="code"] input').fill('BULK');
    await panel.locator('[data-verb="search"]').click();
    await expect.poll(() => rows(person).count()).toBe(2);
    await panel.locator('[role="columnheader"] input[type="checkbox"]').check();
    await panel.locator('.toolbar-chosen [data-verb="bulkEdit"]').click();
    const dialog = page.locator('.ant-modal').filter({ has: page.locator('[data-dialog="bulkEdit"]') });
    await dialog.locator('[data-field="bulkValue"] input').first().fill('Lancai');
    await expect.poll(() => dialog.locator('[data-testid="bulkChanges"]').innerText()).toContain('将修改 2 条');
    await dialog.locator('[data-verb="confirm"]').click();
    await expect.poll(() => rows(person).filter({ hasText: 'Lancai' }).count()).toBe(2);
    await page.locator('[data-verb="undo"]').click();
    await person.told('已恢复原来的值');
    // Each its own.
    for (const code of ['BULK1', 'BULK2'])
      await expect
        .poll(() =>
          rows(person)
            .filter({ hasText: `Former ${code}` })
            .count(),
        )
        .toBe(1);
    await expect.poll(() => rows(person).filter({ hasText: 'Lancai' }).count()).toBe(0);
  });

  test('changes one field of several orders that may be edited, and takes it back', async ({ office }) => {
    const orders = [await writeOrder(), await writeOrder(), await writeOrder()];
    const [first, second, audited] = orders;
    await ask('lancai', 'PUT', '/channelsale/order/audit', [audited!.id]);
    const remarks = (): Promise<unknown[]> =>
      Promise.all(
        [first!, second!].map(
          async ({ id }) => (await ask<{ remark: string | null }>('lancai', 'GET', `/channelsale/order/${id}`)).remark,
        ),
      );
    const person = await office.enter('lancai', { language: 'zh-CN' });
    const { page, panel } = person;
    await person.open('order/order');
    for (const { code } of orders)
      await rows(person).filter({ hasText: code }).locator('input[type="checkbox"]').check();
    // One of them is approved: nothing is offered that would be refused.
    const verb = panel.locator('.toolbar-chosen [data-verb="bulkEdit"]');
    await panel.locator('.toolbar-chosen [data-verb="moreVerbs"]').waitFor();
    await expect.poll(() => verb.count()).toBe(0);
    await rows(person).filter({ hasText: audited!.code }).locator('input[type="checkbox"]').uncheck();
    await verb.click();
    const dialog = page.locator('.ant-modal').filter({ has: page.locator('[data-dialog="bulkEdit"]') });
    await dialog.locator('[data-field="bulkValue"] input, [data-field="bulkValue"] textarea').first().fill('月底前送');
    await expect.poll(() => dialog.locator('[data-testid="bulkChanges"]').innerText()).toContain('将修改 2 条');
    await expect.poll(() => dialog.locator('[data-testid="bulkChanges"]').innerText()).toContain(first!.code);
    await dialog.locator('[data-verb="confirm"]').click();
    await expect.poll(remarks).toEqual(['月底前送', '月底前送']);
    await page.locator('[data-verb="undo"]').click();
    await person.told('已恢复原来的值');
    await expect.poll(remarks).toEqual([null, null]);
  });
});
