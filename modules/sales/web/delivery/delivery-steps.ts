import type { Document } from '#platform/model/document.ts';
import { post } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { performVerb } from '#platform/web/action/verb-dialog.tsx';
import { idsOf, type Row } from '#platform/web/value/row.ts';
import { delivery } from '#sales/model/delivery.ts';
import { order } from '#sales/model/order/order.ts';
import { tellMade } from '#platform/web/standing/made.tsx';
import { release } from './delivery-dialogs.tsx';
import { deliveryTexts } from './delivery-texts.ts';

type Step = (document: Document, record: Row) => Promise<boolean>;

/** What is left of an order becomes a delivery, and that is what one goes on with: it opens. */
const pushedDown =
  (params: Readonly<Record<string, string>>): Step =>
  async (_document, record) => {
    try {
      const asked = idsOf([record]);
      const { ids } = await post<{ readonly ids: readonly string[] }>(`${order.path}/pushDown`, asked, { params });
      await tellMade(delivery, ids, { opensOne: true });
      return true;
    } catch {
      return false;
    } finally {
      void listsChanged();
    }
  };
export const pushDownAndOpen = pushedDown({});
/** What is short stays with the order. */
export const deliverRest = pushedDown({ available: '1' });

export const letOut: Step = (_document, record) => release([record]);

/** Audited, let out and carried out in one: its dialog shows what leaves, as that of a verb does. */
const shipped = {
  ...delivery,
  verbs: {
    ...delivery.verbs,
    ship: { label: deliveryTexts.ship, from: ['saved', 'audited'], to: 'closed', posts: true },
  },
} as const satisfies Document;

export const shipAtOnce: Step = (_document, record) => performVerb(shipped, 'ship', [record]);
