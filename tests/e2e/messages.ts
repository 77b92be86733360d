import type { Person } from './person.ts';

/** Notes in the page when a message comes and goes, which a look now and then would miss. */
export const watchMessages = `
  window.said = [];
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) for (const [nodes, what] of [[addedNodes, 'came'], [removedNodes, 'went']])
      for (const node of nodes) if (node.nodeType === 1 && node.classList.contains('ant-message-notice')) window.said.push({ what, text: node.textContent, at: performance.now() });
  }).observe(document, { childList: true, subtree: true });`;

/** Milliseconds by the clock of the page. A timer may be late on a busy machine, and is never early. */
export interface Said {
  readonly what: 'came' | 'went';
  readonly text: string;
  readonly at: number;
}
export const saidIn = ({ page }: Person): Promise<Said[]> => page.evaluate<Said[]>('window.said');
