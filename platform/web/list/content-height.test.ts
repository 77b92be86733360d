import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as ContentHeight from './content-height.ts';

interface Box {
  readonly clientHeight: number;
}
/** The menu on the page, as far as it can be measured. */
let sidebar: (Box & { readonly querySelector: () => Box | null }) | null = null;
let resize = (): void => undefined;
const menuOf = (height: number, brand: number | null) => ({
  clientHeight: height,
  querySelector: () => (brand === null ? null : { clientHeight: brand }),
});
class Observer {
  constructor(onResize: () => void) {
    resize = onResize;
  }
  observe = vi.fn();
  disconnect = vi.fn();
}

let heights: typeof ContentHeight;
beforeEach(async () => {
  sidebar = null;
  vi.resetModules();
  Object.assign(globalThis, { document: { querySelector: () => sidebar }, ResizeObserver: Observer });
  heights = await import('./content-height.ts');
});

describe('[A9] the height of the content', () => {
  test('starts at 200', () => {
    sidebar = menuOf(900, 56);
    expect(heights.contentHeight()).toBe(200);
  });

  test('is read from the menu, and again whenever the menu changes', () => {
    sidebar = menuOf(900, 56);
    const listener = vi.fn();
    const leave = heights.watchContentHeight(listener);
    expect([heights.contentHeight(), listener.mock.calls.length]).toEqual([844, 1]);
    sidebar = menuOf(700, 56);
    resize();
    expect([heights.contentHeight(), listener.mock.calls.length]).toEqual([644, 2]);
    resize();
    expect(listener).toHaveBeenCalledTimes(2);
    leave();
  });

  test('falls back to 200 where the menu cannot be read', () => {
    sidebar = menuOf(900, 56);
    heights.watchContentHeight(() => undefined);
    for (const unreadable of [null, menuOf(0, null), menuOf(0, 56), menuOf(56, 56)]) {
      sidebar = menuOf(900, 56);
      resize();
      expect(heights.contentHeight()).toBe(844);
      sidebar = unreadable;
      resize();
      expect(heights.contentHeight()).toBe(200);
    }
  });
});
