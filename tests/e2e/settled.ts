import type { Locator, Page } from 'playwright-core';

const patience = 45_000;

/**
 * The page has nothing to do by itself any more: no call, no part that is being fetched, no pause after a key or a
 * click. What was pressed a moment ago may begin its work in the next frame, so the sign is asked for twice.
 */
export async function settled(at: Page | Locator | { readonly page: Page }): Promise<void> {
  const page = !('page' in at) ? at : typeof at.page === 'function' ? at.page() : at.page;
  const giveUpAt = Date.now() + patience;
  // Between two documents there is nobody to ask.
  while (!(await page.evaluate<boolean>(seenTwice).catch(() => false)))
    if (page.isClosed() || Date.now() > giveUpAt) throw new Error(`${page.url()} has not settled`);
}

/** Runs in the page. */
const seenTwice = `new Promise((resolve) => {
  const isSettled = () => document.documentElement.dataset.settled !== undefined;
  const inTwoFrames = (then) => requestAnimationFrame(() => requestAnimationFrame(then));
  inTwoFrames(() => isSettled() ? inTwoFrames(() => resolve(isSettled())) : resolve(false));
})`;
