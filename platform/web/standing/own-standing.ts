import { canDo, journeyOf, stateOf, type Document } from '#platform/model/document.ts';
import { fits } from '#platform/model/entity.ts';
import type { BillStanding, JourneyStep } from '#platform/model/life.ts';
import { verbPermission } from '#platform/model/permission.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { standingOf as rowStanding } from '#platform/web/value/standing.ts';

/** The step that a document has come to, read off its own record; undefined where it is over. */
export function stepOf(document: Document, record: Row): JourneyStep | undefined {
  if (textAt(record, 'cancelFlag') === '1') return undefined;
  const step = journeyOf(document)?.steps.find(({ done }) => !fits(done, record));
  const isClosed = stateOf(document, textAt(record, 'billStatus')) === 'closed';
  return isClosed && step?.isAfterClose !== true ? undefined : step;
}

/**
 * What the record itself says of where it stands, until the server has said more: the bar keeps its place and nothing
 * jumps.
 */
export function ownStanding(document: Document, record: Row, can: (permission: string) => boolean): BillStanding {
  const steps = journeyOf(document)?.steps ?? [];
  const step = stepOf(document, record);
  const verb = step?.verb ?? '';
  const rule = document.verbs[verb];
  const isMine =
    rule !== undefined && canDo(document, verb, rowStanding(record)) && can(verbPermission(document, verb));
  const state = document.states[stateOf(document, textAt(record, 'billStatus')) ?? ''];
  const isDecided = state !== undefined && state === document.states['inApproval'];
  const told = (key: string | undefined): string | null => (key === undefined ? null : textAt(record, key) || null);
  return {
    state: say((isDecided ? undefined : step?.waits) ?? state?.label ?? ['', '', '']),
    tone: step === undefined ? 'grey' : 'blue',
    isOver: step === undefined,
    holder: step === undefined ? null : { names: [], count: 0, isMine },
    since: null,
    steps: steps.map((each) => {
      const isDone = each !== step && fits(each.done, record);
      return {
        key: each.key,
        label: say(each.label),
        status: each === step ? 'now' : isDone ? 'done' : 'next',
        by: isDone ? told(each.by) : null,
        at: isDone ? told(each.at) : null,
      };
    }),
    // A button that became another one under the hand would do what nobody asked for.
    next: null,
    missing: [],
    made: [],
  };
}
