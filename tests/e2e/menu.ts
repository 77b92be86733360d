import type { Page } from 'playwright-core';
import { models } from '#apps/api/modules.ts';
import { menuRows } from '#platform/server/module/menu.ts';
import { settled } from './settled.ts';

/** Screens and the folder that each is installed in. */
const folderOf = new Map(menuRows(models, []).map(({ url, pid }) => [url, pid]));

/** Clicks a screen in the menu, opening its folder where needed. */
export async function openFromMenu(page: Page, menuUrl: string): Promise<void> {
  const entry = page.locator(`.sidebar [data-url="${menuUrl}"]`);
  const folders = page.locator('.sidebar .ant-menu-submenu:not(.ant-menu-submenu-open) > .ant-menu-submenu-title');
  const own = folders.and(page.locator(`[data-menu-id$="${folderOf.get(menuUrl) ?? 'none'}"]`));
  // A folder draws its entries when it is opened.
  if (!(await entry.isVisible()) && (await own.count()) > 0) {
    await own.click();
    await entry.waitFor({ timeout: 10_000 }).catch(() => undefined);
  }
  // An administrator may have moved it elsewhere.
  for (let i = await folders.count(); !(await entry.isVisible()) && i > 0; i -= 1) {
    await folders.first().click();
    await settled(page);
  }
  await entry.click();
  await page.locator(`[data-panel="${menuUrl.replaceAll('/', '-')}"]`).waitFor({ state: 'visible' });
}
