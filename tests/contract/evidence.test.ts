import { expect, test } from 'vitest';
import { callName, writeShown } from './evidence.ts';

const record = '00000000-0000-4000-8000-000000000000';

test('a write is shown by the answer 0, whatever its record', () => {
  expect(writeShown('DELETE', `/data/bd/brand/${record}`, 0)).toBe(callName('DELETE', '/data/bd/brand/{id}'));
  expect(writeShown('PUT', '/channelsale/order/audit?x=1', 0)).toBe('PUT /channelsale/order/audit');
});

test('a refusal, a fault, a file, a read and a trial show nothing', () => {
  for (const code of [401, 403, 500, 10002, -1]) expect(writeShown('POST', '/data/bd/brand', code)).toBeNull();
  expect(writeShown('GET', '/data/bd/brand/page', 0)).toBeNull();
  for (const query of ['preview=1', 'check=1'])
    expect(writeShown('PUT', `/channelsale/order/audit?${query}`, 0)).toBeNull();
});
