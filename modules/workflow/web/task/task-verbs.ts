import type { Document } from '#platform/model/document.ts';
import { get } from '#platform/web/api/client.ts';
import { done } from '#platform/web/action/perform.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { runningInstance } from '#workflow/model/task.ts';
import { askOpinion } from './approval-comments.tsx';
import { approveMany } from './bulk-approval.tsx';
import { complete, decideBill, endInstance, holdInstance, urge, withdraw } from './task-calls.ts';
import { actOnTask, type TaskPlace, type TaskVerb } from './task-dialog.tsx';
import { isAboutSomething } from './task-places.ts';
import { taskTexts } from './task-texts.ts';
import { auditorOf } from './trail.ts';

type Act = (rows: readonly Row[]) => Promise<boolean>;

const placeOf = (row: Row): TaskPlace => ({
  taskId: textAt(row, 'taskId'),
  processInstanceId: textAt(row, 'processInstanceId'),
  what: `${textAt(row, 'billCode') || textAt(row, 'businessKey')} · ${textAt(row, 'taskName')}`,
});

export const actOn =
  (verb: TaskVerb): Act =>
  async ([row]) =>
    row !== undefined && isAboutSomething(row) && actOnTask(verb, placeOf(row));

/** One with what was said before; several one after another. */
export const completeTasks: Act = async (rows) => {
  if (!rows.every(isAboutSomething)) return false;
  const [first] = rows;
  if (first === undefined) return false;
  if (rows.length === 1) return actOnTask('complete', placeOf(first));
  return approveMany(
    rows.map((row) => ({
      key: textAt(row, 'taskId'),
      code: textAt(row, 'billCode') || textAt(row, 'businessKey'),
      send: (comment) => complete(placeOf(row), comment),
    })),
  );
};

export const withdrawOne: Act = async ([row]) => {
  if (row === undefined || !(await feedback.confirm(say(taskTexts.confirmWithdraw, { code: textAt(row, 'billCode') }))))
    return false;
  return done(() => withdraw(textAt(row, 'processInstanceId')));
};

export const urgeOne: Act = async ([row]) => row !== undefined && done(() => urge(textAt(row, 'processInstanceId')));

export const hold =
  (verb: 'active' | 'suspend'): Act =>
  async ([row]) => {
    const label = runningInstance.grants?.[verb] ?? [verb, verb, verb];
    if (row === undefined || !(await feedback.confirm(say(texts.confirmVerb, { verb: say(label), count: 1 }))))
      return false;
    return done(() => holdInstance(textAt(row, 'id'), verb));
  };

export const endOne: Act = async ([row]) => {
  if (row === undefined) return false;
  const label = say(runningInstance.grants?.['delete'] ?? taskTexts.terminate);
  return (
    (await askOpinion({
      verb: 'delete',
      title: say(taskTexts.title, { verb: label, what: textAt(row, 'billCode') }),
      confirm: label,
      label: say(taskTexts.reason),
      isDanger: true,
      processInstanceId: textAt(row, 'id'),
      send: (reason) => endInstance(textAt(row, 'id'), reason),
    })) !== undefined
  );
};

export const approveBills =
  (document: Document): Act =>
  async (rows) => {
    const [first] = rows;
    if (first === undefined) return false;
    if (rows.length === 1) return decideOne(document, 'approve', first);
    return approveMany(
      rows.map((row) => ({
        key: textAt(row, 'id'),
        code: textAt(row, 'code'),
        send: (operateMsg) => decideBill(document.path, 'approve', textAt(row, 'id'), operateMsg),
      })),
    );
  };

export const rejectBill =
  (document: Document): Act =>
  async ([row]) =>
    row !== undefined && decideOne(document, 'reject', row);

async function decideOne(document: Document, verb: 'approve' | 'reject', row: Row): Promise<boolean> {
  const id = textAt(row, 'id');
  // A list shows too little of a document: its process and its last auditor are read.
  const bill = await get<Row>(`${document.path}/${id}`).catch(() => null);
  if (bill === null) return false;
  return (
    (await askOpinion({
      verb,
      title: say(taskTexts.title, { verb: say(taskTexts[verb]), what: textAt(bill, 'code') }),
      confirm: say(taskTexts[verb]),
      isDanger: verb === 'reject',
      isRequired: verb === 'reject',
      processInstanceId: textAt(bill, 'processInstanceId'),
      reviewers: auditorOf(bill),
      bill: { document, id },
      send: (operateMsg) => decideBill(document.path, verb, id, operateMsg),
    })) !== undefined
  );
}
