import { describe, expect } from 'vitest';
import { arrange, ask, test, type Person } from './person.ts';

const countOf = ({ sent }: Person, path: string): number => sent.filter((call) => call.path === path).length;

describe('switching tenant', () => {
  test('[A28] leaves the new code in header and cookie, and reads every cached list again', async ({ office }) => {
    await arrange(`
      insert into sec.grant_switch
      select user_id, '1001'
      from sec.account
      where username = 'lancai'
      on conflict do nothing`);
    const person = await office.enter('lancai');
    // The form of a customer asks for lists that are then kept: departments among them.
    const form = async (): Promise<void> => {
      await person.open('data/customer?tenantFlag=0');
      await person.panel.locator('[data-verb="add"]').first().click();
      await person.panel.locator('[data-field="deptCode"] .ant-select').click();
      await person.page.locator('.ant-select-dropdown:visible').waitFor();
      await person.page.keyboard.press('Escape');
    };
    await form();
    const kept = ['/data/bd/dept/list', '/sys/tenant/list/power', '/sys/organization/powerList'];
    const read = kept.filter((path) => countOf(person, path) > 0);
    expect(read).toEqual(expect.arrayContaining(['/data/bd/dept/list', '/sys/tenant/list/power']));
    await person.page.locator('[data-verb="switchTenant"]').hover();
    await person.page.locator('.ant-dropdown-menu-item', { hasText: '(1001)' }).click();
    await expect.poll(() => person.cookie('tenant_code')).toBe('1001');
    await person.page.locator('.navbar', { hasText: '华东' }).waitFor();
    await expect.poll(() => person.route()).toBe('home');
    const since = person.sent.findIndex(({ path }) => path === '/sys/user/switchTenant') + 1;
    await form();
    for (const path of read)
      await expect
        .poll(() => person.sent.slice(since).filter((call) => call.path === path).length, { message: path })
        .toBeGreaterThan(0);
    for (const { path, headers } of person.sent.slice(since)) {
      expect([path, headers['tenant_code']]).toEqual([path, '1001']);
      // Nothing of the old tenant is asked about, as a list that is only looked at again would be.
      if (read.includes(path)) expect([path, headers['if-none-match']]).toEqual([path, undefined]);
    }
    await arrange('delete from sec.grant_switch');
  });
});

describe('a parameter', () => {
  test('[A395] SYS018 supplies the label of the figure number column', async ({ office }) => {
    const head = async (): Promise<string> => {
      const person = await office.enter('lancai');
      await person.open('data/material?tenantFlag=0');
      return person.panel.locator('[data-head="figureNumber"]').innerText();
    };
    expect((await head()).trim()).toBe('图号');
    const { list } = await ask<{ list: object[] }>('lancai', 'GET', '/sys/tenant/params/page?code=SYS018');
    expect(list).toHaveLength(1);
    await ask('lancai', 'PUT', '/sys/tenant/params', { ...list[0], value: '花型号' });
    await expect.poll(head).toContain('花型号');
  });
});
