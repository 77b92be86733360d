import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { docx, pdf } from '#tests/files.ts';
import { list, sheet } from '#tests/sheets.ts';
import { arrange, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const tidy = (): Promise<unknown> => arrange(`delete from app.data_brand where code like 'EIM%'`);
const file = (name: string, content: Buffer | string): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content as string),
});
const brands = async (): Promise<string[]> =>
  (
    await arrange<{ said: string }>(
      `select code || ' ' || name as said from app.data_brand where code like 'EIM%' order by code`,
    )
  ).map(({ said }) => said);

/** The import of brands, open in its list. */
async function dialogOf(person: Person): Promise<Locator> {
  await person.open('data/brand?tenantFlag=0');
  await person.panel.locator('[data-verb="import"]').click();
  const dialog = person.page.locator('.import-dialog');
  await dialog.locator('[data-testid="import-tip"]').waitFor();
  return dialog;
}
const choose = (dialog: Locator, ...files: readonly ReturnType<typeof file>[]): Promise<void> =>
  dialog.locator('input[type="file"]').setInputFiles([...files]);

describe('a list of brands', () => {
  test('[picker:excelImport] [A279] [A280] [A283] goes in as it is uploaded: files in flight are counted, success is told, the dialog closes and the list shows them', async ({
    office,
  }) => {
    await tidy();
    const person = await office.enter('lancai');
    const urls: string[] = [];
    person.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/brand/import'))
        urls.push(decodeURIComponent(request.url()));
    });
    const dialog = await dialogOf(person);
    await expect
      .poll(() => dialog.evaluate((node) => /width:\s*(\d+px)/.exec(node.getAttribute('style') ?? '')?.[1]))
      .toBe('500px');
    // Held for a moment: a counter that nobody can see is none.
    await person.page.route('**/api/data/bd/brand/import**', async (route) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 400);
      });
      await route.continue();
    });
    await choose(
      dialog,
      file('甲.csv', list(['编码', '名称'], [['EIM1', '甲']])),
      file(
        '乙.xlsx',
        await sheet(
          ['Code', 'Name'],
          [
            ['EIM2', '乙'],
            ['EIM3', '丙'],
          ],
        ),
      ),
    );
    await dialog.locator('[data-testid="in-flight"][data-count="2"]').waitFor();
    await dialog.locator('[data-testid="in-flight"][data-count="1"]').waitFor();
    await person.told('导入成功');
    await dialog.waitFor({ state: 'detached' });
    await person.panel.locator('[data-row-key]', { hasText: 'EIM3' }).waitFor();
    expect(await brands()).toEqual(['EIM1 甲', 'EIM2 乙', 'EIM3 丙']);
    expect(urls).toHaveLength(2);
    for (const url of urls) expect(url).toMatch(/\/import\?token=t\.[^&]+&extraParams=\{"stage":"1"\}$/);
  });

  test('[A281] that cannot be read is told in the words of the server, and the dialog stays', async ({ office }) => {
    const person = await office.enter('lancai');
    const dialog = await dialogOf(person);
    await choose(dialog, file('坏.xlsx', docx()));
    await person.told('只支持xlsx, csv格式文件！');
    await dialog.locator('[data-upload="failed"]', { hasText: '坏.xlsx' }).waitFor();
    await choose(dialog, file('空.csv', '编码,名称\n'));
    await person.told('文件无法导入：没有数据行');
    await settled(dialog);
    expect(await dialog.isVisible()).toBe(true);
    await dialog.locator('[data-dialog="import"] button').click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('[A282] [A284] of another format is refused before it is sent, with the tip in the language of the page', async ({
    office,
  }) => {
    for (const [language, tip] of [
      ['zh-CN', '只支持xlsx, csv格式文件！'],
      ['zh-TW', '只支援xlsx, csv格式檔案！'],
      ['en-US', 'Only xlsx, csv format files supported'],
    ] as const) {
      const person = await office.enter('lancai', { language });
      let posts = 0;
      person.page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/import')) posts += 1;
      });
      const dialog = await dialogOf(person);
      await expect.poll(() => dialog.locator('[data-testid="import-tip"]').innerText()).toBe(tip);
      await choose(dialog, file('x.pdf', pdf()));
      await person.told(tip);
      await settled(dialog);
      expect([posts, await dialog.locator('[data-upload]').count()]).toEqual([0, 0]);
    }
  });

  test('whose columns and cells are not right is put right here: columns named, cells mended, then all of it goes in', async ({
    office,
  }) => {
    await tidy();
    const person = await office.enter('lancai');
    const dialog = await dialogOf(person);
    await choose(
      dialog,
      file(
        '清单.xlsx',
        await sheet(
          ['代号', '名称', '排序', '附注'],
          [
            ['EIM1', '甲', '1', 'x'],
            ['EIM2', '', '二', 'y'],
            ['EIM3', '丙', '3', 'z'],
          ],
        ),
      ),
    );
    await dialog.locator('[data-testid="import-missing"]').waitFor();
    await dialog.locator('[data-import-column="代号"] .ant-select').click();
    await person.page.locator('.ant-select-item-option', { hasText: '编码 *' }).click();
    await dialog.locator('[data-verb="stage"]').click();
    await dialog.locator('[data-testid="import-counts"]', { hasText: '共 3 行，2 行正确，1 行有错误' }).waitFor();
    await expect.poll(() => dialog.locator('.grid-wrong').count()).toBe(2);
    await expect.poll(() => dialog.locator('[data-verb="applyAll"]').isDisabled()).toBe(true);
    const [name, sort] = [
      dialog.locator('.grid-wrong[data-field="c1"]'),
      dialog.locator('.grid-wrong[data-field="c2"]'),
    ];
    await expect
      .poll(async () => [await name.getAttribute('title'), await sort.getAttribute('title')])
      .toEqual(['必填项不能为空', '格式错误']);
    await name.click();
    await person.page.keyboard.type('乙');
    await person.page.keyboard.press('Enter');
    await sort.click();
    await person.page.keyboard.type('2');
    await person.page.keyboard.press('Enter');
    await dialog.locator('[data-verb="recheck"]').click();
    await dialog.locator('[data-testid="import-counts"]', { hasText: '3 行正确，0 行有错误' }).waitFor();
    await dialog.locator('[data-verb="applyAll"]').click();
    await person.told('导入成功');
    await dialog.waitFor({ state: 'detached' });
    expect(await brands()).toEqual(['EIM1 甲', 'EIM2 乙', 'EIM3 丙']);
  });

  test('goes in without its wrong rows when that is wanted, and those come back marked', async ({ office }) => {
    await tidy();
    const person = await office.enter('lancai');
    const dialog = await dialogOf(person);
    await choose(
      dialog,
      file(
        '清单.csv',
        list(
          ['编码', '名称'],
          [
            ['EIM1', '甲'],
            ['EIM2', ''],
          ],
        ),
      ),
    );
    await dialog.locator('[data-verb="applyGood"]').click();
    await person.told('已导入 1 行，还有 1 行有错误');
    await dialog.locator('[data-testid="import-counts"]', { hasText: '共 1 行，0 行正确，1 行有错误' }).waitFor();
    const [download] = await Promise.all([
      person.page.waitForEvent('download'),
      dialog.locator('[data-verb="marked"]').click(),
    ]);
    expect(download.suggestedFilename()).toBe('清单-错误标记.xlsx');
    expect(await brands()).toEqual(['EIM1 甲']);
  });
});
