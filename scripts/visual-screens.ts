/**
 * The pages of the modules for `npm run visual`: every screen for which a `web/module.ts` registers something that its
 * module drew itself, its form and its first record where that is what it drew. Both webs speak to the same product, so
 * that only what they draw can differ.
 */
import { globSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { models } from '#apps/api/modules.ts';
import type { Session } from '#tests/contract/subject.ts';
import { openPage } from '#tests/e2e/browser.ts';
import { forgetful } from '#tests/e2e/kinds.ts';
import { openFromMenu } from '#tests/e2e/menu.ts';

/** Screens whose figures are those of the moment, whatever draws them. */
const ofTheMoment: ReadonlySet<string> = new Set(['sys/cache', 'sys/about']);

const openers = {
  add: '[data-verb="add"]',
  read: '[data-row-key] a[role="button"]:not([data-verb])',
} as const;
type What = 'list' | keyof typeof openers;
const whatOf: Readonly<Record<string, What>> = { inputs: 'add', lines: 'add', liveLines: 'add', sections: 'read' };

/** Screen to what is looked at there. */
export function ownScreens(): ReadonlyMap<string, ReadonlySet<What>> {
  const found = new Map<string, Set<What>>();
  const text = globSync('modules/*/web/module.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  for (const [, part = '', body = ''] of text.matchAll(/^ {2}(\w+): \{\n([\s\S]*?)^ {2}\},/gm))
    for (const [, key = ''] of body.matchAll(/^ {4}'([\w:/]+)[\w.]*':/gm)) {
      const url = key.includes('/') ? key : screenOf(key);
      if (url !== undefined && !ofTheMoment.has(url))
        found.set(url, (found.get(url) ?? new Set<What>()).add(whatOf[part] ?? 'list'));
    }
  return found;
}

function screenOf(name: string): string | undefined {
  return models
    .flatMap(({ entities, documents, reports }) => [...entities, ...documents, ...reports])
    .find((noun) => noun.name === name)?.screen?.url;
}

interface Shot {
  readonly url: string;
  readonly sessions: readonly Session[];
  readonly isWanted: (name: string) => boolean;
  /** Takes the picture once nothing changes any more. */
  readonly take: (page: Page) => Promise<Buffer>;
}

export async function photographScreens(
  browser: Browser,
  { url, sessions, isWanted, take }: Shot,
): Promise<Map<string, Buffer>> {
  const taken = new Map<string, Buffer>();
  const wanted = ownScreens();
  for (const session of sessions) {
    const { page, context } = await openPage(browser, url, {
      session,
      language: 'zh-CN',
      width: 1280,
      height: 720,
      script: forgetful,
    });
    await page.goto('/');
    await page.locator('.sidebar').waitFor();
    for (const screen of await menuOf(url, session)) {
      const what = wanted.get(screen.split('?')[0] ?? '');
      const isNew = !screen.endsWith('tenantFlag=1') && !taken.has(nameOf(screen, 'list'));
      if (what === undefined || !isNew || !isWanted(nameOf(screen, 'list'))) continue;
      await openFromMenu(page, screen);
      taken.set(nameOf(screen, 'list'), await take(page));
      for (const each of ['add', 'read'] as const)
        if (what.has(each)) await photographOpened(page, screen, each, { taken, take });
      await page.locator('.tab-active .tab-close').click();
    }
    await context.close();
  }
  return taken;
}

const nameOf = (screen: string, what: What): string => `${screen.replaceAll(/\W+/g, '-')}-${what}`;

async function photographOpened(
  page: Page,
  screen: string,
  what: keyof typeof openers,
  { taken, take }: Pick<Shot, 'take'> & { readonly taken: Map<string, Buffer> },
): Promise<void> {
  const opener = page
    .locator(`[data-panel="${screen.replaceAll('/', '-')}"]`)
    .locator(openers[what])
    .first();
  if ((await opener.count()) === 0) return;
  await opener.click();
  taken.set(nameOf(screen, what), await take(page));
  await page.locator('.tab-active .tab-close').click();
}

interface Node {
  readonly url: string | null;
  readonly children: readonly Node[];
}

async function menuOf(url: string, { token }: Session): Promise<readonly string[]> {
  const reply = await fetch(`${url}/api/sys/menu/nav`, { headers: { token } });
  const { data } = (await reply.json()) as { readonly data: readonly Node[] };
  const urls = (nodes: readonly Node[]): string[] =>
    nodes.flatMap((node) => [...(node.url === null ? [] : [node.url]), ...urls(node.children)]);
  return urls(data);
}
