import { expect, test } from 'vitest';
import { afterCheck, shelvesOf } from './tree-choice.ts';

const branches = [
  { id: 'system', children: [{ id: 'user', children: [{ id: 'save' }, { id: 'delete' }] }, { id: 'role' }] },
  { id: 'data' },
];
const shelves = shelvesOf(branches, 'id');

test('a button brings its screen and the area along, and nothing beside it', () => {
  expect([...afterCheck([], shelves, 'save', true, true)].sort()).toEqual(['save', 'system', 'user']);
  expect([...afterCheck(['save', 'system', 'user', 'delete'], shelves, 'save', false, true)].sort()).toEqual([
    'delete',
    'system',
    'user',
  ]);
});

test('a department brings those below it along and not the one above, and without one of them it is not whole', () => {
  expect([...afterCheck([], shelves, 'user', true, false)].sort()).toEqual(['delete', 'save', 'user']);
  expect([...afterCheck(['delete', 'save', 'user'], shelves, 'save', false, false)].sort()).toEqual(['delete']);
});

test('what the tree does not offer stays as it was', () => {
  expect(afterCheck(['elsewhere'], shelves, 'data', true, true)).toEqual(['elsewhere', 'data']);
  expect(afterCheck(['elsewhere', 'data'], shelves, 'data', false, true)).toEqual(['elsewhere']);
});
