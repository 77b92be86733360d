import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { lanes } from './lanes.ts';

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'in',
    (error: Error) => error.message,
  );

describe('lanes', () => {
  test('a full lane refuses, the lane beside it does not', async () => {
    const made = lanes({ most: 2 });
    const leave = await made.enter('a');
    await made.enter('a');
    expect(await outcome(made.enter('a'))).toBe('E-BUSY');
    expect(await outcome(made.enter('b'))).toBe('in');
    leave();
    leave();
    expect(await outcome(made.enter('a'))).toBe('in');
    expect(await outcome(made.enter('a'))).toBe('E-BUSY');
  });

  test('who waits is let in in his turn, or told to come back in time', async () => {
    const made = lanes({ most: 1, mostWaiting: 2, waitMs: 50 });
    const leave = await made.enter('a');
    const order: string[] = [];
    const first = made.enter('a').then((next) => {
      order.push('first');
      return next;
    });
    const second = outcome(made.enter('a'));
    expect(await outcome(made.enter('a'))).toBe('E-BUSY');
    leave();
    await first;
    expect(order).toEqual(['first']);
    expect(await second).toBe('E-BUSY');
    (await first)();
    expect(await outcome(made.enter('a'))).toBe('in');
  });

  test('a place of all goes to each lane in turn', async () => {
    const made = lanes({ most: 10, mostOfAll: 1, mostWaiting: 10, waitMs: 1000 });
    const leave = await made.enter('a');
    const order: string[] = [];
    const wait = async (key: string): Promise<void> => {
      const next = await made.enter(key);
      order.push(key);
      await sleep(1);
      next();
    };
    const all = ['a', 'a', 'a', 'b'].map(wait);
    leave();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'a', 'a']);
  });
});
