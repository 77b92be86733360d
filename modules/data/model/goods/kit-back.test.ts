import { describe, expect, test } from 'vitest';
import {
  aloneAmount,
  aloneNumber,
  aloneShare,
  kitsLeft,
  lackingComponents,
  missingOf,
  missingShare,
  noMoreMissing,
  partNamed,
  piecesLeft,
  roundedUp,
  withPart,
} from './kit-back.ts';

const component = (productCode: string, number: string, amount: string) => ({
  productCode,
  productName: null,
  number,
  weight: '1',
  amount,
});
const components = [component('KA', '1', '545.45'), component('KB', '2', '454.55')];
const part = { productCode: 'KB', asked: '3', taken: '3', amount: '68.18' };
const parts = withPart(null, 'KB', part);
const kits = { number: '10', components, parts };

describe('components of kits that come back (KT03)', () => {
  test('bear their share of what left, to the cent, in however many steps', () => {
    const first = aloneShare(kits, 'KB', { number: '0', amount: '0' }, '3');
    const second = aloneShare(kits, 'KB', { number: '3', amount: first }, '4');
    const rest = aloneShare(kits, 'KB', { number: '7', amount: (68.18 + 90.91).toFixed(2) }, '13');
    expect([first, second, rest]).toEqual(['68.18', '90.91', '295.46']);
    expect(aloneShare(kits, 'KC', { number: '0', amount: '0' }, '3')).toBe('0.00');
  });

  test('leave so many fewer to come back alone, and kits that wait for those on their way', () => {
    expect([piecesLeft(kits, '10', 'KB'), piecesLeft(kits, '10', 'KA'), piecesLeft(kits, '4', 'KB')]).toEqual([
      '17',
      '10',
      '5',
    ]);
    expect(kitsLeft(kits, '10')).toBe('10');
    const waiting = { ...kits, parts: withPart(null, 'KB', { asked: '3' }) };
    expect([kitsLeft(waiting, '10'), kitsLeft(waiting, '1')]).toEqual(['8', '-1']);
  });

  test('are missing as it is said, at least where the kits that stay cannot lack them, at most as known', () => {
    const missing = (number: string, said: string | null, left = '10'): unknown =>
      missingOf({ ...kits, left }, number, new Map(said === null ? [] : [['KB', said]])).map((each) => [
        each.number,
        each.amount,
      ]);
    expect(missing('10', null)).toEqual([['3', '68.18']]);
    expect(missing('9', null)).toEqual([['1', '22.73']]);
    expect(missing('8', null)).toEqual([]);
    expect(missing('8', '2')).toEqual([['2', '45.45']]);
    // One kit holds two, and three came back in all.
    expect(missing('1', '3')).toEqual([['2', '45.45']]);
    expect(missing('4', '9')).toEqual([['3', '68.18']]);
    expect(missing('9', '0')).toEqual([['1', '22.73']]);
  });

  test('count on: what was missing before is not missing again', () => {
    const after = withPart(parts, 'KB', { missingAsked: '1', missing: '1', missingAmount: '22.73' });
    expect(partNamed(after, 'KB')).toMatchObject({ asked: '3', taken: '3', missing: '1', missingAmount: '22.73' });
    expect(missingShare(partNamed(after, 'KB'), '2')).toBe('45.45');
    expect(missingShare(partNamed(after, 'KB'), '0')).toBe('0.00');
    expect(missingOf({ ...kits, parts: after, left: '9' }, '9', new Map())).toEqual([
      { productCode: 'KB', number: '2', amount: '45.45' },
    ]);
    // Of three that came back alone one went with its kit: two are known still, whatever is said.
    expect(missingOf({ ...kits, parts: after, left: '9' }, '4', new Map([['KB', '9']]))).toMatchObject([
      { number: '2' },
    ]);
    expect(withPart(parts, 'KA', { asked: '1' }).map(({ productCode }) => productCode)).toEqual(['KB', 'KA']);
    expect(partNamed(parts, 'KA')).toMatchObject({ asked: '0', missing: '0' });
  });

  test('stand on the lines that bring kits, and shrink with them', () => {
    const lacking = lackingComponents(components, [{ productCode: 'KB', number: '3', amount: '68.18' }]);
    expect(lacking?.map(({ missing }) => missing)).toEqual([undefined, { number: '3', amount: '68.18' }]);
    expect(lackingComponents(lacking, [])?.map(({ missing }) => missing)).toEqual([undefined, undefined]);
    expect(lackingComponents(null, [])).toBe(null);
    expect(noMoreMissing(lacking, '1')?.[1]?.missing).toEqual({ number: '2', amount: '0' });
    expect(noMoreMissing(lacking, '2')?.[1]?.missing).toEqual({ number: '3', amount: '0' });
    expect(noMoreMissing(lacking, '0')?.[1]?.missing).toBe(undefined);
  });

  test('are on neither side of a refund as long as their kits are kept', () => {
    const alone = { number: '3', amount: '68.18', settled: { number: '1', amount: '22.73' } };
    const held = [components[0], { ...components[1], alone }];
    expect([aloneAmount(held), aloneNumber(held), aloneAmount(components), aloneNumber(null)]).toEqual([
      '45.45',
      '3',
      '0',
      '0',
    ]);
    expect(['2', '2.0', '1.5', '0'].map(roundedUp)).toEqual(['2', '2', '2', '0']);
  });
});
