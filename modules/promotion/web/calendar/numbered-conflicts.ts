import type { ActivityCalendar, CalendarActivity } from '#promotion/model/calendar/activity-calendar.ts';
import type { Meeting } from '#promotion/model/overlaps.ts';

/** Two activities that cannot be had together, by the number that leads from their bars to the sentence. */
export interface NumberedConflict extends Omit<Meeting, 'first' | 'second'> {
  readonly number: number;
  readonly first: CalendarActivity;
  readonly second: CalendarActivity;
}

export function numberedConflicts({ activities, conflicts }: ActivityCalendar): readonly NumberedConflict[] {
  const known = new Map(activities.map((activity) => [activity.code, activity]));
  return conflicts
    .flatMap(({ first, second, ...meeting }) => {
      const [a, b] = [known.get(first), known.get(second)];
      return a === undefined || b === undefined ? [] : [{ ...meeting, first: a, second: b }];
    })
    .map((conflict, at) => ({ ...conflict, number: at + 1 }));
}

export const sentenceIdOf = (number: number): string => `activity-clash-${number}`;
export const barIdOf = (activity: Pick<CalendarActivity, 'id'>): string => `activity-bar-${activity.id}`;
