import { describe, expect } from 'vitest';
import { tools } from '#tests/house-goods.ts';
import { unfoldHead } from './lines.ts';
import { fromBillMenu } from './menu.ts';
import { writeOrder } from './orders.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const orderTab = 'order-order__add__0';
interface Bill {
  readonly id: string;
  readonly code: string;
  readonly remark: string | null;
  readonly consignee: string | null;
  readonly rowVersion: number;
  readonly orderType: string;
  readonly lines: readonly { readonly id: string; readonly number: string }[];
}
interface Kept {
  readonly content: {
    readonly values: Readonly<Record<string, unknown>>;
    readonly lines?: readonly { readonly set?: Readonly<Record<string, unknown>> }[];
  };
}

const tabsOf = ({ page }: Person): Promise<string[]> =>
  page.locator('[data-tab]').evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-tab') ?? ''));
const draftOf = async (username: string, tab: string): Promise<Kept | null> =>
  (
    await arrange<Kept>(
      `
        select d.content
        from app.sys_draft d
        join sec.account a using (user_id)
        where a.username = $1 and d.key = $2`,
      [username, tab],
    )
  )[0] ?? null;
const field = ({ panel }: Person, key: string) => panel.locator(`[data-field="${key}"] :is(input, textarea)`).first();
const restored = ({ panel }: Person) => panel.locator('[data-testid="restored"]');

async function unfold({ panel }: Person): Promise<void> {
  await panel.locator('[data-verb="more"]').first().click();
}

/** Half an order: a field of the head and the number of a line. */
async function writeHalfAnOrder(person: Person, text: string): Promise<void> {
  await person.page.goto(`/#/${orderTab}`);
  await field(person, 'consignee').waitFor();
  await settled(person);
  await field(person, 'consignee').fill(text);
  const number = person.panel.locator('[data-line="0"][data-field="number"]');
  await number.click();
  await person.page.keyboard.type('77');
  await person.page.keyboard.press('Tab');
  await expect.poll(() => number.innerText()).toBe('77');
}

async function expectHalfAnOrder(person: Person, text: string): Promise<void> {
  await expect.poll(() => tabsOf(person)).toContain(orderTab);
  await person.page.locator(`[data-tab="${orderTab}"]`).click();
  await restored(person).waitFor();
  await expect.poll(() => field(person, 'consignee').inputValue()).toBe(text);
  await expect.poll(() => person.panel.locator('[data-line="0"][data-field="number"]').innerText()).toBe('77');
  await expect.poll(() => person.page.locator(`[data-tab="${orderTab}"] .unsaved`).count()).toBe(1);
}

const billOf = (id: string): Promise<Bill> => ask<Bill>('lancai', 'GET', `/channelsale/order/${id}`);

describe('a half-typed order', () => {
  test('is there after the browser died, at another computer, with at most five seconds of typing lost', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await writeHalfAnOrder(person, '写到');
    await expect.poll(() => draftOf('lancai', orderTab)).toMatchObject({ content: { values: { consignee: '写到' } } });
    // Five seconds by the clock of the page, which stands still but for them: how busy the machine is decides nothing.
    const now = await person.page.evaluate<number>('Date.now()');
    await person.page.clock.install({ time: now });
    await person.page.clock.pauseAt(now + 60_000);
    await field(person, 'consignee').fill('写到一半');
    await person.page.clock.runFor(5000);
    await expect
      .poll(() => draftOf('lancai', orderTab))
      .toMatchObject({ content: { values: { consignee: '写到一半' } } });
    // The renderer dies: no event, no last call.
    person.page.goto('chrome://crash').catch(() => undefined);
    await person.page.waitForEvent('crash');

    const elsewhere = await office.enter('lancai');
    await expectHalfAnOrder(elsewhere, '写到一半');
    await expect.poll(() => restored(elsewhere).innerText()).toMatch(/已恢复 \d\d:\d\d 未保存的内容\s*放弃/);
  });

  test('is sent once more when the page is closed: what was typed last is not lost either', async ({ office }) => {
    const person = await office.enter('lancai');
    await writeHalfAnOrder(person, '前');
    await expect.poll(() => draftOf('lancai', orderTab)).not.toBeNull();
    await field(person, 'consignee').fill('最后一刻');
    await person.page.close();
    await expect
      .poll(() => draftOf('lancai', orderTab))
      .toMatchObject({ content: { values: { consignee: '最后一刻' } } });
  });

  test('is there after the session expired: the next call goes to login, then tab and text are back, to the last key', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await person.open('data/brand?tenantFlag=0');
    await writeHalfAnOrder(person, '过期之前');
    await expect.poll(() => draftOf('lancai', orderTab)).not.toBeNull();
    await arrange(`
      update sec.session
      set expires_at = now() - interval '1 second'
      where user_id = (select user_id from sec.account where username = 'lancai')`);
    await field(person, 'consignee').fill('过期之后');
    await expect.poll(() => person.route()).toBe('login');
    await person.told('登录已过期');
    expect(await draftOf('lancai', orderTab)).toMatchObject({ content: { values: { consignee: '过期之前' } } });
    await person.logIn('lancai');
    await person.page.locator('.sidebar').waitFor();
    await expect.poll(() => tabsOf(person)).toEqual(['home', 'data-brand?tenantFlag=0', orderTab]);
    await expectHalfAnOrder(person, '过期之后');
    await expect
      .poll(() => draftOf('lancai', orderTab))
      .toMatchObject({ content: { values: { consignee: '过期之后' } } });
  });

  test('is not for whoever signs in next on the same page', async ({ office }) => {
    const person = await office.enter('lancai');
    await writeHalfAnOrder(person, '不给别人看');
    await arrange(`
      update sec.session
      set ended_at = now()
      where user_id = (select user_id from sec.account where username = 'lancai')`);
    await field(person, 'consignee').fill('不给别人看！');
    await expect.poll(() => person.route()).toBe('login');
    await person.logIn('manager_1000');
    await person.page.locator('.sidebar').waitFor();
    await expect.poll(() => tabsOf(person)).toEqual(['home']);
    await person.page.goto(`/#/${orderTab}`);
    await field(person, 'consignee').waitFor();
    await settled(person);
    expect([await field(person, 'consignee').inputValue(), await restored(person).count()]).toEqual(['', 0]);
  });

  test('is given up by closing its tab, or by saying so; saved, nothing is left of it', async ({ office }) => {
    const person = await office.enter('lancai');
    await writeHalfAnOrder(person, '放弃一');
    await expect.poll(() => draftOf('lancai', orderTab)).not.toBeNull();
    await person.panel.locator('.panel-head [data-verb="closeTab"]').click();
    await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
    await expect.poll(() => draftOf('lancai', orderTab)).toBeNull();

    await writeHalfAnOrder(person, '放弃二');
    await expect.poll(() => draftOf('lancai', orderTab)).not.toBeNull();
    await person.page.reload();
    await restored(person).waitFor();
    await person.panel.locator('[data-verb="discard"]').click();
    await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
    await restored(person).waitFor({ state: 'detached' });
    await expect
      .poll(async () => [await field(person, 'consignee').inputValue(), await person.page.locator('.unsaved').count()])
      .toEqual(['', 0]);
    await expect.poll(() => draftOf('lancai', orderTab)).toBeNull();

    const order = await writeOrder();
    const tab = `order-order__edit__${order.id}`;
    await person.page.goto(`/#/${tab}`);
    await unfoldHead(person);
    await field(person, 'consignee').fill('存下来');
    await expect.poll(() => draftOf('lancai', tab)).toMatchObject({ content: { values: { consignee: '存下来' } } });
    await person.panel.locator('.panel-head [data-verb="save"]').click();
    await person.told('保存成功');
    await expect.poll(() => draftOf('lancai', tab)).toBeNull();
    await settled(person.page);
    expect(await draftOf('lancai', tab)).toBeNull();
  });
});

describe('a half-typed record', () => {
  test('comes back like an order; a password is never kept', async ({ office }) => {
    const tab = 'sys-user__add__0';
    const person = await office.enter('lancai');
    await person.page.goto(`/#/${tab}`);
    await field(person, 'username').fill('halfway');
    await field(person, 'password').fill('Secret2026word');
    await expect.poll(() => draftOf('lancai', tab)).toMatchObject({ content: { values: { username: 'halfway' } } });
    const [row] = await arrange<{ content: string }>(
      `select content::text as content from app.sys_draft where key = $1`,
      [tab],
    );
    expect(row?.content).not.toContain('Secret2026word');
    await person.page.reload();
    await restored(person).waitFor();
    await expect
      .poll(async () => [await field(person, 'username').inputValue(), await field(person, 'password').inputValue()])
      .toEqual(['halfway', '']);
  });
});

describe('two people with one order', () => {
  test('the second sees both sides field by field, chooses, and loses nothing', async ({ office }) => {
    const { id } = await writeOrder({
      orderType: '0',
      lines: tools.slice(0, 3).map(({ code: productCode }) => ({ productCode, number: '3', price: '2' })),
    });
    const bill = await billOf(id);
    const first = bill.lines[0];
    const person = await office.enter('lancai');
    await person.page.goto(`/#/order-order__edit__${bill.id}`);
    await unfoldHead(person);
    await field(person, 'consignee').fill('我的收货人');
    await unfold(person);
    await field(person, 'remark').fill('我的备注');
    // Meanwhile a colleague changes the remark, a number, and takes the last line out.
    const number = String(Number.parseFloat(first?.number ?? '0') + 5);
    await ask('manager_1000', 'PUT', '/channelsale/order', {
      ...bill,
      remark: '同事的备注',
      lines: bill.lines.slice(0, -1).map((line) => (line.id === first?.id ? { ...line, number } : line)),
    });
    await person.panel.locator('.panel-head [data-verb="save"]').click();

    const dialog = person.page.locator('.stale-dialog');
    const differences = () =>
      dialog
        .locator('[data-difference]')
        .evaluateAll((rows) =>
          rows.map((row) =>
            `${row.getAttribute('data-line-no') ?? ''} ${row.getAttribute('data-field') ?? ''} ${row.querySelector('input:checked')?.getAttribute('value') ?? ''}`.trim(),
          ),
        );
    await dialog.waitFor();
    await expect
      .poll(async () => (await differences()).toSorted())
      .toEqual(['1 number theirs', `${bill.lines.length}  theirs`, 'consignee mine', 'remark mine'].toSorted());
    await expect.poll(() => dialog.innerText()).toContain('同事的备注');
    // Back to the form: everything is still there. Then once more, with another choice.
    await dialog.locator('[data-verb="goOn"]').click();
    await expect
      .poll(async () => [await field(person, 'consignee').inputValue(), await field(person, 'remark').inputValue()])
      .toEqual(['我的收货人', '我的备注']);
    expect((await billOf(bill.id)).remark).toBe('同事的备注');
    await person.panel.locator('.panel-head [data-verb="save"]').click();
    await dialog.locator('[data-field="remark"] input[value="theirs"]').check();
    await dialog.locator('[data-verb="saveChosen"]').click();
    await person.told('保存成功');
    const now = await billOf(bill.id);
    expect([now.consignee, now.remark, now.lines.length, now.lines[0]?.number]).toEqual([
      '我的收货人',
      '同事的备注',
      bill.lines.length - 1,
      number,
    ]);
    expect(now.rowVersion).toBe(bill.rowVersion + 2);
    await settled(person);
    expect(await person.page.locator('.ant-message-error').count()).toBe(0);
  });

  test('a draft that was left for a day is put on top of what a colleague saved meanwhile', async ({ office }) => {
    const order = await writeOrder();
    const bill = await billOf(order.id);
    const tab = `order-order__edit__${bill.id}`;
    const person = await office.enter('lancai');
    await person.page.goto(`/#/${tab}`);
    await unfoldHead(person);
    await field(person, 'consignee').fill('昨天写的');
    await expect.poll(() => draftOf('lancai', tab)).not.toBeNull();
    await person.page.close();
    await ask('manager_1000', 'PUT', '/channelsale/order', { ...bill, remark: '今天改的' });

    const again = await office.enter('lancai');
    await again.page.goto(`/#/${tab}`);
    await restored(again).waitFor();
    await expect.poll(() => restored(again).innerText()).toContain('之后保存过');
    await unfold(again);
    await expect
      .poll(async () => [await field(again, 'consignee').inputValue(), await field(again, 'remark').inputValue()])
      .toEqual(['昨天写的', '今天改的']);
    await again.panel.locator('.panel-head [data-verb="save"]').click();
    await again.page.locator('.stale-dialog [data-verb="saveChosen"]').click();
    await again.told('保存成功');
    expect(await billOf(bill.id)).toMatchObject({ consignee: '昨天写的', remark: '今天改的' });
  });

  test('and whoever looks can read what each of them did, field by field', async ({ office }) => {
    const order = await writeOrder();
    const bill = await billOf(order.id);
    await ask('manager_1000', 'PUT', '/channelsale/order', {
      ...bill,
      orderType: bill.orderType === '1' ? '0' : '1',
      remark: '历史一',
      lines: bill.lines.map((line, at) => (at === 0 ? { ...line, number: '91' } : line)),
    });
    const person = await office.enter('lancai');
    await person.page.goto(`/#/order-order__read__${bill.id}`);
    await fromBillMenu(person.page, 'history');
    const last = person.page.locator('.history-log li').first();
    await last.waitFor();
    const text = (await last.innerText()).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/^修改 \S+ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    expect(text).toContain('历史一');
    await expect
      .poll(() => last.locator('[data-field="lines.1.number"]').innerText())
      .toMatch(/第 1 行 数量\s+[\d,.]+\s+91/);
    // A choice by its word, not by its code.
    await settled(last);
    expect(await last.locator('[data-field="orderType"]').innerText()).not.toMatch(/\b[01]\b/);
  });
});
