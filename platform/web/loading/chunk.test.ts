import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chunkErrorOf, ChunkLoadError, chunkTimeout, retried } from './chunk.ts';

const lost = (): Error =>
  new TypeError('Failed to fetch dynamically imported module: https://qudao.example/assets/list-page-1.js');
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets the pauses between attempts pass. */
async function settled<Value>(work: Promise<Value>, ms = 5000): Promise<Value | Error> {
  const answer = work.catch((error: unknown) => error as Error);
  await vi.advanceTimersByTimeAsync(ms);
  return answer;
}

describe('a chunk', () => {
  test('[A45] that cannot be fetched is tried twice more, the last time past the caches, and then fails as ChunkLoadError', async () => {
    const load = vi.fn(() => Promise.reject(lost()));
    const anew = vi.fn(() => Promise.reject(lost()));
    const failure = await settled(retried(load, anew)());
    expect([load.mock.calls.length, anew.mock.calls]).toEqual([2, [['https://qudao.example/assets/list-page-1.js']]]);
    expect(failure).toMatchObject({ name: 'ChunkLoadError', code: 'CHUNK_LOAD_FAILED' });
  });

  test('[A45] that comes at the second attempt is shown', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost()).mockResolvedValue('page');
    expect(await settled(retried(load)())).toBe('page');
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('[A46] whose style sheet is missing is named CSS_CHUNK_LOAD_FAILED', () => {
    expect(chunkErrorOf(new Error('Unable to preload CSS for /assets/page-9.css'))).toMatchObject({
      name: 'CSS_CHUNK_LOAD_FAILED',
      code: 'CSS_CHUNK_LOAD_FAILED',
      url: '/assets/page-9.css',
    });
  });

  test('[A47] that takes more than 120 s counts as failed', async () => {
    expect(chunkTimeout).toBe(120_000);
    const load = vi.fn(() => new Promise<string>(() => undefined));
    const work = retried(load)();
    let isOver = false;
    void work.catch(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(119_900);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(250_000);
    expect([isOver, load.mock.calls.length]).toEqual([true, 3]);
    await expect(work).rejects.toBeInstanceOf(ChunkLoadError);
  });

  test('that breaks by itself is not fetched again', async () => {
    const load = vi.fn(() => Promise.reject(new TypeError('x is not a function')));
    expect(await settled(retried(load)())).toMatchObject({ message: 'x is not a function' });
    expect(load).toHaveBeenCalledTimes(1);
  });
});
