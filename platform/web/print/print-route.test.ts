import { describe, expect, test } from 'vitest';
import { jobIn, listJobIn, listRoute, printRoute } from './print-route.ts';

describe('the route of a print', () => {
  test('says what is to be printed and is read back as it was written', () => {
    const job = { noun: 'order:order', ids: ['a', 'b'], paper: '241x140', copyOf: 3 } as const;
    expect(jobIn(printRoute(job))).toEqual(job);
    expect(jobIn(printRoute({ noun: 'order:order', ids: ['a'] }))).toEqual({
      noun: 'order:order',
      ids: ['a'],
      paper: undefined,
      copyOf: undefined,
    });
  });

  test('of one document may call it id, and nonsense is left out', () => {
    expect(jobIn('print?noun=order:order&id=a&paper=toString&copyOf=-1')).toEqual({
      noun: 'order:order',
      ids: ['a'],
      paper: undefined,
      copyOf: undefined,
    });
    expect(jobIn('print')).toEqual({ noun: '', ids: [], paper: undefined, copyOf: undefined });
  });

  test('of a list says what was searched for and which columns, and nonsense is an empty search', () => {
    const job = { noun: 'data:brand', keys: ['name', 'code'], search: { name: '100% & 澜', tenantFlag: '0' } };
    expect(listJobIn(listRoute(job))).toEqual(job);
    expect(listJobIn('print?list=data:brand&search={')).toEqual({ noun: 'data:brand', keys: [], search: {} });
    expect(listJobIn('print?noun=order:order&ids=a')).toBeNull();
  });
});
