import type { Document } from '#platform/model/document.ts';
import { performVerb } from '#platform/web/action/verb-dialog.tsx';
import { billStepOf, ownActionsOf } from '#platform/web/registry/registry.ts';
import type { Row } from '#platform/web/value/row.ts';

/**
 * Takes the next step of a document: a verb of its own, what its module does to it, or a step of its process. False
 * when it was not taken.
 */
export async function performNext(document: Document, verb: string, record: Row): Promise<boolean> {
  if (document.verbs[verb] !== undefined) return performVerb(document, verb, [record]);
  const step = billStepOf(document.name, verb);
  if (step !== undefined) return (await step())(document, record);
  const action = ownActionsOf(document).find((each) => each.verb === verb);
  return action === undefined ? false : (await action.load())([record]);
}

/** Whether the page knows how to take it: a module may be older than the server for a moment. */
export const isKnownStep = (document: Document, verb: string): boolean =>
  document.verbs[verb] !== undefined ||
  billStepOf(document.name, verb) !== undefined ||
  ownActionsOf(document).some((each) => each.verb === verb);
