import type { ChangeSet } from '#platform/web/history/changes.tsx';
import type { TrailRow } from './trail.ts';

/** A row of a record's log, latest first. */
export interface LogEntry {
  readonly id: string;
  readonly operation: string;
  readonly creatorName: string;
  readonly createDate: string;
  readonly changes: ChangeSet | null;
}

/** Saves of a document that nobody who approved it has seen: who, when, and what became of which field. */
export interface UnseenSave {
  readonly id: string;
  readonly by: string;
  readonly at: string;
  readonly changes: ChangeSet;
}

/**
 * What changed since the last approval: since somebody completed a step, or since the document was audited. A document
 * that nobody approved yet has changed for nobody. Several saves are told as one difference; where lines came or went
 * in between, the same number means another line afterwards, so each save is told for itself.
 */
export function unseenSaves(log: readonly LogEntry[], trail: readonly TrailRow[]): readonly UnseenSave[] {
  const approvals = [
    ...trail
      .filter(({ action, result, endTime }) => result === 'pass' && action !== 'submit' && endTime !== null)
      .map(({ endTime }) => endTime ?? ''),
    ...log.filter(({ operation }) => operation === 'audit').map(({ createDate }) => createDate),
  ].toSorted();
  const last = approvals.at(-1);
  if (last === undefined) return [];
  const saves = log
    .filter(({ operation, createDate, changes }) => operation === 'update' && createDate > last && changes !== null)
    .toReversed()
    .map(({ id, creatorName, createDate, changes }) => ({
      id,
      by: creatorName,
      at: createDate,
      changes: changes ?? {},
    }));
  const latest = saves.at(-1);
  if (latest === undefined) return [];
  if (saves.slice(0, -1).some(({ changes }) => Object.keys(changes).some((path) => /^lines\.\d+$/.test(path))))
    return saves.filter(hasChanges);
  return [{ ...latest, changes: netOf(saves.map(({ changes }) => changes)) }].filter(hasChanges);
}

const hasChanges = ({ changes }: UnseenSave): boolean => Object.keys(changes).length > 0;

/** From what it was first to what it is now; what came back to where it was did not change. */
function netOf(changes: readonly ChangeSet[]): ChangeSet {
  const net = new Map<string, readonly [unknown, unknown]>();
  for (const each of changes)
    for (const [path, [before, after]] of Object.entries(each))
      net.set(path, [net.has(path) ? net.get(path)?.[0] : before, after]);
  return Object.fromEntries([...net].filter(([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after)));
}
