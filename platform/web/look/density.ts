import { useEffect } from 'react';
import { keepSetting, useSetting } from '#platform/web/api/setting.ts';
import { createStore } from '#platform/web/page/store.ts';

/** Compact, normal, roomy. */
export const rowHeights = [28, 32, 40] as const;
export type RowHeight = (typeof rowHeights)[number];

/**
 * How a person wants the product to look. Kept on the server; this browser remembers it for the moments before it is
 * read.
 */
export interface Appearance {
  readonly isDark: boolean;
  readonly rowHeight: RowHeight;
}

export const useAppearance = (): Appearance => appearance.use();
export const useRowHeight = (): RowHeight => appearance.use().rowHeight;

export function chooseAppearance(change: Partial<Appearance>): void {
  show({ ...appearance.get(), ...change });
  keepSetting(settingKey, appearance.get());
}

/**
 * What the server keeps for this person wins over what the browser remembers; a person who never chose sees no change.
 */
export function AppearancePort(): null {
  const [kept] = useSetting<Appearance | null>(settingKey, null, isAppearance);
  useEffect(() => {
    if (kept !== null) show(kept);
  }, [kept]);
  return null;
}

const settingKey = 'appearance';
const usual: Appearance = { isDark: false, rowHeight: 32 };
const appearance = createStore(remembered());

function show(next: Appearance): void {
  appearance.set((before) => (before.isDark === next.isDark && before.rowHeight === next.rowHeight ? before : next));
  try {
    localStorage.setItem(settingKey, JSON.stringify(next));
  } catch {
    // A browser may forbid it; the page then starts in the usual look.
  }
}

function remembered(): Appearance {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(settingKey) ?? 'null');
    return isAppearance(found) ? found : usual;
  } catch {
    return usual;
  }
}

function isAppearance(value: unknown): value is Appearance {
  return (
    typeof value === 'object' &&
    value !== null &&
    'isDark' in value &&
    typeof value.isDark === 'boolean' &&
    'rowHeight' in value &&
    rowHeights.some((each) => each === value.rowHeight)
  );
}
