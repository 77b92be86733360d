import { describe, expect, test } from 'vitest';
import { barcodeOf, barsPath, checkDigit, isArticleNumber } from './label-barcode.ts';

/** What a scanner does: widths of bars and gaps, looked up. Written from the standards, not from the drawing. */
function scanned(modules: string): string {
  return modules.length === 95 ? scannedEan(modules) : scannedCode128(modules);
}

const oddSet: Readonly<Record<string, number>> = {
  3211: 0,
  2221: 1,
  2122: 2,
  1411: 3,
  1132: 4,
  1231: 5,
  1114: 6,
  1312: 7,
  1213: 8,
  3112: 9,
};
const parities = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'];
const runs = (modules: string): string => [...modules.matchAll(/0+|1+/g)].map(([run]) => run.length).join('');

function scannedEan(modules: string): string {
  expect([modules.slice(0, 3), modules.slice(45, 50), modules.slice(92)]).toEqual(['101', '01010', '101']);
  let parity = '';
  const lefts = Array.from({ length: 6 }, (_digit, at) => {
    const widths = runs(modules.slice(3 + at * 7, 10 + at * 7));
    const isOdd =
      oddSet[widths] !== undefined && modules.slice(3 + at * 7, 10 + at * 7).replaceAll('0', '').length % 2 === 1;
    parity += isOdd ? 'O' : 'E';
    return oddSet[isOdd ? widths : [...widths].toReversed().join('')];
  });
  const rights = Array.from({ length: 6 }, (_digit, at) => oddSet[runs(modules.slice(50 + at * 7, 57 + at * 7))]);
  return [parities.indexOf(parity), ...lefts, ...rights].join('');
}

function scannedCode128(modules: string): string {
  const symbols = [...modules.slice(0, -13).matchAll(/.{11}/g)].map(([symbol]) => symbol);
  expect(runs(modules.slice(-13))).toBe('2331112');
  // Bars of a symbol are an even number of modules wide together: a scanner refuses anything else.
  for (const symbol of symbols)
    expect([runs(symbol).length, [...symbol].filter((module) => module === '1').length % 2]).toEqual([6, 0]);
  const values = symbols.map((symbol) => table.indexOf(runs(symbol)));
  const check = values.at(-1);
  expect(values.slice(0, -1).reduce((sum, value, at) => sum + value * Math.max(at, 1), 0) % 103).toBe(check);
  let set = values[0] === 105 ? 'C' : 'B';
  return values
    .slice(1, -1)
    .map((value) => {
      if (value === 99 && set === 'B') {
        set = 'C';
        return '';
      }
      if (value === 100 && set === 'C') {
        set = 'B';
        return '';
      }
      return set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value + 32);
    })
    .join('');
}

/** ISO/IEC 15417, read off a chart by bars and gaps. */
const table = (
  '212222,222122,222221,121223,121322,131222,122213,122312,132212,221213,221312,231212,112232,122132,122231,113222,123122,123221,223211,221132,221231,213212,223112,312131,311222,321122,321221,312212,322112,322211,' +
  '212123,212321,232121,111323,131123,131321,112313,132113,132311,211313,231113,231311,112133,112331,132131,113123,113321,133121,313121,211331,231131,213113,213311,213131,311123,311321,331121,312113,312311,332111,' +
  '314111,221411,431111,111224,111422,121124,121421,141122,141221,112214,112412,122114,122411,142112,142211,241211,221114,413111,241112,134111,111242,121142,121241,114212,124112,124211,411212,421112,421211,212141,' +
  '214121,412121,111143,111341,131141,114113,114311,411113,411311,113141,114131,311141,411131,211412,211214,211232'
).split(',');

describe('an article number', () => {
  test('has a check digit, and is one only with the right one', () => {
    expect(['590123412345', '400638133393', '692111222333', '000000000000'].map(checkDigit)).toEqual([
      '7',
      '1',
      String(checkDigit('692111222333')),
      '0',
    ]);
    expect([
      isArticleNumber('5901234123457'),
      isArticleNumber('5901234123458'),
      isArticleNumber('590123412345'),
    ]).toEqual([true, false, false]);
  });

  test('is drawn as EAN-13', () => {
    // The example of the standard's own literature.
    expect(barcodeOf('5901234123457')).toEqual({
      kind: 'EAN-13',
      text: '5901234123457',
      quiet: [11, 7],
      modules: '10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101',
    });
    for (let first = 0; first < 10; first += 1) {
      const twelve = `${first}93847261504`.slice(0, 12);
      const number = twelve + checkDigit(twelve);
      expect(scanned(barcodeOf(number)?.modules ?? '')).toBe(number);
    }
    expect(barcodeOf('036000291452')).toMatchObject({ kind: 'EAN-13', text: '0036000291452' });
  });
});

describe('any other code', () => {
  test('is drawn as Code 128 and read back as it was, digits in pairs', () => {
    for (const text of [
      'M-001',
      'A',
      '1',
      '12',
      '1234',
      '12345',
      'AB123456CD',
      'AB12345678',
      '123456AB',
      'ab 12 ~!',
      '5901234123458',
      'X1234567Y',
      '20261115-0007',
      '0'.repeat(48),
    ]) {
      const code = barcodeOf(text);
      expect([text, code?.kind, scanned(code?.modules ?? '')]).toEqual([text, 'Code 128', text]);
    }
    // Start, five pairs, check, stop: half of what single letters would take.
    expect(barcodeOf('1234567890')?.modules).toHaveLength(7 * 11 + 13);
  });

  test('that has other letters than a scanner knows has no bars', () => {
    expect([barcodeOf('漆-001'), barcodeOf(''), barcodeOf('x'.repeat(49))]).toEqual([null, null, null]);
  });
});

test('the path holds every black module once', () => {
  const code = barcodeOf('5901234123457')!;
  const path = barsPath(code, 60);
  const black = [...path.matchAll(/M(\d+) 0h(\d+)v60h-\2z/g)].flatMap(([, from, width]) =>
    Array.from({ length: Number(width) }, (_module, at) => Number(from) + at - 11),
  ); // not money
  expect(black).toEqual([...code.modules].flatMap((module, at) => (module === '1' ? [at] : [])));
});
