import { beforeAll, describe, expect, test } from 'vitest';
import { styleOf } from '#data/model/goods/spec.ts';
import { answerOf, goodOf, type Matched } from './product-goods.ts';
import { choiceOf, groupsOf, linesOf, matrixOf } from './product-matrix.ts';

const row = (code: string, spec: string, sizeCode: string | null = null, model = 'AP-1') => ({
  code,
  name: `T恤 ${spec}`,
  spec,
  sizeCode,
  model,
  brandCode: 'ZY',
});
const shirts = [row('A1S', '黑色 S', 'S'), row('A1M', '黑色 M', 'M'), row('A2S', '米白 S', 'S')];
const paint = row('P1', '18L', null, 'PT-1');
const goods = shirts.map(goodOf);
const styles = new Map([[styleOf(goods[0] ?? goodOf(paint)), goods]]);
const chosen = (lineKey: string, of: object) => ({ ...of, lineKey });

beforeAll(() => {
  Object.assign(globalThis, { document: { cookie: '' } });
});

describe('quantities by spec', () => {
  test('two materials of a style share its grid; what comes in no sizes stands alone', () => {
    const groups = groupsOf(
      [chosen('1', shirts[0] ?? {}), chosen('2', paint), chosen('3', shirts[2] ?? {})],
      styles,
      false,
    );
    const { rows, sizes } = matrixOf(groups);
    expect(sizes).toEqual(['S', 'M', '']);
    expect(rows.map(({ style, colour, offered }) => [style, colour, [...offered]])).toEqual([
      ['T恤', '黑色', ['size S', 'size M']],
      ['', '米白', ['size S']],
      ['T恤 18L', '18L', ['size ']],
    ]);
  });

  test('with repeats each choice has a grid of its own', () => {
    const groups = groupsOf([chosen('1', shirts[0] ?? {}), chosen('2', shirts[0] ?? {})], styles, true);
    expect(matrixOf(groups).rows).toHaveLength(4);
  });

  test('what was typed stays while more is chosen; only quantities become lines, and what has none stays one line', () => {
    const first = groupsOf([chosen('1', shirts[0] ?? {})], styles, false);
    const typed = matrixOf(first).rows.map((each) => ({ ...each, 'size S': '3', 'size M': '0' }));
    const groups = groupsOf([chosen('1', shirts[0] ?? {}), chosen('2', paint)], styles, false);
    const { rows } = matrixOf(groups, typed);
    expect(linesOf(groups, rows).map(({ row: { code }, number }) => [code, number])).toEqual([
      ['A1S', '3'],
      ['A2S', '3'],
      ['P1', undefined],
    ]);
    expect(choiceOf(groups, rows).map(({ code, specPropObj }) => [code, specPropObj])).toEqual([
      ['A1S', { A1S: '3', A2S: '3' }],
      ['P1', {}],
    ]);
  });
});

test('a line of a sheet means one material, or says why it does not', () => {
  const matched: Matched = {
    codesOf: new Map([
      ['PA', ['A1M', 'A1S', 'A2S']],
      ['A2S', ['A2S']],
      ['P1', ['P1']],
    ]),
    goods: new Map([...goods, goodOf(paint)].map((good) => [good.code, good])),
    byStyle: new Map([...styles, [styleOf(goodOf(paint)), [goodOf(paint)]]]),
  };
  const ask = (text: string, trait = '', spread = '') => {
    const { row: found, complaint } = answerOf(matched, { text, trait, spread });
    return found?.['code'] ?? complaint;
  };
  expect([ask('A2S'), ask('PA', '黑色', 'M'), ask('PA', '', 'M'), ask('A2S', '', 'S')]).toEqual([
    'A2S',
    'A1M',
    'A1M',
    'A2S',
  ]);
  expect(
    [ask('PA'), ask('PA', '', 'S'), ask('A2S', '', 'M'), ask('PA', '金色', 'S'), ask('none')].map((text) =>
      String(text).slice(0, 6),
    ),
  ).toEqual(['是一款，有 ', '有 2 种颜', '没有尺码 M', '没有颜色“金', '没有匹配的物']);
});
