import type { BillStanding, Holder } from '#platform/model/life.ts';
import { momentWords } from '#platform/web/date/moment.ts';
import { isFresh, waitingText } from '#platform/web/date/span.ts';
import { say } from '#platform/web/text/language.ts';
import { standingTexts } from './standing-texts.ts';

export const holderNames = ({ names, count }: Holder): string =>
  count > names.length || names.length > 2
    ? say(standingTexts.several, { names: names.slice(0, 2).join(say(standingTexts.comma)), count })
    : names.join(say(standingTexts.comma));

/** Whose turn it is; '' where it is nobody's. */
export function heldWords(holder: Holder | null): string {
  if (holder?.isMine === true) return say(standingTexts.mine);
  return holder === null || holder.count === 0 ? '' : say(standingTexts.with, { names: holderNames(holder) });
}

/** Since when, by what, and how long that is; within this minute there is no length to tell. */
export function sinceWords({ at, by, did }: NonNullable<BillStanding['since']>): string {
  const [when, long] = [momentWords(at), waitingText(at)];
  if (by === null || did === null)
    return say(isFresh(at) ? standingTexts.justNow : standingTexts.since, { when, long });
  return say(isFresh(at) ? standingTexts.lately : standingTexts.sinceBy, { when, long, who: by, did });
}
