import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractFolder, contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { capitalAmount } from '#platform/model/capital-amount.ts';

const spelled = (amount: string): string | null => capitalAmount(amount, 'zh-CN');

describe('an amount in Chinese capitals', () => {
  test.each([
    ['123.45', '壹佰贰拾叁元肆角伍分'],
    ['1005', '壹仟零伍元整'],
    ['1010', '壹仟零壹拾元整'],
    ['100000.05', '壹拾万元零伍分'],
    ['100200300.4', '壹亿零贰拾万零叁佰元肆角'],
    ['20000000005', '贰佰亿零伍元整'],
    ['1000000000000', '壹万亿元整'],
    ['9999999999999.99', '玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
    ['0.05', '伍分'],
    ['-12.3', '负壹拾贰元叁角'],
    ['-0', '零元整'],
    ['-0.00001', '零元整'],
    ['1.101', '壹元壹角零壹厘'],
    ['0012.30', '壹拾贰元叁角'],
  ])('%s is %s', (amount, words) => {
    expect(spelled(amount)).toBe(words);
  });

  test('[A382] 1005.5 is 壹仟零伍元伍角', () => {
    expect(spelled('1005.5')).toBe('壹仟零伍元伍角');
  });
  test('[A383] 0 is 零元整', () => {
    expect(['0', '0.00', '-0.0'].map(spelled)).toEqual(['零元整', '零元整', '零元整']);
  });
  test('[A384] goes down to the fourth decimal and cuts what is past it', () => {
    expect(spelled('12345678.1234')).toBe('壹仟贰佰叁拾肆万伍仟陆佰柒拾捌元壹角贰分叁厘肆毫');
    expect(spelled('0.12349')).toBe('壹角贰分叁厘肆毫');
  });
  test('[A386] 999999999999999.9999 is spelled, and one more is not', () => {
    expect(spelled('999999999999999.9999')).toBe(
      '玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分玖厘玖毫',
    );
    expect(
      ['zh-CN', 'zh-TW', 'en-US'].map((language) => capitalAmount('1000000000000000', language as 'zh-CN')),
    ).toEqual([null, null, null]);
  });

  test('has the traditional characters in Traditional Chinese, and is the figure in English', () => {
    expect(capitalAmount('-236123456.789', 'zh-TW')).toBe('負貳億參仟陸佰壹拾貳萬參仟肆佰伍拾陸元柒角捌分玖釐');
    expect(['1234567.5', '0', '-20.123'].map((amount) => capitalAmount(amount, 'en-US'))).toEqual([
      '1,234,567.50',
      '0.00',
      '-20.123',
    ]);
  });

  test('is another one for every amount, never has two zeros side by side and ends in 整 exactly without a fraction', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 19n - 1n }), fc.nat({ max: 17 }), (size, zeros) => {
        const units = size / 10n ** BigInt(zeros);
        const amount = `${units / 10000n}.${String(units % 10000n).padStart(4, '0')}`;
        const words = spelled(amount) ?? '';
        if (units > 0n) expect(words).not.toMatch(/零零|零[元万亿整]|^零/);
        expect(words.endsWith('整')).toBe(units % 10000n === 0n);
        expect(seen.get(words) ?? amount).toBe(amount);
        seen.set(words, amount);
      }),
      { numRuns: 3000 },
    );
  });

  test.skipIf(!contractIsHere)('is what the contract and the worked examples say', () => {
    const read = (file: string): unknown => JSON.parse(readFileSync(join(contractFolder, file), 'utf8'));
    const { capitalVectors } = read('constants.json') as { capitalVectors: { input: string; output: string | null }[] };
    const { chineseAmount } = readVectors<{
      chineseAmount: { given: string; expect: string }[];
    }>('promotion-vectors.json');
    expect(capitalVectors.map(({ input }) => [input, spelled(input)])).toEqual(
      capitalVectors.map(({ input, output }) => [input, output]),
    );
    expect(chineseAmount.map(({ given }) => spelled(given) ?? 'ERR')).toEqual(
      chineseAmount.map((vector) => vector.expect),
    );
    expect(capitalVectors.length + chineseAmount.length).toBeGreaterThan(40);
  });
});
