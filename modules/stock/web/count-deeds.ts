import { done } from '#platform/web/action/perform.ts';
import { get, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { openDialog } from '#platform/web/page/dialogs.tsx';
import { idsOf, textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { stockCount } from '#stock/model/count.ts';
import { countDialog, type CountedBill } from './count-dialog.tsx';
import { stockTexts } from './stock-texts.ts';

type Act = (rows: readonly Row[]) => Promise<boolean>;

export const count: Act = async ([row]) => {
  const bill = await get<CountedBill>(`${stockCount.path}/${textAt(row, 'id')}`);
  const isChanged = await openDialog<boolean>((close) => countDialog(bill, close));
  void listsChanged();
  return isChanged === true;
};

export const recount: Act = async (rows) => {
  if (!(await feedback.confirm(say(stockTexts.confirmRecount)))) return false;
  return done(() => put(`${stockCount.path}/recount`, idsOf(rows)));
};
