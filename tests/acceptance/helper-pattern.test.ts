import { describe, expect, test } from 'vitest';
import { grouped } from '#platform/model/decimal.ts';
import { patterns } from '#platform/model/pattern.ts';
import { holds } from '#platform/model/permission.ts';

const accepted = (pattern: RegExp, ...texts: string[]): string[] => texts.filter((text) => pattern.test(text));

describe('helpers of 000 §5', () => {
  test('[A375] e-mail accepts a@b.cn and refuses a@b', () => {
    expect(accepted(patterns.email, 'a@b.cn', 'a@b', 'a b@c.cn', '@b.cn', 'a@b.c')).toEqual(['a@b.cn']);
  });

  test('[A376] phone accepts 11 digits starting with 1 and nothing else', () => {
    expect(
      accepted(
        patterns.phone,
        '13800138000',
        '23800138000',
        '1380013800',
        '138001380000',
        '1380013800a',
        ' 13800138000',
      ),
    ).toEqual(['13800138000']);
  });

  test('[A377] url accepts http and https only', () => {
    expect(
      accepted(
        patterns.url,
        'http://a.cn',
        'https://a.cn/x?y=1',
        'ftp://a.cn',
        'javascript:alert(1)',
        'a.cn',
        '//a.cn',
      ),
    ).toEqual(['http://a.cn', 'https://a.cn/x?y=1']);
  });

  test('[A378] positive integer accepts 1 and +10 and refuses 0, 01, -1 and 1.5', () => {
    expect(accepted(patterns.positiveInteger, '1', '+10', '0', '01', '-1', '1.5', '')).toEqual(['1', '+10']);
  });

  test('[A380] the permission helper is true only for a string in the list', () => {
    const list = ['data:brand:page', 'data:brand:save'];
    expect(
      ['data:brand:page', 'data:brand', 'data:brand:pag', 'DATA:BRAND:PAGE', ''].map((each) => holds(list, each)),
    ).toEqual([true, false, false, false, false]);
  });

  test('[A381] 1234567.891 is shown as 1,234,567.89', () => {
    expect(grouped('1234567.891', 2)).toBe('1,234,567.89');
    expect(grouped('-1234.5', 2)).toBe('-1,234.50');
  });
});
