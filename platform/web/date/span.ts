import type { Label } from '#platform/model/label.ts';
import { say } from '#platform/web/text/language.ts';

const units = {
  day: ['{n} 天', '{n} 天', '{n} d'],
  hour: ['{n} 小时', '{n} 小時', '{n} h'],
  minute: ['{n} 分', '{n} 分', '{n} min'],
  second: ['{n} 秒', '{n} 秒', '{n} s'],
  now: ['刚刚', '剛剛', 'just now'],
} as const satisfies Readonly<Record<string, Label>>;

/** How long something took, in the two largest units that say anything: 1 小时 22 分. */
export function spanText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [units.day, Math.floor(whole / 86_400)],
    [units.hour, Math.floor(whole / 3600) % 24],
    [units.minute, Math.floor(whole / 60) % 60],
    [units.second, whole % 60],
  ] as const;
  const first = parts.findIndex(([, n]) => n > 0);
  if (first < 0) return say(units.second, { n: 0 });
  return (
    parts
      .slice(first, first + 2)
      // Nobody counts the seconds of an hour.
      .filter(([unit, n]) => n > 0 && (unit !== units.second || first > 2))
      .map(([unit, n]) => say(unit, { n }))
      .join(' ')
  );
}

const secondsSince = (since: string, now: number): number => (now - new Date(since).getTime()) / 1000;

/** Within this minute. */
export const isFresh = (since: string, now = Date.now()): boolean => secondsSince(since, now) < 60;

/** How long something has been waiting. */
export function waitingText(since: string, now = Date.now()): string {
  const seconds = secondsSince(since, now);
  return Number.isNaN(seconds) ? '' : seconds < 60 ? say(units.now) : spanText(seconds);
}
