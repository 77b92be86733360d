import { refusalOf } from './evaluate.ts';
import type { Question } from './rule.ts';
import { matchedBy, stateOf } from './state.ts';

/**
 * The part of an order that more pieces of a line can change: the activities that mean it, their other lines, the
 * activities of those, and so on. Activities meet on lines only, so what is outside comes out as before, and a thousand
 * activities of other goods need not be worked out again to try a few pieces more.
 */
export function partsOf(question: Question): (lineNo: number) => Question {
  const state = stateOf(question);
  const meant = question.activities.flatMap((activity) => {
    if (refusalOf(activity, question) !== null) return [];
    return [{ activity, lines: matchedBy(activity, state).map(({ line }) => line.lineNo) }];
  });
  const byLine = Map.groupBy(
    meant.flatMap((each) => each.lines.map((lineNo) => ({ lineNo, each }))),
    ({ lineNo }) => lineNo,
  );
  return (lineNo) => {
    const lines = new Set([lineNo]);
    const reached = new Set<(typeof meant)[number]>();
    // A set that grows while it is walked: every line is come to once.
    for (const line of lines)
      for (const { each } of byLine.get(line) ?? []) {
        if (reached.has(each)) continue;
        reached.add(each);
        for (const other of each.lines) lines.add(other);
      }
    return {
      ...question,
      lines: question.lines.filter((line) => lines.has(line.lineNo)),
      activities: [...reached].map(({ activity }) => activity),
    };
  };
}
