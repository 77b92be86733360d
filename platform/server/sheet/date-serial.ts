/** Formats that show a date, by the numbers every spreadsheet knows and by what the others are made of. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)) return true;
  return (
    code !== undefined &&
    /[ymdhs年月日]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')) &&
    !/general/i.test(code)
  );
}

const day = 86_400_000;

/** Days since the end of 1899, as a date with a time where there is one. The 29 February 1900 never was. */
export function dateOf(serial: string, is1904: boolean): string {
  const days = Number(serial); // not money
  if (Number.isNaN(days) || days < 0 || days > 2_958_466) return serial;
  const start = is1904 ? Date.UTC(1904, 0, 1) : days < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30);
  const text = new Date(Math.round((start + days * day) / 1000) * 1000).toISOString();
  return days % 1 === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** A sheet holds binary floats and shows fifteen digits of them: 0.30000000000000004 is the 0.3 that a person typed. */
export function numberText(text: string): string {
  if (/^-?\d{1,11}(\.\d{1,4})?$/.test(text)) return text;
  const value = Number(text); // not money
  if (!Number.isFinite(value)) return text;
  const [digits = '0', power = '0'] = value.toExponential(14).split('e');
  return plain(digits, Number.parseInt(power, 10));
}

/** 1.25e3 is 1250: no exponent reaches a price. */
function plain(digits: string, power: number): string {
  if (Math.abs(power) > 30) return `${digits}e${power}`;
  const sign = digits.startsWith('-') ? '-' : '';
  const bare = digits.replaceAll(/[-.]/g, '').replace(/0+$/, '') || '0';
  if (bare === '0') return '0';
  const point = power + 1;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${bare}`;
  return bare.length <= point ? sign + bare.padEnd(point, '0') : `${sign}${bare.slice(0, point)}.${bare.slice(point)}`;
}
