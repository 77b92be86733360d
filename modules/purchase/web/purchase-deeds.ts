import type { Document } from '#platform/model/document.ts';
import { post, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
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

/** A single document is opened at once: what only a person knows remains to be said. */
const making =
  (call: string, { screen }: Document): Act =>
  async (rows) => {
    try {
      const { ids } = await post<{ readonly ids: readonly string[] }>(`${purchase.path}/${call}`, idsOf(rows));
      feedback.success(say(texts.done));
      if (ids.length === 1) go(`${screen.url.replaceAll('/', '-')}__edit__${ids[0] ?? ''}`);
      return true;
    } catch {
      return false;
    } finally {
      void listsChanged();
    }
  };

export const receive = making('receive', stockInout);
export const toInvoice = making('invoice', purchaseInvoice);
export const toPayment = making('payment', payment);

interface MadeBill {
  readonly type: 'order' | 'purchase';
  readonly id: string;
  readonly code: string;
}

/** Says what was made; a single one is opened: its prices remain to be looked at. */
export const toOrder: Act = async (rows) => {
  try {
    const made = await post<readonly MadeBill[]>(`${demand.path}/toOrder`, idsOf(rows));
    feedback.success(say(purchaseTexts.made, { codes: made.map(({ code }) => code).join('、') }));
    const [first] = made;
    if (first !== undefined && made.length === 1) go(`order-${first.type}__read__${first.id}`);
    return true;
  } catch {
    return false;
  } finally {
    void listsChanged();
  }
};

export const takeBack: Act = async (rows) => {
  if (!(await feedback.confirm(say(purchaseTexts.confirmTakeBack, { count: rows.length })))) return false;
  try {
    await put(`${purchase.path}/takeBack`, idsOf(rows));
    feedback.success(say(texts.done));
    return true;
  } catch {
    return false;
  } finally {
    void listsChanged();
  }
};

export const pushAgain: Act = (rows) => putAll(rows, 'push');

export const askClose: Act = async (rows) => {
  if (!(await feedback.confirm(say(peerTexts.confirmAskClose, { count: rows.length })))) return false;
  return putAll(rows, 'askClose');
};

async function putAll(rows: readonly Row[], verb: string): Promise<boolean> {
  try {
    await put(`${purchase.path}/${verb}`, idsOf(rows));
    feedback.success(say(texts.done));
    return true;
  } catch {
    return false;
  } finally {
    void listsChanged();
  }
}
