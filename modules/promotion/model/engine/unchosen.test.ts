import { expect, test } from 'vitest';
import { activity, asked, bought, picked } from '#tests/promotion-order.ts';
import { evaluate } from './evaluate.ts';
import type { Choice } from './rule.ts';
import { unchosenOf } from './unchosen.ts';

test('what may be chosen for nothing and was not is told once a rule; what is bought at a special price is not', () => {
  const stacks = { isStackable: true };
  const each = { policyRuleTypeCode: 'P001', giveType: '2', giveCode: 'C02', giveNumber: '1' } as const;
  const paid = {
    policyRuleTypeCode: 'P005',
    changeBuyType: '3',
    changeProductCode: 'brush',
    changeBuyRate: '50',
  } as const;
  const left = (choices: readonly Choice[]) =>
    unchosenOf(
      evaluate(
        asked(
          bought(['paint', '1', '10'], ['roller', '1', '10']),
          [activity('gift', [each, each], stacks), activity('offer', [paid], stacks)],
          { choices },
        ),
      ),
    ).map(({ activity: of, ruleNo }) => `${of} ${ruleNo}`);
  expect(left([])).toEqual(['gift 1', 'gift 2']);
  expect(left([{ ...picked('gift', 'brush', '1', '5'), ruleNo: 2 }])).toEqual(['gift 1']);
});
