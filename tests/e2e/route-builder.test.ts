import { describe, expect } from 'vitest';
import type { Drawing } from '#workflow/model/engine/drawing.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { deployProcess, removeProcess } from './process.ts';
import { settled } from './settled.ts';

const key = 'E2E_ROUTED';
const chosen = async ({ page, panel }: Person, field: string, option: string, typed?: string): Promise<void> => {
  await panel.locator(`.rule-body .ant-select[data-field="${field}"]`).last().click();
  if (typed !== undefined) await page.keyboard.type(typed);
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: new RegExp(`^${option}$`) })
    .first()
    .click();
};

const process: Drawing = {
  key,
  name: '金额审批',
  docType: 'SO',
  nodes: [
    { kind: 'startEvent', id: 'start' },
    { kind: 'userTask', id: 'boss', name: '总经理', approvers: 'role:SALES_MANAGER' },
    { kind: 'endEvent', id: 'end' },
  ],
  flows: [
    ['start', 'boss'],
    ['boss', 'end'],
  ],
};

describe('whoever routes documents', () => {
  test('reads in the list where a route leads, and is told the addresses only when he points at it', async ({
    office,
  }) => {
    await deployProcess(process);
    try {
      const route = {
        name: '词语路由',
        processDefinitionKey: key,
        docType: 'SO',
        routeName: 'order-order',
        saveUrl: '/channelsale/order',
        formName: 'order',
      };
      await ask('lancai', 'POST', '/activiti/bizroute', route);
      const person = await office.enter('lancai', { language: 'zh-CN', width: 1280, height: 720 });
      await person.open('activiti/bizroute');
      const row = person.panel.locator('[data-row-key]', { hasText: route.name });
      const cell = (column: string) => row.locator(`[data-column="${column}"]`);
      await expect.poll(() => cell('processDefinitionKey').innerText()).toBe(process.name);
      await expect.poll(() => cell('routeName').innerText()).toBe('销售订单');
      await expect.poll(() => cell('saveUrl').innerText()).toBe('保存销售订单');
      await expect.poll(() => cell('saveUrl').locator('[title]').getAttribute('title')).toBe('/channelsale/order');
    } finally {
      await removeProcess(key);
    }
  });

  test('puts a rule with a condition in force without typing an expression', async ({ office }) => {
    await deployProcess(process);
    try {
      const person = await office.enter('lancai');
      const { page, panel } = person;
      await person.open('activiti/bizroute');
      await panel.locator('[data-verb="arrange"]').click();
      await page.locator('.ant-dropdown [data-doc-type="SO"]').click();
      await expect.poll(() => person.route()).toBe('routeBoard/SO');
      await panel.locator('[data-verb="addRule"]').click();
      const publish = panel.locator('[data-verb="publish"]');
      // Each missing part is named until the rule is whole.
      await panel.locator('.rule-reads-missing', { hasText: '第 1 个条件的字段' }).waitFor();
      await expect.poll(() => publish.isDisabled()).toBe(true);
      await chosen(person, 'ruleField', '总金额', '总金额');
      await panel.locator('.rule-reads-missing', { hasText: '“总金额”的值' }).waitFor();
      await chosen(person, 'ruleOperator', '大于等于');
      await panel.locator('[data-test] input[role="spinbutton"]').last().fill('50000');
      await panel.locator('.rule-reads-missing', { hasText: '要走的流程' }).waitFor();
      await chosen(person, 'ruleProcess', '金额审批');
      await panel.locator('.rule-reads', { hasText: '总金额 大于等于 50,000' }).waitFor();
      await panel.locator('.rule-reads', { hasText: '依次经过总经理' }).waitFor();
      await panel.locator('[data-testid="effect"]').waitFor();
      await publish.click();
      await person.told('已发布');
      const stored = await arrange<{ condition: string; route_name: string; save_url: string }>(
        `select condition, route_name, save_url from app.activiti_bizroute where process_definition_key = $1`,
        [key],
      );
      expect(stored).toEqual([
        { condition: 'totalAmount >= 50000', route_name: 'order-order', save_url: '/channelsale/order' },
      ]);
      await settled(person);

      // Who put it in force, and how it stood before, is with the rule.
      const card = panel.locator('[data-rule^="新规则"]');
      await card.locator('[data-verb="moreOfRule"]').click();
      await page.locator('.ant-dropdown [data-verb="ruleHistory"]').click();
      const history = page.locator('.history');
      await history.locator('text=新增').first().waitFor();
      await history.locator('.ant-drawer-close').click();
      await history.waitFor({ state: 'detached' });

      // A group, and moving by keys; the rule is then the first that is asked.
      if ((await card.locator('.rule-body').count()) === 0) await card.locator('[data-verb="unfoldRule"]').click();
      await card.locator('[data-verb="addGroup"]').click();
      await panel.locator('.rule-reads-missing').waitFor();
      await panel.locator('[data-verb="cancelRules"]').click();
      await expect.poll(() => panel.locator('[data-group]').count()).toBe(0);
    } finally {
      await removeProcess(key);
    }
  });

  test('keeps an expression that the builder cannot show, and sees which rule a real document meets', async ({
    office,
  }) => {
    await deployProcess(process);
    const route = { processDefinitionKey: key, docType: 'SO', routeName: 'order-order', saveUrl: '/channelsale/order' };
    try {
      for (const [name, condition, priority] of [
        ['E2E 手写', 'totalAmount + 1 < 0', 1],
        ['E2E 有金额', 'totalAmount >= 0 and (orderType != "9" or creditShort = true)', 2],
      ] as const)
        await ask('lancai', 'POST', '/activiti/bizroute', { ...route, formName: 'order', name, condition, priority });
      const person = await office.enter('lancai', {}, '/#/routeBoard/SO');
      const { panel, page } = person;
      await panel.locator('[data-rule="E2E 手写"] [data-field="ruleFeel"]').waitFor();
      await panel.locator('[data-testid="met"]', { hasText: '符合「E2E 有金额」' }).waitFor();
      await expect.poll(() => panel.locator('.try-tests [data-held="true"]').count()).toBeGreaterThan(0);
      await panel.locator('.try-way', { hasText: '总经理' }).waitFor();
      // Alt ↓ moves the first below the second.
      await panel.locator('[data-rule="E2E 手写"] .rule-handle').focus();
      await page.keyboard.press('Alt+ArrowDown');
      await expect.poll(() => panel.locator('[data-rule]').first().getAttribute('data-rule')).toBe('E2E 有金额');
      await panel.locator('[data-verb="publish"]').click();
      await person.told('已发布');
      expect(await arrange(`select condition from app.activiti_bizroute where name = 'E2E 手写'`)).toEqual([
        { condition: 'totalAmount + 1 < 0' },
      ]);
    } finally {
      await removeProcess(key);
    }
  });
});
