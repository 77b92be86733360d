import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { orders } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { order, priceDesk } from '#tests/price-desk.ts';
import { promotionDesk, tenPlusOne } from '#tests/promotion-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

interface Bill {
  readonly id: string;
  readonly promoTrace: PromotionRecord | null;
  readonly lines: readonly { readonly productCode: string; readonly number: string }[];
}

let world: World;
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('gift_budget');
  await furnish(world.first);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await world.first.must('POST', '/data/bd/material', {
    code: 'G1',
    name: '赠品杯',
    classCode: 'C1',
    mainUnitCode: 'PCS',
    brandCode: 'B1',
    taxRate: '13',
  });
  await prices.benchmark({ productCode: 'G1', price: '40', unitType: '0' });
  for (const [number, price] of [
    ['30', '6'],
    ['10', '10'],
  ]) {
    const { id } = await world.first.must<{ id: string }>('POST', '/stock/inout', {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [
        { productCode: 'M1', number: '100', price: '50' },
        { productCode: 'G1', number, price },
      ],
    });
    await world.first.must('PUT', '/stock/inout/audit', [id]);
  }
});
afterAll(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  await world.close();
});

const counted = (value: '0' | '1') =>
  world.sql(`update app.sys_params set param_value = $1 where param_code = 'SD030'`, [value]);
const save = async (number: string): Promise<Bill> => {
  const { data } = await world.first.must<{ data: Bill }>('POST', orders, order([{ productCode: 'M1', number }]));
  return data;
};
const audit = (id: string) => world.first.call<{ key: string }>('PUT', `${orders}/audit`, [id]);
const standing = async (policyId: string): Promise<readonly [spent: string, worth: string]> => {
  const [row] = await world.sql<{ spent: string; worth: string }>(
    `
      select b.spent::text, u.amount::text as worth
      from app.promotion_activity a
      join app.promotion_budget_balance b on b.activity_code = a.code
      join app.promotion_usage_balance u on u.activity_code = a.code
      where a.id = $1`,
    [policyId],
  );
  return [row?.spent ?? '0', row?.worth ?? '0'];
};
const gifts = ({ lines }: Bill): readonly string[] =>
  lines.filter(({ productCode }) => productCode === 'G1').map(({ number }) => number);

/** Of G1 a piece costs the customer 40, the house (30 × 6 + 10 × 10) / 40 = 7. */
const giveG1 = { ...tenPlusOne, giveType: '1', giveCode: 'G1' };

describe('the budget of an activity', () => {
  test('counts gifts at their price (SD030 0)', async () => {
    const id = await activity([giveG1], { budgetAmount: '100' });
    try {
      const bill = await save('20');
      expect((await audit(bill.id)).code).toBe(0);
      expect(await standing(id)).toEqual(['80.0000', '80.0000']);
      expect(gifts(await save('10'))).toEqual([]);
    } finally {
      await away(id);
    }
  });

  test('counts them at what they cost the house (SD030 1), and is held to the cent', async () => {
    await counted('1');
    const id = await activity([giveG1], { budgetAmount: '20' });
    try {
      // At 40 none would be given; at 7 two are, and three are one too many.
      const bill = await save('20');
      expect(gifts(bill)).toEqual(['2']);
      expect(gifts(await save('30'))).toEqual([]);
      const other = await save('10');
      expect(gifts(other)).toEqual(['1']);
      expect((await audit(bill.id)).code).toBe(0);
      expect(await standing(id)).toEqual(['14.0000', '80.0000']);
      expect((await audit(other.id)).data.key).toBe('E-PROMO-CHANGED');
      await world.first.must('PUT', `${orders}/unaudit`, { ids: [bill.id], operateMsg: 'x' });
      expect(await standing(id)).toEqual(['0.0000', '0.0000']);
      expect((await audit(other.id)).code).toBe(0);
      expect(await standing(id)).toEqual(['7.0000', '40.0000']);
    } finally {
      await away(id);
      await counted('0');
    }
  });

  test('at cost stands in no order: neither the cost of a gift nor what was left', async () => {
    await counted('1');
    const id = await activity([giveG1], { budgetAmount: '20' });
    const beyond = await activity([{ ...giveG1, policyRuleTypeCode: 'P002' }], { budgetAmount: '1', priority: 1 });
    try {
      const { promoTrace } = await save('10');
      expect(promoTrace?.outcome.skipped.map(({ reason }) => reason)).toContain('BUDGET');
      expect(promoTrace?.question).not.toHaveProperty('giftCosts');
      expect(
        promoTrace?.question.activities.flatMap(({ isEnabled, budgetLeft }) => (isEnabled ? [budgetLeft] : [])),
      ).toEqual([null, '0']);
      expect(promoTrace?.outcome.usage).toMatchObject([{ times: 1, cost: '40.00' }]);
      expect(JSON.stringify(promoTrace?.outcome)).not.toMatch(/"-?(7|13|33)(\.0*)?"/);
    } finally {
      await away(id, beyond);
      await counted('0');
    }
  });
});
