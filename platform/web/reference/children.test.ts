import { beforeAll, expect, test, vi } from 'vitest';
import type { Branch } from '#platform/web/value/row.ts';
import type * as Feedback from '#platform/web/page/feedback.tsx';
import type * as Children from './children.ts';

let children: typeof Children;
let feedback: (typeof Feedback)['feedback'];
beforeAll(async () => {
  Object.assign(globalThis, { document: { cookie: '' }, location: { hash: '' } });
  [children, { feedback }] = await Promise.all([import('./children.ts'), import('#platform/web/page/feedback.tsx')]);
});

const tree: readonly Branch[] = [
  { code: 'A', children: [{ code: 'A1', children: [{ code: 'A11' }] }, { code: 'A2' }] },
  { code: 'B' },
];

test('all children of a list are its branches and what hangs below them, from top to bottom', () => {
  expect(children.allChildren(tree).map(({ code }) => code)).toEqual(['A', 'A1', 'A11', 'A2', 'B']);
});

test('[A379] all children of an empty list are none, and whoever asked is warned', () => {
  const warn = vi.spyOn(feedback, 'warn').mockImplementation(() => undefined);
  expect(children.allChildren([])).toEqual([]);
  expect(warn.mock.calls).toEqual([['列表不能为空']]);
});
