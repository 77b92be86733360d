import { describe, expect, test } from 'vitest';
import { filledIn, mostSets, renamed, withoutSet, withSet, type FilterSets } from './filter-set.ts';

const kept: FilterSets = {
  sets: [
    { name: '待审核', filters: { billStatus: '0' } },
    { name: '本月', filters: { billDatePeriod: 'thisMonth' } },
  ],
  opening: '本月',
};

describe('the filter sets of a list', () => {
  test('saving under a name that exists replaces it in its place', () => {
    expect(withSet(kept, { name: '待审核', filters: { code: 'X' } }).sets).toEqual([
      { name: '待审核', filters: { code: 'X' } },
      kept.sets[1],
    ]);
  });

  test(`there are at most ${mostSets}; one that exists can still be replaced`, () => {
    const full: FilterSets = {
      sets: Array.from({ length: mostSets }, (_each, at) => ({ name: `方案${at}`, filters: {} })),
    };
    expect(withSet(full, { name: '再来一个', filters: {} })).toBe(full);
    expect(withSet(full, { name: '方案3', filters: { code: 'X' } }).sets[3]?.filters).toEqual({ code: 'X' });
  });

  test('the one that opens with the list keeps doing so under its new name, and no longer once it is deleted', () => {
    expect(renamed(kept, '本月', '这个月')).toEqual({
      sets: [kept.sets[0], { ...kept.sets[1], name: '这个月' }],
      opening: '这个月',
    });
    expect(withoutSet(kept, '本月')).toEqual({ sets: [kept.sets[0]], opening: undefined });
    expect(withoutSet(kept, '待审核').opening).toBe('本月');
  });

  test('no two have the same name, and none has no name', () => {
    expect(renamed(kept, '本月', '待审核')).toBe(kept);
    expect(renamed(kept, '本月', '')).toBe(kept);
  });

  test('what was left open is not kept', () => {
    expect(filledIn({ code: ' X ', name: '', status: null, billStatus: '0' })).toEqual({ code: 'X', billStatus: '0' });
  });
});
