import type { World } from '#tests/world.ts';
import { dates } from '#tests/price-desk.ts';

/** Activities as an administrator of the first tenant writes, audits and publishes them. */
export function promotionDesk(world: () => World) {
  const path = '/channelsale/promotion/activity';
  const activity = async (rules: readonly Readonly<Record<string, unknown>>[], head: object = {}): Promise<string> => {
    const { data } = await world().first.must<{ data: { id: string; code: string } }>('POST', path, {
      ...dates,
      name: '活动',
      policyRuleTypeCode: rules[0]?.['policyRuleTypeCode'],
      ...head,
      lines: rules,
    });
    await world().first.must('PUT', `${path}/audit`, [data.id]);
    await world().first.must('PUT', `${path}/publish`, [data.id]);
    return data.id;
  };
  const away = (...ids: string[]): Promise<unknown> => world().first.must('PUT', `${path}/disable`, ids);
  return { activity, away };
}

/** Buy ten, get one of them. */
export const tenPlusOne = {
  policyRuleTypeCode: 'P001',
  leastNumber: '10',
  buyNumber: '10',
  giveNumber: '1',
  giveType: '0',
  giveDynamicFlag: '1',
};
/** A hundred off a thousand, once. */
export const hundredOff = {
  policyRuleTypeCode: 'P003',
  leastAmount: '1000',
  onSaleType: '0',
  onSaleAmount: '100',
  giveDynamicFlag: '0',
};
