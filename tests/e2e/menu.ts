import type { Page } from 'playwright-core';

/** Clicks a screen in the menu, opening folders until it is there. */
export async function openFromMenu(page: Page, menuUrl: string): Promise<void> {
  const entry = page.locator(`.sidebar [data-url="${menuUrl}"]`);
  const folders = page.locator('.sidebar .ant-menu-submenu:not(.ant-menu-submenu-open) > .ant-menu-submenu-title');
  // A folder draws its entries when it is opened.
  for (let i = await folders.count(); !await entry.isVisible() && i > 0; i -= 1) {
    await folders.first().click();
    await page.waitForTimeout(250);
  }
  await entry.click();
  await page.locator(`[data-panel="${menuUrl.replaceAll('/', '-')}"]`).waitFor({ state: 'visible' });
}
