import type { Label } from '#platform/model/label.ts';

/** A province as a tile: where it stands, and what it is called in one letter or two. */
interface Tile {
  readonly code: string;
  readonly row: number;
  readonly column: number;
  readonly label: Label;
}

/** Thirty-four equal tiles about where they lie, and no borders (figures.md). */
const rows: readonly (readonly [column: number, code: number, label: Label])[][] = [
  [[9, 23, ['黑', '黑', 'HL']]],
  [
    [6, 15, ['蒙', '蒙', 'NM']],
    [8, 21, ['辽', '遼', 'LN']],
    [9, 22, ['吉', '吉', 'JL']],
  ],
  [
    [1, 65, ['新', '新', 'XJ']],
    [3, 62, ['甘', '甘', 'GS']],
    [4, 64, ['宁', '寧', 'NX']],
    [5, 14, ['晋', '晉', 'SX']],
    [6, 13, ['冀', '冀', 'HE']],
    [7, 11, ['京', '京', 'BJ']],
    [8, 12, ['津', '津', 'TJ']],
  ],
  [
    [1, 54, ['藏', '藏', 'XZ']],
    [2, 63, ['青', '青', 'QH']],
    [3, 51, ['川', '川', 'SC']],
    [4, 61, ['陕', '陝', 'SN']],
    [5, 41, ['豫', '豫', 'HA']],
    [6, 37, ['鲁', '魯', 'SD']],
  ],
  [
    [4, 50, ['渝', '渝', 'CQ']],
    [5, 42, ['鄂', '鄂', 'HB']],
    [6, 34, ['皖', '皖', 'AH']],
    [7, 32, ['苏', '蘇', 'JS']],
    [8, 31, ['沪', '滬', 'SH']],
  ],
  [
    [2, 53, ['云', '雲', 'YN']],
    [3, 52, ['贵', '貴', 'GZ']],
    [4, 43, ['湘', '湘', 'HN']],
    [5, 36, ['赣', '贛', 'JX']],
    [6, 33, ['浙', '浙', 'ZJ']],
  ],
  [
    [3, 45, ['桂', '桂', 'GX']],
    [4, 44, ['粤', '粵', 'GD']],
    [5, 35, ['闽', '閩', 'FJ']],
    [7, 71, ['台', '台', 'TW']],
  ],
  [
    [2, 46, ['琼', '瓊', 'HI']],
    [4, 82, ['澳', '澳', 'MO']],
    [5, 81, ['港', '港', 'HK']],
  ],
];

export const tiles: readonly Tile[] = rows.flatMap((row, at) =>
  row.map(([column, code, label]) => ({ code: `${code}0000`, row: at + 1, column, label })),
);

/** The upper ends of six steps: round numbers, so that colours stay when figures grow a little. */
export function stepsFor(most: number): readonly number[] {
  const size = 10 ** Math.floor(Math.log10(Math.max(most, 0.01)));
  const top = [1, 2, 5, 10].map((each) => each * size).find((each) => each >= most) ?? most;
  return [0.05, 0.1, 0.2, 0.4, 0.7].map((part) => part * top);
}
export const stepOf = (value: number, steps: readonly number[]): number =>
  value <= 0 ? 0 : 1 + steps.filter((end) => value > end).length;
