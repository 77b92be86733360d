import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, type Watched } from '#tests/e2e/browser.ts';
import { openFromMenu } from '#tests/e2e/menu.ts';
import { complaintOfList } from './list-screen.ts';
import { contractFile, type ContractScreen } from './shared.ts';
import type { Session, Subject } from './subject.ts';

export interface ScreenCoverage {
  readonly live: number;
  readonly total: number;
  readonly missing: readonly string[];
  readonly complaints: Readonly<Record<string, string>>;
}

/**
 * A screen counts when it opens from the menu with its title, its list call answers 0, its heads, filters and buttons
 * are those of the contract, its list shows a row and the console is clean. `only` narrows them to areas or keys.
 */
export async function coverScreens(subject: Subject, only?: readonly string[]): Promise<ScreenCoverage> {
  const { url, sessions } = subject;
  const screens = contractFile('screens.json').screens.filter(
    ({ key, area }) => only === undefined || only.includes(key) || only.includes(area),
  );
  const complaints = new Map<string, string>();
  const waiting = new Set(screens);
  const browser = await openBrowser();
  try {
    const visitors: (readonly [session: Session, own?: string])[] = sessions.map((session) => [session]);
    for (const { key } of screens) if (key in whose) visitors.push([await subject.enter(whose[key] ?? 'true'), key]);
    for (const [session, own] of visitors) {
      const menu = await menuOf(url, session);
      // Whoever only reads a screen does not see its buttons: the other session may.
      const here = screens.filter(
        (screen) =>
          (own === undefined ? !(screen.key in whose) : screen.key === own) &&
          (waiting.has(screen) || complaints.has(screen.key)) &&
          screen.menuUrl !== undefined &&
          urlsOf(screen).every((each) => menu.has(each)),
      );
      const watched = await openPage(browser, url, { language: 'zh-CN', session });
      await watched.page.goto('/');
      await watched.page.locator('.sidebar').waitFor();
      for (const screen of here) {
        waiting.delete(screen);
        const complaint = await fromMenu(watched, screen).catch((error: unknown) => firstLine(error));
        if (complaint === null) complaints.delete(screen.key);
        else if (!complaints.has(screen.key)) complaints.set(screen.key, complaint);
      }
      await watched.context.close();
    }
    for (const screen of waiting)
      complaints.set(
        screen.key,
        screen.key === 'homePage'
          ? ((await homeFromMenu(browser, url, sessions[0], screen)) ?? '')
          : screen.menuUrl === undefined
            ? ((await atFixedRoute(browser, url, sessions[0], screen)) ?? '')
            : 'not in the menu',
      );
  } finally {
    await browser.close();
  }
  const missing = screens.map(({ key }) => key).filter((key) => (complaints.get(key) ?? '') !== '');
  return {
    live: screens.length - missing.length,
    total: screens.length,
    missing,
    complaints: Object.fromEntries([...complaints].filter(([, complaint]) => complaint !== '')),
  };
}

/** Lists of one's own work are opened by somebody who has some: `u` is his user, `p` his principal. */
const whose: Readonly<Record<string, string>> = {
  todo: `
    exists (
      select from app.wf_task k
      where k.tenant_code = p.tenant_code and k.assignee_id = p.user_id and k.phase = 'open'
    )`,
  joined: `
    exists (
      select from app.wf_history h
      where h.tenant_code = p.tenant_code and h.assignee_id = p.user_id and h.result is not null
    )`,
  myApply: `exists (select from app.wf_instance i where i.tenant_code = p.tenant_code and i.starter_id = p.user_id)`,
};

/** A screen that stands twice in the menu must open twice. */
const urlsOf = ({ menuUrl, tenantFlagVariants }: ContractScreen): readonly string[] =>
  tenantFlagVariants?.map((variant) => variant.menuUrl) ?? [menuUrl];
const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'failed';

interface Node {
  readonly url: string | null;
  readonly children: readonly Node[];
}
async function menuOf(url: string, { token, tenantCode }: Session): Promise<ReadonlySet<string>> {
  const { data } = (await (
    await fetch(`${url}/api/sys/menu/nav`, { headers: { token, tenant_code: tenantCode } })
  ).json()) as { data: Node[] };
  const urls = (nodes: readonly Node[]): string[] =>
    nodes.flatMap((node) => [...(node.url === null ? [] : [node.url]), ...urls(node.children)]);
  return new Set(urls(data));
}

async function fromMenu({ page, complaints }: Watched, screen: ContractScreen): Promise<string | null> {
  for (const url of urlsOf(screen)) {
    complaints.length = 0;
    const answer = screen.listEndpoint == null ? null : answerTo(page, screen.listEndpoint);
    // Where the click fails first, nobody waits for the answer any more.
    answer?.catch(() => undefined);
    await openFromMenu(page, url);
    const title = page.locator(`[data-panel="${url.replaceAll('/', '-')}"] h1`).first();
    await title.waitFor();
    const text = await title.innerText();
    if (!text.includes(screen.title['zh-CN'])) return `${url} is titled ${text}`;
    // A page that shows its rows in another way first asks for the list with the switch that leads there.
    const different = await complaintOfList(page, url, screen);
    const code = (await answer) ?? 0;
    if (code !== 0) return `${url}: the list call answers ${code}`;
    if (different !== null) return `${url}: ${different}`;
    if (complaints.length > 0) return `${url}: ${complaints[0]}`;
  }
  return null;
}

async function answerTo(page: Page, path: string, timeout = 15_000): Promise<number> {
  const reply = await page.waitForResponse((response) => new URL(response.url()).pathname === `/api${path}`, {
    timeout,
  });
  return ((await reply.json()) as { code: number }).code;
}

/**
 * The entry of home is the sidebar's own and not one of the server's menu: it leads to the fixed route (contract, note
 * 30). Its title is on the entry and on its tab; its heading greets.
 */
async function homeFromMenu(
  browser: Browser,
  url: string,
  session: Session,
  { title, listEndpoint }: ContractScreen,
): Promise<string | null> {
  const { page, context, complaints } = await openPage(browser, url, { language: 'zh-CN', session });
  try {
    const answer = answerTo(page, listEndpoint ?? '', 45_000);
    answer.catch(() => undefined);
    await page.goto('/#/about');
    await page.locator('.sidebar').waitFor();
    await openFromMenu(page, 'home');
    if (!new URL(page.url()).hash.startsWith('#/home')) return `leads to ${new URL(page.url()).hash}`;
    for (const place of ['.sidebar [data-url="home"]', '.tab-active']) {
      const text = await page.locator(place).first().innerText();
      if (!text.includes(title['zh-CN'])) return `${place} says ${text}`;
    }
    const code = await answer;
    if (code !== 0) return `its call answers ${code}`;
    return complaints[0] ?? null;
  } catch (error) {
    return firstLine(error);
  } finally {
    await context.close();
  }
}

/** What stands where there is no layout around it. */
const shownAt: Readonly<Record<string, string>> = {
  login: '#username',
  dashboard: '[data-card="sales"]',
  print: '.print-desk',
};

/** Screens outside the menu stand at their route; one with a call of its own counts only when the page makes it. */
async function atFixedRoute(
  browser: Browser,
  url: string,
  session: Session,
  { key, fixedRoute = '', title, listEndpoint }: ContractScreen,
): Promise<string | null> {
  const needed = fixedRoute.includes(':') ? withRecord : alwaysThere;
  const route = await (key === 'print' ? withOrder(url, session) : needed(url, session, fixedRoute));
  if (route === null) return 'needs a record';
  const { page, context, complaints } = await openPage(browser, url, {
    language: 'zh-CN',
    ...(key === 'login' ? {} : { session }),
  });
  try {
    const answer = listEndpoint == null ? null : answerTo(page, listEndpoint);
    answer?.catch(() => undefined);
    await page.goto(`/#${route}`);
    await page.locator(shownAt[key] ?? '.sidebar').waitFor({ timeout: 15_000 });
    await page.waitForTimeout(500);
    // The main layout has no title of its own: it is there when / shows home inside it.
    if (key === 'main') return (await page.locator('[data-panel="home"]').isVisible()) ? null : '/ does not lead home';
    if (!new URL(page.url()).hash.startsWith(`#${route}`)) return `leads to ${new URL(page.url()).hash}`;
    const text = await page.locator('body').innerText();
    if (!text.includes(title['zh-CN'])) return `does not show its title ${title['zh-CN']}`;
    if (answer !== null && (await answer) !== 0) return 'its call is refused';
    return complaints[0] ?? null;
  } catch (error) {
    return firstLine(error);
  } finally {
    await context.close();
  }
}

/** A sheet is that of a document: the newest order. */
async function withOrder(url: string, { token, tenantCode }: Session): Promise<string | null> {
  const { data } = (await (
    await fetch(`${url}/api/channelsale/order/page?limit=1`, { headers: { token, tenant_code: tenantCode } })
  ).json()) as { data: { list?: readonly { id: string }[] } | null };
  const id = data?.list?.[0]?.id;
  return id === undefined ? null : `/print?entity=order:order&id=${id}`;
}

const alwaysThere = (_url: string, _session: Session, fixedRoute: string): Promise<string> =>
  Promise.resolve(fixedRoute);

/** The parameter of a fixed route is a process; one that runs, or one that somebody of this session started. */
async function withRecord(url: string, { token, tenantCode }: Session, fixedRoute: string): Promise<string | null> {
  for (const path of ['/activiti/running/page', '/activiti/his/myApply/page']) {
    const { data } = (await (
      await fetch(`${url}/api${path}?limit=1`, { headers: { token, tenant_code: tenantCode } })
    ).json()) as { data: { list?: readonly { processInstanceId: string }[] } | null };
    const id = data?.list?.[0]?.processInstanceId;
    if (id !== undefined) return fixedRoute.replace(/:\w+/, id);
  }
  return null;
}
