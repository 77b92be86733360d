import { describe, expect, test } from 'vitest';
import { choice, date, decimal, dict, text } from '#platform/model/field.ts';
import { columnWidth, textWidth } from './width.ts';

const label = ['名', '名', 'N'] as const;

describe('the width of a column', () => {
  test('follows what its rows show, within bounds', () => {
    expect(columnWidth('N', text(label), ['a'.repeat(10)])).toBe(104);
    expect(columnWidth('N', text(label), ['a'.repeat(300)])).toBe(232);
    expect(columnWidth('N', decimal(label), ['1'])).toBe(64);
    // The widest row counts, and the header when it is wider than all of them.
    expect(columnWidth('N', text(label), ['a', 'a'.repeat(10), 'aa'])).toBe(104);
    expect(columnWidth('h'.repeat(40), text(label), ['a'])).toBe(328);
    expect(columnWidth('h'.repeat(10), date(label), ['2026-01-01'])).toBe(104);
  });

  test('has room for the longest choice and its pill, and never less than a usual one', () => {
    expect(columnWidth('N', dict(label, 'receive_type'), ['Cash on delivery'])).toBeGreaterThanOrEqual(
      textWidth('Cash on delivery') + 20,
    );
    expect(columnWidth('N', choice(label, {}), ['Not yet listed'])).toBeGreaterThanOrEqual(
      textWidth('Not yet listed') + 40,
    );
    expect(columnWidth('N', choice(label, {}), ['是'])).toBe(112);
    expect(columnWidth('N', dict(label, 'receive_type'), ['是'])).toBe(112);
  });

  test('gives capitals more room than small letters', () => {
    expect(textWidth('DEMO_CORRECTION')).toBeGreaterThan(textWidth('demo_correction'));
    expect([textWidth('文字'), textWidth('mw') > textWidth('ab')]).toEqual([26, true]);
  });
});
