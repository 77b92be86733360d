import type { Standing } from '#platform/model/document.ts';
import { textAt, type Row } from './row.ts';

/** Where a document stands, read off its row: what `canDo` and `canEdit` ask for. */
export const standingOf = (row: Row): Standing => ({
  ...row,
  billStatus: textAt(row, 'billStatus'),
  cancelFlag: textAt(row, 'cancelFlag'),
});
