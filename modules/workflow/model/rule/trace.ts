import { FeelFault } from '#workflow/model/engine/feel-syntax.ts';
import { compileCondition, type Names, type Values } from '#workflow/model/engine/feel.ts';
import { parseRule, printTest, testsOf, type Test } from './rule.ts';

/** Whether something holds; null where it cannot be answered, which is no "no": the engine stops there. */
export type Held = boolean | null;
export interface TracedTest {
  readonly test: Test;
  readonly held: Held;
  /** What the document has there. */
  readonly value: unknown;
}
export interface Trace {
  readonly held: Held;
  /** One of each test, in order; none where the expression is more than a rule. */
  readonly tests: readonly TracedTest[];
}

/** Why a condition holds for a document: the answer of the engine, and that of each test by itself. */
export function traceOf(source: string, names: Names, values: Values): Trace {
  const held = answerOf(source, names, values);
  const rule = parseRule(source, names);
  return {
    held,
    tests: (rule === null ? [] : testsOf(rule)).map((test) => ({
      test,
      held: answerOf(printTest(test, names), names, values),
      value: values[test.field] ?? null,
    })),
  };
}

/** A rule as it is stored; nothing said is always so. */
export interface Standing {
  readonly condition: string | null;
  readonly organizeCodes: readonly string[];
}
export interface Placed {
  readonly organizeCode?: unknown;
}

/** Null: the condition cannot be answered, and whoever sends the document in is told so. */
export function fits({ condition, organizeCodes }: Standing, names: Names, values: Values & Placed): Held {
  if (organizeCodes.length > 0 && !organizeCodes.includes(String(values.organizeCode))) return false;
  return answerOf(condition ?? '', names, values);
}

/** The place of the first rule that fits; null when one before it cannot be answered, -1 when none does. */
export function firstFitting(rules: readonly Standing[], names: Names, values: Values & Placed): number | null {
  for (const [at, rule] of rules.entries()) {
    const held = fits(rule, names, values);
    if (held === null) return null;
    if (held) return at;
  }
  return -1;
}

function answerOf(source: string, names: Names, values: Values): Held {
  if (source.trim() === '') return true;
  try {
    return compileCondition(source, names).test(values);
  } catch (error) {
    if (error instanceof FeelFault) return null;
    throw error;
  }
}

/** The names that conditions ask for; what does not compile asks for none. */
export function namesUsed(sources: readonly (string | null)[], names: Names): ReadonlySet<string> {
  return new Set(
    sources.flatMap((source) => {
      try {
        return source === null || source.trim() === '' ? [] : [...compileCondition(source, names).names];
      } catch (error) {
        if (error instanceof FeelFault) return [];
        throw error;
      }
    }),
  );
}
