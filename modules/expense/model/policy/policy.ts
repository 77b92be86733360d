import { compare, greater, isZero, lesser, minus, plus, times } from '#platform/model/decimal.ts';
import { cents, shares } from '#platform/model/share.ts';
import { policyFor, type PolicyControl, type PolicyLine, type PolicyRow, type RowTrace } from './policy-row.ts';
import { daysOf, nightsOf } from './trip.ts';

/** What the person has claimed of an item in a month by other documents: a limit a month is one over all of them. */
export interface ClaimedBefore {
  readonly itemCode: string;
  /** yyyy-MM */
  readonly month: string;
  readonly amount: string;
}

export type PolicyResult = 'OK' | 'WARN' | 'E-POLICY' | 'CUT' | 'SPECIAL';

/** Lines that share a limit, and what became of them. Without a row there is no limit. */
export interface PolicyFinding {
  readonly itemCode: string;
  readonly row: string | null;
  readonly control: PolicyControl;
  readonly units: string;
  readonly limit: string | null;
  readonly claim: string;
  readonly over: string;
  readonly allowed: string;
  readonly result: PolicyResult;
  /** Which of the lines, by their places. */
  readonly lines: readonly number[];
  /** Why the other rows were not the ones. */
  readonly trace: readonly RowTrace[];
}

export interface PolicyJudgement {
  readonly findings: readonly PolicyFinding[];
  /** What each line may be, in their order: cut lines share the limit by their amounts, to the cent. */
  readonly allowed: readonly string[];
}

interface Group {
  readonly row: PolicyRow | null;
  readonly trace: readonly RowTrace[];
  readonly month: string;
  readonly lines: { readonly at: number; readonly line: PolicyLine }[];
}

/**
 * What the house allows of what is claimed in one document (domain §8.3, D1, D1a). An item is measured over the whole
 * document on its distinct days or nights, a limit for each time line by line, a limit a month with what the person
 * claimed by other documents.
 */
export function judgePolicy(
  lines: readonly PolicyLine[],
  rows: readonly PolicyRow[],
  before: readonly ClaimedBefore[] = [],
): PolicyJudgement {
  const taken = new Set<string>();
  const findings = groupsOf(lines, rows).map((group) => judged(group, taken, before));
  const allowed = lines.map(({ amount }) => cents(amount));
  for (const finding of findings) {
    const parts = shares(
      finding.allowed,
      finding.lines.map((at) => lines[at]?.amount ?? '0'),
    );
    finding.lines.forEach((at, i) => {
      allowed[at] = parts[i] ?? '0.00';
    });
  }
  return { findings, allowed };
}

function groupsOf(lines: readonly PolicyLine[], rows: readonly PolicyRow[]): readonly Group[] {
  const groups = new Map<string, Group>();
  lines.forEach((line, at) => {
    const { row, trace } = policyFor(line, rows);
    const month = row?.unit === 'month' ? line.startDate.slice(0, 7) : '';
    const alone = row === null || row.unit === 'time' ? String(at) : '';
    const key = [line.itemCode, row?.code ?? '', month, alone].join('\n');
    const group = groups.get(key) ?? { row, trace, month, lines: [] };
    group.lines.push({ at, line });
    groups.set(key, group);
  });
  return [...groups.values()];
}

function judged(group: Group, taken: Set<string>, before: readonly ClaimedBefore[]): PolicyFinding {
  const { row, trace } = group;
  const itemCode = group.lines[0]?.line.itemCode ?? '';
  const claim = cents(plus(...group.lines.map(({ line }) => line.amount)));
  const units = row === null ? '0' : unitsOf(group, row, taken);
  const limit = row === null ? null : leftOf(limitOf(row, units), group, before);
  const over = limit === null ? '0.00' : cents(greater('0', minus(claim, limit)));
  const control = row?.control ?? '0';
  const result = isZero(over) ? 'OK' : results[control];
  return {
    itemCode,
    row: row?.code ?? null,
    control,
    units,
    limit,
    claim,
    over,
    allowed: result === 'CUT' ? minusCents(claim, over) : claim,
    result,
    lines: group.lines.map(({ at }) => at),
    trace,
  };
}

const results: Readonly<Record<PolicyControl, PolicyResult>> = {
  0: 'OK',
  1: 'WARN',
  2: 'E-POLICY',
  3: 'CUT',
  4: 'SPECIAL',
};
const minusCents = (a: string, b: string): string => cents(minus(a, b));

/** A day or a night that two lines of an item name counts once, with the first that names it (PL03). */
function unitsOf({ lines }: Group, { unit }: PolicyRow, taken: Set<string>): string {
  if (unit === 'km') return plus('0', ...lines.map(({ line }) => line.km ?? '0'));
  if (unit === 'person') return plus('0', ...lines.map(({ line }) => line.persons ?? '1'));
  if (unit === 'time' || unit === 'month') return '1';
  const spent = lines.flatMap(({ line }) =>
    (unit === 'night' ? nightsOf(line) : daysOf(line)).map((day) => `${unit} ${line.itemCode} ${day}`),
  );
  const own = [...new Set(spent)].filter((day) => !taken.has(day));
  for (const day of own) taken.add(day);
  return String(own.length);
}

/** Both set: the smaller (PL04). Neither: no limit. */
function limitOf({ dailyAmount, maxAmount }: PolicyRow, units: string): string | null {
  const daily = dailyAmount == null ? null : times(dailyAmount, units);
  if (daily === null) return maxAmount == null ? null : cents(maxAmount);
  return cents(maxAmount == null ? daily : lesser(daily, maxAmount));
}

function leftOf(limit: string | null, { row, month, lines }: Group, before: readonly ClaimedBefore[]): string | null {
  if (limit === null || row?.unit !== 'month') return limit;
  const itemCode = lines[0]?.line.itemCode;
  const spent = before.filter((each) => each.month === month && each.itemCode === itemCode);
  return cents(greater('0', minus(limit, plus('0', ...spent.map(({ amount }) => amount)))));
}

/** What somebody has to see to before it is approved: over a limit that warns or asks for a special approval. */
export const isOverPolicy = ({ findings }: PolicyJudgement): boolean =>
  findings.some(({ over, control }) => compare(over, '0') > 0 && control !== '0');
