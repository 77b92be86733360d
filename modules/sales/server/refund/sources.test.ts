import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explodedOf, type Component } from '#data/model/goods/combination.ts';
import { lackingComponents } from '#data/model/goods/kit-back.ts';
import { compare, isZero, minus, plus, times } from '#platform/model/decimal.ts';
import { allocated } from '#price/model/kit.ts';
import { roomIn, takeFrom, type Source, type Taken } from './sources.ts';

const line = 'L1';
const piece = (productCode: string, number: string, weight: string): Omit<Component, 'amount'> => ({
  productCode,
  productName: productCode,
  number,
  weight,
});
/** Kits that left with several movements, at prices that do not divide evenly. */
const gone = (parts: readonly (readonly [kits: number, cents: number])[]): Source[] =>
  parts.map(([kits, cents], i) => {
    const amount = (cents / 100).toFixed(2);
    return {
      orderLineId: line,
      movementId: `m${i}`,
      movementLineId: `l${i}`,
      number: String(kits),
      amount,
      asked: '0',
      takenNumber: '0',
      takenAmount: '0',
      components: allocated(amount, [piece('KA', '1', '60'), piece('KB', '2', '50'), piece('KC', '3', '7')]),
      parts: null,
    };
  });

const step = fc.record({
  part: fc.constantFrom(undefined, 'KA', 'KB', 'KC'),
  number: fc.integer({ min: 1, max: 9 }),
  lacks: fc.dictionary(fc.constantFrom('KA', 'KB', 'KC'), fc.integer({ min: 1, max: 9 })),
});

test('whatever comes back alone, and whatever kits come back without, all of it gives back what was paid, each piece once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 99_999 })), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.array(step, { maxLength: 12 }),
      (parts, steps) => {
        const sources = gone(parts);
        const left = new Map<string, string>();
        const move = (code: string, number: string): void => {
          left.set(code, plus(left.get(code) ?? '0', number));
        };
        for (const source of sources)
          for (const { materialCode, number } of explodedOf({ productCode: 'KIT', ...source }, source.number))
            move(materialCode, number);
        let given = '0';
        let isEmpty = false;
        const take = (taken: readonly Taken[]): void => {
          for (const { source, number, share, part, missing } of taken) {
            given = plus(given, share);
            expect(share.startsWith('-')).toBe(false);
            if (part !== undefined) move(part, minus('0', number));
            else {
              const components = lackingComponents(source.components, missing);
              const goods = explodedOf({ productCode: 'KIT', components }, number);
              isEmpty ||= goods.length < 2;
              for (const each of goods) move(each.materialCode, minus('0', each.number));
            }
          }
          for (const number of left.values()) expect(number.startsWith('-')).toBe(false);
        };
        for (const { part, number, lacks } of steps) {
          const missing = Object.entries(lacks).map(([productCode, n]) => ({ productCode, number: String(n) }));
          const asked = { orderLineId: line, number: String(number) };
          take(takeFrom(sources, part === undefined ? { ...asked, missing } : { ...asked, part }));
        }
        // At last whatever is left comes back.
        take(takeFrom(sources, { orderLineId: line, number: '999' }));
        expect([...left.values()].every(isZero)).toBe(true);
        expect(sources.every((source) => isZero(roomIn(source)))).toBe(true);
        // Kits that come back empty may cost a rounding: half a cent for each of three components and for the kit, of
        // each movement. Nothing else does.
        const rest = minus(given, plus(...sources.map(({ amount }) => amount)));
        const most = times('0.02', String(sources.length));
        expect(isEmpty ? compare(rest, most) <= 0 && compare(rest, '0') >= 0 : isZero(rest)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
