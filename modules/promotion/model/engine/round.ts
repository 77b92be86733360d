import type { Credit, Entitlement, Gift, Missing, Phase, SkipReason, TraceStep } from './outcome.ts';
import { ruleTypes, type Activity, type Choice, type Question, type RuleType } from './rule.ts';
import { quantity, written, type Scaled } from './scaled.ts';
import { isFree, stateOf, type Entrant, type State, type Working } from './state.ts';
import { tierOf, type Basis, type Tier } from './tier.ts';

/** An activity that takes part, with its rules by type. */
export interface Contender extends Entrant {
  readonly tiers: ReadonlyMap<RuleType, readonly Tier[]>;
  /** Its budget did not hold: it takes no part in later phases. */
  isOut: boolean;
}

/** One evaluation on its way. */
export interface Round {
  readonly question: Question;
  readonly state: State;
  readonly contenders: Contender[];
  readonly trace: TraceStep[];
  readonly gifts: Gift[];
  readonly entitlements: Entitlement[];
  readonly credits: Credit[];
  /** Choices that were taken: what two products of a rule let one choose is given once, not by each of them. */
  readonly spent: Set<Choice>;
  /** For exchanged goods. */
  paid: Scaled;
}

export const roundOf = (question: Question): Round => ({
  question,
  state: stateOf(question),
  contenders: [],
  trace: [],
  gifts: [],
  entitlements: [],
  credits: [],
  spent: new Set(),
  paid: 0n,
});

const phaseOf: Readonly<Record<RuleType, Phase>> = {
  P001: 'B',
  P002: 'B',
  P003: 'A',
  P004: 'B',
  P005: 'B',
  P006: 'C',
  P007: 'A',
};
export const typesOf = (phase: Phase): readonly RuleType[] => ruleTypes.filter((type) => phaseOf[type] === phase);

export const tiersOf = ({ rules }: Activity): Contender['tiers'] =>
  new Map(
    [...Map.groupBy(rules, ({ policyRuleTypeCode }) => policyRuleTypeCode)].map(([type, own]) => [
      type,
      own.toSorted((a, b) => a.ruleNo - b.ruleNo).map(tierOf),
    ]),
  );

export const freeLines = (contender: Contender, phase: Phase): readonly Working[] =>
  contender.matched.filter((line) => isFree(line, contender, phase));

export const timesLeft = ({ activity: { limitTimes, usedTimes }, times }: Contender): number =>
  limitTimes === null ? Number.MAX_SAFE_INTEGER : limitTimes - usedTimes - times;

const blank: Omit<TraceStep, 'seq' | 'activity' | 'result'> = {
  ruleNo: null,
  type: null,
  phase: null,
  lines: [],
  locked: [],
  heldBy: [],
  number: '0',
  amount: '0.00',
  leastNumber: null,
  leastAmount: null,
  times: 0,
  reason: null,
  effects: [],
  missing: null,
};

export function skip(
  { trace }: Round,
  { code }: Activity,
  known: Partial<TraceStep> & { readonly reason: SkipReason },
): void {
  trace.push({ ...blank, seq: trace.length + 1, activity: code, result: 'SKIPPED', ...known });
}
export function applied({ trace }: Round, { code }: Activity, known: Partial<TraceStep>): void {
  trace.push({ ...blank, seq: trace.length + 1, activity: code, result: 'APPLIED', ...known });
}

export const lineNo = ({ line }: Working): number => line.lineNo;
export const told = ({ lines, number, amount }: Basis): Pick<TraceStep, 'lines' | 'number' | 'amount'> => ({
  lines: lines.map(lineNo),
  number: quantity(number),
  amount: written(amount, 2),
});
/** The rule that a step is about, with its threshold. */
export function aimed(
  tiers: readonly Tier[],
  ruleNo: number | undefined,
  missing: Missing | null,
): Pick<TraceStep, 'ruleNo' | 'leastNumber' | 'leastAmount' | 'missing'> {
  const rule = (tiers.find((tier) => tier.rule.ruleNo === ruleNo) ?? tiers[0])?.rule;
  return {
    ruleNo: rule?.ruleNo ?? null,
    leastNumber: rule?.leastNumber ?? null,
    leastAmount: rule?.leastAmount ?? null,
    missing,
  };
}
