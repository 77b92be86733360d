import type { Page } from 'playwright-core';

/**
 * Notes in the page when a message comes, says something else and goes: a success stands for half a second, which a
 * test that is held up misses.
 */
export const watchMessages = `{
  const notice = '.ant-message-notice';
  const noted = (what, node) => window.said.push({ what, text: node.textContent, at: performance.now() });
  // The first message brings the corner it stands in along.
  const noticesIn = (nodes) => [...nodes].flatMap((node) =>
    node.nodeType !== 1 ? [] : node.matches(notice) ? [node] : [...node.querySelectorAll(notice)]);
  const standing = new Set();
  let pressedAt = 0;
  window.said = [];
  window.heardSincePressed = () => [
    ...window.said.filter(({ what, at }) => what !== 'went' && at >= pressedAt).map(({ text }) => text),
    ...[...document.querySelectorAll(notice)].map((node) => node.textContent),
  ];
  for (const press of ['pointerdown', 'keydown'])
    addEventListener(press, () => { pressedAt = performance.now(); }, { capture: true, passive: true });
  new MutationObserver((changes) => {
    const turned = new Set();
    for (const { target, addedNodes, removedNodes } of changes) {
      for (const node of noticesIn(addedNodes)) if (!standing.has(node)) { standing.add(node); noted('came', node); }
      for (const node of noticesIn(removedNodes)) if (standing.delete(node)) noted('went', node);
      const around = (target.nodeType === 1 ? target : target.parentElement)?.closest(notice);
      if (around != null) turned.add(around);
    }
    for (const node of turned) {
      const last = window.said.findLast(({ text }) => text === node.textContent);
      if (last?.what !== 'came' && last?.what !== 'turned') noted('turned', node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}`;

/** Milliseconds by the clock of the page. A timer may be late on a busy machine, and is never early. */
export interface Said {
  readonly what: 'came' | 'turned' | 'went';
  readonly text: string;
  readonly at: number;
}
export const saidIn = ({ page }: { readonly page: Page }): Promise<Said[]> => page.evaluate<Said[]>('window.said');

/**
 * A message of that text stands on the page, or came and went since the last press: an older one answers something
 * else. False when none has come in time.
 */
export async function isTold(page: Page, text: string | RegExp, patience: number): Promise<boolean> {
  const giveUpAt = Date.now() + patience;
  const isMeant = (heard: string): boolean =>
    typeof text === 'string' ? heard.toLowerCase().includes(text.toLowerCase()) : text.test(heard);
  while (!page.isClosed() && Date.now() < giveUpAt) {
    // Between two documents there is nobody to ask.
    const heard = await page.evaluate<string[]>(heardInTwoFrames).catch((): string[] => []);
    if (heard.some(isMeant)) return true;
  }
  return false;
}

/** Runs in the page. */
const heardInTwoFrames = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.heardSincePressed())));
})`;
