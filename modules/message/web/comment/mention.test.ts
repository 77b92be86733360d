import { expect, test } from 'vitest';
import { matching, mentionedIn, piecesOf, typedMention } from './mention.ts';

const readers = [
  { id: '1', name: '周强', about: null, search: 'zhouqiang\nzq' },
  { id: '2', name: '周敏', about: null, search: 'zhoumin\nzm' },
];

test('what stands behind the last @ before the cursor calls somebody, by name or pinyin', () => {
  expect(typedMention('先发 9 行。@周', 9)).toEqual({ from: 7, typed: '周' });
  expect(typedMention('a@b c', 5)).toBeNull();
  expect(typedMention('@', 1)).toEqual({ from: 0, typed: '' });
  expect(matching(readers, '周').map(({ name }) => name)).toEqual(['周强', '周敏']);
  expect(matching(readers, 'zm').map(({ name }) => name)).toEqual(['周敏']);
});

test('a name that was deleted from the text calls nobody; those that stand are told apart from the rest', () => {
  expect(mentionedIn('看 @周敏', readers).map(({ id }) => id)).toEqual(['2']);
  expect(piecesOf('@周敏 和@周强，看', readers)).toEqual([
    { text: '@周敏', isName: true },
    { text: ' 和', isName: false },
    { text: '@周强', isName: true },
    { text: '，看', isName: false },
  ]);
  expect(piecesOf('没有人', [])).toEqual([{ text: '没有人', isName: false }]);
});
