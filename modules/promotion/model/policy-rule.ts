import { defineEntity } from '#platform/model/entity.ts';
import { json, ref } from '#platform/model/field.ts';
import { code, enabled, name, remark, sort } from '#platform/model/preset.ts';

/** What rules can do, as the tenant calls it: every tenant has the seven that the engine knows. */
export const policyRuleType = defineEntity({
  name: 'promotion:ruletype',
  label: ['促销规则类型', '促銷規則類型', 'Promotion rule type'],
  path: '/channelsale/policy/rule/type',
  fields: {
    code: code(),
    name: name(),
    sort: sort(),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['name', 'code', 'status'],
  },
  screen: {
    area: 'promotion',
    url: 'promotion/ruletype',
    sort: 100,
    title: ['促销规则类型', '促銷規則類型', 'Promotion rule types'],
  },
});

/** Rules that are kept to be used again: an activity takes them over as its own. */
export const policyRule = defineEntity({
  name: 'promotion:rule',
  label: ['促销规则', '促銷規則', 'Promotion rule'],
  path: '/channelsale/policy/rule',
  fields: {
    code: code(),
    name: name(),
    policyRuleTypeCode: ref(['规则类型编码', '規則類型編碼', 'Rule type code'], () => policyRuleType, {
      required: true,
    }),
    ruleList: json(['规则行', '規則行', 'Rule rows'], { guarded: true }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'policyRuleTypeName', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'policyRuleTypeCode', 'status'],
  },
  screen: { area: 'promotion', url: 'promotion/rule', sort: 97, title: ['促销规则', '促銷規則', 'Promotion rules'] },
});
