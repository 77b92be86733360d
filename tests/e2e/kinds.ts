import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

/** One kind of page, and how a person who has just signed in reaches it. */
export interface Kind {
  readonly reach: (page: Page) => Promise<void>;
  /** Reached by somebody who has not signed in. */
  readonly isPublic?: boolean;
  /** What the console says when the fault that this page shows is provoked. */
  readonly expects?: RegExp;
}

/**
 * A window that keeps nothing: neither tabs nor drafts nor settings of one picture appear in the next, or in anybody's
 * demo.
 */
export const forgetful = `
  const send = window.fetch;
  window.fetch = (url, init) => {
    const [, what] = /\\/api\\/sys\\/(setting|draft)\\b/.exec(String(url)) ?? [];
    if (what === undefined) return send(url, init);
    const data = /\\/draft(\\?|$)/.test(String(url)) ? [] : null;
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: 'success', data }), { headers: { 'content-type': 'application/json' } }));
  };`;

export const inPanel = (page: Page, selector: string) =>
  page.locator('.tab-panel').filter({ visible: true }).locator(selector);

export const kinds = {
  login: {
    isPublic: true,
    reach: async (page) => {
      await page.locator('#username').waitFor();
    },
  },
  'login-wrong': {
    isPublic: true,
    reach: async (page) => {
      await page.locator('[data-verb="login"]').click();
      await page.locator('.ant-form-item-explain-error').first().waitFor();
    },
  },
  home: {
    reach: async (page) => {
      await page.locator('.home-area').first().waitFor();
    },
  },
  list: { reach: (page) => list(page, 'order/order') },
  'list-ticked': {
    reach: async (page) => {
      await list(page, 'order/order');
      for (const at of [0, 1, 3]) await inPanel(page, '[data-row-key] input').nth(at).click();
      await inPanel(page, '.unfold').click();
    },
  },
  'list-classes': { reach: (page) => list(page, 'data/material?tenantFlag=0') },
  'list-tree': { reach: (page) => list(page, 'data/dept?tenantFlag=0') },
  'list-empty': {
    reach: async (page) => {
      await list(page, 'order/order');
      await inPanel(page, '.unfold').click();
      await inPanel(page, '[data-filter="code"] input').fill('NOTHING-LIKE-THIS');
      await inPanel(page, '[data-verb="search"]').click();
      await inPanel(page, '[data-verb="clearFilters"]').waitFor();
    },
  },
  'list-failed': {
    reach: async (page) => {
      await page.route('**/api/channelsale/order/page*', (route) =>
        route.fulfill({ json: { code: 500, msg: '500 (trace 01a1ddb8)', data: null } }),
      );
      await show(page, 'order-order');
      await inPanel(page, '[data-verb="retry"]').first().waitFor();
    },
  },
  columns: {
    reach: async (page) => {
      await list(page, 'order/order');
      await inPanel(page, '[data-verb="columns"]').click();
      await page.locator('.column-settings-row').first().waitFor();
    },
  },
  'form-add': {
    reach: async (page) => {
      await list(page, 'data/customer?tenantFlag=0');
      await inPanel(page, '[data-verb="add"]').click();
      await inPanel(page, '[data-verb="save"]').click();
      await inPanel(page, '.ant-form-item-explain-error').first().waitFor();
    },
  },
  'form-edit': {
    reach: (page) =>
      record(
        page,
        'data-customer?tenantFlag=0',
        'edit',
        '/data/customer/manage/page?page=1&limit=1&status=1',
        '[data-verb="save"]',
      ),
  },
  'form-read': {
    reach: (page) =>
      record(
        page,
        'data-customer?tenantFlag=0',
        'read',
        '/data/customer/manage/page?page=1&limit=1&status=1',
        '.read-value',
      ),
  },
  'document-add': {
    reach: async (page) => {
      await list(page, 'order/order');
      await inPanel(page, '[data-verb="add"]').click();
      await inPanel(page, '.line-table').waitFor();
    },
  },
  'document-edit': {
    reach: async (page) => {
      await order(page, 'edit', '0');
      await settled(page);
      await inPanel(page, '[data-line="0"][data-field="number"]').click();
      await page.keyboard.type('x');
      await page.keyboard.press('Enter');
      await inPanel(page, '.grid-errors').waitFor();
    },
  },
  'document-read': { reach: (page) => order(page, 'read', '1') },
  impact: {
    reach: async (page) => {
      await order(page, 'read', '1');
      await inPanel(page, '.panel-head [data-verb="unaudit"]').click();
      await page.locator('.verb-dialog [data-testid="impact"]').waitFor();
    },
  },
  history: {
    reach: async (page) => {
      await order(page, 'read', '1');
      await inPanel(page, '.panel-head [data-verb="moreVerbs"]').click();
      await page.locator('.ant-dropdown [data-verb="history"]').click();
      await page.locator('.history-log li').first().waitFor();
    },
  },
  picker: {
    reach: async (page) => {
      await kinds['document-add'].reach(page);
      await inPanel(page, '[data-verb="pickLines"]').click();
      for (const at of [0, 2]) await page.locator('.picker [data-row-key] input').nth(at).click();
    },
  },
  'picker-one': {
    reach: async (page) => {
      await kinds['document-add'].reach(page);
      await inPanel(page, '[data-field="customerCode"] [data-verb="pick"]').first().click();
      await page.locator('.picker [data-row-key]').first().waitFor();
    },
  },
  'picker-filters': {
    reach: async (page) => {
      await kinds['picker-one'].reach(page);
      await page.locator('.picker [data-verb="expertSearch"]').click();
      await page.locator('.expert-search').waitFor();
    },
  },
  matrix: {
    reach: async (page) => {
      await kinds['document-add'].reach(page);
      await inPanel(page, '[data-verb="matrixLines"]').click();
      await page.locator('.picker [data-row-key]').first().waitFor();
    },
  },
  why: {
    reach: async (page) => {
      await order(page, 'read', '1');
      await inPanel(page, '[data-verb="why"]').first().click();
      await page.locator('[data-testid="price-why"]').waitFor();
    },
  },
  sign: {
    reach: async (page) => {
      await record(
        page,
        'order-delivery',
        'read',
        '/channelsale/delivery/page?page=1&limit=1&receiptStatus=0&billStatus=2',
        '[data-line="0"]',
      );
      await inPanel(page, ':is(.panel-head, .next-bar) [data-verb="sign"]').click();
      await page.locator('.sign-lines').waitFor();
    },
  },
  'bill-download': {
    reach: async (page) => {
      await list(page, 'order/order');
      await inPanel(page, '[data-verb="downloadBill"]').click();
      await page.locator('.download-dialog [data-field="code"] input').waitFor();
    },
  },
  import: {
    reach: async (page) => {
      await list(page, 'data/brand?tenantFlag=0');
      await inPanel(page, '[data-verb="import"]').click();
      await page.locator('[data-testid="import-tip"]').waitFor();
    },
  },
  designer: {
    reach: async (page) => {
      await list(page, 'activiti/model');
      await inPanel(page, '[data-row-key] input').first().click();
      await inPanel(page, '.toolbar [data-verb="design"]').click();
      await inPanel(page, '.djs-shape[data-element-id]').first().waitFor();
    },
  },
  palette: {
    reach: async (page) => {
      await page.locator('[data-verb="palette"]').click();
      await page.locator('.palette-entry').first().waitFor();
    },
  },
  shortcuts: {
    reach: async (page) => {
      await page.locator('[data-verb="user"]').hover();
      await page.locator('[data-verb="shortcuts"]').click();
      await page.locator('.shortcut').first().waitFor();
    },
  },
  '404': {
    reach: async (page) => {
      await show(page, '404');
      await page.locator('.page-message').waitFor();
    },
  },
  about: {
    reach: async (page) => {
      await show(page, 'about');
      await inPanel(page, '.about-fact').first().waitFor();
    },
  },
  versionTimeline: {
    reach: async (page) => {
      await show(page, 'versionTimeline');
      await inPanel(page, '.versions li').first().waitFor();
    },
  },
  'chunk-failed': {
    expects: /./,
    reach: async (page) => {
      await page.route('**/assets/list-page-*', (route) => route.abort());
      await page.locator('.home-links a').first().click();
      await inPanel(page, '[data-verb="retry"]').waitFor();
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;
export type KindName = keyof typeof kinds;

async function list(page: Page, url: string): Promise<void> {
  await show(page, url.replaceAll('/', '-'));
  await inPanel(page, '[data-row-key]').first().waitFor();
}

async function record(page: Page, screen: string, action: 'edit' | 'read', path: string, until: string): Promise<void> {
  await show(page, `${screen}__${action}__${await firstOf(page, path)}`);
  await inPanel(page, until).first().waitFor();
}

/** The oldest is the demo's own: what other tests wrote may have been delivered or pushed since. */
const order = (page: Page, action: 'edit' | 'read', billStatus: string): Promise<void> =>
  record(
    page,
    'order-order',
    action,
    `/channelsale/order/page?page=1&limit=1&billStatus=${billStatus}${billStatus === '1' ? '&orderStatus=1&orderField=createDate&order=asc' : ''}`,
    '[data-line="0"]',
  );

export const show = (page: Page, route: string): Promise<unknown> => page.evaluate(`location.hash = '#/${route}'`);

/** The first record that a list answers to the session of this window. */
async function firstOf(page: Page, path: string): Promise<string> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const reply = await fetch(new URL(`/api${path}`, page.url()), { headers: { token } });
  const {
    data: {
      list: [first],
    },
  } = (await reply.json()) as { data: { list: readonly { id: string }[] } };
  if (first === undefined) throw new Error(`nothing at ${path}`);
  return first.id;
}
