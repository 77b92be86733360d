import type { Document } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { get, post } from '#platform/web/api/client.ts';
import { mayNow } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { BillProcess } from './bill-bar.tsx';
import { saveAndStart, type StartRoute } from './save-and-start.ts';
import { actOnTask } from './task-dialog.tsx';

/** Steps of the bar of a document whose process is asked. */
const processOf = (document: Document, id: string): Promise<BillProcess | null> =>
  get<BillProcess>(`${document.path}/process`, { id }).catch(() => null);

/** Whoever has the task of a document decides on it. */
export async function completeBill(document: Document, record: Row): Promise<boolean> {
  const id = textAt(record, 'id');
  const process = await processOf(document, id);
  const task = process?.tasks?.find(({ starterFlag }) => starterFlag !== '1');
  if (task === undefined) return process !== null;
  return actOnTask('complete', {
    ...task,
    what: `${textAt(record, 'code')} · ${task.taskName}`,
    bill: { document, id },
    isByBill: mayNow(permissionOf(document, 'approve')),
  });
}

/** A saved document is sent into its process. */
export async function startBill(document: Document, record: Row): Promise<boolean> {
  const id = textAt(record, 'id');
  const process = await processOf(document, id);
  if (process === null) return false;
  if (process.problem !== undefined) {
    feedback.error(process.problem);
    return false;
  }
  const isStarted = await saveAndStart({
    route: process.route,
    find: () => post<StartRoute>(`${document.path}/process`, record),
    isFit: () => Promise.resolve(true),
    save: () => Promise.resolve({ businessKey: id }),
    variables: () =>
      Object.fromEntries(
        Object.entries(record).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
      ),
  });
  if (isStarted) void listsChanged();
  return isStarted;
}
