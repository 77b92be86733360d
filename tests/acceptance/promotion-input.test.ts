import { describe, expect, test } from 'vitest';
import { reasons } from '#platform/model/refusal.ts';
import { plainActivity } from '#tests/promotion-vectors.ts';
import { giftChoicesIn, giftCodesOf } from '#promotion/model/chosen-goods.ts';
import { customerFacts, materialFacts, parentsIn } from '#promotion/model/facts.ts';

const choice = { policyCode: 'PA1', ruleNo: 1, packageCode: 'PK1', productCode: 'GF001', number: '2' };

describe('goods that somebody picked', () => {
  test('are read as they were sent; an order may have none, and a choice no package', () => {
    expect([giftChoicesIn(null), giftChoicesIn(undefined), giftChoicesIn([])]).toEqual([[], [], []]);
    const { packageCode: _package, ...loose } = choice;
    expect(giftChoicesIn([choice, loose])).toEqual([choice, { ...choice, packageCode: null }]);
  });

  test('are refused at the first that is no choice', () => {
    const wrong = (more: object) => giftChoicesIn([choice, { ...choice, ...more }]);
    const at = { at: 1, reason: reasons.format };
    for (const more of [
      { policyCode: '' },
      { policyCode: 7 },
      { productCode: 'x'.repeat(51) },
      { productCode: null },
      { packageCode: '' },
      { ruleNo: '1' },
      { ruleNo: 1.5 },
      { number: 2 },
      { number: 'two' },
    ])
      expect(wrong(more), JSON.stringify(more)).toEqual(at);
    expect(giftChoicesIn([choice, null])).toEqual(at);
    expect(giftChoicesIn({})).toEqual({ at: 0, reason: reasons.format });
  });

  test('are two hundred at most', () => {
    const many = (length: number) => giftChoicesIn(Array.from({ length }, () => choice));
    expect(many(200)).toHaveLength(200);
    expect(many(201)).toEqual({ at: 200, reason: reasons.tooLong });
  });
});

test('goods that rules give by themselves are named once, and only where a rule names a product', () => {
  const rule = { ruleNo: 1, policyRuleTypeCode: 'P001' } as const;
  const activity = {
    ...plainActivity,
    code: 'PA1',
    rules: [
      { ...rule, giveType: '1', giveCode: 'GF001' },
      { ...rule, giveType: '1', giveCode: 'GF001' },
      { ...rule, giveType: '1', giveCode: '' },
      { ...rule, giveType: '1' },
      { ...rule, giveType: '2', giveCode: 'C01' },
      { ...rule, giveType: '0' },
    ],
  };
  expect(giftCodesOf([activity, { ...activity, code: 'PA2' }])).toEqual(['GF001']);
});

const parents = parentsIn([
  { tree: 'class', code: 'C0101', parentCode: 'C01' },
  { tree: 'class', code: 'C01', parentCode: 'C0' },
  { tree: 'customerClass', code: 'C01', parentCode: 'K0' },
  { tree: 'area', code: 'A1', parentCode: 'A2' },
  // Somebody bent it into a circle.
  { tree: 'area', code: 'A2', parentCode: 'A1' },
]);

test('goods are what they are and, in a tree, all above it; what is empty is nothing', () => {
  expect(
    materialFacts(
      { code: 'M1', productCode: null, classCode: 'C0101', brandCode: 'B1', tagCode: null, materialLineCode: 'L1' },
      parents,
    ),
  ).toEqual({
    material: ['M1'],
    product: [],
    class: ['C0101', 'C01', 'C0'],
    brand: ['B1'],
    tag: [],
    materialLine: ['L1'],
  });
});

test('a customer is what he is; the channel of the order is before his own, and a tree in a circle ends', () => {
  const row = {
    code: 'K1',
    classCode: 'C01',
    customerGroupCode: null,
    levelCode: 'V1',
    channelCode: 'CH1',
    areaCode: 'A1',
  };
  const facts = (channelCode: string | null) =>
    customerFacts(row, { channelCode, saleTypeCode: 'S1' }, ['SH1'], parents);
  expect(facts(null)).toEqual({
    customer: ['K1'],
    customerClass: ['C01', 'K0'],
    group: [],
    level: ['V1'],
    area: ['A1', 'A2'],
    channel: ['CH1'],
    saleType: ['S1'],
    shop: ['SH1'],
  });
  expect(facts('CH2')['channel']).toEqual(['CH2']);
});
