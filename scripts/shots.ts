/**
 * npm run shots [-- --only order,sale --languages en-US]: every kind of page at two widths, every picker, and every
 * screen of the menu with its form and its first record, in three languages, into shots/. npm run shots -- --readme:
 * the few pictures of the README, into docs/pictures. Fails on what nobody should have to see: overflow, clipped text,
 * a raw key, the wrong language, an error of the console.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { openSubject, type Session, type Subject } from '#tests/contract/subject.ts';
import { openBrowser, openPage, type Looks, type Watched } from '#tests/e2e/browser.ts';
import { faultsOf, settle } from '#tests/e2e/faults.ts';
import { forgetful, kinds, type Kind } from '#tests/e2e/kinds.ts';
import { menuUrlsOf, openFromMenu } from '#tests/e2e/menu.ts';
import { readmePictures } from './readme-pictures.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    languages: { type: 'string', default: 'zh-CN,zh-TW,en-US' },
    to: { type: 'string', default: 'shots' },
    readme: { type: 'boolean', default: false },
  },
});
const folder = options.to;
const started = performance.now();
const wanted = options.only?.split(',');
const isWanted = (name: string): boolean => wanted?.some((part) => name.includes(part)) ?? true;
const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
] as const;
const languages = (['zh-CN', 'zh-TW', 'en-US'] as const).filter((language) => options.languages.includes(language));
type Language = (typeof languages)[number];
let taken = 0;
let faults = 0;

const subject = await openSubject();
const browser = await openBrowser();
try {
  if (options.readme) await readmePictures(browser, subject);
  else await shootAll();
} finally {
  await browser.close();
  await subject.close();
}

async function shootAll(): Promise<void> {
  if (options.only === undefined) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The longest first: two lanes end at about the same time.
  const work = [
    ...subject.sessions.flatMap((session) =>
      languages.map((language) => () => shootMenu(browser, subject, session, language)),
    ),
    ...languages.map((language) => () => shootPickers(browser, subject, language)),
    ...languages.flatMap((language) =>
      Object.entries<Kind>(kinds).map(
        ([name, kind]) =>
          () =>
            shootKind(browser, subject, `${name}-${language}`, kind, language),
      ),
    ),
  ];
  await Promise.all([lane(work), lane(work)]);
  console.log(
    `${taken} pictures in ${folder}/, ${faults} faults, ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  process.exitCode = faults === 0 ? 0 : 1;
}

async function lane(work: (() => Promise<void>)[]): Promise<void> {
  for (let next = work.shift(); next !== undefined; next = work.shift()) await next();
}

function tell(name: string, found: readonly string[]): void {
  faults += found.length;
  for (const fault of found) console.log(`${name}: ${fault}`);
}

async function shoot(page: Page, name: string): Promise<void> {
  await settle(page);
  // A busy machine may not have asked for its rows yet.
  await page.locator('.grid-skeleton').filter({ visible: true }).first().waitFor({ state: 'hidden' });
  await page.screenshot({ path: join(folder, `${name}.png`) });
  taken += 1;
  tell(name, await faultsOf(page));
}

async function opened(browserOf: Browser, { url }: Subject, looks: Looks): Promise<Watched> {
  const watched = await openPage(browserOf, url, { ...looks, script: forgetful });
  await watched.page.goto('/');
  if (looks.session !== undefined) await watched.page.locator('.sidebar').waitFor();
  return watched;
}

/** The window is made smaller while the page is open, as people do. */
async function shootKind(
  browserOf: Browser,
  on: Subject,
  name: string,
  { reach, isPublic = false, expects }: Kind,
  language: Language,
): Promise<void> {
  if (!isWanted(name)) return;
  const watched = await opened(browserOf, on, { language, ...(isPublic ? {} : { session: on.sessions[0] }) });
  const { page, context, complaints } = watched;
  if (expects !== undefined) watched.expectComplaint(expects);
  try {
    await reach(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await shoot(page, `${name}-${size.width}`);
    }
  } catch (error) {
    await page.screenshot({ path: join(folder, `${name}-failed.png`) });
    complaints.push(`not reached: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
  tell(name, complaints);
  await context.close();
}

/** Every list, the form of a new record and the first record where there are any. */
async function shootMenu(browserOf: Browser, on: Subject, session: Session, language: Language): Promise<void> {
  const who = session === on.sessions[0] ? 'screen' : 'platform';
  const nameOf = (url: string): string => `${who}-${url.replace(/[^\w]+/g, '-')}-${language}`;
  const urls = (await menuUrlsOf(on.url, session)).filter((url) => isWanted(nameOf(url)));
  if (urls.length === 0) return;
  const { page, context, complaints } = await opened(browserOf, on, { session, language, ...sizes[1] });
  for (const url of urls) {
    await openFromMenu(page, url);
    await shoot(page, nameOf(url));
    const panel = page.locator(`[data-panel="${url.replaceAll('/', '-')}"]`);
    // The group's twin has the same form.
    if (!url.includes('tenantFlag=1')) {
      for (const [what, opener] of [
        ['add', '[data-verb="add"]'],
        ['read', '[data-row-key] a[role="button"]:not([data-verb])'],
      ] as const)
        await shootOpened(page, panel.locator(opener).first(), `${nameOf(url)}-${what}`);
    }
    await page.locator('.tab-active .tab-close').click();
  }
  tell(`${who}-${language}`, complaints);
  await context.close();
}

async function shootOpened(page: Page, opener: Locator, name: string): Promise<void> {
  if ((await opener.count()) === 0) return;
  await opener.click();
  await shoot(page, name);
  await page.locator('.tab-active .tab-close').click();
}

/** Each on the stand that has them all. */
async function shootPickers(browserOf: Browser, on: Subject, language: Language): Promise<void> {
  if (wanted?.every((part) => !part.startsWith('picker')) === true) return;
  const { page, context, complaints } = await opened(browserOf, on, { session: on.sessions[0], language, ...sizes[1] });
  await page.goto('/#/__pickers');
  await page.reload();
  const openers = page.locator('[data-picker-key][data-mode="many"], [data-product-form]');
  await openers.first().waitFor();
  for (const opener of await openers.all()) {
    const name = `picker-${(await opener.getAttribute('data-picker-key')) ?? 'product'}-${language}`;
    if (!isWanted(name)) continue;
    await opener.click();
    const dialog = page.locator('.picker').filter({ visible: true });
    await dialog.waitFor();
    await shoot(page, name);
    await dialog.locator('.picker-footer .ant-btn').first().click();
    await dialog.waitFor({ state: 'hidden' });
  }
  tell(`pickers-${language}`, complaints);
  await context.close();
}
