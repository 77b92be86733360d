import { snakeCase } from '#platform/model/envelope.ts';
import { dimensionOf, type DimensionKey } from '#report/model/dimension.ts';

/** What a row `s` is of a dimension. Days of the span before are moved to the days that they are compared with. */
export function dimensionSql(key: DimensionKey, moved: string): string {
  if (key === 'day') return `to_char((s.day + ${moved})::date, 'YYYY-MM-DD')`;
  if (key === 'month') return `to_char((s.day + ${moved})::date, 'YYYY-MM')`;
  return `s."${snakeCase(key)}"`;
}

/** The name of the value that `code` holds; values that are words of the program are named where they are shown. */
export function nameSql(key: DimensionKey, code: string): string {
  if (key === 'province') return `(select n.name from app.sys_area n where n.code = ${code} limit 1)`;
  const { noun, named } = dimensionOf(key);
  if (noun === undefined) return code;
  const own = named === undefined ? 'n.' : `n.${named}_`;
  return `(select ${own}name from app.${noun.replace(':', '_')} n where ${own}code = ${code} limit 1)`;
}
