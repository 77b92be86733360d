import { describe, expect } from 'vitest';
import { arrange, ask, test } from './person.ts';

const correction = (post: string): Promise<{ id: string }> =>
  ask<{ id: string }>('lancai', 'POST', '/activiti/correction', {
    post,
    entryDate: '2026-01-01',
    correctionDate: '2026-04-01',
    workContent: 'x',
    achievement: 'y',
  });

describe('approval of documents', () => {
  test('[A178] is told by the document: who audited it, when and with which words', async ({ office }) => {
    const { id } = await correction('CLAIM178');
    await arrange(
      `
        update app.activiti_correction
        set bill_status = '1', audit_person_name = '周审核', audit_date = '2026-03-05T06:07:08Z', audit_msg = '表现好'
        where id = $1`,
      [id],
    );
    const person = await office.enter('lancai');
    await person.open('activiti/correction');
    await person.panel.locator(`[data-row-key="${id}"] a`).first().click();
    await expect.poll(() => person.route()).toBe(`activiti-correction__read__${id}`);
    await person.panel.locator('[data-field="post"]').waitFor();
    // What a head has no room for stands behind "more".
    const more = person.panel.locator('[data-verb="more"]');
    if (await more.isVisible()) await more.click();
    for (const [field, value] of [
      ['auditPersonName', '周审核'],
      ['auditDate', '2026-03-05 14:07'],
      ['auditMsg', '表现好'],
    ] as const)
      await expect.poll(() => person.panel.locator(`[data-field="${field}"]`).innerText()).toContain(value);
  });

  test('[A180] of several sends one request for each, the next only after the answer to the one before', async ({
    office,
  }) => {
    const ids: string[] = [];
    for (const post of ['CLAIM180A', 'CLAIM180B', 'CLAIM180C']) ids.push((await correction(post)).id);
    await arrange(`update app.activiti_correction set bill_status = '4' where id = any($1::uuid[])`, [ids]);
    const person = await office.enter('lancai');
    await person.open('activiti/correction');
    for (const id of ids) await person.panel.locator(`[data-row-key="${id}"] input[type="checkbox"]`).check();
    const asked: string[][] = [];
    let underWay = 0;
    let most = 0;
    await person.page.route('**/api/activiti/correction/approve', async (route) => {
      asked.push((route.request().postDataJSON() as { ids: string[] }).ids);
      underWay += 1;
      most = Math.max(most, underWay);
      // Whoever sends without waiting would be here twice by now.
      await person.page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');
      underWay -= 1;
      await route.fulfill({ json: { code: 0, msg: '', data: null } });
    });
    await person.panel.locator('.toolbar-chosen [data-verb="approve"]').click();
    const dialog = person.page.locator('.approval-comments').filter({ visible: true });
    await dialog.locator('[data-field="operateMsg"]').fill('同意');
    await dialog.locator('[data-verb="confirm"]').click();
    await expect.poll(() => dialog.locator('[data-outcome="done"]').count()).toBe(ids.length);
    expect(asked.map((each) => each.length)).toEqual([1, 1, 1]);
    expect(asked.flat().toSorted()).toEqual(ids.toSorted());
    expect(most).toBe(1);
  });
});
