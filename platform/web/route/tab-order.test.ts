import { describe, expect, test } from 'vitest';
import { aliveIn, mostAlive, moved, neighbourOf, withRecent } from './tab-order.ts';

describe('tabs', () => {
  test('the neighbour of a closed tab is the next one, else the one before, else home', () => {
    const open = ['home', 'a', 'b', 'c'];
    expect(neighbourOf(open, 'b', ['home', 'a', 'c'])).toBe('c');
    expect(neighbourOf(open, 'c', ['home', 'a', 'b'])).toBe('b');
    expect(neighbourOf(open, 'b', ['home', 'a'])).toBe('a');
    expect(neighbourOf(open, 'b', ['home'])).toBe('home');
    expect(neighbourOf(open, 'elsewhere', ['home'])).toBe('home');
  });

  test('move, and home stays first', () => {
    const open = ['home', 'a', 'b', 'c'];
    expect(moved(open, 'c', 1)).toEqual(['home', 'c', 'a', 'b']);
    expect(moved(open, 'a', 3)).toEqual(['home', 'b', 'c', 'a']);
    expect(moved(open, 'a', 99)).toEqual(['home', 'b', 'c', 'a']);
    expect(moved(open, 'b', 0)).toEqual(['home', 'b', 'a', 'c']);
    expect(moved(open, 'home', 2)).toBe(open);
    expect(moved(open, 'b', 2)).toBe(open);
    expect(moved(open, 'unknown', 2)).toBe(open);
  });

  test('beyond twenty the longest unused is let go, but never what is unsaved', () => {
    const names = Array.from({ length: 25 }, (_unused, at) => `t${at}`);
    const recent = names.reduce<readonly string[]>(withRecent, []);
    expect(recent[0]).toBe('t24');
    const alive = aliveIn(recent, new Set(['t0', 't24']));
    expect(alive.size).toBe(mostAlive + 1);
    expect([alive.has('t0'), alive.has('t1'), alive.has('t4'), alive.has('t5')]).toEqual([true, false, false, true]);
    expect(withRecent(recent, 't3').slice(0, 2)).toEqual(['t3', 't24']);
  });
});
