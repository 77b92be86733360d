import { describe, expect, test } from 'vitest';
import type { Life, LifeLink, LifeNode } from '#platform/model/life.ts';
import { pictureOf } from './life-picture.ts';

const node = (code: string): LifeNode => ({
  type: 'order:order',
  id: code,
  code,
  billStatus: '1',
  cancelFlag: '0',
  billDate: null,
  amount: null,
  number: null,
  isSelf: false,
});
const life = (count: number, ...links: readonly (readonly [from: number, to: number, isActive?: boolean])[]): Life => ({
  nodes: Array.from({ length: count }, (_each, at) => node(String(at))),
  links: links.map(([from, to, isActive = true]): LifeLink => ({ from, to, isActive, number: '1' })),
  isCut: false,
});

describe('the picture of a life', () => {
  test('puts an order before its deliveries and those before what left the warehouse, each beside its own', () => {
    // 0 the order, 1 and 2 its deliveries, 3 what left for the second, 4 what left for the first.
    const { spots, links } = pictureOf(life(5, [0, 1], [0, 2], [1, 4], [2, 3], [0, 3], [0, 4]));
    expect(new Set([spots[1]?.left, spots[2]?.left]).size).toBe(1);
    expect((spots[0]?.left ?? 0) < (spots[1]?.left ?? 0) && (spots[1]?.left ?? 0) < (spots[4]?.left ?? 0)).toBe(true);
    expect([spots[4]?.top, spots[3]?.top]).toEqual([spots[1]?.top, spots[2]?.top]);
    expect(links).toHaveLength(4);
  });

  test('keeps a link that nothing else says: past a delivery that was taken back', () => {
    expect(pictureOf(life(3, [0, 1, false], [1, 2, false], [0, 2])).links).toHaveLength(3);
  });

  test('is drawn of a circle and of one alone', () => {
    expect(pictureOf(life(2, [0, 1], [1, 0])).spots).toHaveLength(2);
    expect(pictureOf(life(1))).toMatchObject({ spots: [{ left: 0, top: 0 }], links: [] });
  });
});
