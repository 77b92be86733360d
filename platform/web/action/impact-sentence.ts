import { stateOf, type Document } from '#platform/model/document.ts';
import { say } from '#platform/web/text/language.ts';
import { ledgerNamed } from '#platform/web/registry/registry.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { texts } from '#platform/web/text/texts.ts';
import { isShort, type Total } from './impact.ts';
import { impactTexts } from './impact-texts.ts';

/** What a verb does in one sentence: where its documents come to, and how many balances of each ledger they move. */
export function impactSentence(
  groups: readonly (readonly [kind: string, rows: readonly Total[]])[],
  deed = '',
): string {
  const counted = groups.map(([kind, rows]) =>
    say(impactTexts.counted, { ledger: say(ledgerNamed(kind)?.label ?? [kind, kind, kind]), count: rows.length }),
  );
  const short = groups.flatMap(([, rows]) => rows).filter(isShort).length;
  const moved =
    counted.length === 0
      ? say(impactTexts.nothing)
      : say(impactTexts.moves, { what: counted.join(say(impactTexts.comma)) });
  return [deed, moved, short === 0 ? '' : say(impactTexts.short, { count: short })]
    .filter((part) => part !== '')
    .join(say(impactTexts.semicolon))
    .concat(say(impactTexts.end));
}

/** 审核后，这张销售订单由「待审核」变为「已审核」. */
export function deedSentence(document: Document, verb: string, rows: readonly Row[]): string {
  const rule = document.verbs[verb];
  const to = document.states[rule?.to ?? ''];
  if (rule === undefined || to === undefined) return '';
  const noun = say(document.label);
  const what =
    rows.length === 1 ? say(impactTexts.thisOne, { noun }) : say(texts.documents, { count: rows.length, noun });
  const before = new Set(rows.map((row) => stateOf(document, textAt(row, 'billStatus'))));
  const from = before.size === 1 ? document.states[[...before][0] ?? ''] : undefined;
  const words = { verb: say(rule.label), what, to: say(to.label) };
  return from === undefined || from === to
    ? say(impactTexts.becomes, words)
    : say(impactTexts.turns, { ...words, from: say(from.label) });
}
