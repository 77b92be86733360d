import type { Activity, Choice, Facts, Question, Rule, ScopeRow } from '#promotion/model/engine/rule.ts';

/** An order as the worked examples write it; what is not there is as a plain activity has it. */
export interface VectorOrder {
  readonly customer: Readonly<Record<string, string>>;
  readonly date: string;
  readonly orderType: string;
  readonly lines: readonly VectorLine[];
  readonly activities: readonly VectorActivity[];
  readonly choices?: readonly Choice[];
}
interface VectorLine {
  readonly lineNo: number;
  readonly productCode: string;
  readonly classCode: string;
  readonly brandCode: string;
  readonly number: string;
  readonly price: string;
  readonly lineType: string;
  readonly ruleNo?: number;
}
type VectorScope = Readonly<Record<string, readonly string[]>> & {
  readonly exclude?: Readonly<Record<string, readonly string[]>>;
};
interface VectorActivity {
  readonly code: string;
  readonly rules: readonly Rule[];
  readonly scope?: VectorScope;
  readonly status?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly priority?: number;
  readonly stackFlag?: string;
  readonly exclusiveFlag?: string;
  readonly limitTimes?: number;
  readonly usedTimes?: number;
}

const productDimensions: Readonly<Record<string, string>> = {
  productCode: 'product',
  classCode: 'class',
  brandCode: 'brand',
};
const rowsOf = (scope: Readonly<Record<string, unknown>>, isExcluded: boolean): readonly ScopeRow[] =>
  Object.entries(scope).flatMap(([key, codes]) =>
    Array.isArray(codes)
      ? codes.map((code: string) => ({
          side: productDimensions[key] === undefined ? ('customer' as const) : ('product' as const),
          dimension: productDimensions[key] ?? key,
          code,
          isExcluded,
        }))
      : [],
  );

export const plainActivity: Omit<Activity, 'code' | 'rules'> = {
  isEnabled: true,
  orderTypes: ['0'],
  scope: [],
  priority: 100,
  isStackable: false,
  isExclusive: false,
  limitTimes: null,
  usedTimes: 0,
  budgetLeft: null,
};

export const activityOf = (given: VectorActivity): Activity => ({
  ...plainActivity,
  code: given.code,
  rules: given.rules,
  isEnabled: given.status !== '0',
  startDate: given.startDate ?? null,
  endDate: given.endDate ?? null,
  scope: [...rowsOf(given.scope ?? {}, false), ...rowsOf(given.scope?.exclude ?? {}, true)],
  priority: given.priority ?? 100,
  isStackable: given.stackFlag === '1',
  isExclusive: given.exclusiveFlag === '1',
  limitTimes: given.limitTimes ?? null,
  usedTimes: given.usedTimes ?? 0,
});

export const questionOf = (given: VectorOrder): Question => ({
  customer: Object.fromEntries(Object.entries(given.customer).map(([key, code]) => [key, [code]])) satisfies Facts,
  date: given.date,
  orderType: given.orderType,
  lines: given.lines.map(({ classCode, brandCode, ...line }) => ({
    ...line,
    facts: { product: [line.productCode], class: [classCode], brand: [brandCode] },
  })),
  activities: given.activities.map(activityOf),
  choices: given.choices ?? [],
});
