import { describe, expect, test } from 'vitest';
import { skipReasons } from '#promotion/model/engine/outcome.ts';
import { ruleTypes } from '#promotion/model/engine/rule.ts';
import { appliedTexts, passedTexts, reasonTexts, ruleTypeTexts } from './promotion-texts.ts';

describe('words about promotions', () => {
  test.each(skipReasons)('say why an activity did nothing: %s', (reason) => {
    for (const label of [reasonTexts[reason], passedTexts[reason]]) {
      expect(label).toHaveLength(3);
      expect(label.every((word) => word.trim() !== '')).toBe(true);
    }
  });

  test('give every reason a tag of its own', () => {
    for (const language of [0, 1, 2])
      expect(new Set(skipReasons.map((reason) => reasonTexts[reason][language])).size).toBe(skipReasons.length);
  });

  test.each(ruleTypes)('say what a rule is and did: %s', (type) => {
    for (const label of [ruleTypeTexts[type], appliedTexts[type]])
      expect(label.map((word) => word.trim() !== '')).toEqual([true, true, true]);
  });
});
