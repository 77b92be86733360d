import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { arrange, ask, test, type Person } from './person.ts';

const rowOf = ({ panel }: Person, text: string) => panel.locator('[data-row-key]', { hasText: text });

describe('a scheduled job', () => {
  test('is chosen from the registry, told what it takes, previewed, run at once, paused and resumed', async ({
    office,
  }) => {
    await arrange(`delete from app.job_schedule where job_name = '端到端任务'`);
    const person = await office.enter('admin');
    const { page, panel } = person;
    // A busy product says "come back": whoever was told so tries again.
    const act = async (verb: string): Promise<void> => {
      for (let tries = 0; tries < 3; tries += 1) {
        await rowOf(person, '端到端任务').locator('input[type="checkbox"]').check();
        await panel.locator(`.toolbar [data-verb="${verb}"]`).click();
        await page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
        if (
          await panel
            .locator('.toolbar-chosen')
            .waitFor({ state: 'detached', timeout: 15_000 })
            .then(
              () => true,
              () => false,
            )
        )
          return;
      }
      throw new Error(`${verb} was never done`);
    };
    await person.open('job/schedule');
    await panel.locator('[data-verb="add"]').click();
    await panel.locator('[data-field="params"]', { hasText: '先选择任务' }).waitFor();

    await panel.locator('[data-field="beanName"] .ant-select').click();
    await page.locator('.ant-select-item-option', { hasText: '结束过期会话' }).click();
    await panel.locator('[data-field="params"]', { hasText: '这个任务不需要参数' }).waitFor();
    await panel.locator('[data-field="beanName"] .ant-select').click();
    await page.locator('.ant-select-item-option', { hasText: '清理草稿' }).click();
    const days = panel.locator('[data-param="days"] input');
    await expect.poll(() => days.inputValue()).toBe('30');
    await days.fill('45');

    const cron = panel.locator('[data-field="cronExpression"]');
    await cron.locator('input').fill('*/5 * * * * *');
    await cron.getByText('两次执行至少间隔60秒').waitFor();
    await cron.locator('input').fill('30 2 * * 1-5');
    await expect.poll(() => cron.locator('.cron-preview li').allInnerTexts()).toHaveLength(5);
    for (const text of await cron.locator('.cron-preview li').allInnerTexts()) expect(text).toMatch(/ 02:30:00$/);
    await panel.locator('[data-field="jobName"] input').fill('端到端任务');
    await panel.locator('[data-verb="save"]').click();
    await person.told('保存成功');
    await rowOf(person, '端到端任务').waitFor();
    expect(
      await arrange(`
        select bean_name, params, cron_expression, status
        from app.job_schedule
        where job_name = '端到端任务'`),
    ).toEqual([{ bean_name: 'sweepDrafts', params: '{"days":45}', cron_expression: '30 2 * * 1-5', status: '1' }]);

    await act('run');
    await expect
      .poll(async () =>
        (await ask<{ list: { params: string; status: string }[] }>('admin', 'GET', '/sys/scheduleLog/page')).list.some(
          ({ params, status }) => params === '{"days":45}' && status === '1',
        ),
      )
      .toBe(true);
    await act('pause');
    await rowOf(person, '端到端任务').getByText('暂停').waitFor();
    await act('resume');
    await rowOf(person, '端到端任务').getByText('正常').waitFor();
    await person.open('job/schedulelog');
    await rowOf(person, '{"days":45}').first().waitFor();
  });
});

describe('the operation log', () => {
  test('shows who changed which field of what, before and after', async ({ office }) => {
    const { list } = await ask<{ list: { id: string; name: string; rowVersion: number; code: string }[] }>(
      'lancai',
      'GET',
      `/data/bd/unit/page?code=${paint.unit}`,
    );
    const unit = list[0]!;
    await ask('lancai', 'PUT', '/data/bd/unit', { id: unit.id, rowVersion: unit.rowVersion, name: `${unit.name}改` });
    const person = await office.enter('lancai');
    const { panel } = person;
    await person.open('sys/operationlog');
    await rowOf(person, '/data/bd/unit').first().locator('a').first().click();
    const change = panel.locator('[data-field="name"]', { hasText: `${unit.name}改` });
    await change.waitFor();
    await expect.poll(() => change.innerText()).toContain(unit.name);
    await panel.getByText(unit.code, { exact: false }).first().waitFor();
    await ask('lancai', 'PUT', '/data/bd/unit', { id: unit.id, name: unit.name });
  });
});
