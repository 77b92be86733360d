/**
 * npm run shots [-- --only order]: a picture of every kind of page at two widths in three languages and of every screen once, into shots/.
 * npm run shots -- --readme: the few pictures of the README, into docs/pictures.
 * Fails on what nobody should have to see: overflow, clipped text, a raw key, the wrong language, an error of the console.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openSubject, type Session, type Subject } from '#tests/contract/subject.ts';
import { openBrowser, openPage, type Looks, type Watched } from '#tests/e2e/browser.ts';
import { faultsOf, settle } from '#tests/e2e/faults.ts';
import { forgetful, kinds, type Kind } from '#tests/e2e/kinds.ts';
import { openFromMenu } from '#tests/e2e/menu.ts';
import { readmePictures } from './readme-pictures.ts';

const { values: options } = parseArgs({ options: { only: { type: 'string' }, to: { type: 'string', default: 'shots' }, readme: { type: 'boolean', default: false } } });
const folder = options.to;
const started = performance.now();
const isWanted = (name: string): boolean => options.only === undefined || name.includes(options.only);
const sizes = [{ width: 1440, height: 900 }, { width: 1280, height: 720 }] as const;
const languages = ['zh-CN', 'zh-TW', 'en-US'] as const;
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
  const work = [
    ...languages.flatMap((language) => Object.entries<Kind>(kinds).map(([name, kind]) => () => shootKind(browser, subject, `${name}-${language}`, kind, language))),
    ...subject.sessions.map((session) => () => shootMenu(browser, subject, session)),
  ];
  await Promise.all([lane(work), lane(work)]);
  console.log(`${taken} pictures in ${folder}/, ${faults} faults, ${((performance.now() - started) / 1000).toFixed(0)} s`);
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
async function shootKind(browserOf: Browser, on: Subject, name: string, { reach, isPublic = false, expects }: Kind, language: (typeof languages)[number]): Promise<void> {
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

interface Node { readonly url: string | null; readonly children: readonly Node[] }
async function menuOf({ url }: Subject, { token }: Session): Promise<readonly string[]> {
  const { data } = await (await fetch(`${url}/api/sys/menu/nav`, { headers: { token } })).json() as { data: readonly Node[] };
  const urls = (nodes: readonly Node[]): string[] => nodes.flatMap((node) => [...(node.url === null ? [] : [node.url]), ...urls(node.children)]);
  return urls(data);
}

/** Every list, and the form of a new record where there is one, in English: its texts are the longest. */
async function shootMenu(browserOf: Browser, on: Subject, session: Session): Promise<void> {
  const urls = await menuOf(on, session);
  const who = session === on.sessions[0] ? 'screen' : 'platform';
  const nameOf = (url: string): string => `${who}-${url.replace(/[^\w]+/g, '-')}`;
  if (!urls.some((url) => isWanted(nameOf(url)))) return;
  const { page, context, complaints } = await opened(browserOf, on, { session, language: 'en-US', ...sizes[1] });
  for (const url of urls.filter((each) => isWanted(nameOf(each)))) {
    await openFromMenu(page, url);
    await shoot(page, nameOf(url));
    // The group's twin has the same form.
    const add = page.locator(`[data-panel="${url.replaceAll('/', '-')}"] [data-verb="add"]`);
    if (!url.includes('tenantFlag=1') && await add.count() > 0) {
      await add.click();
      await shoot(page, `${nameOf(url)}-add`);
      await page.locator('.tab-active .tab-close').click();
    }
    await page.locator('.tab-active .tab-close').click();
  }
  tell(who, complaints);
  await context.close();
}
