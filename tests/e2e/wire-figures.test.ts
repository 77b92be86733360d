import { describe, expect } from 'vitest';
import { test } from './person.ts';
import { settled } from './settled.ts';

/** Kilobytes of everything that came before the first list could be worked with: page, parts, styles and answers. */
const mostOnTheWire = 480;

describe('figures of the wire', () => {
  test('the first list of a browser that knows nothing yet', async ({ office }) => {
    const { page, panel } = await office.enter('lancai');
    await page.goto('about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.clearBrowserCache');
    const [types, encodings]: [Map<string, string>, Map<string, number>] = [new Map(), new Map()];
    session.on('Network.responseReceived', ({ requestId, response: { headers, mimeType } }) => {
      const encoding = headers['content-encoding'] ?? headers['Content-Encoding'] ?? 'plain';
      types.set(requestId, `${mimeType} ${encoding}`);
    });
    let total = 0;
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      total += encodedDataLength / 1000;
      const type = types.get(requestId) ?? '?';
      encodings.set(type, (encodings.get(type) ?? 0) + encodedDataLength / 1000);
    });
    await page.goto('/#/order-order');
    await panel.locator('[data-row-key]').first().waitFor();
    await settled(page);
    for (const [type, size] of encodings) console.log(`     ${size.toFixed(1).padStart(7)} kB ${type}`);
    console.log(`     ${total.toFixed(1).padStart(7)} kB first list on the wire, bar ${mostOnTheWire}`);
    expect(total).toBeGreaterThan(100);
    expect(total).toBeLessThanOrEqual(mostOnTheWire);
  });
});
