import { describe, expect, test } from 'vitest';
import { choice, date, decimal, flag, instant, integer, text, type Field } from '#platform/model/field.ts';
import { enabledFlag } from '#platform/model/preset.ts';
import { meaningOf, type Lookups } from './meaning.ts';
import { listRows } from '#platform/server/sheet/read-csv.ts';
import { dateOf, isDateFormat, numberText } from '#platform/server/sheet/date-serial.ts';

const nobody: Lookups = { dict: () => undefined, ref: () => ({ reason: 'unknown' }), zone: 'Asia/Shanghai' };
const read = (field: Field, said: string): unknown => {
  const meaning = meaningOf('x', field, said, nobody);
  return 'value' in meaning ? meaning.value : meaning.reason;
};

describe('what a person writes into a cell', () => {
  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2026/1/31', '2026-01-31'],
    ['2026.1.5', '2026-01-05'],
    ['2026年1月31日', '2026-01-31'],
    ['20260131', '2026-01-31'],
    ['２０２６-０１-３１', '2026-01-31'],
    ['2026-01-31 08:30:00', '2026-01-31'],
    ['2026-02-30', 'format'],
    ['31/01/2026', 'format'],
    ['2026-13-01', 'format'],
    ['明天', 'format'],
  ])('%s is the day %s', (said, meant) => {
    expect(read(date(['', '', '']), said)).toBe(meant);
  });

  test.each([
    ['1234.5', '1234.5'],
    ['1,234.50', '1234.50'],
    ['￥12', '12'],
    ['１２.５', '12.5'],
    ['13%', '0.13'],
    ['-0.5%', '-0.005'],
    ['100%', '1'],
    ['1,23', 'format'],
    ['1e3', 'format'],
    ['十', 'format'],
  ])('%s is the number %s', (said, meant) => {
    expect(read(decimal(['', '', '']), said)).toBe(meant);
  });

  test('flags, choices, whole numbers, moments and phones are read as they are spoken', () => {
    expect(
      ['是', 'Y', 'true', '√', '1', '否', 'No', 'FALSE', '0', '也许'].map((said) => read(flag(['', '', '']), said)),
    ).toEqual(['1', '1', '1', '1', '1', '0', '0', '0', '0', 'notChosen']);
    expect(
      ['启用', '啟用', 'enabled', '1', '停用', 'x'].map((said) => read(choice(['', '', ''], enabledFlag), said)),
    ).toEqual(['1', '1', '1', '1', '0', 'notChosen']);
    expect(['7', '7.0', '1,000', '7.5', '-3'].map((said) => read(integer(['', '', '']), said))).toEqual([
      7,
      7,
      1000,
      'format',
      -3,
    ]);
    expect(
      ['2026-01-31 08:30', '2026/1/31 8:30:15', '2026-01-31'].map((said) => read(instant(['', '', '']), said)),
    ).toEqual(['2026-01-31T00:30:00.000Z', '2026-01-31T00:30:15.000Z', '2026-01-30T16:00:00.000Z']);
    expect(
      ['138-0013-8000', '+86 13800138000'].map((said) => read(text(['', '', ''], { format: 'phone' }), said)),
    ).toEqual(['13800138000', '13800138000']);
  });
});

describe('what a sheet stores', () => {
  test('floats are the numbers that were typed, without exponents', () => {
    expect(
      [
        '0.30000000000000004',
        '1.1000000000000001',
        '1E-3',
        '1.5E+5',
        '12345678901234',
        '-2.50',
        '100000000000000000000',
      ].map(numberText),
    ).toEqual(['0.3', '1.1', '0.001', '150000', '12345678901234', '-2.50', '100000000000000000000']);
  });

  test('serial numbers are days, with both calendars and the day that never was', () => {
    expect([
      dateOf('46053', false),
      dateOf('46053.5', false),
      dateOf('44591', true),
      dateOf('1', false),
      dateOf('59', false),
      dateOf('61', false),
    ]).toEqual(['2026-01-31', '2026-01-31 12:00:00', '2026-01-31', '1900-01-01', '1900-02-28', '1900-03-01']);
    expect([
      isDateFormat(14, undefined),
      isDateFormat(0, undefined),
      isDateFormat(164, 'yyyy"年"m"月"d"日"'),
      isDateFormat(165, '0.00"days"'),
      isDateFormat(166, '[Red]0.00'),
    ]).toEqual([true, false, true, false, false]);
  });

  test('a list is read with quotes, lines inside of them, other separators and other encodings', () => {
    const cells = (file: Buffer | string): string[][] =>
      [...listRows(Buffer.from(file as string))].flat().map((row) => row.cells);
    expect(cells('a,b\r\n"x, ""y""","1\n2"\r\n\r\n,z')).toEqual([
      ['a', 'b'],
      ['x, "y"', '1\n2'],
      ['', 'z'],
    ]);
    expect(cells('a;b\n1,5;2')).toEqual([
      ['a', 'b'],
      ['1,5', '2'],
    ]);
    expect(cells(Buffer.from('\ufeff编码\t名称\n1\t2', 'utf16le'))).toEqual([
      ['编码', '名称'],
      ['1', '2'],
    ]);
    expect(cells(Buffer.from([0xb1, 0xe0, 0xc2, 0xeb, 0x0a, 0x31]))).toEqual([['编码'], ['1']]);
    expect(cells(`'=1+1,'-5`)).toEqual([['=1+1', '-5']]);
  });
});
