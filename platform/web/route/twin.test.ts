import { describe, expect, test } from 'vitest';
import { menuLike, twinOf, withoutTwins } from './twin.ts';

const nav = [
  {
    id: 'a',
    name: '基础数据',
    pinyin: 'jcsj\n\f\njichushuju\n',
    children: [
      { id: '1', name: '品牌', url: 'data/brand?tenantFlag=0', pinyin: 'pp\n\f\npinpai\n' },
      { id: '2', name: '品牌（集团）', url: 'data/brand?tenantFlag=1', pinyin: 'ppjt\n\f\npinpaijituan\n' },
      { id: '3', name: '客户（集团）', url: 'data/customer?tenantFlag=1', pinyin: 'khjt\n\f\nkehujituan\n' },
    ],
  },
  { id: '4', name: '销售订单', url: 'order/order', pinyin: 'xsdd\n\f\nxiaoshoudingdan\n' },
];
const urlsOf = (nodes: ReturnType<typeof withoutTwins>): unknown[] =>
  nodes.flatMap(({ url, children }) => (url ? [url] : urlsOf(children ?? [])));

describe('the two sides of a list in the menu', () => {
  test('are one entry; whoever has only that of the group keeps it', () => {
    expect(urlsOf(withoutTwins(nav, 'home'))).toEqual([
      'data/brand?tenantFlag=0',
      'data/customer?tenantFlag=1',
      'order/order',
    ]);
  });

  test('the entry leads to the side that is on screen', () => {
    expect(urlsOf(withoutTwins(nav, 'data-brand?tenantFlag=1'))[0]).toBe('data/brand?tenantFlag=1');
  });

  test('know each other', () => {
    expect(twinOf('data/brand?tenantFlag=0')).toBe('data/brand?tenantFlag=1');
    expect(twinOf('data-brand?tenantFlag=1')).toBe('data-brand?tenantFlag=0');
    expect(twinOf('order/order')).toBeUndefined();
  });
});

describe('an entry of the menu is found', () => {
  test.each([
    ['xsdd', ['order/order']],
    ['xiaoshou', ['order/order']],
    ['DINGDAN', ['order/order']],
    ['订单', ['order/order']],
    ['pinpai', ['data/brand?tenantFlag=0', 'data/brand?tenantFlag=1']],
    ['zzz', []],
  ])('by %s', (typed, urls) => {
    expect(urlsOf(menuLike(nav, typed))).toEqual(urls);
  });

  test('with its whole folder when the folder is meant', () => {
    expect(urlsOf(menuLike(nav, 'jcsj'))).toHaveLength(3);
  });
});
