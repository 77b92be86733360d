import { compare, grouped, over, round, scaleOf } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { language, say } from '#platform/web/text/language.ts';
import type { CalendarActivity, ShownScope } from '#promotion/model/calendar/activity-calendar.ts';
import type { Meeting } from '#promotion/model/overlaps.ts';
import { typeCards } from '#promotion/model/type-cards.ts';
import type { Span } from './calendar-days.ts';
import { calendarTexts as texts, standingTexts, winnerTexts } from './calendar-texts.ts';

/** Whom or what it is for, as a group of the calendar is called. */
export function scopeText({ names, count }: ShownScope, all: Label): string {
  if (count === 0) return say(all);
  const listed = names.join(say(texts.and));
  return count > names.length ? say(texts.more, { names: listed, n: count }) : listed;
}

/** The one figure that matters: what is spent of a budget, how often it was used, else how it stands. */
export function figureOf(activity: CalendarActivity): string {
  const { standing, budgetAmount, spent, times } = activity;
  if (standing !== 'running') return say(standingTexts[standing]);
  if (budgetAmount !== null) return spentText(spent, budgetAmount);
  return compare(times, '0') > 0 ? say(texts.used, { n: grouped(times, 0) }) : say(standingTexts.running);
}

/** Large sums in Chinese go by ten thousands, the unit once. */
function spentText(spent: string, budget: string): string {
  const isLarge = language() !== 'en-US' && compare(budget, '10000') >= 0;
  const short = (amount: string): string => {
    const figure = round(isLarge ? over(amount, '10000') : amount, 2);
    return grouped(figure, scaleOf(figure));
  };
  const total = short(budget);
  return say(texts.spent, { spent: short(spent), budget: isLarge ? say(texts.tenThousand, { n: total }) : total });
}

/** The type, and what else decides how it goes with others. */
export const tagOf = ({ type, isExclusive, isStackable }: CalendarActivity): string =>
  [
    say(typeCards[type][0]),
    ...(isExclusive ? [say(texts.exclusive)] : []),
    ...(isStackable ? [say(texts.stackable)] : []),
  ].join(' · ');

/** 11-11 ~ 11-18; with the year where it is another than that of the day beside it. */
export function daysText({ from, to }: Span, beside: string): string {
  const short = (day: string): string => (day.slice(0, 4) === beside.slice(0, 4) ? day.slice(5) : day);
  return from === to ? short(from) : `${short(from)} ~ ${short(to)}`;
}

/** Who wins where two meet, as the engine decides it. */
export function winnerText(
  { decidedBy }: Pick<Meeting, 'decidedBy'>,
  first: Pick<CalendarActivity, 'name' | 'priority' | 'isExclusive'>,
  second: Pick<CalendarActivity, 'name' | 'isExclusive'>,
): string {
  const alone = [first, second].filter(({ isExclusive }) => isExclusive);
  return [
    ...alone.slice(0, 1).map(({ name }) => say(winnerTexts.exclusive, { name })),
    say(winnerTexts[decidedBy], { first: first.name, second: second.name, a: first.priority }),
  ].join('');
}
