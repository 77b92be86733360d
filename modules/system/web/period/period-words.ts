import { say } from '#platform/web/text/language.ts';
import { monthNames, periodTexts } from './period-texts.ts';

/** 2026-10 is read as 2026 年 10 月, or Oct 2026. */
export function monthText(period: string): string {
  const [year = ''] = period.split('-');
  return say(periodTexts.monthOf, { year, month: shortMonth(period) });
}

export function shortMonth(period: string): string {
  const [, month = '1'] = period.split('-');
  return say(monthNames[Number.parseInt(month, 10) - 1] ?? [month, month, month]);
}

/** 18240 is read as 18,240.00. */
export function moneyText(amount: string): string {
  const [whole = '0', part = ''] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part.padEnd(2, '0').slice(0, 2)}`;
}
