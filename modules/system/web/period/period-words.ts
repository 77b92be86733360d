import { say } from '#platform/web/text/language.ts';
import { periodTexts } from './period-texts.ts';

/** 2026-10 is read as 2026 年 10 月. */
export function monthText(period: string): string {
  const [year = '', month = ''] = period.split('-');
  return say(periodTexts.monthOf, { year, month: String(Number.parseInt(month, 10)) });
}
export function shortMonth(period: string): string {
  const [year = '', month = ''] = period.split('-');
  return say(periodTexts.shortMonth, { year, month: String(Number.parseInt(month, 10)) });
}

/** 18240 is read as 18,240.00. */
export function moneyText(amount: string): string {
  const [whole = '0', part = ''] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part.padEnd(2, '0').slice(0, 2)}`;
}
