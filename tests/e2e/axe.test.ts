import { describe, expect } from 'vitest';
import { findingsOf } from './axe.ts';
import { kinds, type Kind, type KindName } from './kinds.ts';
import { test } from './person.ts';
import { settled } from './settled.ts';

const names: readonly KindName[] = [
  'login-wrong',
  'home',
  'list-ticked',
  'list-tree',
  'form-add',
  'form-read',
  'document-edit',
  'document-read',
  'impact',
  'history',
  'picker',
];
/** In CI the dark is looked at once per kind of page; locally everywhere. */
const once: readonly KindName[] = ['login-wrong', 'home', 'list-ticked', 'form-add', 'document-edit', 'picker'];
const remember = (isDark: boolean): string =>
  `localStorage.setItem('appearance', JSON.stringify({ isDark: ${isDark}, rowHeight: 32 }))`;

describe.each([
  ['light', false],
  ['dark', true],
] as const)('in the %s', (name, isDark) => {
  test.for(isDark && process.env['CI'] !== undefined ? once : names)(
    '%s: axe has no serious or critical finding',
    async (kind, { office }) => {
      const { reach, isPublic = false }: Kind = kinds[kind];
      const { page } = await office.enter(isPublic ? undefined : 'lancai', { script: remember(isDark) });
      await reach(page);
      await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe(name);
      await settled(page);
      expect(await findingsOf(page)).toEqual([]);
    },
  );
});
