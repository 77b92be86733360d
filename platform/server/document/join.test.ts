import { expect, test } from 'vitest';
import type { Document } from '#platform/model/document.ts';
import type { Command } from '#platform/server/command/command.ts';
import { withJoins, type Join } from './join.ts';
import type { DocumentHooks, Facts, LockedBill } from './serve.ts';

const told: string[] = [];
const tell = (who: string) => (_ctx: Command, _bill: LockedBill<Document>, facts: Facts) => {
  told.push(`${who} ${JSON.stringify(facts.rows)}`);
};
const read = (text: string) => ({ text, values: [] });
const points: Join = {
  of: 'order:order',
  name: 'points',
  hooks: {
    verbReads: () => ({ params: read('select points') }),
    before: { sign: tell('points asks') },
    after: { sign: tell('points earns') },
    sets: { sign: () => ({ pointStatus: '1' }) },
  },
};
const own: DocumentHooks = {
  verbReads: () => ({ params: read('select own') }),
  before: { sign: tell('order asks') },
  after: { sign: () => ({ signedNumber: ['0', '1'] }) },
  sets: { sign: () => ({ receiptStatus: '1' }), audit: () => ({ orderStatus: '1' }) },
};
const [ctx, bill] = [{} as Command, {} as LockedBill<Document>];

test('a join reads under its own names, asks behind the document and adds to what a verb sets', async () => {
  const { verbReads, before, after, sets } = withJoins(own, [points]);
  expect(verbReads?.(['1'], 'sign')).toEqual({ params: read('select own'), 'points: params': read('select points') });
  const facts: Facts = {
    found: () => undefined,
    rows: { params: [{ v: 'own' }], 'points: params': [{ v: 'points' }] },
  };
  await before?.['sign']?.(ctx, bill, facts);
  expect(await after?.['sign']?.(ctx, bill, facts)).toEqual({ signedNumber: ['0', '1'] });
  expect(told.map((line) => line.slice(0, line.indexOf('{') - 1))).toEqual([
    'order asks',
    'points asks',
    'points earns',
  ]);
  expect(told.slice(1)).toEqual([
    'points asks {"params":[{"v":"points"}]}',
    'points earns {"params":[{"v":"points"}]}',
  ]);
  expect(sets?.['sign']?.(bill, facts)).toEqual({ receiptStatus: '1', pointStatus: '1' });
  expect(sets?.['audit']?.(bill, facts)).toEqual({ orderStatus: '1' });
});

test('a document that nobody joins keeps its hooks as they are', () => {
  expect(withJoins(own, [])).toBe(own);
});
