import { beforeAll, expect, test } from 'vitest';
import { json, price, text } from '#platform/model/field.ts';
import type { Language } from '#platform/model/label.ts';
import type * as Words from '#platform/web/text/language.ts';
import type * as Rules from './rules.ts';

let rules: typeof Rules;
let words: typeof Words;
beforeAll(async () => {
  Object.assign(globalThis, { document: { cookie: '', documentElement: { lang: '' } }, location: { hash: '' } });
  [rules, words] = await Promise.all([import('./rules.ts'), import('#platform/web/text/language.ts')]);
});

const phone = text(['联系电话', '聯絡電話', 'Phone'], { format: 'phone' });
const email = text(['邮箱', '電子郵件', 'Email'], { format: 'email' });
const fee = price(['单价', '單價', 'Unit price']);
const layout = json(['布局', '版面', 'Layout']);

test('[A373] a malformed field is told as "{attr} format error", with its label, in every language', () => {
  const told = (language: Language): (string | null)[] => {
    words.chooseLanguage(language);
    return [
      rules.complaintAbout(phone, '123'),
      rules.complaintAbout(email, 'a@b'),
      rules.complaintAbout(fee, '1,5'),
      rules.complaintAbout(layout, '{'),
    ];
  };
  expect(told('en-US')).toEqual([
    'Phone format error',
    'Email format error',
    'Unit price format error',
    'Layout format error',
  ]);
  expect(told('zh-TW')).toEqual(['聯絡電話格式錯誤', '電子郵件格式錯誤', '單價格式錯誤', '版面格式錯誤']);
  expect(told('zh-CN')).toEqual(['联系电话格式错误', '邮箱格式错误', '单价格式错误', '布局格式错误']);
});

test('what is well formed, or empty, is not complained about', () => {
  expect([
    rules.complaintAbout(phone, '13800138000'),
    rules.complaintAbout(phone, ''),
    rules.complaintAbout(fee, '1.5000'),
    rules.complaintAbout(layout, '{}'),
  ]).toEqual([null, null, null, null]);
});
