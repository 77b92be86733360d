/**
 * npm run visual [-- --only enquiry]: pictures of the gallery and of the pages of the modules, as they are now
 * (dist/web) and as they were when a change was last meant (visual-base.ts), taken by the same browser and compared
 * pixel by pixel. What differs goes to .tmp/visual. A commit whose message has a line `Visual: <reason>` meant it, and
 * is what the next ones are compared with; without such a line a difference fails.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { openSession, type Session } from '#tests/contract/subject.ts';
import { openBrowser } from '#tests/e2e/browser.ts';
import { settle } from '#tests/e2e/faults.ts';
import { takePlace } from '#tests/e2e/place.ts';
import { openPlaces } from '#tests/e2e/places.ts';
import { buildWeb, urlsOf } from '#tests/e2e/product.ts';
import { moveToTestServer } from '#tests/server/server.ts';
import { buildBase, findBase, git } from './visual-base.ts';
import { photographScreens } from './visual-screens.ts';

/** Of all pixels of a picture; fonts are drawn the same by the same browser, so the rest is a change. */
const allowed = 0.001;
const folder = '.tmp/visual';
const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const isWanted = (name: string): boolean => name.includes(options.only);
/** What the web is made of. */
const seen = /^(?:(?:platform|modules\/\w+)\/(?:web|model)|apps\/web)\/|^package-lock\.json$/;
/** Every language, every brand and every scene in the light and in the dark; not all of them with all. */
const pictures = [
  ...['lang=zh-CN', 'lang=zh-TW', 'lang=en-US', 'lang=zh-CN&brand=ffd400', 'lang=zh-CN&brand=c0392b'].flatMap(
    (query) => [query, `${query}&dark=1`],
  ),
  ...['picker', 'question', 'dialog', 'messages'].map((scene) => `lang=en-US&scene=${scene}`),
  'lang=en-US&dark=1&scene=picker',
].map((query) => ({ query, name: query.replaceAll(/\w+=/g, '').replaceAll('&', '-').replace('-1', '-dark') }));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

process.exitCode = await main();

async function main(): Promise<number> {
  const started = performance.now();
  const commit = findBase();
  // A clone of the last commits alone: no picture can be compared there, and no change of ours would mend it.
  if (commit === undefined) return skip('WARNING, the commit of tests/visual-base is neither here nor at origin');
  const base = commit.slice(0, 8);
  if (
    !git('diff', '--name-only', commit)
      .split('\n')
      .some((path) => seen.test(path))
  )
    return skip(`nothing that is seen has changed since ${base}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildWeb();
  const roots = [buildBase(commit), 'dist/web'] as const;
  const product = await openProduct();
  const browser = await openBrowser();
  try {
    const [then, now] = await Promise.all(roots.map((root) => photographAll(browser, root, product)));
    const names = [...new Set([...(then?.keys() ?? []), ...(now?.keys() ?? [])])];
    const differing = names.filter((name) => differs(name, then?.get(name), now?.get(name)));
    if (names.length === 0) throw new Error(`there is no picture ${options.only}`);
    console.log(
      `${names.length} pictures against ${base}: ${differing.length} differ, ` +
        `${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    return differing.length === 0 ? 0 : verdict();
  } finally {
    await browser.close();
    await product.close();
  }
}

interface Product {
  readonly url: string;
  readonly sessions: readonly Session[];
  close(): Promise<void>;
}

/** The demo, on the server and at the time of the tests: the pages of the modules have rows to show. */
async function openProduct(): Promise<Product> {
  await moveToTestServer();
  const places = await openPlaces(['demo'], 1);
  const { id, url } = await takePlace(places.url, 'demo');
  const sessions = [
    await openSession(urlsOf(id), `t.sys_tenant = '0'`),
    await openSession(urlsOf(id), `t.sys_tenant = '1'`),
  ];
  return { url, sessions, close: () => places.close() };
}

function skip(why: string): number {
  console.log(`skipped: ${why}`);
  return 0;
}

async function photographAll(browser: Browser, root: string, { url, sessions }: Product): Promise<Map<string, Buffer>> {
  const server = await serve(root, url);
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const take = async (page: Page): Promise<Buffer> => {
    await rest(page);
    return page.screenshot({ caret: 'hide' });
  };
  const gallery = await photographGallery(browser, own);
  const screens = await photographScreens(browser, { url: own, sessions, isWanted, take });
  server.close();
  return new Map([...gallery, ...screens]);
}

async function photographGallery(browser: Browser, url: string): Promise<ReadonlyMap<string, Buffer>> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const taken = new Map<string, Buffer>();
  const page = await context.newPage();
  for (const { name, query } of pictures.filter((each) => isWanted(each.name))) {
    await page.goto('about:blank');
    await page.goto(`${url}/#/__gallery?${query}`);
    await page.locator('.gallery').waitFor();
    await rest(page);
    taken.set(name, await page.screenshot({ fullPage: !query.includes('scene='), caret: 'hide' }));
  }
  await context.close();
  return taken;
}

/** The files of a built web; what it asks the server goes on to the product. */
function serve(root: string, product: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    if (pathname.startsWith('/api')) {
      passOn(product, request, response);
      return;
    }
    const path = join(root, pathname.replace(/\/$/, '/index.html'));
    if (!existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600' }).end(readFileSync(path));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

function passOn(product: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '' } = request;
  const onward = ask(`${product}${url}`, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  onward.once('error', () => {
    response.destroy();
  });
  request.pipe(onward);
}

/** Parts that come late have come: nothing changes any more. */
async function rest(page: Page): Promise<void> {
  for (let [before, now] = ['', 'nothing yet']; before !== now;) {
    await settle(page);
    await page.waitForTimeout(150);
    [before, now] = [now, await page.evaluate<string>('document.body.innerHTML')];
  }
}

/** Writes both pictures and what lies between them. */
function differs(name: string, then: Buffer | undefined, now: Buffer | undefined): boolean {
  if (then === undefined || now === undefined) {
    console.log(`${name}: ${then === undefined ? 'there was none before' : 'there is none any more'}`);
    return true;
  }
  if (then.equals(now)) return false;
  const [a, b] = [PNG.sync.read(then), PNG.sync.read(now)];
  const isSameSize = a.width === b.width && a.height === b.height;
  const between = new PNG({ width: a.width, height: a.height });
  const count = isSameSize
    ? pixelmatch(a.data, b.data, between.data, a.width, a.height, { threshold: 0.1 })
    : a.width * a.height;
  if (isSameSize && count <= a.width * a.height * allowed) return false;
  console.log(
    `${name}: ` +
      (isSameSize
        ? `${((count / (a.width * a.height)) * 100).toFixed(2)} % of the pixels`
        : `${a.width} × ${a.height} became ${b.width} × ${b.height}`),
  );
  writeFileSync(join(folder, `${name}-then.png`), then);
  writeFileSync(join(folder, `${name}-now.png`), now);
  if (isSameSize) writeFileSync(join(folder, `${name}-between.png`), PNG.sync.write(between));
  return true;
}

function verdict(): number {
  if (git('status', '--porcelain') !== '')
    return skip('look at .tmp/visual; if it is meant, the message of the commit needs a line "Visual: <reason>"');
  const reason = /^Visual: *(\S.*)$/m.exec(git('log', '-1', '--format=%B'))?.[1];
  console.log(
    reason === undefined
      ? `look at ${folder}; a change that is meant has a line "Visual: <reason>" in the message of its commit`
      : `meant: ${reason}`,
  );
  return reason === undefined ? 1 : 0;
}
