import type { CalendarActivity } from './activity-calendar.ts';
import type { Meeting } from '#promotion/model/overlaps.ts';

/** The code that an activity goes by in its meetings before it has one. */
export const unsavedCode = '';

/** What an activity that is being written would come across. */
export interface DraftMeetings {
  readonly activities: readonly CalendarActivity[];
  /** Conflicts first. */
  readonly meetings: readonly Meeting[];
  readonly isCut: boolean;
}
