import { evaluate } from './evaluate.ts';
import type { Missing, Outcome, TraceStep } from './outcome.ts';
import { partsOf } from './part.ts';
import type { BoughtLine, Question, RuleType } from './rule.ts';
import { bySize, most, quantity, quotient, scaled, type Scaled } from './scaled.ts';

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
  const steps = outcome.trace
    .flatMap((step) => piecesOf(question, step) ?? [])
    .toSorted((a, b) => bySize(a.number, b.number));
  if (steps.length === 0) return [];
  const hints: Hint[] = [];
  const partOf = partsOf(question);
  let turns = 0;
  for (const pieces of steps.slice(0, mostTried)) {
    if (hints.length >= wanted || turns > mostTurns) break;
    const { step, type, missing, line } = pieces;
    const part = partOf(line.lineNo);
    turns += part.activities.length;
    const number = provenNumber(part, pieces);
    if (number === null) continue;
    const { lineNo, productCode } = line;
    const { seq, activity } = step;
    hints.push({
      seq,
      activity,
      ruleNo: missing.ruleNo,
      type,
      lineNo,
      productCode,
      number: quantity(number),
      missing,
    });
  }
  return hints;
}

const one = scaled('1');
const whole = (value: Scaled): Scaled => ((value + one - 1n) / one) * one;

interface Pieces {
  readonly step: TraceStep;
  readonly type: RuleType;
  readonly missing: Missing;
  readonly line: BoughtLine;
  readonly number: Scaled;
}

/** Of the line whose goods count and cost most: the fewest pieces to carry. */
function piecesOf({ lines }: Question, step: TraceStep): Pieces | null {
  const { missing, type, locked } = step;
  if (missing === null || type === null) return null;
  const [line] = lines
    .filter(({ lineNo }) => missing.lines.includes(lineNo) && !locked.includes(lineNo))
    .toSorted((a, b) => bySize(scaled(b.price), scaled(a.price)) || a.lineNo - b.lineNo);
  if (line === undefined || (scaled(line.price) === 0n && scaled(missing.amount) > 0n)) return null;
  const byAmount = whole(quotient(scaled(missing.amount), scaled(line.price), 6));
  const number = most(whole(scaled(missing.number)), byAmount);
  return { step, type, missing, line, number };
}

/** A discount on what is added leaves the amount short: what is still missing then is added once or twice more. */
function provenNumber(question: Question, { step, line, number }: Pieces): Scaled | null {
  let more = number;
  for (let tries = 0; tries < 3; tries += 1) {
    const tried = { ...question, lines: withMore(question.lines, line.lineNo, more) };
    const { trace } = evaluate(tried);
    if (isBetter(trace, step)) return more;
    // Of a rule of single products others may miss something, too: theirs is not what was tried.
    const [rest] = trace
      .filter(({ activity, type }) => activity === step.activity && type === step.type)
      .flatMap((each) => piecesOf(tried, each) ?? [])
      .filter((pieces) => pieces.line.lineNo === line.lineNo);
    if (rest === undefined) return null;
    more += rest.number;
  }
  return null;
}

export const withMore = (lines: readonly BoughtLine[], lineNo: number, more: Scaled): readonly BoughtLine[] =>
  lines.map((line) => {
    if (line.lineNo !== lineNo) return line;
    // Bands of a ladder are those of another number.
    const { amount: _bands, ...rest } = line;
    return { ...rest, number: quantity(scaled(line.number) + more) };
  });

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
