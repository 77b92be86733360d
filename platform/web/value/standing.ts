import { canEdit, type Document, type Standing } from '#platform/model/document.ts';
import { isChangeable, type Entity } from '#platform/model/entity.ts';
import type { Report } from '#platform/model/report.ts';
import { textAt, type Row } from './row.ts';

/** Where a document stands, read off its row: what `canDo` and `canEdit` ask for. */
export const standingOf = (row: Row): Standing => ({
  ...row,
  billStatus: textAt(row, 'billStatus'),
  cancelFlag: textAt(row, 'cancelFlag'),
});

/** Whether the form of a row of a list may change it as it stands. */
export const isEditable = (noun: Entity | Document | Report, row: Row): boolean =>
  noun.kind === 'document' ? canEdit(noun, standingOf(row)) : noun.kind === 'entity' && isChangeable(noun, row);
