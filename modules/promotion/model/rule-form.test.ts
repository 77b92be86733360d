import { describe, expect, test } from 'vitest';
import { textOf } from '#platform/model/label.ts';
import { faultsOfRule } from './rule-faults.ts';
import { followsOf, isUsed, usesOf, type RuleKey, type RuleValues } from './rule-form.ts';
import { sentenceOf } from './rule-sentence.ts';

const usedOf = (rule: RuleValues, keys: readonly RuleKey[]): readonly RuleKey[] =>
  keys.filter((key) => isUsed(rule, key));

describe('a rule', () => {
  test('[A305] without a type uses no field', () => {
    expect(usedOf({}, Object.keys(usesOf.P001) as RuleKey[])).toEqual([]);
  });

  test('[A311] has typed limits of a package only where one is given once', () => {
    const limits = ['giveMaxNumber', 'giveMaxAmount'] as const;
    for (const giveType of ['0', '1', '2', '3'])
      for (const giveDynamicFlag of ['0', '1', '2'])
        expect([
          giveType,
          giveDynamicFlag,
          usedOf({ policyRuleTypeCode: 'P001', giveType, giveDynamicFlag }, limits),
        ]).toEqual([giveType, giveDynamicFlag, giveType === '3' && giveDynamicFlag === '0' ? limits : []]);
  });

  test('[A307] is an amount or a rate', () => {
    const keys = ['onSaleAmount', 'onSaleRateType', 'onSaleRate'] as const;
    expect(usedOf({ policyRuleTypeCode: 'P003', onSaleType: '0' }, keys)).toEqual(['onSaleAmount']);
    expect(usedOf({ policyRuleTypeCode: 'P003', onSaleType: '1' }, keys)).toEqual(['onSaleRateType', 'onSaleRate']);
  });

  test('[A306] [A308] [A309] [A310] has the fields of its type', () => {
    const keys = [
      'giveNumber',
      'freePackageFlag',
      'changeBuyRate',
      'giveAccountAmount',
      'startNumber',
      'disRate',
    ] as const;
    expect(usedOf({ policyRuleTypeCode: 'P002' }, keys)).toEqual(['giveNumber']);
    expect(usedOf({ policyRuleTypeCode: 'P004' }, keys)).toEqual(['freePackageFlag', 'changeBuyRate']);
    expect(usedOf({ policyRuleTypeCode: 'P005' }, keys)).toEqual(['changeBuyRate']);
    expect(usedOf({ policyRuleTypeCode: 'P006' }, keys)).toEqual(['giveAccountAmount']);
    expect(usedOf({ policyRuleTypeCode: 'P007' }, keys)).toEqual(['startNumber', 'disRate']);
  });

  test('[A312] [A313] [A314] takes along what a change clears or forces', () => {
    expect(followsOf({ giveType: '1' }, 'giveType', '2')).toEqual({ giveCode: null, giveName: null });
    expect(followsOf({ giveType: '1' }, 'giveType', '1')).toEqual({});
    expect(followsOf({ changeBuyType: '1' }, 'changeBuyType', '2')).toEqual({
      changeProductCode: null,
      changeProductName: null,
    });
    expect(followsOf({ freePackageFlag: '0', changeBuyType: '1' }, 'freePackageFlag', '1')).toEqual({
      changeBuyType: '3',
      changeProductCode: null,
      changeProductName: null,
    });
    expect(followsOf({ freePackageFlag: '0', changeBuyType: '3' }, 'freePackageFlag', '1')).toEqual({
      changeBuyType: '3',
    });
  });

  test.each([
    [{ policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRateType: '0', onSaleRate: '101' }, 'onSaleRate'],
    [{ policyRuleTypeCode: 'P004', freePackageFlag: '1', changeBuyType: '0' }, 'changeBuyMaxNumber'],
    [
      { policyRuleTypeCode: 'P005', changeBuyType: '0', changeBuyRate: '30', addMoneyChangeBuyLimitType: '1' },
      'changeBuyMaxNumber',
    ],
    [{ policyRuleTypeCode: 'P005', changeBuyType: '3', changeBuyRate: '30' }, 'changeProductCode'],
    [{ policyRuleTypeCode: 'P006', giveDynamicFlag: '2', giveAccountAmount: '5' }, 'leastAmount'],
    [{ policyRuleTypeCode: 'P007', startNumber: '1.5', disRate: '50' }, 'startNumber'],
    [{ policyRuleTypeCode: 'P001', giveType: '3', giveCode: 'G', giveDynamicFlag: '0' }, 'giveMaxNumber'],
    [{ policyRuleTypeCode: 'P001', giveType: '0', giveNumber: '0' }, 'giveNumber'],
    [{ policyRuleTypeCode: 'P001', giveType: '0', giveNumber: '1', leastNumber: '-1' }, 'leastNumber'],
  ] as const)('%j is refused at %s', (rule, key) => {
    expect(faultsOfRule(rule).map((fault) => fault.key)).toEqual([key]);
  });

  test.each([
    [
      { policyRuleTypeCode: 'P001', buyNumber: '10', giveType: '0', giveNumber: '1', giveDynamicFlag: '1' },
      '每 10 件，赠本品 1 件',
      'for every 10, 1 of the same free',
    ],
    [
      { policyRuleTypeCode: 'P003', leastAmount: '20000', onSaleType: '0', onSaleAmount: '1500', giveDynamicFlag: '0' },
      '满 20,000 元，减 1,500 元',
      'from 20,000 spent, 1,500 off',
    ],
    [
      { policyRuleTypeCode: 'P006', leastAmount: '5000', giveAccountAmount: '50', giveDynamicFlag: '2' },
      '每满 5,000 元，返 50 元到账户',
      'for every 5,000 spent, 50 goes to the account',
    ],
    [
      { policyRuleTypeCode: 'P007', startNumber: '2', disRate: '50', giveDynamicFlag: '0' },
      '第 2 件起付 50%',
      'from piece 2 on 50%',
    ],
    [
      {
        policyRuleTypeCode: 'P004',
        leastAmount: '2000',
        freePackageFlag: '1',
        changeBuyType: '3',
        changeProductCode: 'GF001',
        changeBuyMaxNumber: '2',
        canChangeBuyType: '2',
      },
      '每满 2,000 元，免费换购 GF001，最多 2 件',
      'for every 2,000 spent, free: GF001, at most 2 pieces',
    ],
  ] as const)('%j reads as a sentence', (rule, chinese, english) => {
    expect(faultsOfRule(rule)).toEqual([]);
    const sentence = sentenceOf(rule);
    expect(sentence === null ? null : [textOf(sentence, 'zh-CN'), textOf(sentence, 'en-US')]).toEqual([
      chinese,
      english,
    ]);
  });
});
