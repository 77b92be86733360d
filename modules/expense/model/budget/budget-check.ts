import { compare, greater, isZero, lesser, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';

/** 0 the month alone, 1 its quarter, 2 the year to date (RB002). */
export type BudgetHorizon = '0' | '1' | '2';
/** 0 none, 1 warn, 2 forbid. */
export type BudgetControl = '0' | '1' | '2';

/** A month of one budget: what was given, and what claims hold and have used of it. */
export interface BudgetMonth {
  /** 1 to 12 */
  readonly month: number;
  readonly budget: string;
  readonly pre: string;
  readonly used: string;
}

export interface MonthAmount {
  readonly month: number;
  readonly amount: string;
}

export interface BudgetFinding {
  readonly result: 'OK' | 'WARN' | 'E-BUDGET-OVER';
  /** How much too much where it is worst, and what was available there. */
  readonly over: string;
  readonly available: string;
  readonly month: number;
}

/**
 * Whether the lines of a document fit into a budget, all lines of one key together (BG05): at their month and at every
 * later one of the span, because a late claim would take what was used since (BG02, BG04).
 */
export function checkBudget(
  months: readonly BudgetMonth[],
  lines: readonly MonthAmount[],
  { horizon, control }: { readonly horizon: BudgetHorizon; readonly control: BudgetControl },
): BudgetFinding {
  const asked = lines.filter(({ amount }) => compare(amount, '0') > 0);
  let worst: { readonly over: string; readonly available: string; readonly month: number } | null = null;
  for (const month of touchedBy(asked, horizon)) {
    const available = leftAt(months, month, horizon);
    const wanted = sumOf(asked.filter((line) => isCounted(line.month, month, horizon)));
    const over = minus(wanted, available);
    if (worst === null || compare(over, worst.over) > 0) worst = { over, available, month };
  }
  const over = cents(greater('0', worst?.over ?? '0'));
  const result = isZero(over) || control === '0' ? 'OK' : control === '1' ? 'WARN' : 'E-BUDGET-OVER';
  return { result, over, available: cents(worst?.available ?? '0'), month: worst?.month ?? 0 };
}

/** What a claim of a month may take: the least of what is left there and in each later month of the span. */
export const availableAt = (months: readonly BudgetMonth[], month: number, horizon: BudgetHorizon): string =>
  cents(
    lastOf(month, horizon)
      .map((later) => leftAt(months, later, horizon))
      .reduce(lesser),
  );

/**
 * How much of what is given back fits, the first line first: a budget that forbids takes at most what it has left in
 * the month and in every later one of the span, and nothing where others have overdrawn it; any other takes all.
 */
export function fitting(
  months: readonly BudgetMonth[],
  lines: readonly MonthAmount[],
  { horizon, control }: { readonly horizon: BudgetHorizon; readonly control: BudgetControl },
): readonly string[] {
  if (control !== '2') return lines.map(({ amount }) => amount);
  const taken: BudgetMonth[] = [];
  return lines.map(({ month, amount }) => {
    const fits = greater('0', lesser(amount, availableAt([...months, ...taken], month, horizon)));
    taken.push({ month, budget: '0', pre: fits, used: '0' });
    return fits;
  });
}

/**
 * What a change of budgets would leave too little for: the amount that is held and used where the change lowers what
 * was given (E-BUDGET-LOW); null where all of it fits.
 */
export function tooLow(
  months: readonly BudgetMonth[],
  changes: readonly MonthAmount[],
  horizon: BudgetHorizon,
): { readonly month: number; readonly taken: string } | null {
  const lowering = changes.filter(({ amount }) => compare(amount, '0') < 0);
  for (const month of touchedBy(lowering, horizon)) {
    const change = sumOf(changes.filter((each) => isCounted(each.month, month, horizon)));
    if (compare(change, '0') >= 0 || compare(plus(leftAt(months, month, horizon), change), '0') >= 0) continue;
    return { month, taken: cents(sumOf(takenIn(months, month, horizon))) };
  }
  return null;
}

const lastMonth = 12;
const quarterOf = (month: number): number => Math.ceil(month / 3);

/** Whether what belongs to `month` counts at `later`, the end of what is looked at. */
function isCounted(month: number, later: number, horizon: BudgetHorizon): boolean {
  if (horizon === '0') return month === later;
  return month <= later && (horizon === '2' || quarterOf(month) === quarterOf(later));
}

const lastOf = (month: number, horizon: BudgetHorizon): readonly number[] =>
  Array.from({ length: lastMonth }, (_each, at) => at + 1).filter((later) => isCounted(month, later, horizon));

const touchedBy = (lines: readonly MonthAmount[], horizon: BudgetHorizon): readonly number[] =>
  [...new Set(lines.flatMap(({ month }) => lastOf(month, horizon)))].toSorted((a, b) => a - b);

const leftAt = (months: readonly BudgetMonth[], month: number, horizon: BudgetHorizon): string =>
  minus(
    sumOf(
      months
        .filter((each) => isCounted(each.month, month, horizon))
        .map(({ month: of, budget }) => ({ month: of, amount: budget })),
    ),
    sumOf(takenIn(months, month, horizon)),
  );

const takenIn = (months: readonly BudgetMonth[], month: number, horizon: BudgetHorizon): readonly MonthAmount[] =>
  months
    .filter((each) => isCounted(each.month, month, horizon))
    .map(({ month: of, pre, used }) => ({ month: of, amount: plus(pre, used) }));

const sumOf = (lines: readonly MonthAmount[]): string => plus('0', ...lines.map(({ amount }) => amount));
