import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { faultsOf, settle } from './faults.ts';
import { forgetful, kinds, type Kind, type KindName } from './kinds.ts';
import { place, sessionOf, test, type Person } from './person.ts';
import { settled } from './settled.ts';
import { lacksOf } from '#tests/strict-demo.ts';

const names: readonly KindName[] = [
  'login',
  'home',
  'list',
  'list-ticked',
  'list-classes',
  'form-add',
  'form-read',
  'document-edit',
  'document-read',
  'picker',
  'picker-one',
];

/**
 * Controls that cannot be pressed even after scrolling to them: cut off, outside the window or below something else.
 */
const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(String.raw`(() => {
  const top = [...document.querySelectorAll('.dialogs:not([hidden])')].at(-1);
  const controls = [...document.querySelectorAll('button, a[href], a[role="button"], input, textarea, [role="menuitem"], [role="tab"], .ant-select')].filter((control) =>
    !control.disabled && control.closest('[aria-hidden="true"], [inert]') === null && control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    // What a dialog covers is out of reach on purpose, and so are rows of a grid that have scrolled below its fixed columns.
    && (top === undefined || top.contains(control) || control.closest('.navbar, .sidebar, .tab-strip') !== null) && control.closest('[role="gridcell"], .ant-tree') === null && control.type !== 'file');
  return controls.flatMap((control) => {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = control.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    const isHit = hit !== null && (control.contains(hit) || hit.contains(control) && hit.closest('label, .ant-input-affix-wrapper, .ant-select, .ant-picker, button, a') !== null);
    return isHit || box.width === 0 ? [] : [control.tagName.toLowerCase() + ' ' + (control.getAttribute('data-verb') ?? control.getAttribute('aria-label') ?? control.id ?? '') + ' ' + control.className + ' at ' + Math.round(x) + ',' + Math.round(y) + ' is below ' + (hit === null ? 'nothing' : hit.tagName + '.' + hit.className)];
  });
})()`);

test('am-A17: the demo is strict, and shows every state of every document', async () => {
  expect(await lacksOf(place().adminUrl)).toEqual([]);
});

describe('200 % zoom: 1440 × 900 becomes 720 × 450', () => {
  // English takes the most room; CI looks at that.
  test.each(process.env['CI'] === undefined ? (['zh-CN', 'en-US'] as const) : (['en-US'] as const))(
    '%s: every control can be reached, nothing is cut off',
    async (language) => {
      const session = await sessionOf('lancai');
      const browser = await openBrowser();
      const found: string[] = [];
      for (const name of names) {
        const { reach, isPublic = false }: Kind = kinds[name];
        const { page, context, complaints } = await openPage(browser, place().url, {
          language,
          width: 720,
          height: 450,
          scale: 2,
          script: forgetful,
          ...(isPublic ? {} : { session }),
        });
        await page.goto('/');
        await page.locator(isPublic ? '.login' : '.sidebar').waitFor();
        await reach(page);
        await settle(page);
        found.push(
          ...[...(await faultsOf(page)), ...(await unreachable(page)), ...complaints].map(
            (fault) => `${name}: ${fault}`,
          ),
        );
        await context.close();
      }
      await browser.close();
      expect(found).toEqual([]);
    },
  );

  test('the check sees a button that lies below another and one that is outside the window', async ({ office }) => {
    const { page } = await office.enter('lancai', { width: 720, height: 450, scale: 2 });
    await page.evaluate(
      `document.querySelector('.home').insertAdjacentHTML('afterbegin', '<div style="position:relative;height:30px"><button data-verb="under">a</button><i style="position:absolute;inset:0;background:red"></i></div><button data-verb="outside" style="position:fixed;left:-300px">b</button>')`,
    );
    await expect
      .poll(async () => (await unreachable(page)).map((line) => line.split(' ')[1]))
      .toEqual(['under', 'outside']);
  });
});

describe('somebody who asked for less motion', () => {
  const moving = ({ page }: Person): Promise<string[]> =>
    page.evaluate<
      string[]
    >(`[...document.querySelectorAll('*')].filter((element) => ['', '::before', '::after'].some((part) => {
    const { animationName, animationDuration, transitionDuration, transitionProperty } = getComputedStyle(element, part);
    const lasts = (text) => text.split(',').some((each) => parseFloat(each) > 0.001);
    return animationName !== 'none' && lasts(animationDuration) || transitionProperty !== 'none' && lasts(transitionDuration);
  })).map((element) => element.tagName + '.' + element.className)`);

  test('sees nothing slide or fade', async ({ office }) => {
    const person = await office.enter('lancai', { isMoving: true });
    await kinds['list-ticked'].reach(person.page);
    await expect.poll(async () => (await moving(person)).length).toBeGreaterThan(20);
    await person.page.emulateMedia({ reducedMotion: 'reduce' });
    await settled(person);
    expect(await moving(person)).toEqual([]);
    await person.panel.locator('[data-verb="clearSelection"]').click();
    await kinds.picker.reach(person.page);
    await settled(person);
    expect(await moving(person)).toEqual([]);
    // Nothing that waits for the end of a movement waits for ever.
    await person.page.locator('.picker .ant-modal-close').click();
    await person.page.locator('.picker').waitFor({ state: 'hidden' });
    await settled(person);
    expect(await moving(person)).toEqual([]);
  });

  test('opens menus and messages as ever', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.page.locator('[data-verb="user"]').hover();
    await person.page.locator('.ant-dropdown-menu [data-verb="shortcuts"]').click();
    await person.page.locator('.ant-modal').filter({ visible: true }).waitFor();
    await settled(person);
    expect(await moving(person)).toEqual([]);
  });
});

describe('whoever works without a mouse', () => {
  test('sees the focus on every control of the navbar, in a colour that stands out from it', async ({ office }) => {
    const { page } = await office.enter('lancai');
    await page.locator('.navbar').waitFor();
    const count = await page.locator('.navbar button:enabled').count();
    expect(count).toBeGreaterThan(4);
    // The way there by Tab leads past every entry of the menu.
    await page.locator('.navbar button:enabled').first().focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const seen = new Set<string>();
    for (let step = 0; step < 60 && seen.size < count; step += 1) {
      const ring = await page.evaluate<{
        verb: string;
        width: string;
        style: string;
        colour: string;
        ground: string;
      } | null>(`(() => {
        const here = document.activeElement;
        if (here?.closest('.navbar') == null) return null;
        const { outlineWidth, outlineStyle, outlineColor } = getComputedStyle(here);
        return { verb: here.dataset.verb ?? here.className, width: outlineWidth, style: outlineStyle, colour: outlineColor, ground: getComputedStyle(here.closest('.navbar')).backgroundColor };
      })()`);
      if (ring !== null) {
        seen.add(ring.verb);
        expect(ring).toMatchObject({ width: '2px', style: 'solid' });
        expect(contrast(ring.colour, ring.ground), ring.verb).toBeGreaterThan(3);
      }
      await page.keyboard.press('Tab');
    }
    expect(seen.size).toBe(count);
  });
});

function contrast(...colours: readonly [string, string]): number {
  const [light = 0, dark = 0] = colours
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number.parseFloat(part) / 255; // not money
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .toSorted((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}
