import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pinyinOf } from './pinyin.ts';

const read = (...names: readonly string[]): { initials: readonly string[]; full: readonly string[] } => {
  const [initials = '', full = ''] = pinyinOf(names).split('\n\f\n');
  return { initials: initials.split('\n'), full: full.trim().split('\n') };
};

describe('the pinyin of a name', () => {
  test('is its initials and its full spelling', () => {
    expect(read('华东建材')).toEqual({ initials: ['hdjc'], full: ['huadongjiancai'] });
  });

  test('of a phrase is what people say, whatever a letter of it is called alone', () => {
    for (const [name, spelled] of [
      ['重庆', 'chongqing'],
      ['重阳', 'chongyang'],
      ['长沙', 'changsha'],
      ['厦门', 'xiamen'],
      ['番禺', 'panyu'],
      ['蚌埠', 'bengbu'],
      ['都江堰', 'dujiangyan'],
      ['浦东发展银行', 'pudongfazhanyinhang'],
    ] as const) {
      expect(read(name).full[0], name).toBe(spelled);
    }
  });

  test('has a second reading for letters that names are full of', () => {
    expect(read('长沙分行').initials).toEqual(expect.arrayContaining(['csfh', 'csfx']));
    expect(read('曾记').full).toEqual(expect.arrayContaining(['zengji', 'cengji']));
    expect(read('仇先生').full).toEqual(expect.arrayContaining(['chouxiansheng', 'qiuxiansheng']));
    expect(read('重'.repeat(50)).full.length).toBeLessThanOrEqual(6);
  });

  test('writes ü as people type it', () => {
    expect(read('绿城女装').full).toEqual(expect.arrayContaining(['lvchengnvzhuang', 'luchengnvzhuang']));
  });

  test('keeps letters and digits of any width where they stand, and nothing else', () => {
    expect(read('3M中国')).toEqual({ initials: ['3mzg'], full: ['3mzhongguo'] });
    expect(read('ＡＢ厂（５Ｌ）')).toEqual({ initials: ['abc5l'], full: ['abchang5l'] });
    expect(read('Nippon 漆-5L/桶').initials).toEqual(['nipponq5lt']);
  });

  test('of traditional letters is that of the simplified ones', () => {
    expect(read('華東建材')).toEqual(read('华东建材'));
    expect(read('臺灣銀行').full).toContain('taiwanyinhang');
  });

  test('covers every name a record has, and is nothing for names without Chinese', () => {
    expect(read('杭州客户', '杭客').initials).toEqual(['hzkh', 'hk']);
    expect(pinyinOf(['Paint & Co', null, undefined, ''])).toBe('');
  });

  test('is plain small letters, digits and its own separators, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => {
        expect(pinyinOf([name, `${name}漆`])).toMatch(/^[a-z0-9\n\f]*$/);
      }),
      { numRuns: 50 },
    );
  });
});
