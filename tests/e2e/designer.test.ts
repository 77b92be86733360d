import { mkdirSync, readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { arrange, test, type Person } from './person.ts';
import { removeProcess } from './process.ts';
import { settled } from './settled.ts';

/** E2E_SHOTS=folder keeps pictures of what a person should look at. */
async function shot({ page }: Person, name: string): Promise<void> {
  const folder = process.env['E2E_SHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

const key = 'E2E_DESIGNED';
const shapes = ({ panel }: Person) => panel.locator('.djs-shape[data-element-id]');

/** A click on what is chosen already would let it go. */
async function select({ panel }: Person, element: string): Promise<void> {
  if ((await panel.locator(`.properties[data-element="${element}"]`).count()) === 0)
    await panel.locator(`.djs-shape[data-element-id="${element}"] .djs-hit`).first().click();
  await panel.locator(`.properties[data-element="${element}"]`).waitFor();
}

/** Appends with the pad of an element and types its name, as one does. */
async function append(person: Person, from: string, what: string, name?: string): Promise<string> {
  const { page } = person;
  const before = new Set(
    await shapes(person).evaluateAll((all) => all.map((shape) => shape.getAttribute('data-element-id'))),
  );
  await select(person, from);
  await page.locator(`.djs-context-pad.open .entry[data-action="append.${what}"]`).click();
  await expect
    .poll(async () =>
      (await shapes(person).evaluateAll((all) => all.map((shape) => shape.getAttribute('data-element-id')))).filter(
        (id) => !before.has(id) && id?.endsWith('_label') === false,
      ),
    )
    .toHaveLength(1);
  const [made = ''] = (
    await shapes(person).evaluateAll((all) => all.map((shape) => shape.getAttribute('data-element-id') ?? ''))
  ).filter((id) => !before.has(id) && !id.endsWith('_label'));
  if (name !== undefined) {
    await page.locator('.djs-direct-editing-content').waitFor();
    await page.keyboard.type(name);
  }
  await page.keyboard.press(name === undefined ? 'Escape' : 'Enter');
  return made;
}

async function choose(person: Person, label: string, option: string | RegExp, typed?: string): Promise<void> {
  await person.panel.locator(`[data-field="${label}"] .ant-select, .ant-select[data-field="${label}"]`).last().click();
  if (typed !== undefined) await person.page.keyboard.type(typed);
  await person.page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option })
    .first()
    .click();
}

/** Through the picker of roles. */
async function name(person: Person, code: string): Promise<void> {
  const { page, panel } = person;
  await panel.locator('[data-verb="addApprover"]').click();
  await panel.locator('[data-field="approvers"] [data-verb="pick"]').last().click();
  const dialog = page.locator('.ant-modal').filter({ visible: true });
  await dialog.locator('[data-row-key]', { hasText: code }).first().dblclick();
  await dialog.waitFor({ state: 'detached' }).catch(() => dialog.locator('.ant-modal-footer .ant-btn-primary').click());
}

describe('the process designer', () => {
  test('a process with an amount gateway and a countersign step is drawn, checked, deployed, put to rest, woken and compared with its next version', async ({
    office,
  }) => {
    await removeProcess(key);
    let seen: Person | undefined;
    try {
      const person = await office.enter('lancai', { width: 1440, height: 900 });
      seen = person;
      const { page, panel } = person;
      page.setDefaultTimeout(15_000);
      await person.open('activiti/model');
      await panel.locator('[data-verb="add"]').click();
      await panel.locator('[data-field="name"] input').fill('端到端审批');
      await panel.locator('[data-field="key"] input').fill(key);
      await panel.locator('[data-verb="save"]').click();
      await person.told('保存成功');
      await person.open('activiti/model');
      await panel.locator('[data-row-key]', { hasText: key }).locator('input[type="checkbox"]').check();
      await panel.locator('.toolbar [data-verb="design"]').click();

      // An empty model says what it lacks.
      await panel.locator('.djs-shape[data-element-id="start"]').waitFor();
      await panel.locator('[data-check="faults"]').waitFor();
      await panel.locator(`[data-fault="start"]`, { hasText: '没有出口' }).waitFor();
      await expect.poll(() => panel.locator('[data-verb="deploy"]').isDisabled()).toBe(true);
      await panel.locator('.bjs-powered-by').waitFor();
      // Nothing is offered that could not run.
      await expect
        .poll(() =>
          panel
            .locator('.djs-palette .entry')
            .evaluateAll((all) => all.map((entry) => entry.getAttribute('data-action'))),
        )
        .toEqual(expect.arrayContaining(['create.user-task', 'create.parallel-gateway']));
      await settled(panel);
      expect(
        await panel
          .locator(
            '.djs-palette .entry[data-action="create.participant-expanded"], .djs-palette .entry[data-action="create.data-object"]',
          )
          .count(),
      ).toBe(0);
      await choose(person, 'docType', '销售订单', '销售订单');

      const manager = await append(person, 'start', 'user-task', '经理');
      // A name is one line: Enter says it, and the cursor stays.
      await panel.locator('.properties [data-field="name"]').fill('经理审批');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => panel.locator(`.djs-shape[data-element-id="${manager}"] text`).first().textContent())
        .toBe('经理审批');
      await panel.locator(`[data-fault="${manager}"]`, { hasText: '没有设置审批人' }).waitFor();
      await expect.poll(() => panel.locator(`.djs-shape.fault[data-element-id="${manager}"]`).count()).toBe(1);
      await shot(person, 'designer-faults');
      await name(person, 'SALES_MANAGER');
      await expect
        .poll(() => panel.locator(`[data-fault="${manager}"]`, { hasText: '没有设置审批人' }).count())
        .toBe(0);

      const gate = await append(person, manager, 'exclusive-gateway');
      const board = await append(person, gate, 'user-task', '价格会签');
      await name(person, 'SALES_MANAGER');
      await name(person, 'GENERAL_MANAGER');
      await choose(person, 'signing', '同时会签');
      await choose(person, 'until', '半数以上同意');
      await append(person, board, 'end-event');
      await append(person, gate, 'end-event');

      // The way to the countersign asks for the amount; the other one is the default.
      await panel.locator('[data-fault^="Flow_"]', { hasText: '网关的出口需要条件' }).first().click();
      await shot(person, 'designer-flows');
      await panel.locator('[data-verb="addCondition"]').click();
      await choose(person, 'conditionField', '(amount)', 'amount');
      await choose(person, 'conditionOperator', /^>$/);
      await panel.locator('[data-field="conditionValue"] input, input[data-field="conditionValue"]').fill('50000');
      await panel.locator('[data-field="feel"]').first().click();
      await expect.poll(() => panel.locator('textarea[data-field="feel"]').inputValue()).toBe('amount > 50000');
      await expect.poll(() => panel.locator('[data-fault^="Flow_"]').count()).toBe(1);
      await panel.locator('[data-fault^="Flow_"]').click();
      await panel.locator('[data-field="isDefault"] .ant-switch').click();
      await panel.locator('[data-check="sound"]').waitFor();
      await shot(person, 'designer');

      // What was drawn and what can be undone outlive the tab being hidden.
      const drawn = await shapes(person).count();
      await person.open('activiti/model');
      await page.locator('[data-tab^="processModel/"]').click();
      await settled(person);
      expect(await shapes(person).count()).toBe(drawn);
      await panel.locator('[data-verb="undo"]').click();
      await panel.locator('[data-check="faults"]').waitFor();
      await panel.locator('[data-verb="redo"]').click();
      await panel.locator('[data-check="sound"]').waitFor();

      await panel.locator('[data-verb="save"]').click();
      await person.told('保存成功');
      await panel.locator('[data-verb="dryRun"]').click();
      const rehearsal = page.locator('.rehearsal');
      await rehearsal.locator(`[data-step="${manager}"]`).waitFor();
      await expect
        .poll(async () => Number(await rehearsal.locator('[data-figure="completed"]').innerText()))
        .toBeGreaterThan(0);
      await shot(person, 'designer-dry-run');
      await rehearsal.locator('.ant-modal-close').click();
      await panel.locator('[data-verb="deploy"]').click();
      await page.locator('[data-verb="confirm"]').click();
      await person.told('已部署');

      // The next version: a fault is planted, seen, cured; another approver.
      await select(person, manager);
      await panel.locator('[data-field="approvers"] .approver .ant-btn').click();
      await panel.locator(`[data-fault="${manager}"]`, { hasText: '没有设置审批人' }).waitFor();
      await expect.poll(() => panel.locator('[data-verb="deploy"]').isDisabled()).toBe(true);
      await name(person, 'GENERAL_MANAGER');
      await panel.locator('[data-check="sound"]').waitFor();
      await panel.locator('[data-verb="deploy"]').click();
      await page.locator('[data-verb="confirm"]').click();
      await expect
        .poll(async () =>
          (
            await arrange<{ version: number }>(
              'select version from app.activiti_process where key = $1 order by version',
              [key],
            )
          ).map(({ version }) => version),
        )
        .toEqual([1, 2]);

      // Out into a file, a template in its place, and back from the file.
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        panel.locator('[data-verb="exportXml"]').click(),
      ]);
      const kept = readFileSync(await download.path(), 'utf8');
      expect([
        download.suggestedFilename(),
        kept.includes(`<bpmn:process id="${key}"`),
        kept.includes('camunda:candidateGroups="role:GENERAL_MANAGER"'),
      ]).toEqual([`${key}.bpmn20.xml`, true, true]);
      await panel.locator('[data-verb="template"]').click();
      await page.locator('[data-template="DEMO_CORRECTION"]').click();
      await page.locator('[data-verb="confirm"]').click();
      await panel.locator('.djs-shape[data-element-id="leader"]').waitFor();
      await panel.locator('[data-check="sound"]').waitFor();
      await expect.poll(() => panel.locator('.properties input[readonly]').first().inputValue()).toBe(key);
      await panel
        .locator('input[type="file"]')
        .setInputFiles({ name: 'kept.bpmn', mimeType: 'application/xml', buffer: Buffer.from(kept) });
      await page.locator('[data-verb="confirm"]').click();
      await panel.locator(`.djs-shape[data-element-id="${manager}"]`).waitFor();
      await panel
        .locator('input[type="file"]')
        .setInputFiles({ name: 'no.bpmn', mimeType: 'application/xml', buffer: Buffer.from('<half') });
      await page.locator('[data-verb="confirm"]').click();
      await person.told('不是可以打开的BPMN文件');
      await panel.locator(`.djs-shape[data-element-id="${manager}"]`).waitFor();

      await person.open('activiti/process');
      const rows = panel.locator('[data-row-key]', { hasText: key });
      await expect.poll(() => rows.count()).toBe(2);
      for (const i of [0, 1]) await rows.nth(i).locator('input[type="checkbox"]').check();
      await panel.locator('.toolbar [data-verb="diff"]').click();
      const diff = page.locator('.process-diff');
      await diff
        .locator(`[data-change="changed ${manager}"]`, { hasText: '角色 SALES_MANAGER → 角色 GENERAL_MANAGER' })
        .waitFor();
      await expect.poll(() => diff.locator('[data-change]').count()).toBe(1);
      await expect.poll(() => diff.locator(`.diff-canvas .diff-changed[data-element-id="${manager}"]`).count()).toBe(2);
      await expect.poll(() => diff.locator('.bjs-powered-by').count()).toBe(2);
      await shot(person, 'process-diff');
      await diff.locator('.ant-modal-close').click();

      const latest = rows.filter({ has: page.getByText('2', { exact: true }) }).first();
      await panel.locator('[data-verb="clearSelection"]').click();
      await latest.locator('input[type="checkbox"]').check();
      for (const [verb, state] of [
        ['suspend', '2'],
        ['active', '1'],
      ] as const) {
        await panel.locator(`.toolbar [data-verb="${verb}"]`).click();
        await page.locator('[data-verb="confirm"]').click();
        await expect
          .poll(
            async () =>
              (
                await arrange<{ state: string }>(
                  'select state from app.activiti_process where key = $1 and version = 2',
                  [key],
                )
              )[0]?.state,
          )
          .toBe(state);
        await panel.locator('.toolbar-chosen').waitFor({ state: 'detached' });
        await latest.locator('input[type="checkbox"]').check();
      }
      await shot(person, 'process-list');
    } catch (error) {
      if (seen !== undefined) await shot(seen, 'designer-broken');
      throw error;
    } finally {
      await removeProcess(key);
    }
  });
});
