import { done, doneAndOpened } from '#platform/web/action/perform.ts';
import { get, post, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { openDialog } from '#platform/web/page/dialogs.tsx';
import { idsOf, textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { printDocuments } from '#platform/web/print/print-frame.ts';
import { stockInout } from '#stock/model/inout.ts';
import { pickingDialog, type PickedBill } from './picking-dialog.tsx';
import { stockTexts } from './stock-texts.ts';

type Act = (rows: readonly Row[]) => Promise<boolean>;

/** One red document is opened at once: its numbers are what remains to be decided. */
export const makeRed: Act = async (rows) => {
  if (!(await feedback.confirm(say(stockTexts.confirmRed, { count: rows.length })))) return false;
  return doneAndOpened(stockInout, () => post(`${stockInout.path}/red`, idsOf(rows)));
};

export const unfreeze: Act = async (rows) => {
  if (!(await feedback.confirm(say(stockTexts.confirmUnfreeze, { count: rows.length })))) return false;
  return done(() => put(`${stockInout.path}/unfreeze`, idsOf(rows)));
};

export const pick: Act = async ([row]) => {
  const bill = await get<PickedBill>(`${stockInout.path}/${textAt(row, 'id')}`);
  const isChanged = await openDialog<boolean>((close) => pickingDialog(bill, close));
  void listsChanged();
  return isChanged === true;
};

export const printPicking: Act = (rows) => printDocuments(stockInout, idsOf(rows), { layout: 'picking' });
