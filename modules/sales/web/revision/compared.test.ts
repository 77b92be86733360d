import { expect, test } from 'vitest';
import { comparedLines } from './compared.ts';

const line = (id: string, number: string, amount: string) => ({
  id,
  productCode: `M${id}`,
  productName: `漆${id}`,
  number,
  price: '10.0000',
  amount,
});

test('two versions of an order: what changed, what came and what went, and how much stayed', () => {
  const { lines, same } = comparedLines(
    [line('1', '6', '60.00'), line('2', '1', '10.00'), line('3', '2', '20.00')],
    [line('1', '4.0000', '40.00'), line('2', '1.0000', '10.00'), line('4', '3', '30.00')],
  );
  expect(same).toBe(1);
  expect(lines.map(({ id, pairs }) => [id, pairs[0]?.left, pairs[0]?.right])).toEqual([
    ['1', '6', '4.0000'],
    ['4', null, '3'],
    ['3', '2', null],
  ]);
});
