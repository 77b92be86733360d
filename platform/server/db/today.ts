import { defaultZone } from '#platform/model/zone.ts';

/** The zone where the books are kept, as SQL: `create_date at time zone ${zoneSql}`. */
export const zoneSql = `'${defaultZone}'`;

/**
 * The day it is where the books are kept, as SQL: the database's own day begins eight hours late, and a debt would be
 * overdue a day too few until the morning.
 */
export const todaySql = `(now() at time zone ${zoneSql})::date`;
