import { snakeCase } from '#platform/model/envelope.ts';
import { dimensionOf, type DimensionKey } from '#report/model/dimension.ts';

/** What a row `s` is of a dimension. Days of the span before are moved to the days that they are compared with. */
export function dimensionSql(key: DimensionKey, moved: string): string {
  if (key === 'day') return `to_char((s.day + ${moved})::date, 'YYYY-MM-DD')`;
  if (key === 'month') return `to_char((s.day + ${moved})::date, 'YYYY-MM')`;
  return `s."${snakeCase(key)}"`;
}

/** Where the name of a value is kept. */
const tables: Readonly<Record<string, string>> = {
  'data:customer': 'data_customer',
  'data:customerclass': 'data_customerclass',
  'data:customerlevel': 'data_customerlevel',
  'data:channel': 'data_channel',
  'data:brand': 'data_brand',
  'data:materialclass': 'data_materialclass',
  'data:material': 'data_material',
  'data:personnel': 'data_personnel',
  'data:dept': 'data_dept',
  'sys:organization': 'sys_organization',
  'data:storage': 'data_depot',
  'data:supplier': 'data_supplier',
  'promotion:activity': 'promotion_activity',
  'data:costsubject': 'data_costsubject',
  'data:budgetaccount': 'data_budgetaccount',
  'data:logistics': 'data_logistics',
};

/** The name of the value that `code` holds; values that are words of the program are named where they are shown. */
export function nameSql(key: DimensionKey, code: string): string {
  if (key === 'province') return `(select n.name from app.sys_area n where n.code = ${code} limit 1)`;
  const table = tables[dimensionOf(key).noun ?? ''];
  return table === undefined ? code : `(select n.name from app.${table} n where n.code = ${code} limit 1)`;
}
