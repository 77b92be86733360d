import { describe, expect, test } from 'vitest';
import { price, quantity, ref, secret, text } from '#platform/model/field.ts';
import { contentOf, isSame, linesFrom, typedIn, type LineRow } from './delta.ts';
import { headDifferences, lineDifferences, mergedLines, mergedValues, type Choices } from './merge.ts';

const goods = {
  name: 'test:goods',
  path: '/test/goods',
  label: ['货品', '貨品', 'Goods'] as const,
  codeField: 'code',
  nameField: 'name',
  fields: {},
};
const head = Object.entries({
  remark: text(['备注', '備註', 'Remark']),
  customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => goods),
  password: secret(['密码', '密碼', 'Password']),
});
const fields = Object.entries({
  goodsCode: ref(['货品', '貨品', 'Goods'], () => goods, { required: true }),
  number: quantity(['数量', '數量', 'Quantity'], { required: true }),
  price: price(['单价', '單價', 'Price']),
});
const line = (id: string, number: string, more: object = {}): LineRow => ({
  id,
  goodsCode: 'G',
  goodsName: '面漆',
  number,
  price: '3',
  ...more,
});
const none: Choices = new Map();
const numbers = (lines: readonly LineRow[]): unknown[] => lines.map(({ id, number }) => `${id}:${String(number)}`);

describe('a draft', () => {
  test('holds what was typed, the name beside a code, and never a password', () => {
    expect(
      typedIn(head, { remark: 'x', customerCode: 'C', customerName: '甲', password: 'geheim', rowVersion: 3 }),
    ).toEqual({ remark: 'x', customerCode: 'C', customerName: '甲' });
  });

  test('is the difference to the record: a field that was cleared is one, an empty one that stays empty is none', () => {
    expect(
      contentOf({ remark: 'old', note: null, same: 1 }, { remark: '', note: '', same: 1, more: 'x' }).values,
    ).toEqual({ remark: '', more: 'x' });
    expect(contentOf({ remark: 'old' }, {}).values).toEqual({ remark: null });
  });

  test('brings the same lines back: changed, new, in their order, without the removed', () => {
    const base = [line('a', '1'), line('b', '2'), line('c', '3')];
    const now = [line('c', '3'), line('a', '9'), line('n', '5')];
    const content = contentOf({}, {}, { base, now });
    expect(content.lines?.map((each) => Object.keys(each))).toEqual([['id'], ['id', 'set', 'rest'], ['id', 'set']]);
    expect(linesFrom(base, content)).toEqual(now);
    expect(JSON.parse(JSON.stringify(content))).toEqual(content);
  });

  test('of two thousand new lines fits into a megabyte', () => {
    const now = Array.from({ length: 2000 }, (_x, at): LineRow => ({
      id: `576dafb0-d0ff-474e-a0ec-${String(at).padStart(12, '0')}`,
      lineType: '0',
      goodsCode: `AP00134XL${at}`,
      goodsName: '简约圆领T恤 藏青 4XL',
      spec: '藏青 4XL',
      model: 'AP-1',
      mainUnitName: '件',
      assistUnitName: '箱',
      rate: null,
      taxRate: '13',
      retailPrice: '99.00',
      number: '1200',
      price: '39.6000',
      amount: '47520.00',
      storageCode: null,
      storageName: null,
      remark: '',
    }));
    const content = contentOf({}, {}, { base: [], now });
    expect(new TextEncoder().encode(JSON.stringify(content)).length).toBeLessThan(1024 * 1024);
    expect(linesFrom([], content).map(({ goodsCode }) => goodsCode)).toEqual(now.map(({ goodsCode }) => goodsCode));
  });

  test('on a newer version changes what was changed and leaves alone what others did', () => {
    const base = [line('a', '1'), line('b', '2'), line('c', '3'), line('d', '4')];
    const content = contentOf({}, {}, { base, now: [line('a', '9'), line('b', '2'), line('d', '8')] });
    const newer = [line('a', '1', { price: '7' }), line('c', '33'), line('e', '5')];
    // a: my number, their price. b: untouched here, removed there. c: removed here. d: written here, removed there. e:
    // added there.
    expect(numbers(linesFrom(newer, content))).toEqual(['a:9', 'd:8', 'e:5']);
    expect(linesFrom(newer, content)[0]).toMatchObject({ price: '7' });
  });
});

describe('two versions', () => {
  test('differ where their values differ: 12.5 and 12.50 are one, nothing and an empty text are one', () => {
    expect([
      isSame('12.5', '12.50', 'decimal'),
      isSame('12.5', '12.50', 'text'),
      isSame(null, ''),
      isSame(undefined, null),
      isSame('0', ''),
      isSame(['a'], ['a']),
    ]).toEqual([true, false, true, true, false, true]);
  });

  test('of a head are settled by whoever changed: mine where I did, theirs where I did not; a code takes its name along', () => {
    const base = { remark: 'old', customerCode: 'C1', customerName: '甲' };
    const mine = { remark: 'mine', customerCode: 'C1', customerName: '甲' };
    const theirs = { remark: 'theirs', customerCode: 'C2', customerName: '乙', rowVersion: 9 };
    const found = headDifferences(head, base, mine, theirs);
    expect(found.map(({ key, preset }) => [key, preset])).toEqual([
      ['remark', 'mine'],
      ['customerCode', 'theirs'],
    ]);
    expect(mergedValues(mine, found, none)).toEqual({ remark: 'mine', customerCode: 'C2', customerName: '乙' });
    expect(
      mergedValues(
        mine,
        found,
        new Map([
          ['remark', 'theirs'],
          ['customerCode', 'mine'],
        ]),
      ),
    ).toEqual({ remark: 'theirs', customerCode: 'C1', customerName: '甲' });
  });

  test('of lines are settled field by field and line by line; what nobody disputes is not asked', () => {
    const base = [line('a', '1'), line('b', '2'), line('c', '3'), line('d', '4')];
    const mine = [line('a', '10'), line('b', '2'), line('d', '40'), line('n', '7')];
    const theirs = [line('a', '11', { price: '5' }), line('c', '30'), line('t', '6')];
    const found = lineDifferences(fields, base, mine, theirs);
    expect(found.map(({ key, lineNo, preset }) => [key, lineNo, preset])).toEqual([
      ['a number', 1, 'mine'],
      ['a price', 1, 'theirs'],
      ['b', 2, 'theirs'],
      ['d', 3, 'mine'],
      ['c', 2, 'mine'],
      ['t', 3, 'theirs'],
    ]);
    expect(numbers(mergedLines(mine, found, none))).toEqual(['a:10', 'd:40', 'n:7', 't:6']);
    expect(mergedLines(mine, found, none)[0]).toMatchObject({ price: '5' });
    const all = (side: 'mine' | 'theirs'): Choices => new Map(found.map(({ key }) => [key, side]));
    expect(numbers(mergedLines(mine, found, all('mine')))).toEqual(['a:10', 'b:2', 'd:40', 'n:7']);
    expect(numbers(mergedLines(mine, found, all('theirs')))).toEqual(['a:11', 'n:7', 'c:30', 't:6']);
  });

  test('that are the same ask nothing', () => {
    const lines = [line('a', '1')];
    expect(lineDifferences(fields, lines, [line('a', '1.0')], lines)).toEqual([]);
    expect(headDifferences(head, { remark: 'x' }, { remark: 'y' }, { remark: 'y' })).toEqual([]);
  });
});
