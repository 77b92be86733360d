import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { isRuleType } from '#promotion/model/rule-form.ts';
import { promotionTexts as texts } from './promotion-texts.ts';
import { blankRule } from './rule-change.ts';
import { RuleTable } from './rule-table.tsx';

/** The rows of a rule that is kept, as an activity has them. */
export function KeptRules({ value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const chosen: unknown = Form.useWatch('policyRuleTypeCode', { preserve: true });
  const rules = Array.isArray(value) ? (value as readonly Row[]) : [];
  const type = isRuleType(chosen) ? chosen : textAt(rules[0], 'policyRuleTypeCode');
  if (!isRuleType(type)) return <span className="quiet">{say(texts.chooseType)}</span>;
  return (
    <RuleTable
      type={type}
      rules={rules}
      isRead={disabled}
      onEdit={(edits) => {
        const next = [...rules];
        for (const { at, changes } of edits) next[at] = { ...next[at], ...changes };
        onChange?.(next);
      }}
      onAdd={() => onChange?.([...rules, blankRule(type, rules.at(-1))])}
      onRemove={(at) => onChange?.(rules.toSpliced(at, 1))}
    />
  );
}
