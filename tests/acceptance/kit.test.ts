import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { availableKits, combinationFault, explodedOf } from '#data/model/goods/combination.ts';
import { plus } from '#platform/model/decimal.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { explode, mayComeAlone, partOf, refundAlone, refundKits, weightsOf, type Alone } from '#price/model/kit.ts';

interface Piece {
  readonly productCode: string;
  readonly number: string;
}
interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly number: string;
    readonly amount: string;
    readonly components: readonly (Piece & { readonly benchmark: string })[];
    readonly available?: Readonly<Record<string, string>>;
    readonly parts?: readonly string[];
    readonly returns?: readonly (Partial<Piece> & { readonly number: string; readonly missing?: readonly Piece[] })[];
  };
  readonly expect: {
    readonly components: readonly unknown[];
    readonly availableKits?: string;
    readonly parts?: readonly unknown[];
    readonly returns?: readonly { readonly refund: string; readonly stockIn: Readonly<Record<string, string>> }[];
  };
}
const vectors: readonly Vector[] = contractIsHere
  ? readVectors<{ kit: readonly Vector[] }>('second-half-vectors.json').kit
  : [];
const item = (productCode: string, number: string, more: object = {}) => ({
  productCode,
  productName: null,
  number,
  price: null,
  benchmark: null,
  cost: null,
  ...more,
});

describe.skipIf(!contractIsHere)('kits as the design counts them (am-A15a)', () => {
  test.each(vectors.map((vector) => [vector.id, vector.title, vector] as const))('%s %s', (_id, _title, vector) => {
    const { number, amount, components: asked, available, parts, returns } = vector.given;
    const { components } = explode(
      amount,
      asked.map(({ productCode, number: each, benchmark }) => item(productCode, each, { benchmark })),
    );
    const line = { number, amount, components };
    const pieces = explodedOf({ productCode: 'KIT', components }, number);
    expect(
      components.map(({ productCode, amount: share }, i) => ({
        productCode,
        number: pieces[i]?.number,
        amount: share,
      })),
    ).toEqual(vector.expect.components);
    if (available !== undefined)
      expect(availableKits(asked, (code) => available[code] ?? '0')).toBe(vector.expect.availableKits);
    if (parts !== undefined) {
      let taken = { number: '0', amount: '0' };
      const made = parts.map((each) => {
        const part = partOf(line, taken, each);
        taken = { number: plus(taken.number, each), amount: plus(taken.amount, part.amount) };
        return part;
      });
      expect(made).toEqual(vector.expect.parts);
    }
    let alone: Alone = new Map();
    const answers = (returns ?? []).map(({ productCode, number: each, missing = [] }) => {
      if (productCode !== undefined) {
        const { refund, parts: back } = refundAlone(line, alone, [{ productCode, number: each }]);
        alone = back;
        return { refund, stockIn: { [productCode]: each } };
      }
      const without = new Map([...alone].filter(([code]) => missing.some((one) => one.productCode === code)));
      const { refund, stockIn } = refundKits(line, { number: '0', amount: '0' }, { number: each, missing: without });
      return { refund, stockIn: Object.fromEntries(stockIn) };
    });
    if (returns !== undefined) expect(answers).toEqual(vector.expect.returns);
  });

  test('all of the group are here', () => {
    expect(vectors.map(({ id }) => id)).toEqual(['KT01', 'KT02', 'KT03']);
  });
});

describe('a kit (am-A15)', () => {
  test('am-A15a weighs a component by its benchmark, else the price in the kit, else its cost, else as one', () => {
    expect(
      weightsOf([
        item('A', '2', { benchmark: '10', price: '9', cost: '8' }),
        item('B', '2', { price: '9', cost: '8' }),
        item('C', '2', { benchmark: '0', cost: '8' }),
        item('D', '2'),
      ]).map(({ source, weight }) => [source, weight]),
    ).toEqual([
      ['benchmark', '20'],
      ['price', '18'],
      ['cost', '16'],
      ['none', '2'],
    ]);
  });

  test('am-A15a is shared out to the cent, whatever parts it leaves in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 500 })), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
        (cent, goods, parts) => {
          const amount = (cent / 100).toFixed(2);
          const { components } = explode(
            amount,
            goods.map(([number, benchmark], i) => item(`M${i}`, String(number), { benchmark: String(benchmark) })),
          );
          expect(plus(...components.map((each) => each.amount))).toBe(plus(amount));
          const number = String(parts.reduce((sum, each) => sum + each, 0));
          let taken = { number: '0', amount: '0' };
          for (const each of parts) {
            const part = partOf({ number, amount, components }, taken, String(each));
            expect(plus(...part.components.map((one) => one.amount))).toBe(plus(part.amount));
            taken = { number: plus(taken.number, String(each)), amount: plus(taken.amount, part.amount) };
          }
          expect(plus(taken.amount)).toBe(plus(amount));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('am-A15a has no more than its scarcest component allows', () => {
    const items = [item('A', '1'), item('B', '3')];
    const kits = (a: string, b: string): string => availableKits(items, (code) => (code === 'A' ? a : b));
    expect([kits('10', '29'), kits('2', '99'), kits('5', '0'), kits('5', '-1'), kits('2.5', '30')]).toEqual([
      '9',
      '2',
      '0',
      '-1',
      '2',
    ]);
  });

  test('am-A15a gives up a single component for quality, recall or shortage only', () => {
    expect(
      [
        { reason: '1', isShort: false },
        { reason: '2', isShort: false },
        { reason: '3', isShort: false },
        { reason: '3', isShort: true },
      ].map(mayComeAlone),
    ).toEqual([true, true, false, true]);
  });

  test('am-A15 is written with whole rows, each component once', () => {
    const fault = (...rows: readonly unknown[]): unknown => combinationFault(rows)?.fault ?? null;
    expect([
      fault({ productCode: 'A', number: '1' }),
      fault({ productCode: 'A', number: '0' }),
      fault({ productCode: 'A', number: '1', price: '-1' }),
      fault({ number: '1' }),
      fault({ productCode: 'A', number: '1' }, { productCode: 'A', number: '2' }),
      combinationFault(7)?.fault,
      combinationFault(null),
    ]).toEqual([null, 'figure', 'figure', 'form', 'taken', 'form', null]);
  });
});
