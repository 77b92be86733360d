import type { Choices } from './field.ts';

/**
 * The zone in which a tenant keeps its books, until it says another: its days begin and end there, wherever the server
 * and the reader are.
 */
export const defaultZone = 'Asia/Shanghai';

/** Zones that a tenant can choose. The database takes any that has a name. */
export const zones = {
  'Asia/Shanghai': ['北京 (UTC+8)', '北京 (UTC+8)', 'Beijing (UTC+8)'],
  'Asia/Hong_Kong': ['香港 (UTC+8)', '香港 (UTC+8)', 'Hong Kong (UTC+8)'],
  'Asia/Taipei': ['台北 (UTC+8)', '台北 (UTC+8)', 'Taipei (UTC+8)'],
  'Asia/Singapore': ['新加坡 (UTC+8)', '新加坡 (UTC+8)', 'Singapore (UTC+8)'],
  'Asia/Urumqi': ['乌鲁木齐 (UTC+6)', '烏魯木齊 (UTC+6)', 'Urumqi (UTC+6)'],
  'Asia/Tokyo': ['东京 (UTC+9)', '東京 (UTC+9)', 'Tokyo (UTC+9)'],
  'Asia/Bangkok': ['曼谷 (UTC+7)', '曼谷 (UTC+7)', 'Bangkok (UTC+7)'],
  'Asia/Kolkata': ['新德里 (UTC+5:30)', '新德里 (UTC+5:30)', 'New Delhi (UTC+5:30)'],
  'Asia/Dubai': ['迪拜 (UTC+4)', '杜拜 (UTC+4)', 'Dubai (UTC+4)'],
  'Europe/Moscow': ['莫斯科 (UTC+3)', '莫斯科 (UTC+3)', 'Moscow (UTC+3)'],
  'Europe/Berlin': ['柏林 (UTC+1)', '柏林 (UTC+1)', 'Berlin (UTC+1)'],
  'Europe/London': ['伦敦 (UTC+0)', '倫敦 (UTC+0)', 'London (UTC+0)'],
  'America/Sao_Paulo': ['圣保罗 (UTC-3)', '聖保羅 (UTC-3)', 'São Paulo (UTC-3)'],
  'America/New_York': ['纽约 (UTC-5)', '紐約 (UTC-5)', 'New York (UTC-5)'],
  'America/Chicago': ['芝加哥 (UTC-6)', '芝加哥 (UTC-6)', 'Chicago (UTC-6)'],
  'America/Los_Angeles': ['洛杉矶 (UTC-8)', '洛杉磯 (UTC-8)', 'Los Angeles (UTC-8)'],
  'Australia/Sydney': ['悉尼 (UTC+10)', '雪梨 (UTC+10)', 'Sydney (UTC+10)'],
} as const satisfies Choices;

/**
 * The instant at which the clocks of a zone show this: `instantAt('2026-03-08', '09:00:00', zone)`. An hour that its
 * summer skips is the one after it.
 */
export function instantAt(day: string, clock: string, zone: string): Date {
  const shown = Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(shown)) return new Date(Number.NaN);
  const first = shown - aheadOf(zone, shown);
  return new Date(shown - aheadOf(zone, first));
}

/** By how much the clocks of a zone are ahead of UTC, in ms. */
function aheadOf(zone: string, at: number): number {
  let clock = clocks.get(zone);
  if (clock === undefined)
    clocks.set(
      zone,
      (clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })),
    );
  const whole = Math.floor(at / 1000) * 1000;
  return Date.parse(`${clock.format(whole).replace(' ', 'T')}Z`) - whole;
}
const clocks = new Map<string, Intl.DateTimeFormat>();
