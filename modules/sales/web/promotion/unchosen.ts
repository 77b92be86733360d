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
  const told = [...Map.groupBy(unchosenOf(outcome), ({ rest }) => rest !== undefined)].map(([isKept, own]) =>
    say(isKept ? promotionTexts.unchosenKept : promotionTexts.unchosenWarning, {
      activities: [...new Set(own.map(({ activity }) => names[activity] ?? activity))].join('、'),
    }),
  );
  return told.length === 0 ? null : told.join('\n');
}
