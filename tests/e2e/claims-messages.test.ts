import { describe, expect } from 'vitest';
import { arrange, ask, test, type Person } from './person.ts';

const notice = ({ page }: Person, text: string) => page.locator('.ant-message-notice', { hasText: text });

/** A window that no other test gets: its clock is never set right again. */
const alone = (claim: string) => ({ script: `window.claim = '${claim}';` });

/**
 * The clock of the page stands still: time goes on by the steps of the test, and no slow machine is read as a long
 * message.
 */
async function holdTime({ page }: Person): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Milliseconds of the page's own clock between the message that came and the page without it. */
async function lasting(person: Person, text: string): Promise<number> {
  const { clock } = person.page;
  await expect
    .poll(async () => {
      await clock.runFor(20);
      return notice(person, text).count();
    })
    .toBe(1);
  let passed = 0;
  while ((await notice(person, text).count()) > 0 && passed < 20_000) {
    await clock.runFor(100);
    passed += 100;
  }
  return passed;
}
const expectSeconds = (milliseconds: number, seconds: number): void => {
  expect(milliseconds).toBeGreaterThanOrEqual(seconds * 1000 - 200);
  expect(milliseconds).toBeLessThanOrEqual(seconds * 1000 + 400);
};

describe('a message', () => {
  test('[A95] of an HTTP 500 is 服务器异常，状态码：500, and stays 4 s', async ({ office }) => {
    const person = await office.enter('lancai', alone('A95'));
    person.expectComplaint(/status of 500/);
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-row-key]').first().waitFor();
    await person.page.route('**/api/data/bd/brand/page*', (route) => route.fulfill({ status: 500, body: 'proxy' }));
    await holdTime(person);
    await person.panel.locator('[data-verb="refresh"]').click();
    expectSeconds(await lasting(person, '服务器异常，状态码：500'), 4);
  });

  test('[A319] that nothing was chosen to be deleted stays half a second', async ({ office }) => {
    const person = await office.enter('lancai', { ...alone('A319'), language: 'en-US' });
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-row-key] [data-column="name"]').first().click();
    await holdTime(person);
    await person.page.keyboard.press('Delete');
    expectSeconds(await lasting(person, 'Please select delete item'), 0.5);
  });

  test('[A101] [A109] of a success stays half a second; then the dialog closes, and whoever opened it goes on', async ({
    office,
  }) => {
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/activiti/correction', {
      post: 'CLAIM101',
      entryDate: '2026-01-01',
      correctionDate: '2026-04-01',
      workContent: 'x',
      achievement: 'y',
    });
    // What waits for its approval is approved in the list.
    await arrange(`update app.activiti_correction set bill_status = '4' where id = $1`, [id]);
    const person = await office.enter('lancai', alone('A101'));
    await person.open('activiti/correction');
    await person.panel.locator(`[data-row-key="${id}"] input[type="checkbox"]`).check();
    await person.panel.locator('.toolbar-chosen [data-verb="approve"]').click();
    const dialog = person.page.locator('.approval-comments').filter({ visible: true });
    await dialog.locator('[data-field="operateMsg"]').fill('同意');
    await person.page.route('**/api/activiti/correction/approve', (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: null } }),
    );
    await holdTime(person);
    await person.page.clock.runFor(2000);
    await dialog.locator('[data-verb="confirm"]').click();
    // While it is read, the dialog is there and the row is still chosen.
    await notice(person, '操作成功').waitFor();
    await person.page.clock.runFor(400);
    // once: a poll would wait for the page to become what it must be at this moment.
    expect([await dialog.count(), await person.panel.locator('.toolbar-chosen').count()]).toEqual([1, 1]);
    await person.page.clock.runFor(300);
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => notice(person, '操作成功').count()).toBe(0);
    // The success is told to the list, which gives up its choice.
    await expect.poll(() => person.panel.locator('.toolbar-chosen').count()).toBe(0);
  });
});
