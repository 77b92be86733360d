import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { clockScript, withoutClock } from '#tests/server/clock.ts';

/**
 * The browser's own: its address bar draws two hidden pages for every window, a quarter of the CPU of a short test. The
 * list replaces the one that Playwright would send; what that keeps a test from meeting (upgrades to https, held
 * paints, calls home) is named again.
 */
const unwanted = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AiModeOmniboxEntryPoint',
  'PreloadTopChromeWebUI',
  'AimEnabled',
  'PreconnectToSearch',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'Translate',
];

/** The same engine without the browser around it (decision 0067); where only the whole browser is, that one serves. */
const shell = '/usr/bin/chromium-headless-shell';
const executable = (): string => process.env['CHROMIUM'] ?? (existsSync(shell) ? shell : '/usr/bin/chromium');

/**
 * Pages of tests live for seconds: code that V8 works on longest, and collections of what is young, cost more there
 * than they give. What is timed runs in the browser as it is.
 */
const brief = '--js-flags=--no-turbofan,--min-semi-space-size=32';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    env: withoutClock(process.env),
    executablePath: executable(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${unwanted.join(',')}`,
      ...(process.env['E2E_PART'] === 'screens' ? [brief] : []),
    ],
  });
}

/** One call of the page to the server. */
export interface Sent {
  readonly method: string;
  /** Below /api, without its query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console, uncaught errors and violations of the content security policy, in order. */
  readonly complaints: string[];
  readonly sent: Sent[];
  /** This test provokes it. */
  expectComplaint(pattern: RegExp): void;
}

export interface Looks {
  readonly language?: 'zh-CN' | 'zh-TW' | 'en-US';
  readonly width?: number;
  readonly height?: number;
  /** Pixels of the screen for one of the page: with half the width and height, 2 is a zoom of 200 %. */
  readonly scale?: number;
  /** Slides and fades only cost time; a test about them asks for them. */
  readonly isMoving?: boolean;
  readonly session?: { readonly token: string; readonly tenantCode: string };
  /** Runs in the page before the product's own code. */
  readonly script?: string;
}

/** A window of its own: nothing of another test is in its cookies or memory. */
export async function openPage(browser: Browser, url: string, looks: Looks = {}): Promise<Watched> {
  const context = await openContext(browser, url, looks);
  return openPageIn(context, url, looks);
}

export async function openContext(
  browser: Browser,
  url: string,
  { width = 1440, height = 900, scale = 1, isMoving = false, script }: Looks = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: isMoving ? 'no-preference' : 'reduce',
    baseURL: url,
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
  });
  await context.addInitScript({ content: `${clockScript()}${script === undefined ? '' : inPages(script)}` });
  return context;
}

/** The empty page that a window ends at has no memory: a script that reads it would complain there. */
const inPages = (script: string): string => `if (self !== top || location.href !== 'about:blank') { ${script} }`;

/**
 * A page of a context whose memory is empty, as whoever the session belongs to. A page that was left is taken again:
 * its process has read the product's code before, and a boot costs a third less.
 */
export async function openPageIn(
  context: BrowserContext,
  url: string,
  { language, session }: Looks = {},
): Promise<Watched> {
  const cookies = {
    ...(language === undefined ? {} : { language }),
    ...(session === undefined ? {} : { token: session.token, tenant_code: session.tenantCode }),
  };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  const page = context.pages().find((each) => left.delete(each)) ?? (await newPageIn(context));
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const sent: Sent[] = [];
  const complain = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.includes(eventLine)) complain(message.text());
  });
  page.on('pageerror', (error) => {
    complain(`uncaught: ${error.message}`);
  });
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname === eventLine || request.resourceType() !== 'fetch') return;
    const text = request.postData();
    sent.push({
      method: request.method(),
      path: pathname.slice(4),
      query: Object.fromEntries(searchParams),
      headers: request.headers(),
      body:
        text === null
          ? undefined
          : request.headers()['content-type']?.startsWith('application/x-www-form-urlencoded') === true
            ? Object.fromEntries(new URLSearchParams(text))
            : (JSON.parse(text) as unknown),
    });
  });
  watchRequests(page);
  return {
    page,
    context,
    complaints,
    sent,
    expectComplaint: (pattern) => {
      expected.push(pattern);
    },
  };
}

/** What a test sets for its page lasts as long as the page. */
const marked = new WeakSet<Page>();
const left = new WeakSet<Page>();

async function newPageIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const marking =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      marked.add(page);
      return act(...args);
    };
  return Object.assign(page, {
    addInitScript: marking(page.addInitScript.bind(page)),
    emulateMedia: marking(page.emulateMedia.bind(page)),
    setViewportSize: marking(page.setViewportSize.bind(page)),
  });
}

/** The page forgets whoever listened to it and shows nothing. */
export async function leavePage(page: Page): Promise<void> {
  for (const event of ['console', 'pageerror', 'request', 'requestfinished', 'requestfailed', 'response'] as const)
    page.removeAllListeners(event);
  for (const event of ['dialog', 'download', 'popup', 'filechooser'] as const) page.removeAllListeners(event);
  await page.evaluate('sessionStorage.clear()').catch(() => undefined);
  await page.goto('about:blank');
}

/** The page is there for the next one to open, unless something that was set for it would last. */
export async function keepPage(page: Page): Promise<void> {
  if (marked.has(page)) await page.close();
  else left.add(page);
}

/** Open as long as the page is, and nobody waits for it. */
const eventLine = '/api/sys/event';
const underWay = new WeakMap<Page, { readonly requests: Set<Request>; lastEnd: number }>();

function watchRequests(page: Page): void {
  const state = { requests: new Set<Request>(), lastEnd: Date.now() };
  underWay.set(page, state);
  page.on('request', (request) => {
    if (!request.url().includes(eventLine)) state.requests.add(request);
  });
  const end = (request: Request): void => {
    state.requests.delete(request);
    state.lastEnd = Date.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Nothing is under way for a third of a second. Playwright's own "networkidle" would wait for the line of events. */
export async function untilQuiet(page: Page): Promise<void> {
  const state = underWay.get(page);
  const giveUpAt = Date.now() + 30_000;
  while (state !== undefined && (state.requests.size > 0 || Date.now() - state.lastEnd < 300) && Date.now() < giveUpAt)
    // once: the pause between two looks; pictures are taken of older builds, too, that do not say when they settled.
    await page.waitForTimeout(50);
}
