import { describe, expect } from 'vitest';
import { list } from '#tests/sheets.ts';
import { arrange, test, type Person } from './person.ts';

const titles = [
  '单据序号',
  '名称',
  '开始日期',
  '结束日期',
  '规则类型编码',
  '适用客户',
  '明细规则类型编码',
  '最低数量',
  '购买数量',
  '赠送数量',
  '赠送方式',
  '赠品编码',
  '上限方式',
];
const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};
const made = (): Promise<{ name: string; rules: number }[]> =>
  arrange(`
    select h.name, count(l.id)::integer as rules
    from app.promotion_activity h
    join app.promotion_activity_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
    where h.name like '导入%'
    group by h.id, h.name
    order by h.name`);

describe.each([
  ['zh-CN', 1440],
  ['en-US', 1280],
] as const)('activities that come as a file (%s)', (language, width) => {
  test('are refused at their cells, mended there, and wait in the list to be audited', async ({ office }) => {
    await arrange(`update app.promotion_activity set name = 'x' where name like '导入%'`);
    // The same bytes twice would be asked about first.
    const [gift, other] = await arrange<{ code: string }>(
      `select code from app.data_material where status = '1' order by code limit 2`,
    );
    const rule = (least: string, gives: string, code = gift?.code ?? ''): readonly string[] => [
      'P001',
      least,
      least,
      gives,
      '1',
      code,
      '1',
    ];
    const head = (name: string): readonly string[] => [name, '2031-01-01', '2031-06-30', 'P001', ''];
    const content = list(titles, [
      ['1', ...head(`导入甲${language}`), ...rule('10', '1')],
      ['1', ...head(`导入甲${language}`), ...rule('20', '3', 'NOT-THERE')],
      ['2', ...head(`导入乙${language}`), ...rule('5', '1', other?.code)],
    ]);
    const person = await office.enter('lancai', { language, width, height: 860 });
    await person.open('promotion/activity');
    await shot(person, `activity-list-${language}`);
    await person.panel.locator('[data-verb="import"]').click();
    const dialog = person.page.locator('.import-dialog');
    await dialog.locator('[data-testid="import-tip"]').waitFor();
    await shot(person, `activity-import-${language}`);
    await dialog
      .locator('input[type="file"]')
      .setInputFiles([{ name: '活动.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }]);
    await dialog.locator('.grid-wrong').waitFor();
    await shot(person, `activity-import-wrong-${language}`);
    expect(await made()).toEqual([]);
    await dialog.locator('.grid-wrong').click();
    await person.page.keyboard.type(gift?.code ?? '');
    await person.page.keyboard.press('Enter');
    await dialog.locator('[data-verb="recheck"]').click();
    await dialog.locator('[data-verb="applyAll"]:enabled').click();
    await dialog.waitFor({ state: 'detached' });
    await person.panel.locator('[data-row-key]', { hasText: `导入甲${language}` }).waitFor();
    await shot(person, `activity-imported-${language}`);
    expect(await made()).toEqual([
      { name: `导入乙${language}`, rules: 1 },
      { name: `导入甲${language}`, rules: 2 },
    ]);
  });
});
