/** Bars and gaps, one letter per module: 1 is black. `quiet` is the white a scanner needs on either side. */
export interface Barcode {
  readonly kind: 'EAN-13' | 'Code 128';
  readonly modules: string;
  readonly text: string;
  readonly quiet: readonly [left: number, right: number];
}

/**
 * An article number is drawn as EAN-13, anything else of printable ASCII as Code 128; a text with other letters has no
 * bars.
 */
export function barcodeOf(value: string): Barcode | null {
  const text = value.trim();
  // Twelve digits with a right check digit are a UPC: an article number without its leading zero.
  const article = /^\d{12}$/.test(text) ? `0${text}` : text;
  if (isArticleNumber(article)) return { kind: 'EAN-13', modules: ean13(article), text: article, quiet: [11, 7] };
  return /^[ -~]{1,48}$/.test(text) ? { kind: 'Code 128', modules: code128(text), text, quiet: [10, 10] } : null;
}

/** Odd places count once, even places three times; the check digit fills up to the next ten. */
export const checkDigit = (twelve: string): string =>
  String(
    (10 - ([...twelve].reduce((sum, digit, at) => sum + Number.parseInt(digit, 10) * (at % 2 === 0 ? 1 : 3), 0) % 10)) %
      10,
  );
export const isArticleNumber = (text: string): boolean =>
  /^\d{13}$/.test(text) && checkDigit(text.slice(0, 12)) === text[12];

const left = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
] as const;
const inverted = (modules: string): string => modules.replace(/[01]/g, (module) => (module === '0' ? '1' : '0'));
const reversed = (modules: string): string => [...modules].toReversed().join('');
/**
 * Which of the six digits on the left are drawn in the even set: it tells the first digit, which has no bars of its
 * own.
 */
const firstDigits = [
  '000000',
  '001011',
  '001101',
  '001110',
  '010011',
  '011001',
  '011100',
  '010101',
  '010110',
  '011010',
] as const;

function ean13(text: string): string {
  const digits = [...text].map((digit) => Number.parseInt(digit, 10));
  const sets = firstDigits[digits[0] ?? 0] ?? '';
  const odd = (digit: number | undefined): string => left[digit ?? 0] ?? '';
  const lefts = digits.slice(1, 7).map((digit, at) => (sets[at] === '1' ? reversed(inverted(odd(digit))) : odd(digit)));
  const rights = digits.slice(7).map((digit) => inverted(odd(digit)));
  return `101${lefts.join('')}01010${rights.join('')}101`;
}

/** Widths of bar, gap, bar, gap, bar, gap; the place is the value. */
const widths = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
).split(' ');
const [codeC, codeB, startB, startC] = [99, 100, 104, 105];
const stop = '2331112';

/**
 * Digits go two to a symbol where at least four stand together, or six inside the text: shorter runs would cost more
 * than they save.
 */
function code128(text: string): string {
  const values: number[] = [];
  let isPaired = false;
  for (let at = 0; at < text.length;) {
    const run = /^\d*/.exec(text.slice(at))?.[0].length ?? 0;
    const isWorth = run >= (at === 0 || at + run === text.length ? 4 : 6);
    if (isPaired ? run >= 2 : isWorth) {
      if (!isPaired && run % 2 === 1) {
        values.push(...(at === 0 ? [startB] : []), symbolB(text, at));
        at += 1;
      }
      if (!isPaired) values.push(at === 0 ? startC : codeC);
      isPaired = true;
      values.push(Number.parseInt(text.slice(at, at + 2), 10));
      at += 2;
    } else {
      if (at === 0) values.push(startB);
      else if (isPaired) values.push(codeB);
      isPaired = false;
      values.push(symbolB(text, at));
      at += 1;
    }
  }
  const sum = values.reduce((total, value, at) => total + value * Math.max(1, at), 0) % 103;
  return [...values, sum].map((value) => drawn(widths[value] ?? '')).join('') + drawn(stop);
}

const symbolB = (text: string, at: number): number => text.charCodeAt(at) - 32;
const drawn = (pattern: string): string =>
  [...pattern].map((width, at) => (at % 2 === 0 ? '1' : '0').repeat(Number.parseInt(width, 10))).join('');

/** The black runs as one path, a module wide per unit and `height` high. */
export function barsPath({ modules, quiet: [before] }: Barcode, height: number): string {
  return [...modules.matchAll(/1+/g)]
    .map(({ 0: run, index }) => `M${before + index} 0h${run.length}v${height}h-${run.length}z`)
    .join('');
}
