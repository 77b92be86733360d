import { CallError, get, type Asking } from '#platform/web/api/client.ts';
import { openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import type { Choices, Difference } from './merge.ts';
import { StaleDialog } from './stale-dialog.tsx';

/** A form that is saved on top of what somebody else may have saved meanwhile. */
export interface Saving<Reply> {
  /** What the record is called. */
  readonly what: string;
  /** Where the other side is read. */
  readonly path: string;
  /** Sends what stands in the form now, for the version it stands on now. */
  readonly send: (asking: Asking) => Promise<Reply>;
  readonly differences: (theirs: Row) => readonly Difference[];
  /** Puts the chosen sides into the form and stands on their version from here. */
  readonly take: (theirs: Row, differences: readonly Difference[], choices: Choices) => void;
}

/** Undefined when the user went back to the form: everything typed is still in it. */
export async function saveOnTop<Reply>({
  what,
  path,
  send,
  differences,
  take,
}: Saving<Reply>): Promise<Reply | undefined> {
  for (;;) {
    try {
      return await send({ isSilent: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code !== staleVersion) {
        if (!sessionEnds.includes(error.code)) feedback.error(error.message);
        throw error;
      }
    }
    const theirs = await get<Row>(path);
    const found = differences(theirs);
    const choices =
      found.length === 0
        ? none
        : await openDialog<Choices>((close) => (
            <StaleDialog
              what={what}
              editor={textAt(theirs, 'updaterName') || textAt(theirs, 'creatorName')}
              at={textAt(theirs, 'updateDate')}
              differences={found}
              onClose={close}
            />
          ));
    if (choices === undefined) return undefined;
    take(theirs, found, choices);
  }
}

const staleVersion = 10011;
const sessionEnds: readonly number[] = [401, 10001];
const none: Choices = new Map();
