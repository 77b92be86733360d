import type { Stream } from './stream.ts';

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'];
const manGiven = [
  '伟',
  '强',
  '磊',
  '军',
  '勇',
  '杰',
  '涛',
  '明',
  '超',
  '建国',
  '志强',
  '文博',
  '浩然',
  '子轩',
  '俊杰',
  '宇航',
  '海涛',
  '建华',
  '振宇',
  '嘉豪',
  '国栋',
  '晓东',
];
const womanGiven = [
  '芳',
  '娜',
  '敏',
  '静',
  '丽',
  '艳',
  '娟',
  '霞',
  '秀英',
  '雅婷',
  '思琪',
  '欣怡',
  '雨桐',
  '晓燕',
  '美玲',
  '佳慧',
  '玉兰',
  '春梅',
  '海燕',
  '雪梅',
  '淑华',
  '丹丹',
];

export interface Person {
  readonly name: string;
  readonly gender: '0' | '1';
}

export function personOf(stream: Stream): Person {
  const gender = stream.chance(55) ? '0' : '1';
  return { name: stream.pick(surnames) + stream.pick(gender === '0' ? manGiven : womanGiven), gender };
}

/** No network hands out numbers that begin with 100: a demo must not ring at somebody's. */
export const phoneOf = (stream: Stream): string => `100${stream.digits(8)}`;

const roads = [
  '人民路',
  '解放路',
  '中山路',
  '建设路',
  '科技大道',
  '创业路',
  '滨江大道',
  '长江路',
  '黄河路',
  '迎宾大道',
  '工业园路',
  '和平路',
];
export const streetOf = (stream: Stream): string => `${stream.pick(roads)}${stream.between(1, 880)}号`;

const first = [...'锦鸿盛华瑞恒金嘉宏永泰德兴安正新美佳百万千益润丰康凯'];
const second = [...'程达源泰辉洋图腾业成信诚发隆和顺昌彩艺居家悦域森林尚'];
export const brandWordOf = (stream: Stream): string => stream.pick(first) + stream.pick(second);

/** A unified social credit code whose last place is the check of the others (GB 32100). */
export function creditCodeOf(stream: Stream, area: string): string {
  const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  const body = `91${area}${Array.from({ length: 9 }, () => letters[stream.below(letters.length)]).join('')}`;
  const sum = [...body].reduce((total, letter, i) => total + letters.indexOf(letter) * (3 ** i % 31), 0);
  return body + (letters[(31 - (sum % 31)) % 31] ?? '0');
}

/**
 * EAN-13 with its check digit. Numbers that begin with 2 are for use inside a house, so none belongs to a real article.
 */
export function barcodeOf(number: number): string {
  const body = `21${String(number).padStart(10, '0')}`;
  const sum = [...body].reduce((total, digit, i) => total + Number.parseInt(digit, 10) * (i % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
