import { post, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { idsOf, type Row } from '#platform/web/value/row.ts';
import { go } from '#platform/web/route/route.ts';
import { stockInout } from '#stock/model/inout.ts';
import { demand } from '#purchase/model/demand.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { peerTexts } from './peer/peer-texts.ts';
import { purchaseTexts } from './purchase-texts.ts';

type Act = (rows: readonly Row[]) => Promise<boolean>;

/** One receipt is opened at once: how much has come remains to be said. */
export const receive: Act = async (rows) => {
  try {
    const { ids } = await post<{ readonly ids: readonly string[] }>(`${purchase.path}/receive`, idsOf(rows));
    feedback.success(say(texts.done));
    if (ids.length === 1) go(`${stockInout.screen.url.replaceAll('/', '-')}__edit__${ids[0] ?? ''}`);
    return true;
  } catch {
    return false;
  } finally {
    void listsChanged();
  }
};

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
