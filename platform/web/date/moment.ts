import type { Label } from '#platform/model/label.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { say } from '#platform/web/text/language.ts';

const onDay: Label = ['今天 {time}', '今天 {time}', 'today {time}'];

/** A moment as short as it can be told: 今天 11:36, 11-16 11:36, 2025-12-30 11:36. */
export function momentWords(at: string, now: string = new Date().toISOString()): string {
  const [told, today] = [instantText(at), instantText(now)];
  if (told.slice(0, 10) === today.slice(0, 10)) return say(onDay, { time: told.slice(11, 16) });
  return told.slice(told.slice(0, 4) === today.slice(0, 4) ? 5 : 0, 16);
}

/** The same where there is little room: 11:36 of today, else the day. */
export function shortMoment(at: string, now: string = new Date().toISOString()): string {
  const [told, today] = [instantText(at), instantText(now)];
  return told.slice(0, 10) === today.slice(0, 10) ? told.slice(11, 16) : told.slice(5, 10);
}
