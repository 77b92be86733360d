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
  // The two sides of a list are one entry: the other side is chosen on its page.
  const twin = menuUrl.replace(/tenantFlag=([01])$/, (_, side) => `tenantFlag=${side === '0' ? '1' : '0'}`);
  if (twin !== menuUrl && !(await entry.isVisible())) {
    await openFromMenu(page, twin);
    await page.locator(`[data-panel="${twin.replaceAll('/', '-')}"] [data-level="${menuUrl.slice(-1)}"]`).click();
  } else await entry.click();
  await page.locator(`[data-panel="${menuUrl.replaceAll('/', '-')}"]`).waitFor({ state: 'visible' });
}

interface Node {
  readonly url: string | null;
  readonly children: readonly Node[];
}

/** Every screen in the menu of whoever holds the session. */
export async function menuUrlsOf(url: string, { token }: { readonly token: string }): Promise<readonly string[]> {
  const { data } = (await (await fetch(`${url}/api/sys/menu/nav`, { headers: { token } })).json()) as {
    data: readonly Node[];
  };
  const urls = (nodes: readonly Node[]): string[] =>
    nodes.flatMap((node) => [...(node.url === null || node.url === '' ? [] : [node.url]), ...urls(node.children)]);
  return urls(data);
}

/** What is rarely done to a document stands in the one menu of its head. */
export async function fromBillMenu(page: Page, verb: string): Promise<void> {
  await page.locator('.panel-head [data-verb="moreVerbs"]').filter({ visible: true }).click();
  await page.locator(`.ant-dropdown [data-verb="${verb}"]`).filter({ visible: true }).click();
}
