/**
 * npm run visual: pictures of the gallery as it is now and as it was before, taken by the same browser and compared
 * pixel by pixel. Before is the parent of the last commit; with uncommitted changes it is the last commit itself. What
 * differs goes to .tmp/visual. A commit whose message has a line `Visual: <reason>` meant it; without one a difference
 * fails.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { openBrowser } from '#tests/e2e/browser.ts';
import { settle } from '#tests/e2e/faults.ts';

/** Of all pixels of a picture; fonts are drawn the same by the same browser, so the rest is a change. */
const allowed = 0.001;
const folder = '.tmp/visual';
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
  const before = commitBefore();
  if (before === null) return skip('there is no commit to compare with');
  if (!isThere(before, 'platform/web/gallery/gallery.tsx')) return skip(`${before} has no gallery yet`);
  if (
    git('diff', '--name-only', before, '--', 'platform/web', 'platform/model', 'apps/web', 'package-lock.json') === ''
  )
    return skip(`nothing that is seen has changed since ${before}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const temp = mkdtempSync(join(tmpdir(), 'visual-'));
  const browser = await openBrowser();
  try {
    const old = join(temp, 'tree');
    unpack(before, old);
    const [then, now] = [build(old, join(temp, 'then')), build('.', join(temp, 'now'))];
    const [thenPictures, nowPictures] = [await photograph(browser, then), await photograph(browser, now)];
    const differing = pictures.filter(({ name }) => differs(name, thenPictures.get(name), nowPictures.get(name)));
    console.log(
      `${pictures.length} pictures against ${before}: ${differing.length} differ, ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    return differing.length === 0 ? 0 : verdict();
  } finally {
    await browser.close();
    rmSync(temp, { recursive: true, force: true });
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

function commitBefore(): string | null {
  try {
    return git('rev-parse', '--short', '--verify', isDirty() ? 'HEAD' : 'HEAD~1');
  } catch {
    return null;
  }
}

function isDirty(): boolean {
  return git('status', '--porcelain') !== '';
}

function isThere(commit: string, path: string): boolean {
  try {
    git('cat-file', '-e', `${commit}:${path}`);
    return true;
  } catch {
    return false;
  }
}

function skip(why: string): number {
  console.log(`skipped: ${why}`);
  return 0;
}

/** Its own packages, if they were others: a new version of a library is a change too. */
function unpack(commit: string, to: string): void {
  mkdirSync(to);
  execFileSync('tar', ['-x', '-C', to], {
    input: execFileSync('git', ['archive', commit], { maxBuffer: 512 * 1024 * 1024 }),
  });
  if (readFileSync(join(to, 'package-lock.json'), 'utf8') === readFileSync('package-lock.json', 'utf8'))
    symlinkSync(join(process.cwd(), 'node_modules'), join(to, 'node_modules'));
  else
    execFileSync('npm', ['ci', '--no-fund', '--no-audit', '--prefer-offline', '--ignore-scripts'], {
      cwd: to,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
}

function build(tree: string, to: string): string {
  const vite = join(process.cwd(), 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', 'apps/web', '--outDir', to, '--logLevel', 'warn'], {
    cwd: tree,
    env: { ...process.env, NODE_ENV: 'production', GALLERY: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return to;
}

async function photograph(browser: Browser, built: string): Promise<ReadonlyMap<string, Buffer>> {
  const server = await serve(built);
  const { port } = server.address() as AddressInfo;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const taken = new Map<string, Buffer>();
  const waiting = [...pictures];
  const lane = async (): Promise<void> => {
    const page = await context.newPage();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await page.goto('about:blank');
      await page.goto(`http://127.0.0.1:${port}/#/__gallery?${next.query}`);
      await page.locator('.gallery').waitFor();
      await rest(page);
      taken.set(next.name, await page.screenshot({ fullPage: !next.query.includes('scene='), caret: 'hide' }));
    }
  };
  await Promise.all([lane(), lane()]);
  await context.close();
  server.close();
  return taken;
}

function serve(root: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = join(root, new URL(request.url ?? '/', 'http://local').pathname.replace(/\/$/, '/index.html'));
    if (!existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    response
      .writeHead(200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'cache-control': 'max-age=600',
      })
      .end(readFileSync(path));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
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
  if (then === undefined || now === undefined) throw new Error(`no picture of ${name}`);
  if (then.equals(now)) return false;
  const [a, b] = [PNG.sync.read(then), PNG.sync.read(now)];
  const isSameSize = a.width === b.width && a.height === b.height;
  const between = new PNG({ width: a.width, height: a.height });
  const count = isSameSize
    ? pixelmatch(a.data, b.data, between.data, a.width, a.height, { threshold: 0.1 })
    : a.width * a.height;
  if (isSameSize && count <= a.width * a.height * allowed) return false;
  console.log(
    `${name}: ${isSameSize ? `${((count / (a.width * a.height)) * 100).toFixed(2)} % of the pixels` : `${a.width} × ${a.height} became ${b.width} × ${b.height}`}`,
  );
  writeFileSync(join(folder, `${name}-then.png`), then);
  writeFileSync(join(folder, `${name}-now.png`), now);
  if (isSameSize) writeFileSync(join(folder, `${name}-between.png`), PNG.sync.write(between));
  return true;
}

function verdict(): number {
  if (isDirty())
    return skip('look at .tmp/visual; if it is meant, the message of the commit needs a line "Visual: <reason>"');
  const reason = /^Visual: *(\S.*)$/m.exec(git('log', '-1', '--format=%B'))?.[1];
  console.log(
    reason === undefined
      ? `look at ${folder}; a change that is meant has a line "Visual: <reason>" in the message of its commit`
      : `meant: ${reason}`,
  );
  return reason === undefined ? 1 : 0;
}
