import { describe, expect } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { saidIn } from './messages.ts';
import { arrange, ask, asker, place, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const messages = ({ page }: Person) => page.locator('.ant-message-notice');
const brand = 'data-brand?tenantFlag=0';

/** Holds what the statement locks while the work goes on; `release` lets go of it. */
const holding = (sql: string, work: (release: () => Promise<unknown>) => Promise<void>): Promise<void> =>
  asAdministrator(place().adminUrl, async (client) => {
    await client.query('begin');
    await client.query(sql);
    await work(() => client.query('rollback'));
  });

describe('R8: while the system is busy', () => {
  test.for([
    ['zh-CN', '系统繁忙，正在自动重试…'],
    ['en-US', 'The system is busy, trying again…'],
  ] as const)('a list says so and comes by itself (%s)', async ([language, line], { office }) => {
    const person = await office.enter('lancai', { language });
    person.expectComplaint(/status of 503/);
    const asking = await asker('lancai');
    await holding('lock table app.data_brand in access exclusive mode', async (release) => {
      // Readers of a locked table hold every connection that their tenant may have.
      const readers = Array.from({ length: 6 }, () => asking('GET', '/data/bd/brand/page').catch(() => undefined));
      await person.page.evaluate(`location.hash = '#/${brand}'`);
      await messages(person).filter({ hasText: line }).waitFor();
      await release();
      await Promise.all(readers);
    });
    await person.panel.locator('[data-row-key]').first().waitFor();
    await messages(person).first().waitFor({ state: 'detached' });
    await settled(person);
    expect([...new Set((await saidIn(person)).map(({ text }) => text))]).toEqual([line]);
  });

  test('a form keeps what was entered and is saved once, under one key', async ({ office }) => {
    await arrange(`delete from app.data_brand where code = 'BUSY1'`);
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/data/bd/brand', { code: 'BUSY1', name: '繁忙' });
    const person = await office.enter('lancai');
    const { panel, page } = person;
    person.expectComplaint(/status of 503/);
    await page.evaluate(`location.hash = '#/${brand}__edit__${id}'`);
    await panel.locator('[data-field="name"] input').fill('繁忙改');
    await holding(`select from app.data_brand where id = '${id}' for update`, async (release) => {
      await panel.locator('[data-verb="save"]').click();
      await messages(person).filter({ hasText: '系统繁忙，正在自动重试，请不要重复提交' }).waitFor();
      await expect.poll(() => panel.locator('[data-field="name"] input').inputValue()).toBe('繁忙改');
      await release();
    });
    await expect.poll(async () => (await saidIn(person)).some(({ text }) => text === '保存成功')).toBe(true);
    const saves = person.sent.filter(({ method, path }) => method === 'PUT' && path === '/data/bd/brand');
    expect(saves.length).toBeGreaterThan(1);
    expect(new Set(saves.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(await arrange(`select name, row_version from app.data_brand where id = '${id}'`)).toEqual([
      { name: '繁忙改', row_version: 2 },
    ]);
    await settled(person);
    expect((await saidIn(person)).some(({ text }) => text.includes('服务器异常'))).toBe(false);
    await arrange(`delete from app.data_brand where code = 'BUSY1'`);
  });
});
