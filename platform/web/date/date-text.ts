/**
 * What a person types for a day: 2026-11-14, 2026/1/5, 20261114, 11-14, 1114 or 14 (of this month). Null when it is
 * none.
 */
export function typedDate(text: string, today: string): string | null {
  const [year = '', month = ''] = today.split('-');
  const parts = text
    .normalize('NFKC')
    .trim()
    .replace(/[年月./\s]+/g, '-')
    .replace(/[日-]+$/, '')
    .split('-');
  const [one = '', two, three] = parts;
  if (parts.length === 3) return day(one.length === 2 ? `20${one}` : one, two ?? '', three ?? '');
  if (parts.length === 2) return day(year, one, two ?? '');
  if (/^\d{8}$/.test(one)) return day(one.slice(0, 4), one.slice(4, 6), one.slice(6));
  if (/^\d{4}$/.test(one)) return day(year, one.slice(0, 2), one.slice(2));
  return /^\d{1,2}$/.test(one) ? day(year, month, one) : null;
}

function day(year: string, month: string, date: string): string | null {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(date)) return null;
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const found = new Date(`${text}T00:00:00Z`);
  // The 31st of April would become the 1st of May.
  return Number.isNaN(found.getTime()) || found.toISOString().slice(0, 10) !== text ? null : text;
}
