/**
 * The day it is where the books are kept, as SQL: the database's own day begins eight hours late, and a debt would be
 * overdue a day too few until the morning.
 */
export const todaySql = `(now() at time zone 'Asia/Shanghai')::date`;
