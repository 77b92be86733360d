import { describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { texts as draftTexts } from '#platform/web/draft/texts.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { texts as historyTexts } from '#platform/web/history/texts.ts';
import { texts } from '#platform/web/texts.ts';

interface Found {
  readonly at: string;
  readonly label: readonly string[];
}

/**
 * Every `['…', '…', '…']` anywhere below a value: labels of nouns, fields, choices, verbs and states, and every
 * sentence of the pages.
 */
function labelsIn(value: unknown, at: string, seen = new Set<unknown>()): Found[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if (
    Array.isArray(value) &&
    value.length >= 3 &&
    value.every((each) => typeof each === 'string') &&
    /\p{Script=Han}/u.test(value[0] as string)
  )
    return [{ at, label: value }];
  return Object.entries(value).flatMap(([key, each]) => labelsIn(each, `${at}.${key}`, seen));
}

const placesIn = (text: string): string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted((a, b) => a.localeCompare(b));

describe('every text of the product', () => {
  test('[A72] exists in the three languages, with the same places to fill in', () => {
    const all = labelsIn({ texts, gridTexts, draftTexts, historyTexts, models }, '');
    for (const {
      at,
      label: [zhCN = '', zhTW = '', en = ''],
    } of all) {
      expect([at, zhCN.trim() !== '', zhTW.trim() !== '', en.trim() !== '']).toEqual([at, true, true, true]);
      expect([at, placesIn(zhTW), placesIn(en)]).toEqual([at, placesIn(zhCN), placesIn(zhCN)]);
      expect([at, /\p{Script=Han}/u.test(en)]).toEqual([at, false]);
    }
    console.log(`${all.length} texts`);
    expect(all.length).toBeGreaterThan(500);
  });
});
