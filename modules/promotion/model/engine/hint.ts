import { evaluate } from './evaluate.ts';
import type { Missing, Outcome, TraceStep } from './outcome.ts';
import { partsOf } from './part.ts';
import type { BoughtLine, Question, RuleType } from './rule.ts';
import { most, quantity, quotient, scaled, type Scaled } from './scaled.ts';

/** What to buy more of so that an activity gives, or gives more: 再买 3 件，赠 1. */
export interface Hint {
  /** The step of the trace that it is about. */
  readonly seq: number;
  readonly activity: string;
  readonly ruleNo: number;
  readonly type: RuleType;
  readonly lineNo: number;
  readonly productCode: string;
  /** Whole pieces more of that line. */
  readonly number: string;
  /** What is missing as the rule counts it: pieces, money, or both. */
  readonly missing: Missing;
}

/** Tried in the order of their size; so many are looked at before nothing is said. */
const mostTried = 6;
/** Turns of activities in all tries together: where one activity of all goods ties a thousand others together. */
const mostTurns = 2000;

/**
 * The nearest steps, each tried out before it is said: more pieces can lower the price of others, or bring another
 * activity before this one. What does not come true is not promised.
 */
export function hintsOf(question: Question, outcome: Outcome, wanted = 1): readonly Hint[] {
  const hints: Hint[] = [];
  const steps = outcome.trace
    .filter(({ missing, type }) => missing !== null && type !== null)
    .map((step) => ({ step, pieces: piecesOf(question, step) }))
    .filter(({ pieces }) => pieces !== null)
    .toSorted((a, b) => byNumber(a.pieces?.number ?? 0n, b.pieces?.number ?? 0n));
  const partOf = steps.length === 0 ? null : partsOf(question);
  let turns = 0;
  for (const { step, pieces } of steps.slice(0, mostTried)) {
    if (hints.length >= wanted || turns > mostTurns || partOf === null || pieces === null) break;
    const part = partOf(pieces.line.lineNo);
    turns += part.activities.length;
    const number = provenNumber(part, step, pieces);
    if (number === null || step.missing === null || step.type === null) continue;
    hints.push({
      seq: step.seq,
      activity: step.activity,
      ruleNo: step.missing.ruleNo,
      type: step.type,
      lineNo: pieces.line.lineNo,
      productCode: pieces.line.productCode,
      number: quantity(number),
      missing: step.missing,
    });
  }
  return hints;
}

const byNumber = (a: Scaled, b: Scaled): number => (a === b ? 0 : a < b ? -1 : 1);
const one = scaled('1');
const whole = (value: Scaled): Scaled => ((value + one - 1n) / one) * one;

interface Pieces {
  readonly line: BoughtLine;
  readonly number: Scaled;
}

/** Of the line whose goods count and cost most: the fewest pieces to carry. */
function piecesOf({ lines }: Question, { missing, locked }: TraceStep): Pieces | null {
  if (missing === null) return null;
  const [line] = lines
    .filter(({ lineNo }) => missing.lines.includes(lineNo) && !locked.includes(lineNo))
    .toSorted((a, b) => byNumber(scaled(b.price), scaled(a.price)) || a.lineNo - b.lineNo);
  if (line === undefined || (scaled(line.price) === 0n && scaled(missing.amount) > 0n)) return null;
  const byAmount = whole(quotient(scaled(missing.amount), scaled(line.price), 6));
  const number = most(whole(scaled(missing.number)), byAmount);
  return number > 0n ? { line, number } : null;
}

/** A discount on what is added leaves the amount short: what is still missing then is added once or twice more. */
function provenNumber(question: Question, step: TraceStep, { line, number }: Pieces): Scaled | null {
  let more = number;
  for (let tries = 0; tries < 3; tries += 1) {
    const tried = { ...question, lines: withMore(question.lines, line.lineNo, more) };
    const { trace } = evaluate(tried);
    if (isBetter(trace, step)) return more;
    const still = trace.find(
      (each) => each.activity === step.activity && each.type === step.type && each.missing !== null,
    );
    const rest = still === undefined ? null : piecesOf(tried, still);
    if (rest === null) return null;
    more += rest.number;
  }
  return null;
}

export const withMore = (lines: readonly BoughtLine[], lineNo: number, more: Scaled): readonly BoughtLine[] =>
  lines.map(({ amount: _bands, ...line }) =>
    line.lineNo === lineNo
      ? { ...line, number: quantity(scaled(line.number) + more) }
      : _bands === undefined
        ? line
        : { ...line, amount: _bands },
  );

/** The activity gives now where it did not, by the rule that was meant or a higher one, or more often. */
export function isBetter(trace: readonly TraceStep[], before: TraceStep): boolean {
  const now = trace.filter(
    ({ activity, type, result }) => activity === before.activity && type === before.type && result === 'APPLIED',
  );
  if (before.result === 'SKIPPED')
    return now.some(({ lines }) => lines.some((line) => before.missing?.lines.includes(line)));
  const same = now.filter(({ lines }) => lines.some((line) => before.lines.includes(line)));
  return same.some(({ times, ruleNo }) => times > before.times || ruleNo !== before.ruleNo);
}
