import { describe, expect } from 'vitest';
import type { Drawing } from '#workflow/model/engine/drawing.ts';
import { hire } from './colleagues.ts';
import { arrange, asker, test } from './person.ts';
import { leadThrough } from './process.ts';

const bills = 200;
const stopAt = 80;

describe('bulk approval', () => {
  test('[A180] [A181] [A182] approves 200 documents one by one, is stopped at 80 and gone on with: 200 approved, none twice', async ({
    office,
  }) => {
    const { people } = await hire(['boss', 'second']);
    const user = (id: string, role: string) => ({ kind: 'userTask', id, name: id, approvers: `role:${role}` });
    // A second step behind the first: a document that was approved twice would be through.
    const drawing: Drawing = {
      key: 'E2E_BULK',
      name: '批量审批',
      docType: 'CR',
      nodes: [
        { kind: 'startEvent', id: 's' },
        user('first', people.boss.role),
        user('last', people.second.role),
        { kind: 'endEvent', id: 'e' },
      ],
      flows: [
        ['s', 'first'],
        ['first', 'last'],
        ['last', 'e'],
      ],
    };
    const laid = await leadThrough(drawing, { condition: 'post = "E2E批量"', priority: 1 });
    try {
      const ask = await asker('lancai');
      const start = async (): Promise<void> => {
        const { id } = await ask<{ id: string }>('POST', '/activiti/correction', {
          post: 'E2E批量',
          entryDate: '2026-01-01',
          correctionDate: '2026-04-01',
          workContent: 'x',
          achievement: 'y',
        });
        await ask('POST', '/activiti/running/startOfBusinessKey', {
          processDefinitionKey: 'E2E_BULK',
          businessKey: id,
        });
      };
      for (let made = 0; made < bills; made += 5) await Promise.all(Array.from({ length: 5 }, start));
      const approvals = (): Promise<{ deeds: number; bills: number }[]> =>
        arrange(`
          select count(*)::int as deeds, count(distinct i.bill_id)::int as bills
          from app.wf_history h
          join app.wf_instance i on i.id = h.instance_id
          where i.process_key = 'E2E_BULK' and h.action = 'complete'`);

      const boss = await office.enter(people.boss.username);
      await boss.open('activiti/todo');
      await boss.panel.locator('[data-verb="asList"]').click();
      await boss.panel.locator('.ant-pagination-options .ant-select').click();
      await boss.page.locator('.ant-select-item-option', { hasText: '200' }).click();
      await expect
        .poll(() => boss.panel.locator('[role="grid"]').getAttribute('aria-rowcount'))
        .toBe(String(bills + 1));
      await boss.panel.locator('[role="columnheader"] input[type="checkbox"]').first().click();
      await expect.poll(() => boss.panel.locator('.toolbar').innerText()).toContain('已选 200 条');
      await boss.panel.locator('.toolbar [data-verb="complete"]').click();
      const dialog = boss.page.locator('.approval-comments').filter({ visible: true });
      await dialog.locator('[data-field="operateMsg"]').fill('批量同意');
      boss.sent.length = 0;
      // The call after the eightieth is on its way for as long as it takes to press the button.
      let [begun, letGo] = [0, (): void => undefined];
      const pressed = new Promise<void>((resolve) => (letGo = resolve));
      await boss.page.route('**/activiti/task/complete*', async (route) => {
        begun += 1;
        if (begun === stopAt + 1) await pressed;
        await route.continue();
      });
      await dialog.locator('[data-verb="confirm"]').click();

      const remaining = async (): Promise<number> =>
        Number.parseInt((await dialog.locator('[data-remaining]').getAttribute('data-remaining')) ?? '', 10);
      const seen = new Set<number>();
      await expect
        .poll(
          async () => {
            const left = await remaining();
            seen.add(left);
            return left;
          },
          { interval: 20, timeout: 120_000 },
        )
        .toBe(bills - stopAt);
      await dialog.locator('[data-verb="stop"]').click();
      letGo();
      await dialog.locator('[data-testid="run-summary"]').waitFor();
      const left = await remaining();
      // The one that was under way is finished, and none is begun after it.
      expect(left).toBe(bills - stopAt - 1);
      // The counter counted.
      expect(seen.size).toBeGreaterThan(3);
      const calls = () => boss.sent.filter(({ path }) => path === '/activiti/task/complete');
      expect(calls()).toHaveLength(bills - left);
      expect(calls()[0]).toMatchObject({ method: 'POST', query: { comment: '批量同意' } });
      expect(await approvals()).toEqual([{ deeds: bills - left, bills: bills - left }]);
      await expect.poll(() => dialog.locator('[data-outcome="left"]').count()).toBe(left);
      await expect
        .poll(() => dialog.locator('[data-testid="run-summary"]').innerText())
        .toBe(`通过 ${bills - left} 张，失败 0 张，未处理 ${left} 张`);

      await dialog.locator('[data-verb="goOn"]').click();
      await expect.poll(() => dialog.locator('[data-outcome="done"]').count(), { timeout: 120_000 }).toBe(bills);
      expect(new Set(calls().map(({ query }) => query['taskId'])).size).toBe(bills);
      expect(calls()).toHaveLength(bills);
      expect(await approvals()).toEqual([{ deeds: bills, bills }]);
      expect(
        await arrange(`
          select count(*)::int as n
          from app.wf_task t
          join app.wf_instance i on i.id = t.instance_id
          where i.process_key = 'E2E_BULK' and t.node = 'last'`),
      ).toEqual([{ n: bills }]);
      await dialog.locator('[data-verb="close"]').click();
      await expect.poll(() => boss.panel.locator('.empty-list').count()).toBe(1);
    } finally {
      await laid.remove();
      await arrange(`delete from app.activiti_correction where post = 'E2E批量'`);
    }
  });
});
