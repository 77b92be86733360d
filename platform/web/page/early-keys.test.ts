import { describe, expect, test } from 'vitest';
import { noKeys, withStroke, type EarlyKeys } from './early-keys.ts';

interface Held {
  readonly held?: 'ctrlKey' | 'altKey' | 'metaKey';
  readonly isComposing?: boolean;
  readonly isAltGraph?: boolean;
}
const stroke = (key: string, { held, isComposing = false, isAltGraph = false }: Held = {}) => ({
  key,
  altKey: held === 'altKey' || isAltGraph,
  ctrlKey: held === 'ctrlKey' || isAltGraph,
  metaKey: held === 'metaKey',
  isComposing,
  getModifierState: (name: string) => isAltGraph && name === 'AltGraph',
});
const typed = (...keys: readonly string[]): EarlyKeys | null =>
  keys.reduce<EarlyKeys | null>((kept, key) => (kept === null ? null : withStroke(kept, stroke(key))), noKeys);

describe('keys that come before the form', () => {
  test('are the text they write, a letter outside of the first plane and a space included', () => {
    expect(typed('C', '0', ' ', '𠮷', 'Backspace', '1')?.text).toBe('C0 1');
    expect(typed('Backspace', 'Shift', 'F5', 'ArrowLeft', 'Process', 'Dead', 'a')?.text).toBe('a');
  });

  test('of a shortcut or a composition write nothing; AltGr does', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey'] as const)
      expect(withStroke(noKeys, stroke('s', { held }))).toBe(noKeys);
    expect(withStroke(noKeys, stroke('n', { isComposing: true }))).toBe(noKeys);
    expect(withStroke(noKeys, stroke('@', { isAltGraph: true }))?.text).toBe('@');
  });

  test('after Tab or Enter are meant for another field, and Escape gives all of them up', () => {
    for (const key of ['Tab', 'Enter']) expect(typed('C', '1', key, 'P', '2', 'Backspace')?.text).toBe('C1');
    expect(typed('C', '1', 'Escape')).toBeNull();
  });
});
