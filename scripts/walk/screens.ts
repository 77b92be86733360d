import type { Browser, Page } from 'playwright-core';
import { models } from '#apps/api/modules.ts';
import { classesIn } from '#platform/model/entity.ts';
import type { Session } from '#tests/contract/subject.ts';
import { openPage } from '#tests/e2e/browser.ts';
import { faultsOf, settle } from '#tests/e2e/faults.ts';
import { forgetful } from '#tests/e2e/kinds.ts';
import { menuUrlsOf } from '#tests/e2e/menu.ts';
import { settled } from '#tests/e2e/settled.ts';
import { judge } from './judge.ts';
import { refusalOf, seenList, type SeenList } from './look.ts';

export interface Fault {
  readonly account?: string;
  readonly screen: string;
  readonly language: string;
  readonly width: number;
  readonly fault: string;
}
interface Walked {
  readonly screens: number;
  readonly lists: number;
  readonly links: number;
  readonly faults: readonly Fault[];
}
export interface Walk {
  readonly url: string;
  readonly session: Session;
  readonly language: 'zh-CN' | 'zh-TW' | 'en-US';
  /** Each screen is looked at in all of them, the narrowest first, opened once. */
  readonly widths: readonly number[];
  /** Where a link leads depends on who presses it, not on language or width: once for each account is enough. */
  readonly followsLinks: boolean;
  readonly isWanted: (screen: string, at: number) => boolean;
  /** Where a picture of each screen is kept, and what its name begins with. */
  readonly pictures?: string | undefined;
}

type Row = Readonly<Record<string, unknown>>;
const nouns = new Map(
  models
    .flatMap(({ entities, documents, reports }) => [...entities, ...documents, ...reports])
    .flatMap((noun) => [noun, (noun.kind === 'entity' ? classesIn(noun) : undefined) ?? []].flat())
    .flatMap((noun) => (noun.screen === undefined ? [] : [[noun.screen.url, noun] as const])),
);

/** Every wanted entry of the menu of one account, one after the other in one window, as a day at the desk goes. */
export async function walkScreens(browser: Browser, walk: Walk): Promise<Walked> {
  const { language, session, url } = walk;
  const [narrowest = 1280, ...wider] = walk.widths.toSorted((a, b) => a - b);
  const watched = await openPage(browser, url, { language, session, ...sizeOf(narrowest), script: forgetful });
  const { page, context, complaints } = watched;
  const answered = listen(page);
  await page.goto('/');
  await page.locator('.sidebar, .navbar').first().waitFor();
  const faults: Fault[] = [];
  const tell = (screen: string, found: readonly string[], width = narrowest): void => {
    faults.push(...found.map((fault) => ({ screen, language, width, fault })));
  };
  const look = async (screen: string, width: number): Promise<SeenList | null> => {
    if (walk.pictures !== undefined)
      await page.screenshot({ path: `${walk.pictures}${width}-${screen.replaceAll(/\W/g, '-')}.png` });
    const seen = await seenList(page);
    const noun = nouns.get(screen.replace(/\?.*$/, ''));
    if (seen === null || noun === undefined) return null;
    lists += 1;
    tell(screen, judge(noun, seen, answered), width);
    return seen;
  };
  const screens = (await menuUrlsOf(url, session)).filter((screen, at) => walk.isWanted(screen, at));
  let lists = 0;
  let links = 0;
  for (const screen of screens) {
    answered.clear();
    complaints.length = 0;
    tell(screen, await openScreen(page, screen));
    const seen = await look(screen, narrowest);
    for (const width of wider) {
      await page.setViewportSize(sizeOf(width));
      tell(screen, await shown(page), width);
      await look(screen, width);
    }
    if (wider.length > 0) await page.setViewportSize(sizeOf(narrowest));
    if (seen !== null && walk.followsLinks) {
      const followed = await followLinks(page, seen);
      links += followed.links;
      tell(screen, followed.faults);
    }
    tell(screen, complaints);
    await closeTab(page);
  }
  await context.close();
  return { screens: screens.length, lists, links, faults };
}

const sizeOf = (width: number) => ({ width, height: width === 1280 ? 720 : 900 });

async function openScreen(page: Page, screen: string): Promise<readonly string[]> {
  await goTo(page, `#/${screen.replaceAll('/', '-')}`);
  return shown(page);
}

/** What stands on the page once it has come to rest. */
async function shown(page: Page): Promise<readonly string[]> {
  await settled(page);
  await settle(page);
  const refusal = await refusalOf(page);
  return [...(refusal === null ? [] : [`the screen says: ${refusal}`]), ...(await faultsOf(page))];
}

/** Rows as the server answered them, by id, of whatever the page asked for. */
function listen(page: Page): Map<string, Row> {
  const rows = new Map<string, Row>();
  page.on('response', (response) => {
    if (!/\/(page|list)\b/.test(new URL(response.url()).pathname)) return;
    response
      .json()
      .then((body: { data?: { list?: readonly Row[] } | readonly Row[] }) => {
        const list = Array.isArray(body.data)
          ? (body.data as readonly Row[])
          : (body.data as { list?: Row[] } | undefined)?.list;
        for (const row of list ?? []) if (typeof row['id'] === 'string') rows.set(row['id'], row);
      })
      // A page that was left while it asked has no answer.
      .catch(() => undefined);
  });
  return rows;
}

/** The first link of every column. What it opens is closed again. */
async function followLinks(
  page: Page,
  { rows }: SeenList,
): Promise<{ readonly links: number; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  const first = new Map<string, string>();
  for (const { id, links } of rows) for (const column of links) if (!first.has(column)) first.set(column, id);
  for (const [column, id] of first) {
    const before = await addressOf(page);
    const link = page
      .locator('.tab-panel')
      .filter({ visible: true })
      .locator(`[data-row-key="${id}"] [data-column="${column}"] a`)
      .first();
    await link.click({ timeout: 20_000 }).catch(() => faults.push(`link that cannot be pressed: ${column}`));
    await settled(page);
    const refusal = await refusalOf(page);
    if (refusal !== null) faults.push(`link of ${column} leads to: ${refusal}`);
    await page.keyboard.press('Escape');
    if ((await addressOf(page)) !== before) await closeTab(page);
    if ((await addressOf(page)) !== before) await goTo(page, before);
    await settled(page);
  }
  return { links: first.size, faults };
}

const addressOf = (page: Page): Promise<string> => page.evaluate<string>('location.hash');
const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate(`location.hash = ${JSON.stringify(hash)}; undefined`);

async function closeTab(page: Page): Promise<void> {
  const close = page.locator('.tab-active .tab-close');
  if ((await close.count()) > 0) await close.click();
}
