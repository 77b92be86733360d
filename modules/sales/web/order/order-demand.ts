import { post } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { idsOf, type Row } from '#platform/web/value/row.ts';
import { orderTexts } from './order-texts.ts';

/** What orders lack is asked for where goods are bought; a single demand is opened at once. */
export const askForShort = async (rows: readonly Row[]): Promise<boolean> => {
  try {
    const { ids } = await post<{ readonly ids: readonly string[] }>('/channelsale/demand/fromOrders', idsOf(rows));
    feedback.success(say(orderTexts.asked, { count: ids.length }));
    if (ids.length === 1) go(`order-demand__read__${ids[0] ?? ''}`);
    return true;
  } catch {
    return false;
  } finally {
    void listsChanged();
  }
};
