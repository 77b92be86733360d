import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { adminUrl, withDatabase } from '#apps/api/environment.ts';
import type { Account } from '#scripts/demo-data/people.ts';

export type { Account };
const run = promisify(execFile);

/** A started product: the real process, the built web, a real database. */
export interface Product {
  readonly url: string;
  stop(): Promise<void>;
}
/** The same database as its administrator and as the application see it. */
export interface Urls {
  readonly admin: string;
  readonly application: string;
}

export function urlsOf(database: string, server?: string): Urls {
  const admin = withDatabase(server ?? adminUrl(), database);
  const given = server === undefined ? process.env['DATABASE_URL'] : undefined;
  const application = new URL(given ?? admin);
  if (given === undefined) [application.username, application.password] = ['qudao_app', ''];
  return { admin, application: withDatabase(application.href, database) };
}

/** The small demo in a database of its own, and who can log in to it. */
export async function makeDemo(
  urls: Urls,
  { password = `demo${randomBytes(9).toString('base64url')}1`, anchor }: { password?: string; anchor?: string } = {},
): Promise<readonly Account[]> {
  const day = anchor === undefined ? [] : ['--anchor', anchor];
  const { stdout } = await run(process.execPath, ['scripts/demo.ts', '--small', '--json', ...day], {
    env: { ...process.env, DATABASE_URL: urls.application, DATABASE_ADMIN_URL: urls.admin, DEMO_PASSWORD: password },
    maxBuffer: 16 * 1024 * 1024,
  });
  return (JSON.parse(stdout) as { accounts: Account[] }).accounts;
}

export interface Start {
  readonly env?: Readonly<Record<string, string>>;
  readonly port?: number;
  /** Without the worker. */ readonly isApiOnly?: boolean;
}

export async function startProduct({ application }: Urls, start: Start = {}): Promise<Product> {
  const { env = {}, port = await freePort(), isApiOnly = false } = start;
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['apps/api/main.ts', ...(isApiOnly ? ['--only', 'api'] : [])], {
    env: {
      ...process.env,
      DATABASE_URL: application,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      // No proxy looks away first.
      DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  for (let tries = 0; !(await isReady(url)); tries += 1) {
    if (child.exitCode !== null || tries > longest) {
      child.kill('SIGKILL');
      throw new Error('the product did not start');
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Builds the web when there is no build, or when something it is made of is newer. */
export async function buildWeb(): Promise<void> {
  const sources = globSync([
    'platform/{web,model}/**/*',
    'modules/*/{web,model}/**/*',
    'apps/web/**/*',
    'package-lock.json',
  ]);
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  const built = statSync('dist/web/index.html', { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // vitest says NODE_ENV=test, and the build would carry React's development half.
  // GALLERY: pickers that no screen needs yet stand on a page of their own.
  const hasStand = globSync('dist/web/assets/picker-stand-*.js').length > 0;
  if (built < newest || !hasStand)
    await run('npm', ['run', '-s', 'build'], { env: { ...process.env, NODE_ENV: 'production', GALLERY: '1' } });
}

/** Tenths of a second: a machine that does other things starts a product in minutes. */
const longest = 2400;

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => {
          resolve(typeof address === 'object' && address !== null ? address.port : 0);
        });
      });
  });
}
