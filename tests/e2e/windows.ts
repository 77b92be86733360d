import type { Browser, BrowserContext } from 'playwright-core';
import { keepPage, leavePage, openContext, openPageIn, type Looks, type Watched } from './browser.ts';
import { watchMessages } from './messages.ts';

/**
 * The windows of a file's tests: each finds the product's files where the one before it left them, and nothing else.
 */
export interface Windows {
  open(looks: Looks): Promise<Watched>;
  /** The test is over: its windows close. */
  leave(): Promise<void>;
}

export function openWindows(browser: Promise<Browser>, url: string): Windows {
  const free = new Map<string, BrowserContext[]>();
  const used: { readonly key: string; readonly context: BrowserContext }[] = [];
  /** What a crash leaves behind is not known: nobody else gets such a window. */
  const crashed = new WeakSet<BrowserContext>();
  return {
    async open(looks) {
      const { language: _language, session: _session, ...lasting } = looks;
      const key = JSON.stringify(lasting);
      const context =
        free.get(key)?.pop() ?? (await openContext(await browser, url, { ...looks, script: heardAnd(looks.script) }));
      used.push({ key, context });
      const watched = await openPageIn(context, url, looks);
      watched.page.on('crash', () => crashed.add(context));
      return watched;
    },
    async leave() {
      for (const { key, context } of used.splice(0))
        if (!crashed.has(context) && (await emptied(context, url).catch(() => false)))
          free.set(key, [...(free.get(key) ?? []), context]);
        else await context.close();
    },
  };
}

const heardAnd = (script = ''): string => `${watchMessages} ${script}`;

/**
 * Only the files of the product, which never change, stay, and a page that they have been read in. False when the test
 * closed the window itself.
 */
async function emptied(context: BrowserContext, url: string): Promise<boolean> {
  const [first, ...others] = context.pages();
  // A call that the page sent last may still be in the hands of a test that watches it: nobody waits for its answer any
  // more.
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const page of others) await page.close();
  if (first === undefined) return false;
  await leavePage(first);
  const line = await context.newCDPSession(first);
  await line.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'local_storage,indexeddb' });
  await line.detach();
  await keepPage(first);
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
  return true;
}
