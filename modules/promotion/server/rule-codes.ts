import type { Label } from '#platform/model/label.ts';
import { reasons } from '#platform/model/refusal.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import type { RuleFault } from '#promotion/model/rule-faults.ts';
import { empty, isUsed, type RuleValues } from '#promotion/model/rule-form.ts';

const named = { code: 'text', name: 'text' } as const;

/** What the codes of rules may be of: one statement each, in the write that opens the save. */
export const ruleCodeReads = (rules: readonly RuleValues[]) => {
  const codes = [...new Set(rules.flatMap((rule) => [...codesIn(rule.giveCode), ...codesIn(rule.changeProductCode)]))];
  return {
    ruleMaterials: statement(named, 'select code, name from app.data_material where code = any($1::text[])', [codes]),
    ruleClasses: statement(named, 'select code, name from app.data_materialclass where code = any($1::text[])', [
      codes,
    ]),
    ruleBrands: statement(named, 'select code, name from app.data_brand where code = any($1::text[])', [codes]),
    rulePackages: statement(named, 'select code, name from app.promotion_gift where code = any($1::text[])', [codes]),
  };
};
export type RuleCodeReads = ReturnType<typeof ruleCodeReads>;
type Known = Partial<RowsOf<RuleCodeReads>>;

/** Products by commas; a class, a brand or a package is one code. */
export const codesIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((code) => code.trim())
        .filter((code) => code !== '' && !code.includes('\u0000'))
    : [];

/** What the codes of a rule are called, and those that nobody has. */
export interface NamedCodes {
  readonly giveName: string | null;
  readonly changeProductName: string | null;
  readonly faults: readonly RuleFault[];
}

export function namedCodes(rule: RuleValues, known: Known): NamedCodes {
  const give = isUsed(rule, 'giveCode') ? namesOf(rule.giveCode, giftsIn(rule, known)) : nothing;
  const change = isUsed(rule, 'changeProductCode')
    ? namesOf(rule.changeProductCode, exchangedIn(rule, known))
    : nothing;
  return {
    giveName: give.name,
    changeProductName: change.name,
    faults: [
      ...(give.isUnknown ? [{ key: 'giveCode' as const, reason: unknownCode }] : []),
      ...(change.isUnknown ? [{ key: 'changeProductCode' as const, reason: unknownCode }] : []),
    ],
  };
}

const unknownCode: Label = reasons.unknown;
const nothing = { name: null, isUnknown: false } as const;
type Rows = readonly { readonly code: string; readonly name: string }[];

function giftsIn({ giveType }: RuleValues, { ruleMaterials = [], ruleClasses = [], rulePackages = [] }: Known): Rows {
  return giveType === '1' ? ruleMaterials : giveType === '2' ? ruleClasses : rulePackages;
}

function exchangedIn(
  { changeBuyType }: RuleValues,
  { ruleMaterials = [], ruleClasses = [], ruleBrands = [] }: Known,
): Rows {
  return changeBuyType === '1' ? ruleClasses : changeBuyType === '2' ? ruleBrands : ruleMaterials;
}

function namesOf(value: unknown, rows: Rows): { readonly name: string | null; readonly isUnknown: boolean } {
  if (empty(value)) return nothing;
  const names = new Map(rows.map(({ code, name }) => [code, name]));
  const codes = codesIn(value);
  return {
    name: codes.map((code) => names.get(code) ?? code).join('、'),
    isUnknown: codes.length === 0 || codes.some((code) => !names.has(code)),
  };
}
