import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { arrange, ask, test, type Person } from './person.ts';

const save = async (
  { page }: Person,
  press: () => Promise<unknown>,
): Promise<{ name: string; url: string; bytes: Buffer }> => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), url: file.url(), bytes: await readFile(await file.path()) };
};
/** Rows of the sheet in a file, each with its texts. */
function rowsIn(bytes: Buffer): string[][] {
  const at = bytes.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length;
  const xml = inflateRawSync(bytes.subarray(at), { finishFlush: 2 }).toString('utf8');
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<(?:t|v)[^>]*>(.*?)<\/(?:t|v)>/gs)].map(([, text = '']) => text),
  );
}
const linesIn = (bytes: Buffer): string[] => bytes.toString('utf8').replace('\ufeff', '').trim().split('\r\n');
const more = async ({ page, panel }: Person, verb: string): Promise<void> => {
  await panel.locator('[data-verb="exportMore"]').click();
  await page.locator(`.ant-dropdown [data-verb="${verb}"]`).click();
};

describe('an export', () => {
  test('[A286] [A287] [A288] of a screen without its own address posts the search form to the default one and saves the blob under the Chinese name of its header', async ({
    office,
  }) => {
    const person = await office.enter('lancai', { language: 'zh-CN' });
    await person.open('order/order');
    await person.panel.locator('[data-row-key]').first().waitFor();
    await person.panel.locator('.unfold').click();
    await person.panel.locator('[data-filter="code"] input').fill('SO');
    await person.panel.locator('[data-verb="search"]').click();
    const posted = person.page.waitForRequest('**/api/channelsale/order/excel/exportMain');
    const { name, url, bytes } = await save(person, () => person.panel.locator('[data-verb="export"]').click());
    const request = await posted;
    expect([request.method(), request.postDataJSON()]).toEqual(['POST', { code: 'SO' }]);
    expect(decodeURIComponent((await (await request.response())?.headerValue('filename')) ?? '')).toBe('销售订单.xlsx');
    expect([name, url.startsWith('blob:')]).toEqual(['销售订单.xlsx', true]);
    const [head = [], first = []] = rowsIn(bytes);
    expect(head.slice(0, 2)).toEqual(['单据编号', '单据日期']);
    expect(first[0]).toMatch(/^SO/);
  });

  test('[A285] [A289] holds every row of the search and the columns as they are arranged on screen', async ({
    office,
  }) => {
    const person = await office.enter('lancai', { language: 'zh-CN' });
    await person.open('data/material?tenantFlag=0');
    const { panel, page } = person;
    await panel.locator('[data-row-key]').first().waitFor();
    await panel.locator('[data-verb="columns"]').click();
    for (const title of ['创建人', '创建时间', '品牌'])
      await page.locator('.column-settings label', { hasText: title }).locator('input').first().uncheck();
    await page
      .locator('.column-settings [aria-label="左移 规格"], .column-settings button[aria-label$=" 规格"]')
      .first()
      .click();
    await page.keyboard.press('Escape');
    const titlesOf = (): Promise<string[]> => panel.locator('[role="columnheader"] .grid-title').allInnerTexts();
    const titles = await titlesOf();
    const { url, bytes, name } = await save(person, () => more(person, 'exportCsv'));
    const query = new URL(url).searchParams;
    expect([new URL(url).pathname, query.get('tenantFlag'), query.get('format'), name]).toEqual([
      '/api/data/bd/material/export',
      '0',
      'csv',
      '物料.csv',
    ]);
    expect(query.get('token')).toMatch(/^t\./);
    const [head = '', ...rows] = linesIn(bytes);
    const shown = head.split(',');
    expect(shown).not.toEqual(expect.arrayContaining(['创建人']));
    // The grid may still be drawing the column where it was.
    await expect
      .poll(async () => (await titlesOf()).filter((title) => shown.includes(title)))
      .toEqual(shown.filter((title) => titles.includes(title)));
    const { total } = await ask<{ total: number }>('lancai', 'POST', '/data/bd/material/all/page', {
      tenantFlag: '0',
      page: 1,
      limit: 10,
    });
    expect([rows.length, total > 50]).toEqual([total, true]);
  });

  test('of more rows than anybody waits for says that it is made in the background, and comes by itself and in a message', async ({
    office,
  }) => {
    await arrange(`
      insert into app.data_brand (tenant_code, id, code, name)
      select '1000', gen_random_uuid(), 'LONG' || n, '长单品牌' || n
      from generate_series(1, 50001) n`);
    const person = await office.enter('lancai', { language: 'zh-CN' });
    const { page, panel } = person;
    try {
      await arrange(`update sec.session set confirmed_until = 'infinity' where ended_at is null`);
      await person.open('data/brand?tenantFlag=0');
      await panel.locator('[data-row-key]').first().waitFor();
      const told = page.locator('.ant-message-notice', { hasText: '正在后台导出' }).first().waitFor();
      const { bytes, name } = await save(person, async () => {
        await more(person, 'exportCsv');
        await told;
      });
      const [{ count } = { count: '' }] = await arrange<{ count: string }>(`
        select message as count
        from app.sys_operationlog
        where noun = 'data:brand' and operation = 'export'
        order by create_date desc
        limit 1`);
      expect([name, String(linesIn(bytes).length - 1)]).toEqual(['品牌.csv', count]);
      await page.locator('[data-verb="unread"], .bell').first().click();
      const message = page.locator('[data-message]', { hasText: '导出完成' });
      await message.waitFor();
      expect((await save(person, () => message.click())).bytes.length).toBe(bytes.length);
    } finally {
      await arrange(`delete from app.data_brand where code like 'LONG%'`);
    }
  });

  test('that fails says 系统数据异常, whatever went wrong', async ({ office }) => {
    const person = await office.enter('lancai', { language: 'zh-CN' });
    await person.page.route('**/api/channelsale/order/excel/exportMain', (route) =>
      route.fulfill({ json: { code: 500, msg: 'boom', data: null } }),
    );
    await person.page.route('**/api/data/bd/unit/export*', (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"code":500,"msg":"boom","data":null}' }),
    );
    for (const screen of ['order/order', 'data/unit?tenantFlag=0']) {
      await person.open(screen);
      await person.panel.locator('[data-row-key]').first().waitFor();
      await person.panel.locator('[data-verb="export"]').click();
      await person.told('系统数据异常');
      await person.page.locator('.ant-message-notice').first().waitFor({ state: 'detached' });
    }
  });
});
