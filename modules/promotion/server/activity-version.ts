import type { Command } from '#platform/server/command/command.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { promotionActivity } from '#promotion/model/activity.ts';
import { scopeRowsOf, scopesIn } from '#promotion/model/activity-scope.ts';
import type { Activity, Rule } from '#promotion/model/engine/rule.ts';
import { ruleFields } from '#promotion/model/rule-fields.ts';
import { isRuleType, type RuleKey } from '#promotion/model/rule-form.ts';

type Bill = LockedBill<typeof promotionActivity>;

/** What a version keeps of an activity: all that the engine asks for but what changes from order to order. */
export type KeptActivity = Omit<Activity, 'isEnabled' | 'usedTimes' | 'budgetLeft'> & {
  readonly name: string;
  readonly budgetAmount: string | null;
};

/** As it was audited; whatever is edited afterwards counts with the next audit. */
export function keptActivity(bill: Omit<Bill, 'creatorId'>): KeptActivity {
  const scopes = scopesIn(bill.scopes);
  return {
    code: bill.code,
    name: bill.name,
    startDate: bill.startDate,
    endDate: bill.endDate,
    orderTypes: Array.isArray(bill.orderTypes) ? (bill.orderTypes as readonly string[]) : ['0'],
    scope: 'reason' in scopes ? [] : scopeRowsOf(scopes),
    priority: bill.priority ?? 100,
    isStackable: bill.stackFlag === '1',
    isExclusive: bill.exclusiveFlag === '1',
    limitTimes: bill.limitTimes,
    budgetAmount: bill.budgetAmount,
    rules: bill.lines.map(ruleOf),
  };
}

const keptKeys = (Object.keys(ruleFields) as RuleKey[]).filter((key) => ruleFields[key].kept !== true);

/** What is empty does not limit, and a version is read with every order. */
function ruleOf(line: Bill['lines'][number]): Rule {
  const { policyRuleTypeCode: type, ruleNo, lineNo } = line;
  if (!isRuleType(type)) throw new Error(`rule ${lineNo} has no type`);
  return {
    ruleNo: ruleNo ?? lineNo,
    policyRuleTypeCode: type,
    ...Object.fromEntries(keptKeys.flatMap((key) => (line[key] === null ? [] : [[key, line[key]]]))),
  };
}

export function keepVersion(ctx: Command, bill: Bill): void {
  outOfForce(ctx, bill);
  ctx.later({
    text: `
      insert into app.promotion_version
        (activity_id, version_no, code, organize_code, start_date, end_date, is_current, content, creator_name)
      values ($1, $2, $3, $4, $5, $6, true, $7, $8)`,
    values: [
      bill.id,
      (bill.versionNo ?? 0) + 1,
      bill.code,
      bill.organizeCode,
      bill.startDate,
      bill.endDate,
      JSON.stringify(keptActivity(bill)),
      ctx.identity.realName,
    ],
  });
}

/** No version of it counts any more. */
export function outOfForce(ctx: Command, { id }: Pick<Bill, 'id'>): void {
  ctx.later({
    text: `update app.promotion_version set is_current = false where activity_id = $1 and is_current`,
    values: [id],
  });
}

/** Opened again: the version that was closed counts, there is no other since. */
export function currentAgain(ctx: Command, { id, versionNo }: Bill): void {
  ctx.later({
    text: `update app.promotion_version set is_current = true where activity_id = $1 and version_no = $2`,
    values: [id, versionNo],
  });
}
