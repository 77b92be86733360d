import { CallError, isUnanswered } from '#platform/web/api/client.ts';
import { isSessionEnd } from '#platform/web/api/outcome.ts';

/** A document in a run: what it is called, and how it is approved. */
export interface RunItem {
  readonly key: string;
  readonly code: string;
  readonly send: (operateMsg: string) => Promise<unknown>;
}

interface Run {
  readonly operateMsg: string;
  /** Asked before each document: what was sent stays approved, the rest is untouched. */
  readonly isStopped: () => boolean;
  /** Null once approved, else why not. */
  readonly onOutcome: (key: string, outcome: string | null) => void;
}

/** One document at a time, the next only after the answer to the one before (001 §2.11). */
export async function approveInTurn(
  items: readonly RunItem[],
  { operateMsg, isStopped, onOutcome }: Run,
): Promise<void> {
  for (const item of items) {
    if (isStopped()) return;
    const outcome = await item.send(operateMsg).then(
      () => null,
      (error: unknown) => (isCutOff(error) ? undefined : error instanceof Error ? error.message : String(error)),
    );
    // Nobody knows whether it was performed: it is sent again under the same key when the run goes on.
    if (outcome === undefined) return;
    onOutcome(item.key, outcome);
  }
}

/** The connection broke or the session ended: the others would fare alike. */
const isCutOff = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof CallError && isSessionEnd(error.code));
