import { expect, test } from 'vitest';
import type { InboxRow } from '#workflow/model/inbox.ts';
import { isHarmless, nextAfter, summaryOf } from './inbox-data.ts';

const row = (taskId: string, more: Partial<InboxRow> = {}): InboxRow => ({
  taskId,
  taskName: '经理',
  processInstanceId: taskId,
  docType: 'SO',
  typeName: '销售订单',
  noun: 'order:order',
  billId: taskId,
  billCode: taskId,
  routeName: 'order-order',
  title: '华东澜彩',
  partnerName: '华东澜彩',
  amount: '100.00',
  senderName: '沈海燕',
  since: '2026-11-16T00:00:00Z',
  dueTime: null,
  isOwn: false,
  isOpenToOthers: false,
  glance: { tone: 'plain', text: '' },
  ...more,
});

test('what nobody has looked at, or what was sent back, is not harmless', () => {
  expect(
    [
      row('a'),
      row('b', { glance: null }),
      row('c', { isOwn: true }),
      row('d', { glance: { tone: 'unusual', text: 'x' } }),
    ].map(isHarmless),
  ).toEqual([true, false, false, false]);
});

test('several are summed up by count, sum, the largest and the lowest margin', () => {
  const rows = [
    row('a', { amount: '100.10', glance: { tone: 'plain', text: '', margin: '22.1' } }),
    row('b', { amount: '2000', glance: { tone: 'unusual', text: '1 行缺货', margin: '9.8' } }),
    row('c', { amount: null, glance: { tone: 'plain', text: '' } }),
  ];
  expect(summaryOf(rows)).toMatchObject({
    count: 3,
    sum: '2100.1',
    largest: { taskId: 'b' },
    lowestMargin: '9.8',
    odd: 1,
  });
  expect(summaryOf([row('a', { amount: null })])).toMatchObject({ sum: null, largest: null, lowestMargin: null });
});

test('after a decision comes the next below; at the end the one above; then none', () => {
  const rows = [row('a'), row('b'), row('c')];
  expect(nextAfter(rows, new Set(['b']), 'b')?.taskId).toBe('c');
  expect(nextAfter(rows, new Set(['c']), 'c')?.taskId).toBe('b');
  expect(nextAfter(rows, new Set(['a', 'b', 'c']), 'b')).toBeUndefined();
});
