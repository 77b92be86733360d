import { describe, expect } from 'vitest';
import { test } from './person.ts';
import { settled } from './settled.ts';

/**
 * Kilobytes of everything that came before the first list could be worked with: page, parts, styles and answers. The
 * definitions that the page fetches behind it are held to a size per noun (`npm run budgets`).
 */
const mostOnTheWire = 440;

describe('figures of the wire', () => {
  test('the first list of a browser that knows nothing yet', async ({ office }) => {
    const { page, panel } = await office.enter('lancai');
    await page.goto('about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.clearBrowserCache');
    const requests = new Map<string, { readonly begunAt: number; type: string; kilobytes: number }>();
    session.on('Network.requestWillBeSent', ({ requestId, wallTime }) => {
      requests.set(requestId, { begunAt: wallTime * 1000, type: '?', kilobytes: 0 });
    });
    session.on('Network.responseReceived', ({ requestId, response: { headers, mimeType } }) => {
      const encoding = headers['content-encoding'] ?? headers['Content-Encoding'] ?? 'plain';
      const request = requests.get(requestId);
      if (request !== undefined) request.type = `${mimeType} ${encoding}`;
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = requests.get(requestId);
      if (request !== undefined) request.kilobytes = encodedDataLength / 1000;
    });
    await page.goto('/#/order-order');
    await panel.locator('[data-row-key]').first().waitFor();
    await settled(page);
    const wholeAt = await page.evaluate(() => {
      const [mark] = performance.getEntriesByName('qudao:first-page');
      return mark === undefined ? 0 : performance.timeOrigin + mark.startTime;
    });
    const all = [...requests.values()];
    const before = all.filter(({ begunAt }) => begunAt <= wholeAt);
    for (const type of new Set(before.map((each) => each.type)))
      console.log(`     ${kilobytes(before.filter((each) => each.type === type))} kB ${type}`);
    console.log(`     ${kilobytes(before)} kB first list on the wire, bar ${mostOnTheWire}`);
    console.log(`     ${kilobytes(all)} kB with the definitions of every module behind it`);
    expect(before.some(({ type }) => type.startsWith('application/javascript'))).toBe(true);
    expect(sum(before)).toBeGreaterThan(300);
    expect(sum(before)).toBeLessThanOrEqual(mostOnTheWire);
  });
});

type Measured = readonly { readonly kilobytes: number }[];
const sum = (requests: Measured): number => requests.reduce((total, each) => total + each.kilobytes, 0);
const kilobytes = (requests: Measured): string => sum(requests).toFixed(1).padStart(7);
