import { say } from '#platform/web/text/language.ts';
import type { Row } from '#platform/web/value/row.ts';
import { unchosenOf } from '#promotion/model/engine/unchosen.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { promotionTexts } from './promotion-texts.ts';

/** What a saved order earned and nobody has chosen from, in a sentence; null where there is nothing of it. */
export function unchosenText(saved: Row): string | null {
  const { promoTrace } = saved as { readonly promoTrace?: PromotionRecord | null };
  if (promoTrace == null) return null;
  const { outcome, names } = promoTrace;
  const activities = [...new Set(unchosenOf(outcome).map(({ activity }) => names[activity] ?? activity))];
  return activities.length === 0 ? null : say(promotionTexts.unchosenWarning, { activities: activities.join('、') });
}
