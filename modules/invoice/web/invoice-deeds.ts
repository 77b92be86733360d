import { post, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { idsOf, type Row } from '#platform/web/value/row.ts';
import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { invoiceConfirm } from '#invoice/model/confirm/confirm.ts';

/** A single application is opened at once: whom the paper names remains to be said. */
export async function applyForOrders(rows: readonly Row[]): Promise<boolean> {
  try {
    const { ids } = await post<{ readonly ids: readonly string[] }>(`${invoiceApply.path}/fromorders`, idsOf(rows));
    feedback.success(say(texts.done));
    if (ids.length === 1) go(`invoice-apply__edit__${ids[0] ?? ''}`);
    return true;
  } catch {
    return false;
  } finally {
    void listsChanged();
  }
}

const performing =
  (verb: 'confirm' | 'unconfirm') =>
  async (rows: readonly Row[]): Promise<boolean> => {
    try {
      await put(`${invoiceConfirm.path}/${verb}`, idsOf(rows));
      feedback.success(say(texts.done));
      return true;
    } catch {
      return false;
    } finally {
      void listsChanged();
    }
  };

export const confirm = performing('confirm');
export const unconfirm = performing('unconfirm');
