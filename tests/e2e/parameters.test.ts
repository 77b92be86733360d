import { describe, expect } from 'vitest';
import { ask, test, type Person } from './person.ts';

const line = ({ panel }: Person, code: string) => panel.locator(`[data-param="${code}"]`);
const valueOf = async (code: string): Promise<string | undefined> =>
  (await ask<{ code: string; value: string }[]>('lancai', 'GET', '/sys/tenant/params/list')).find(
    (each) => each.code === code,
  )?.value;
const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};

describe('parameters', () => {
  test('are words by area of the business, found by what they do', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1280, height: 720 });
    await person.open('tenant/params');
    await person.panel.locator('[data-area="stock"]').getByText('允许现存量为负').waitFor();
    await line(person, 'ST003').getByText('现存量不足时不能出库').waitFor();
    await shot(person, 'params');
    // The words of an effect that is not chosen find it, too.
    await person.panel.getByTestId('find-parameter').fill('手工修改');
    await expect.poll(() => person.panel.locator('[data-param]').count()).toBe(1);
    await line(person, 'SD006').waitFor();
    await person.panel.getByTestId('find-parameter').fill('没有这种东西');
    await person.panel.getByText('没有这样的参数').waitFor();

    const english = await office.enter('admin', { language: 'en-US', width: 1280, height: 720 });
    await english.open('sys/params');
    await line(english, 'SYS003').getByText('minutes', { exact: true }).waitFor();
    await shot(english, 'params-en');
  });

  test('are changed where they stand, keep who changed them, and go back', async ({ office }) => {
    const person = await office.enter('lancai', {
      script: `localStorage.setItem('appearance', JSON.stringify({ isDark: true, rowHeight: 32 }))`,
    });
    await person.open('tenant/params');
    const brand = line(person, 'SD008');
    await brand.getByText('沿用系统参数').waitFor();
    await brand.getByRole('switch').click();
    // What the new value does is read before it is kept.
    await brand.getByText('一张订单只能有一个品牌').waitFor();
    expect(await valueOf('SD008')).toBe('0');
    await shot(person, 'params-dark');
    await brand.locator('[data-verb="save"]').click();
    await expect.poll(() => valueOf('SD008')).toBe('1');
    const who = await ask<{ realName: string }>('lancai', 'GET', '/sys/user/info');
    await expect.poll(() => brand.getByTestId('changed').innerText()).toContain(who.realName);
    await brand.locator('[data-verb="reset"]').click();
    await brand.getByText('沿用系统参数').waitFor();
    expect(await valueOf('SD008')).toBe('0');

    const days = line(person, 'SD013');
    await days.getByRole('spinbutton').fill('12');
    await days.getByRole('spinbutton').press('Enter');
    await expect.poll(() => valueOf('SD013')).toBe('12');
    // A figure that is out of its bounds is not sent.
    const share = line(person, 'SD021');
    await share.getByRole('spinbutton').fill('');
    await expect.poll(() => share.locator('[data-verb="save"]').isDisabled()).toBe(true);
  });
});
