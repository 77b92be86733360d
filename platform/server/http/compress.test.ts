import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { edge } from './edge.ts';
import { usualEdge } from './edge-settings.ts';

const app = edge(usualEdge, { logLevel: 'silent' });
const rows = (count: number): object =>
  Array.from({ length: count }, (_, at) => ({ code: `SO${at}`, name: '第一集团' }));
app.get('/rows/:count', async ({ params }) => rows(Number.parseInt((params as { count: string }).count, 10)));
afterAll(() => app.close());
const get = (count: number, accepted?: string) =>
  app.inject({ url: `/rows/${count}`, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

describe('an answer', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const)('to who takes %s leaves as %s, short or long', async (accepted, encoding, open) => {
    for (const count of [100, 10_000]) {
      const reply = await get(count, accepted);
      expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length));
      expect(JSON.parse(open(reply.rawPayload).toString())).toEqual(rows(count));
      expect(reply.rawPayload.length).toBeLessThan(JSON.stringify(rows(count)).length / 4);
    }
  });

  test('that is short, or to who takes nothing of it, leaves as it is', async () => {
    for (const reply of [await get(5, 'br'), await get(100), await get(100, 'identity')]) {
      expect(reply.headers['content-encoding']).toBeUndefined();
      expect(reply.json()).toEqual(rows(reply.json<unknown[]>().length));
    }
    expect((await get(100)).headers['vary']).toBe('accept-encoding');
  });
});
