import { grouped, scaleOf } from './decimal.ts';
import type { Label, Language } from './label.ts';

/**
 * Numerals that cannot be turned into one another with a stroke of the pen, as the finance law of either side writes
 * them.
 */
interface Numerals {
  readonly digits: string;
  readonly places: readonly string[];
  readonly tenThousand: string;
  readonly hundredMillion: string;
  readonly yuan: string;
  readonly fractions: readonly string[];
  readonly whole: string;
  readonly negative: string;
}
const simplified: Numerals = {
  digits: '零壹贰叁肆伍陆柒捌玖',
  places: ['', '拾', '佰', '仟'],
  tenThousand: '万',
  hundredMillion: '亿',
  yuan: '元',
  fractions: ['角', '分', '厘', '毫'],
  whole: '整',
  negative: '负',
};
const traditional: Numerals = {
  ...simplified,
  digits: '零壹貳參肆伍陸柒捌玖',
  tenThousand: '萬',
  hundredMillion: '億',
  fractions: ['角', '分', '釐', '毫'],
  negative: '負',
};

/** Whole digits that can be spelled; beyond them nobody reads the word any more (001 §5). */
const mostDigits = 15;

export const capitalLabel: Label = ['金额大写', '金額大寫', 'Amount'];

/** Said when an amount is beyond what can be spelled (000 §9). */
export const beyondCapitals: Label = ['超出最大处理数字', '超出最大處理數字', 'exceeds maximum number'];

/**
 * An amount in Chinese capitals, 1005.5 as 壹仟零伍元伍角; English has none and reads the figure. Decimals past the
 * fourth are cut, not rounded. Null from 1e15 on.
 */
export function capitalAmount(amount: string, language: Language): string | null {
  const [sign, whole, fraction] = partsOf(amount);
  if (whole.length > mostDigits) return null;
  if (language === 'en-US') return grouped(amount, Math.max(2, scaleOf(amount)));
  const numerals = language === 'zh-TW' ? traditional : simplified;
  const front = whole === '' ? '' : spoken(whole, numerals) + numerals.yuan;
  const back = fractionSpoken(fraction, front !== '', numerals);
  if (front === '' && back === '') return `${numerals.digits[0] ?? ''}${numerals.yuan}${numerals.whole}`;
  return (sign ? numerals.negative : '') + front + (back === '' ? numerals.whole : back);
}

function partsOf(amount: string): readonly [isNegative: boolean, whole: string, fraction: string] {
  const [whole = '', fraction = ''] = amount.replace(/^-/, '').split('.');
  return [amount.startsWith('-'), whole.replace(/^0+/, ''), fraction.slice(0, 4)];
}

/** Sections of eight and of four digits; a section that starts with a gap is joined by one zero. */
function spoken(digits: string, numerals: Numerals): string {
  for (const [size, unit] of [
    [8, numerals.hundredMillion],
    [4, numerals.tenThousand],
  ] as const) {
    if (digits.length <= size) continue;
    const rest = digits.slice(-size);
    const below = rest.replace(/^0+/, '');
    const gap = below !== '' && below.length < size ? (numerals.digits[0] ?? '') : '';
    return spoken(digits.slice(0, -size), numerals) + unit + gap + (below === '' ? '' : spoken(below, numerals));
  }
  return sectionSpoken(digits, numerals);
}

function sectionSpoken(digits: string, { digits: words, places }: Numerals): string {
  let text = '';
  let hasGap = false;
  [...digits].forEach((digit, at) => {
    if (digit === '0') {
      hasGap = true;
      return;
    }
    text += (hasGap ? (words[0] ?? '') : '') + wordOf(words, digit) + (places[digits.length - 1 - at] ?? '');
    hasGap = false;
  });
  return text;
}

function fractionSpoken(fraction: string, hasWhole: boolean, { digits: words, fractions }: Numerals): string {
  let text = '';
  let hasGap = false;
  [...fraction].forEach((digit, at) => {
    if (digit === '0') {
      hasGap = hasWhole || text !== '';
      return;
    }
    text += (hasGap ? (words[0] ?? '') : '') + wordOf(words, digit) + (fractions[at] ?? '');
    hasGap = false;
  });
  return text;
}

const wordOf = (words: string, digit: string): string => words[Number.parseInt(digit, 10)] ?? '';
