import { describe, expect } from 'vitest';
import { buyer } from '#tests/house-partners.ts';
import { untilQuiet } from './browser.ts';
import { cpuOf } from './cpu.ts';
import { holds, holdsHeap } from './figures.ts';
import { bigOrder } from './lines.ts';
import { ask, test } from './person.ts';

const lists = [
  'order-order',
  'stock-enquiry',
  'data-customer?tenantFlag=0',
  'data-material?tenantFlag=0',
  'data-product?tenantFlag=0',
  'data-personnel?tenantFlag=0',
  'data-dept?tenantFlag=0',
  'data-brand?tenantFlag=0',
];

/** A record of a list, as the form of its screen. */
async function formOf(screen: string, action: 'edit' | 'read', path: string): Promise<string> {
  const { list } = await ask<{ list: { id: string }[] }>('lancai', 'GET', `${path}/page?page=1&code=${buyer.code}`);
  return `${screen}__${action}__${list[0]?.id ?? ''}`;
}

describe('figures of fifteen tabs', () => {
  test('8 lists, 4 forms and 3 orders of 200 lines: memory, switching, and memory after all are closed', async ({
    office,
  }) => {
    const orders = [await bigOrder(), await bigOrder(), await bigOrder()];
    const documents = orders.map((id, at) => `order-order__${at === 0 ? 'read' : 'edit'}__${id}`);
    const forms = [
      await formOf('data-customer?tenantFlag=0', 'edit', '/data/customer/manage'),
      await formOf('data-customer?tenantFlag=0', 'read', '/data/customer/manage'),
      'data-material?tenantFlag=0__add__0',
      'data-product?tenantFlag=0__add__0',
    ];
    const { page, panel } = await office.enter('lancai');
    const cpu = await cpuOf(page);
    const show = async (name: string): Promise<void> => {
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${name}`)}`);
      await page
        .locator(`[data-panel="${name}"]`)
        .filter({ visible: true })
        .locator('[data-row-key], [data-line="0"], .field:visible, .read-value:visible')
        .first()
        .waitFor();
    };
    await page.waitForTimeout(500);
    const atStart = await cpu.heap();
    for (const name of [...lists, ...forms, ...documents]) {
      await show(name);
      await untilQuiet(page);
    }
    await expect.poll(() => page.locator('.tabs [role="tab"]').count()).toBe(16);
    await expect.poll(() => page.locator('.tab-panel[role="tabpanel"]').count()).toBe(16);
    holdsHeap('15 tabs', await cpu.heap(), 60);
    for (const [name, names] of [
      ['switch to a list', lists],
      ['switch to a form', forms],
      ['switch to a document', documents],
    ] as const) {
      await holds(cpu, name, () => cpu.of(names.length * 2, (round) => show(names[round % names.length] ?? ''), 120));
    }
    await page.locator('[data-verb="tabMenu"]').click();
    await page.locator('[data-verb="closeAll"]').click();
    await expect.poll(() => page.locator('[role="tabpanel"]').count()).toBe(1);
    await panel.locator('.home-area').first().waitFor();
    await page.waitForTimeout(1500);
    console.log(`     ${atStart.toFixed(1)} MB heap before the first tab`);
    holdsHeap('all tabs closed', await cpu.heap(), 20);
  });
});
