import { describe, expect } from 'vitest';
import { ask, arrange, test, type Person } from './person.ts';
import { isTold, saidIn } from './messages.ts';
import { settled } from './settled.ts';

const messages = ({ page }: Person) => page.locator('.ant-message-notice');
const visit = async (person: Person, route: string): Promise<void> => {
  await person.page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await person.page.locator(`[data-panel="${route}"]`).waitFor({ state: 'visible' });
};
const brand = 'data-brand?tenantFlag=0';
describe('a call that is refused', () => {
  test('[A93] [A94] any other code shows its message once, for 4 s; an empty one is 接口异常', async ({ office }) => {
    const person = await office.enter('lancai', { isMoving: true });
    for (const [msg, text] of [
      ['服务器不愿意', '服务器不愿意'],
      ['', '接口异常'],
    ] as const) {
      await person.page.route('**/api/data/bd/brand/page*', (route) =>
        route.fulfill({ json: { code: 20077, msg, data: null } }),
      );
      await visit(person, brand);
      if (msg === '') await person.page.locator('[data-verb="refreshTab"]').click();
      await person.told(text);
      await expect.poll(() => messages(person).count()).toBe(1);
      await messages(person).waitFor({ state: 'detached' });
      const [came, went] = (await saidIn(person)).filter((each) => each.text === text);
      expect([came?.what, went?.what]).toEqual(['came', 'went']);
      expect((went?.at ?? 0) - (came?.at ?? 0)).toBeGreaterThan(3900);
      await person.page.unroute('**/api/data/bd/brand/page*');
    }
  });

  test('[A95] an HTTP failure shows its status for 4 s', async ({ office }) => {
    const person = await office.enter('lancai', { isMoving: true });
    person.expectComplaint(/status of 50/);
    for (const status of [500, 503]) {
      await person.page.route('**/api/data/bd/brand/page*', (route) =>
        route.fulfill({ status, body: '<h1>proxy</h1>' }),
      );
      await visit(person, brand);
      if (status === 503) await person.page.locator('[data-verb="refreshTab"]').click();
      await person.told(`服务器异常，状态码：${status}`);
      await expect.poll(() => messages(person).count()).toBe(1);
      await messages(person).waitFor({ state: 'detached' });
      await person.page.unroute('**/api/data/bd/brand/page*');
    }
    const [came, went] = await saidIn(person);
    expect((went?.at ?? 0) - (came?.at ?? 0)).toBeGreaterThan(3900);
  });

  test('a page that a proxy answers instead is 接口异常, not a broken page', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.page.route('**/api/data/bd/brand/page*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>proxy</h1>' }),
    );
    await visit(person, brand);
    await person.told('接口异常');
  });

  test('[A96] a reference list that is refused shows no message and leaves the screen as it is', async ({ office }) => {
    const person = await office.enter('lancai', { isMoving: true });
    await person.page.route('**/api/sys/tenant/list/power*', (route) =>
      route.fulfill({ json: { code: 20077, msg: '不给', data: null } }),
    );
    await person.page.route('**/api/sys/dict/**', (route) =>
      route.fulfill({ json: { code: 20077, msg: '不给', data: null } }),
    );
    await person.page.reload();
    await person.page.locator('.sidebar').waitFor();
    await person.open('data/customer?tenantFlag=0');
    await person.panel.locator('[data-row-key]').first().waitFor();
    expect(person.sent.some(({ path }) => path === '/sys/tenant/list/power')).toBe(true);
    await settled(person);
    expect(await saidIn(person)).toEqual([]);
  });

  test('[A25] [A27] the end of a session is told once, however many calls hear of it', async ({ office }) => {
    const person = await office.enter('lancai', { isMoving: true });
    await person.page.route('**/api/**', (route) =>
      /\/(data|sys)\/(?!api)/.test(route.request().url())
        ? route.fulfill({ json: { code: 10001, msg: '会话没了', data: null } })
        : route.continue(),
    );
    await person.page.evaluate(`location.hash = '#/data-customer?tenantFlag=0'`);
    await expect.poll(() => person.route()).toBe('login');
    await person.page.locator('#username').waitFor();
    await settled(person.page);
    expect((await saidIn(person)).filter(({ what }) => what === 'came').map(({ text }) => text)).toEqual([
      '登录已过期，请重新登录',
    ]);
    expect(await person.cookie('token')).toBeUndefined();
  });
});

describe('a dialog', () => {
  const openPassword = async (person: Person): Promise<void> => {
    await person.page.locator('[data-verb="user"]').hover();
    await person.page.locator('.ant-dropdown-menu [data-verb="password"]').click();
    // Its form is fetched when it is first needed.
    await person.page.locator('.dialogs input').nth(2).waitFor();
    const [now, next, again] = await person.page.locator('.dialogs input').all();
    await now?.fill('Wrong2026word');
    await next?.fill('Another2026word');
    await again?.fill('Another2026word');
  };
  const ok = ({ page }: Person) => page.locator('.dialogs .ant-modal-footer .ant-btn-primary');

  test('[A100] that is refused shows the message of the server and stays', async ({ office }) => {
    const person = await office.enter('lancai');
    await openPassword(person);
    await person.page.route('**/api/sys/user/password', (route) =>
      route.fulfill({
        json: { code: 20077, msg: '原密码不对', data: { errors: [{ path: 'password', msg: '不对' }] } },
      }),
    );
    await ok(person).click();
    await person.told('原密码不对');
    await expect.poll(() => messages(person).count()).toBe(1);
    // What the caller asked for in that case: the complaint at its field.
    await person.page.locator('.dialogs .ant-form-item-explain-error', { hasText: '不对' }).waitFor();
    await expect.poll(() => ok(person).evaluate((node) => node.classList.contains('ant-btn-loading'))).toBe(false);
  });

  test('[A102] without a connection only stops loading', async ({ office }) => {
    const person = await office.enter('lancai', { isMoving: true });
    person.expectComplaint(/ERR_FAILED/);
    await openPassword(person);
    let tries = 0;
    await person.page.route('**/api/sys/user/password', (route) => {
      tries += 1;
      return route.abort();
    });
    await ok(person).click();
    await expect.poll(() => tries).toBeGreaterThan(0);
    await expect.poll(() => ok(person).evaluate((node) => node.classList.contains('ant-btn-loading'))).toBe(false);
    await settled(person.page);
    expect(await saidIn(person)).toEqual([]);
    expect(await person.page.locator('.dialogs .ant-modal').count()).toBe(1);
  });

  test('[A101] [A109] that succeeds says so for 500 ms and then closes', async ({ office }) => {
    const person = await office.enter('lancai', { isMoving: true });
    await openPassword(person);
    await person.page.route('**/api/sys/user/password', (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: null } }),
    );
    await ok(person).click();
    await person.told('操作成功');
    // once: while the message stands, the dialog does.
    expect(await person.page.locator('.dialogs .ant-modal').count()).toBe(1);
    await expect.poll(() => person.page.locator('.dialogs .ant-modal').count()).toBe(0);
    await messages(person).waitFor({ state: 'detached' });
    const [came, went] = await saidIn(person);
    expect((went?.at ?? 0) - (came?.at ?? 0)).toBeGreaterThan(450);
    expect((went?.at ?? 0) - (came?.at ?? 0)).toBeLessThan(2000);
  });
});

describe('a message that came and went', () => {
  test('was told to whoever looks later, until the next press', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-row-key] input').first().check();
    await person.page.route('**/api/data/bd/brand', (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: null } }),
    );
    await person.panel.locator('.toolbar-chosen [data-verb="delete"]').click();
    await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
    await expect.poll(async () => (await saidIn(person)).map(({ what }) => what)).toEqual(['came', 'went']);
    const [{ text } = { text: '' }] = await saidIn(person);
    await person.told(text);
    await person.page.keyboard.press('Shift');
    // once: it is gone for good, and what a poll would wait for is the fault.
    expect(await isTold(person.page, text, 200)).toBe(false);
  });
});

describe('an export', () => {
  test('[A105] that fails shows "system data error" and leaves the page alone', async ({ office }) => {
    const person = await office.enter('lancai', { language: 'en-US', isMoving: true });
    await visit(person, brand);
    await person.panel.locator('[data-row-key]').first().waitFor();
    await person.page.evaluate('window.marked = true');
    // The file itself is refused; then even the ticket.
    await person.page.route('**/api/data/bd/brand/export*', (route) =>
      route.fulfill({ json: { code: 500, msg: 'boom', data: null } }),
    );
    await person.panel.locator('[data-verb="export"]').click();
    await person.told('system data error');
    await messages(person).waitFor({ state: 'detached' });
    await person.page.route('**/api/sys/ticket', (route) =>
      route.fulfill({ json: { code: 500, msg: 'boom', data: null } }),
    );
    await person.panel.locator('[data-verb="export"]').click();
    await person.told('system data error');
    await expect
      .poll(async () => (await saidIn(person)).filter(({ what }) => what === 'came').map(({ text }) => text))
      .toEqual(['system data error', 'system data error']);
    await expect.poll(async () => [await person.page.evaluate('window.marked'), person.route()]).toEqual([true, brand]);
  });
});

describe('a command', () => {
  test('[A103] [A104] a deletion that fails shows why once and keeps the selection; one that succeeds shows a success and reads the list again', async ({
    office,
  }) => {
    await arrange(`delete from app.data_brand where code = 'ERR1'`);
    await ask('lancai', 'POST', '/data/bd/brand', { code: 'ERR1', name: '删我' });
    const person = await office.enter('lancai', { isMoving: true });
    await visit(person, brand);
    await person.panel.locator('[data-row-key]', { hasText: 'ERR1' }).locator('input[type="checkbox"]').check();
    await person.page.route(
      '**/api/data/bd/brand',
      (route) => route.fulfill({ json: { code: 10009, msg: '有人在用', data: null } }),
      { times: 1 },
    );
    const remove = async (): Promise<void> => {
      await person.panel.locator('.toolbar [data-verb="delete"]').click();
      await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
      await person.page.locator('.ant-modal-confirm').waitFor({ state: 'hidden' });
    };
    await remove();
    await person.told('有人在用');
    await expect
      .poll(async () => [await messages(person).count(), await person.panel.locator('.toolbar-chosen').count()])
      .toEqual([1, 1]);
    await messages(person).waitFor({ state: 'detached' });
    const before = person.sent.filter(({ path }) => path === '/data/bd/brand/page').length;
    await remove();
    await person.told('操作成功');
    await expect.poll(() => person.panel.locator('[data-row-key]', { hasText: 'ERR1' }).count()).toBe(0);
    await settled(person);
    expect(await person.panel.locator('.toolbar-chosen').count()).toBe(0);
    expect(person.sent.filter(({ path }) => path === '/data/bd/brand/page').length).toBeGreaterThan(before);
  });
});
