import { expect, test } from 'vitest';
import { createChosen, lineKeyOf } from './product-chosen.ts';

const shirt = { code: 'AP001', name: 'T恤' };
const paint = { code: 'PT001', name: '面漆' };

test('out of repeat mode the same product again is taken back', () => {
  const chosen = createChosen(false);
  chosen.toggle(shirt);
  chosen.toggle(paint);
  chosen.toggle(shirt);
  expect(chosen.get().map(({ code }) => code)).toEqual(['PT001']);
  expect([chosen.has('PT001'), chosen.has('AP001')]).toEqual([true, false]);
});

test('in repeat mode it is another line with a key of its own, and each is taken back alone', () => {
  const chosen = createChosen(true);
  chosen.toggle(shirt);
  chosen.toggle(shirt);
  const [first = {}, second = {}] = chosen.get();
  expect(lineKeyOf(first)).not.toBe(lineKeyOf(second));
  chosen.drop([first]);
  expect(chosen.get()).toEqual([second]);
  expect(chosen.keyOf(second)).toBe(lineKeyOf(second));
});

test('a page is added without what was chosen before, and dropped whole; rows that are read again keep their line', () => {
  const chosen = createChosen(false);
  chosen.toggle(shirt);
  chosen.add([shirt, paint]);
  expect(chosen.get()).toHaveLength(2);
  const before = chosen.get().map(lineKeyOf);
  chosen.refresh([{ ...shirt, name: 'T恤（新）' }]);
  expect(chosen.get().map(lineKeyOf)).toEqual(before);
  expect(chosen.get()[0]?.['name']).toBe('T恤（新）');
  chosen.drop([shirt, paint]);
  expect(chosen.get()).toEqual([]);
});
