import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { settle } from './faults.ts';

/** The rules of WCAG 2.1, levels A and AA. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** What axe finds serious or critical on the page as it stands: one line per element, rule first. */
export async function findingsOf(page: Page): Promise<string[]> {
  // A text that fades in is unreadable for a moment, and that is no finding.
  await settle(page);
  // As a value of the debugger: the page's own policy allows no script but its own.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, html, any }) =>
          `${id}: ${target.join(' ')} ${html.slice(0, 160)}${any[0] === undefined ? '' : ` (${any[0].message})`}`,
      ),
    );
}
