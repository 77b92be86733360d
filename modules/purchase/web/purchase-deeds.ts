import type { Document } from '#platform/model/document.ts';
import { done, doneAndOpened } from '#platform/web/action/perform.ts';
import { post, put } from '#platform/web/api/client.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { idsOf, type Row } from '#platform/web/value/row.ts';
import { go } from '#platform/web/route/route.ts';
import { stockInout } from '#stock/model/inout.ts';
import { demand } from '#purchase/model/demand.ts';
import { purchaseInvoice } from '#purchase/model/purchase-invoice.ts';
import { payment } from '#purchase/model/payment.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { peerTexts } from './peer/peer-texts.ts';
import { purchaseTexts } from './purchase-texts.ts';

type Act = (rows: readonly Row[]) => Promise<boolean>;

const making =
  (call: string, made: Document): Act =>
  (rows) =>
    doneAndOpened(made, () => post(`${purchase.path}/${call}`, idsOf(rows)));

export const receive = making('receive', stockInout);
export const toInvoice = making('invoice', purchaseInvoice);
export const toPayment = making('payment', payment);

interface MadeBill {
  readonly type: 'order' | 'purchase';
  readonly id: string;
  readonly code: string;
}

/** Says what was made; a single one is opened: its prices remain to be looked at. */
export const toOrder: Act = (rows) =>
  done(
    () => post<readonly MadeBill[]>(`${demand.path}/toOrder`, idsOf(rows)),
    (made) => {
      const [first] = made;
      if (first !== undefined && made.length === 1) go(`order-${first.type}__read__${first.id}`);
      return say(purchaseTexts.made, { codes: made.map(({ code }) => code).join('、') });
    },
  );

export const takeBack: Act = async (rows) => {
  if (!(await feedback.confirm(say(purchaseTexts.confirmTakeBack, { count: rows.length })))) return false;
  return putAll(rows, 'takeBack');
};

export const pushAgain: Act = (rows) => putAll(rows, 'push');

export const askClose: Act = async (rows) => {
  if (!(await feedback.confirm(say(peerTexts.confirmAskClose, { count: rows.length })))) return false;
  return putAll(rows, 'askClose');
};

function putAll(rows: readonly Row[], verb: string): Promise<boolean> {
  return done(() => put(`${purchase.path}/${verb}`, idsOf(rows)));
}
