import { isZero } from '#platform/model/decimal.ts';
import type { TraceStep } from '#promotion/model/engine/outcome.ts';

/** All that the sum of a line is made of. */
export interface LineSum {
  readonly id: string;
  readonly lineNo: number;
  readonly number: string;
  /** What promotions started from, for one and for all. */
  readonly price: string;
  readonly amount: string;
  readonly off: string;
  readonly trace: readonly TraceStep[];
  readonly names: Readonly<Record<string, string>>;
}

/** What one rule did to a line: took so much off it, or gave for it. */
export interface LinePart {
  readonly seq: number;
  readonly name: string;
  readonly off: string | null;
  readonly given: string | null;
}

/** Rules that touched a line, in the order in which they did: their parts add up to what came off it. */
export function partsOf(
  trace: readonly TraceStep[],
  names: Readonly<Record<string, string>>,
  lineNo: number,
): readonly LinePart[] {
  return trace.flatMap(({ seq, activity, result, lines, effects }): LinePart[] => {
    if (result !== 'APPLIED') return [];
    const name = names[activity] ?? activity;
    const off = effects.flatMap((effect) => (effect.kind === 'off' && effect.lineNo === lineNo ? [effect.amount] : []));
    const gifts = effects.flatMap((effect) => (effect.kind === 'gift' ? [effect.number] : []));
    return [
      ...off.filter((amount) => !isZero(amount)).map((amount) => ({ seq, name, off: amount, given: null })),
      ...(lines.includes(lineNo) ? gifts : []).map((number) => ({ seq, name, off: null, given: number })),
    ];
  });
}
