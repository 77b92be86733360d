import { decimalPattern } from '#platform/model/decimal.ts';
import type { Field } from '#platform/model/field.ts';
import { ruleFields } from './rule-fields.ts';
import type { RuleKey, RuleValues } from './rule-form.ts';

export const mostKeptRules = 100;

/** Rules as they are kept outside of an activity, only what a rule is; null where a row or a value is none. */
export function keptRulesIn(value: unknown): readonly RuleValues[] | null {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const rules = (value as unknown[]).map(ruleIn);
  return rules.some((rule) => rule === null) ? null : rules.filter((rule) => rule !== null);
}

function ruleIn(row: unknown): RuleValues | null {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return null;
  const given = row as Readonly<Record<string, unknown>>;
  const kept: Partial<Record<RuleKey, unknown>> = {};
  for (const [key, field] of Object.entries(ruleFields) as [RuleKey, Field][]) {
    const value = given[key] ?? null;
    if (value === '' || value === null) continue;
    if (field.kept !== true && !isValueOf(field, value)) return null;
    if (field.kept !== true) kept[key] = value;
  }
  return kept;
}

function isValueOf(field: Field, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  switch (field.kind) {
    case 'decimal':
      return decimalPattern.test(value);
    case 'choice':
      return Object.hasOwn(field.choices, value);
    case 'flag':
      return value === '0' || value === '1';
    case 'text':
      return value.length <= field.max && !value.includes('\u0000');
    default:
      return value.length <= 50 && !value.includes('\u0000');
  }
}
