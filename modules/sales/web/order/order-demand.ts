import { done } from '#platform/web/action/perform.ts';
import { post } from '#platform/web/api/client.ts';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { idsOf, type Row } from '#platform/web/value/row.ts';
import { orderTexts } from './order-texts.ts';

/** What orders lack is asked for where goods are bought; a single demand is opened at once. */
export const askForShort = (rows: readonly Row[]): Promise<boolean> =>
  done(
    () => post<{ readonly ids: readonly string[] }>('/channelsale/demand/fromOrders', idsOf(rows)),
    ({ ids }) => {
      if (ids.length === 1) go(`order-demand__read__${ids[0] ?? ''}`);
      return say(orderTexts.asked, { count: ids.length });
    },
  );
