import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { policyRule } from '#promotion/model/policy-rule.ts';
import { keptRulesIn, mostKeptRules } from '#promotion/model/kept-rules.ts';
import { faultsOfRule, type RuleFault } from '#promotion/model/rule-faults.ts';
import { isRuleType } from '#promotion/model/rule-form.ts';
import { ruleFields } from '#promotion/model/rule-fields.ts';
import { namedCodes, ruleCodeReads, type RuleCodeReads } from './rule-codes.ts';

const { ruleList, policyRuleTypeCode } = policyRule.fields;

/** Rules that are kept must be fit to be taken over: they are held to what an activity is held to. */
export const policyRuleService = serveEntity<typeof policyRule, RuleCodeReads>(policyRule, {
  reads: (given) => ruleCodeReads(keptRulesIn(given['ruleList']) ?? []),
  beforeSave(_ctx, next, _previous, given, facts) {
    if (!isRuleType(next.policyRuleTypeCode))
      throw invalidAt([{ path: 'policyRuleTypeCode', field: policyRuleTypeCode.label, reason: reasons.notChosen }]);
    if (!('ruleList' in given) || next.ruleList === null) return next;
    const rules = keptRulesIn(next.ruleList);
    if (rules === null) throw invalidAt([placeOf(reasons.format)]);
    if (rules.length > mostKeptRules) throw invalidAt([placeOf(reasons.tooLong)]);
    const typed = rules.map((rule) => ({ ...rule, policyRuleTypeCode: next.policyRuleTypeCode }));
    const named = typed.map((rule) => ({ rule, codes: namedCodes(rule, facts) }));
    const places = named.flatMap(({ rule, codes }, at) =>
      [...faultsOfRule(rule), ...codes.faults].map((fault) => placeOf(saidOf(fault, at))),
    );
    if (places.length > 0) throw invalidAt(places);
    return {
      ...next,
      ruleList: named.map(({ rule, codes: { giveName, changeProductName } }, at) => ({
        ...rule,
        ruleNo: at + 1,
        giveName,
        changeProductName,
      })),
    };
  },
});

const placeOf = (reason: Label): Place => ({ path: 'ruleList', field: ruleList.label, reason });

function saidOf({ key, reason: [cn, tw, en] }: RuleFault, at: number): Label {
  const [keyCn, keyTw, keyEn] = ruleFields[key].label;
  return [`第${at + 1}行${keyCn}${cn}`, `第${at + 1}列${keyTw}${tw}`, `row ${at + 1}: ${keyEn} ${en}`];
}
