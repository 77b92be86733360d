import { describe, expect, test } from 'vitest';
import {
  bySize,
  isSized,
  listingStatus,
  sizeNamed,
  sizeOrder,
  specOf,
  spreadSpecs,
  styleOf,
  type Specified,
} from './spec.ts';

const good = (code: string, spec: string, sizeCode = '', model = 'AP-1'): Specified => ({
  code,
  spec,
  sizeCode,
  model,
  brandCode: 'ZY',
});

describe('the specs of a style', () => {
  test('[A215] sizes stand in the order XXS to 6XL, made to measure, 70A to 85F; others behind them', () => {
    expect([sizeOrder[0], sizeOrder[10], sizeOrder[11], sizeOrder[12], sizeOrder.at(-1), sizeOrder.length]).toEqual([
      'XXS',
      '6XL',
      '定制',
      '70A',
      '85F',
      36,
    ]);
    expect(['85F', '定制', '38', 'XXS', '6XL', '70A', '9', 'L'].toSorted(bySize)).toEqual([
      'XXS',
      'L',
      '6XL',
      '定制',
      '70A',
      '85F',
      '9',
      '38',
    ]);
  });

  test('a size is known by any of its names', () => {
    expect([sizeNamed('xxl'), sizeNamed(' XXXL '), sizeNamed('75b'), sizeNamed('黑色'), sizeNamed('')]).toEqual([
      '2XL',
      '3XL',
      '75B',
      null,
      null,
    ]);
  });

  test('colour is what the spec says beside the size; what has no size keeps its spec', () => {
    expect(specOf(good('1', '黑色 S', 'S'))).toEqual({ colour: '黑色', size: 'S' });
    expect(specOf(good('1', '藏青/XXL'))).toEqual({ colour: '藏青', size: '2XL' });
    expect(specOf(good('1', '米白', '165'))).toEqual({ colour: '米白', size: '165' });
    expect(specOf(good('1', '18L'))).toEqual({ colour: '18L', size: '' });
    expect([isSized(good('1', '18L')), isSized(good('1', '黑色 S'))]).toEqual([false, true]);
  });

  test('materials of a style spread over colours and sizes; a combination nobody made is empty', () => {
    const grid = spreadSpecs([
      good('A13', '黑色 4XL'),
      good('A12', '黑色 M'),
      good('A11', '黑色 XS'),
      good('A22', '米白 M'),
      good('A23', '米白 定制'),
    ]);
    expect(grid.colours).toEqual(['黑色', '米白']);
    expect(grid.sizes).toEqual(['XS', 'M', '4XL', '定制']);
    expect([grid.at('米白', 'M')?.code, grid.at('米白', 'XS')?.code]).toEqual(['A22', undefined]);
  });

  test('one model of one brand is a style; without a model every material is its own', () => {
    expect(styleOf(good('A1', ''))).toBe(styleOf(good('A2', '')));
    expect(styleOf({ ...good('A1', ''), brandCode: 'LC' })).not.toBe(styleOf(good('A1', '')));
    expect(styleOf(good('A1', '', '', ''))).not.toBe(styleOf(good('A2', '', '', '')));
  });

  test('[A216] the listing status is that of the first linked product, otherwise not yet listed', () => {
    expect(listingStatus([{ id: '1', classCode: 'P5', name: 'T恤', status: '1' }, { status: '0' }])).toBe('1');
    expect([listingStatus([]), listingStatus(null), listingStatus([{ status: null }])]).toEqual(['2', '2', '2']);
  });
});
