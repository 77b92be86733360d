import type { Page } from 'playwright-core';
import { untilQuiet } from './browser.ts';

/** Nothing under way, nothing moving, and every letter in its own font. */
export async function settle(page: Page): Promise<void> {
  await untilQuiet(page);
  await page.evaluate(`(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().filter((each) => each.effect.getTiming().iterations !== Infinity).map((each) => each.finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  })()`);
}

/** What nobody should have to see: one line per fault of the page as it stands. */
export const faultsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(look);

/** Names and texts that people entered, or that a server speaks in one language only: they may be in any language. */
const data = [
  '[role="gridcell"]',
  '.belonging td',
  '.pivot th[data-value]',
  '.param-line:has(.param-other) strong',
  '.param-other',
  '.param-line [data-testid="changed"]',
  '.read-value',
  '.promo-hint, .given-strip, .promo-told',
  '.ant-tree',
  '.ant-select-content',
  '.navbar-text',
  '.tab-partner',
  '.tab:has(.tab-partner) [title]',
  '.next-bar',
  '.fold-line',
  '.aside',
  '.opening-kinds td',
  '.inbox-row',
  '.inbox-chips',
  '.task-view',
  '.phrases',
  '.brand',
  '.home-head h1',
  '.home-cards',
  '.notice-list',
  '.version-title',
  '.version-text',
  '.home-head p',
  '.login-art',
  '.login-form h1',
  '.login-language',
  '.register',
  '.bill-code',
  '.history-log',
  '.history-links',
  '.impact',
  '[data-testid="impact"]',
  '.palette-list',
  '.chosen-table',
  '.about-fact dd',
  '.sign-lines td',
  '[data-testid="price-why"]',
  '.ant-modal:has([data-testid="price-why"]) .ant-modal-title',
  '.djs-container',
  '.panel:has(.designer) .panel-title',
  'input',
].join(', ');

const look = String.raw`(() => {
  const faults = new Set();
  const data = ${JSON.stringify(data)};
  const say = (text) => JSON.stringify(text.trim().replace(/\s+/g, ' ').slice(0, 60));
  const nameOf = (element) => element.tagName.toLowerCase() + [...element.classList].filter((name) => !name.startsWith('css-')).slice(0, 2).map((name) => '.' + name).join('');
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const hides = (value) => value === 'hidden' || value === 'clip';

  // The page or a card wider than its place.
  for (const element of document.querySelectorAll('html, .frame-main, .content, .tab-panel, .card, .sidebar, .navbar, .toolbar, .pager, .panel-head, .search-form, .ant-modal-container, .ant-drawer-body, .login-side')) {
    if (isSeen(element) && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) faults.add('overflow: ' + nameOf(element) + ' ' + element.scrollWidth + ' > ' + element.clientWidth);
  }

  // Text that is cut off. With an ellipsis and a title people can still read it; what scrolls is not cut off, and the
  // folded head of a document says as much as there is room for, beside the button that unfolds it.
  const clipped = (element, box) => {
    for (let around = element; around !== null && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      const place = around.getBoundingClientRect();
      if (hides(style.overflowX) && (place.width <= 1 || place.height <= 1)) return undefined;
      if (hides(style.overflowX) && (box.right > place.right + 1.5 || box.left < place.left - 1.5)) return around;
      if (hides(style.overflowY) && (box.bottom > place.bottom + 3 || box.top < place.top - 3)) return around;
      if (/auto|scroll/.test(style.overflowX + style.overflowY) || style.position === 'fixed') return undefined;
    }
    return undefined;
  };
  const lang = document.documentElement.lang;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.data.trim();
    if (text === '' || element === null || /^(STYLE|SCRIPT|TITLE)$/.test(element.tagName) || !isSeen(element) || element.closest('[inert], [aria-hidden="true"]') !== null && element.closest('.tab-close, .grid-required') === null && element.closest('.ant-menu-title-content') === null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const cutter = element.closest('[role="gridcell"]') === null ? clipped(element, box) : undefined;
    const isTold = element.closest('[title]') !== null;
    const isEllipsis = cutter !== undefined && isTold && getComputedStyle(cutter).textOverflow === 'ellipsis';
    if (cutter !== undefined && !isEllipsis && !cutter.matches('.fold-facts, .ant-switch-inner'))
      faults.add('clipped: ' + nameOf(cutter) + ' ' + say(text));
    check(text, element);
  }

  for (const element of document.querySelectorAll('[title], [placeholder], [aria-label], [alt]')) {
    if (!isSeen(element)) continue;
    for (const name of ['title', 'placeholder', 'aria-label', 'alt']) if (element.getAttribute(name)) check(element.getAttribute(name), name === 'title' ? element : element.parentElement, name + ' ');
  }
  for (const input of document.querySelectorAll('input')) {
    if (!isSeen(input) || input.closest('.grid-lined') !== null || input.type === 'checkbox') continue;
    const isShort = input.scrollWidth > input.clientWidth + 1;
    if (isShort && (input.value === '' ? input.placeholder !== '' : input.closest('.ant-picker') !== null)) faults.add('clipped: input ' + say(input.value || input.placeholder));
  }

  // What only a program can read, or a language that is not this page's.
  function check(text, element, where = '') {
    const isData = element.closest(data) !== null;
    if (/\[object \w+\]|\bundefined\b|\bNaN\b/.test(text)) faults.add('raw: ' + where + say(text));
    if (isData) return;
    if (/^[a-z]\w*(\.[a-zA-Z]\w*)+$/.test(text) || /\{\w+\}/.test(text)) faults.add('raw: ' + where + say(text));
    if (lang.startsWith('en') && /\p{Script=Han}/u.test(text)) faults.add('Chinese on an English page: ' + where + nameOf(element) + ' ' + say(text));
    if (lang === 'zh-TW' && /[单态号数审应货仓库额价导页设选择删编码据类统订报组织权关闭启时间过滤条业务员总计备处图标记录预览认请输户实际]/.test(text)) faults.add('Simplified on a Traditional page: ' + where + nameOf(element) + ' ' + say(text));
  }
  return [...faults];
})()`;
