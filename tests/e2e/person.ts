import { hash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { afterAll, expect, inject, test as base } from 'vitest';
import { asAdministrator, type AdminClient } from '#platform/server/db/migrate.ts';
import { password as usual } from '#tests/house-places.ts';
import { noteWrite } from '#tests/contract/evidence.ts';
import { openFromMenu } from './menu.ts';
import { openBrowser, type Looks, type Watched } from './browser.ts';
import { isTold } from './messages.ts';
import { openWindows } from './windows.ts';
import { giveBack, takePlace, type Place } from './place.ts';
import { templateOf } from './template.ts';

/** A person in front of a window of the product. */
export interface Person extends Watched {
  /** The tab on screen. */
  readonly panel: Locator;
  /** Types name and password into the login page. */
  logIn(username: string, password?: string): Promise<void>;
  /** Clicks a screen in the menu, opening its folder where needed. */
  open(menuUrl: string): Promise<void>;
  /** The text of a message that appears, or appeared since the last press. */
  told(text: string | RegExp): Promise<void>;
  cookie(name: string): Promise<string | undefined>;
  route(): string;
}

export interface Office {
  /** A window; with a username the session is open already. At another page than home nobody waits for the frame. */
  enter(as?: string, looks?: Looks, path?: string): Promise<Person>;
}

/** Every test has its own windows; whatever the console complained about fails it. */
export const test = base.extend<{ office: Office }>({
  office: async ({ task }, hand) => {
    windows ??= openWindows(openBrowser(), own.url);
    const opened: Person[] = [];
    // Tabs and drafts are kept on the server: those of the test before are not those of this one, and what its windows
    // still sent while they closed is refused.
    await arrange(`update sec.session set ended_at = now() where ended_at is null`);
    await untilWritten();
    await arrange('delete from app.sys_setting');
    await arrange('delete from app.sys_draft');
    await hand({
      async enter(as, looks = {}, path) {
        const session = as === undefined ? undefined : await sessionOf(as);
        const person = personAt(await windows!.open({ ...looks, ...(session === undefined ? {} : { session }) }));
        opened.push(person);
        if (isGallery(path ?? '')) Object.assign(task.meta, { isInGallery: true });
        await person.page.goto(path ?? '/');
        if (session !== undefined && path === undefined) await person.page.locator('.navbar').waitFor();
        return person;
      },
    });
    if (opened.some(({ page }) => isGallery(page.url()))) Object.assign(task.meta, { isInGallery: true });
    await windows.leave();
    for (const { complaints } of opened) expect(complaints).toEqual([]);
  },
});
/** Pickers stand there without the screen that needs them: a test that opened one there proves no screen. */
const isGallery = (address: string): boolean => address.includes('#/__pickers');
/** The product and the database of this file; nobody else writes there. */
export const place = (): Place => own;
const own = await takePlace(inject('places'), templateOf(expect.getState().testPath ?? ''));
/** One connection for all that a file arranges; it ends before the database goes. */
let hangUp = (): void => undefined;
const administrator = new Promise<AdminClient>((hand, fail) => {
  const ended = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  asAdministrator(own.adminUrl, (client) => {
    hand(client);
    return ended;
  }).catch(fail);
});
afterAll(async () => {
  hangUp();
  await giveBack(inject('places'), own);
});

/** One browser for all tests of a file; the process of the file ends it. */
let windows: ReturnType<typeof openWindows> | undefined;

const patience = 60_000;
function personAt(watched: Watched): Person {
  const { page, context } = watched;
  return {
    ...watched,
    panel: page.locator('.tab-panel').filter({ visible: true }),
    async logIn(username, password = passwordOf(username)) {
      await page.locator('#username').fill(username);
      await page.locator('#password').fill(password);
      await page.locator('[data-verb="login"]').click();
    },
    async open(menuUrl) {
      await openFromMenu(page, menuUrl);
    },
    async told(text) {
      if (!(await isTold(page, text, patience)))
        throw new Error(`nobody was told ${String(text)}; ${await instead(watched)}`);
    },
    cookie: async (name) => (await context.cookies()).find((cookie) => cookie.name === name)?.value,
    route: () => decodeURIComponent(new URL(page.url()).hash.replace(/^#\//, '')),
  };
}

/** What the page shows and sent in place of what a test waits for: a failure on another machine has no picture. */
async function instead({ page, sent }: Watched): Promise<string> {
  const shown = await page
    .locator(
      '.ant-message-notice, .ant-modal, .ant-form-item-explain-error, [data-complaint], .tab-panel [role="alert"]',
    )
    .filter({ visible: true })
    .allInnerTexts();
  const focus = await page.evaluate<string>(`document.activeElement?.outerHTML.slice(0, 160) ?? ''`);
  const calls = sent.slice(-6).map(({ method, path }) => `${method} ${path}`);
  return `shown: ${JSON.stringify(shown)}; focus: ${focus}; last sent: ${calls.join(', ')}`;
}

/** People that a test made; they are known to its file alone. */
const newcomers = new Map<string, string>();
export function introduce(username: string, password: string): void {
  newcomers.set(username, password);
}

export function passwordOf(username: string): string {
  return newcomers.get(username) ?? usual;
}

type Asking = <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<Data>;

/** A call beside the browser, as whoever the session belongs to. */
export const ask = async <Data>(username: string, ...asked: Parameters<Asking>): Promise<Data> =>
  (await asker(username))<Data>(...asked);

/** Many calls of one session. */
export async function asker(username: string): Promise<Asking> {
  const { token } = await sessionOf(username);
  await arrange(`update sec.session set confirmed_until = 'infinity' where sid_hash = decode($1, 'hex')`, [
    hash('sha256', token),
  ]);
  return async <Data>(...[method, path, body]: Parameters<Asking>): Promise<Data> =>
    askWith<Data>(token, method, path, body);
}

async function askWith<Data>(token: string, method: string, path: string, body: unknown): Promise<Data> {
  const reply = await fetch(`${place().url}/api${path}`, {
    method,
    headers: { token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, msg, data } = (await reply.json()) as { code: number; msg: string; data: Data };
  noteWrite(method, path, code);
  if (code !== 0) throw new Error(`${method} ${path}: ${code} ${msg}`);
  return data;
}

/**
 * Somebody has logged in: all that the login does but weighing the password, which takes longer than most tests look
 * at.
 */
export async function sessionOf(username: string): Promise<{ token: string; tenantCode: string }> {
  const token = randomBytes(32).toString('base64url');
  const [opened] = await arrange<{ tenant_code: string }>(
    `
      select o.tenant_code
      from sec.account a, sec.login_open(a.user_id, null, $2, 720, '127.0.0.1', 'browser tests') o
      where a.username = $1`,
    [username, hash('sha256', token)],
  );
  if (opened === undefined) throw new Error(`nobody is called ${username}`);
  return { token, tenantCode: opened.tenant_code };
}

/** Shows again who he is, where the product asks for it. */
export async function showWho({ page }: Person, username: string): Promise<void> {
  const proof = page.locator('.ant-modal input[type="password"]').filter({ visible: true });
  await proof.fill(passwordOf(username));
  await proof.press('Enter');
}

/** What only an administrator of the database can arrange or look up. */
export const arrange = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await (await administrator).query(sql, [...values])).rows as Row[];

/**
 * Whatever a session wrote that was let in before it ended is there, or was given up: a draft of the test before would
 * come into the form of this one after all drafts were deleted.
 */
async function untilWritten(): Promise<void> {
  const [now] = await arrange<{ moment: string }>('select clock_timestamp()::text as moment');
  const writing = `
    select pid
    from pg_stat_activity
    where datname = current_database()
      and pid <> pg_backend_pid()
      and backend_type = 'client backend'
      and xact_start < $1::timestamptz`;
  // A job that takes longer writes no drafts.
  for (let tries = 0; tries < 100 && (await arrange(writing, [now?.moment])).length > 0; tries += 1) await wait(20);
}
