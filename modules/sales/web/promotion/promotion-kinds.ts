import { isZero } from '#platform/model/decimal.ts';
import type { Effect, TraceStep } from '#promotion/model/engine/outcome.ts';

/** What a line is marked with; a price that falls from a threshold on is another thing than a plain discount. */
export type PromotionKind = 'threshold' | 'discount' | 'gift' | 'exchange' | 'nth' | 'credit';

/** By the number of the line: which kinds of activities touched it. */
export function kindsByLine(trace: readonly TraceStep[]): ReadonlyMap<number, readonly PromotionKind[]> {
  const found = new Map<number, Set<PromotionKind>>();
  for (const step of trace) {
    const kind = kindOf(step);
    if (kind === null) continue;
    for (const line of touchedBy(step)) found.set(line, (found.get(line) ?? new Set()).add(kind));
  }
  return new Map([...found].map(([line, kinds]) => [line, [...kinds]]));
}

export function kindOf({ result, type, leastAmount, leastNumber }: TraceStep): PromotionKind | null {
  if (result !== 'APPLIED' || type === null) return null;
  switch (type) {
    case 'P001':
    case 'P002':
      return 'gift';
    case 'P003':
      return isZero(leastAmount ?? '0') && isZero(leastNumber ?? '0') ? 'discount' : 'threshold';
    case 'P004':
    case 'P005':
      return 'exchange';
    case 'P006':
      return 'credit';
    case 'P007':
      return 'nth';
  }
}

/** A reduction names its lines; what else is earned is earned by all that counted. */
function touchedBy({ effects, lines }: TraceStep): readonly number[] {
  const off = effects.filter((effect): effect is Extract<Effect, { kind: 'off' }> => effect.kind === 'off');
  return off.length === 0 ? lines : off.filter(({ amount }) => !isZero(amount)).map(({ lineNo }) => lineNo);
}
