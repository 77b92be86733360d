import { beforeAll, expect, test, vi } from 'vitest';
import { chooseLanguage } from '#platform/web/text/language.ts';
import type { TraceStep } from '#promotion/model/engine/outcome.ts';
import { appliedText, passedText, typeText, type PassedStep } from './promotion-told.ts';

// Where the language is kept: the browser's own.
beforeAll(() => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  vi.stubGlobal('location', { protocol: 'http:' });
  chooseLanguage('zh-CN');
});

const step: TraceStep = {
  seq: 1,
  activity: 'OWN',
  ruleNo: 1,
  type: 'P003',
  phase: 'A',
  lines: [1, 2],
  locked: [1, 2],
  heldBy: ['FIRST'],
  number: '4',
  amount: '200.00',
  leastNumber: null,
  leastAmount: null,
  times: 1,
  result: 'APPLIED',
  reason: null,
  effects: [],
  missing: null,
};
const terms = (priority: number, limitTimes: number | null = null) => ({
  OWN: { priority: 100, limitTimes, usedTimes: 3, rates: [1] },
  FIRST: { priority, limitTimes: null, usedTimes: 0, rates: [] },
});
const names = { FIRST: '双十一' };
const passed = (reason: PassedStep['reason']): PassedStep => ({ ...step, result: 'SKIPPED', reason });

test('a rate is called one, from no threshold on a discount, and is not said to be shared', () => {
  expect(typeText(step, terms(5))).toBe('折扣');
  expect(appliedText(step, terms(5))).toBe('第 1–2 行共 200.00 元，打折');
  expect(typeText({ ...step, leastAmount: '100' }, terms(5))).toBe('满减');
  expect(typeText({ ...step, ruleNo: 2 }, terms(5))).toBe('满减');
  expect(appliedText({ ...step, ruleNo: 2 }, terms(5))).toBe('第 1–2 行共 200.00 元，按金额分摊');
});

test('who gave way hears to whom, and by which priority where that decided', () => {
  expect(passedText(passed('LOCKED'), { names, terms: terms(5) })).toBe(
    '第 1–2 行已享「双十一」（优先级 5 在 100 前）',
  );
  expect(passedText(passed('LOCKED'), { names, terms: terms(100) })).toBe('第 1–2 行已享「双十一」');
  expect(passedText(passed('LOCKED'), { names, terms: {} })).toBe('第 1–2 行已享「双十一」');
});

test('what is used up says how often it may be had', () => {
  expect(passedText(passed('LIMIT'), { names, terms: terms(5, 3) })).toBe('每客户 3 次，已用 3 次');
  expect(passedText(passed('LIMIT'), { names, terms: {} })).toBe('该客户可用的次数已用完');
});
