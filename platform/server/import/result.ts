import {
  importReasons,
  type ImportError,
  type ImportReason,
  type ImportResult,
  type ImportState,
  type ImportedRow,
} from '#platform/model/import.ts';
import { textOf, type Label, type Language } from '#platform/model/label.ts';
import { notFound } from '#platform/model/refusal.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { importColumns, importIn, importOf, importShape, own, type Import } from './work.ts';

/** A row that waits, and what is wrong with it. */
export const stagedShape = { rowNo: 'integer', cells: 'json', told: 'json' } as const;
export type StagedRow = RowOf<typeof stagedShape>;

/** What is known of an import, for the person who works on it. */
export async function stateOf(call: Call, id: string): Promise<ImportState> {
  const {
    rows: {
      row: [row],
    },
  } = await call.read({
    row: statement(
      { ...importShape, rows: 'integer', wrong: 'integer', earlier: 'json?' },
      `
        select ${importColumns('i')},
          (select count(*)::integer from app.sys_import_row r where r.import_id = i.id) as rows,
          (
            select count(*)::integer
            from app.sys_import_row r
            where r.import_id = i.id and (r.errors <> '{}' or r.clashes <> '{}')
          ) as wrong,
          (
            select
              jsonb_build_object('createDate', e.create_date, 'creatorName', e.creator_name, 'successCount', e.applied)
            from app.sys_import e
            where e.noun = i.noun and e.sha256 = i.sha256 and e.applied > 0 and e.id <> i.id
            order by e.create_date desc
            limit 1
          ) as earlier
        from app.sys_import i
        where i.id = $1 and i.${own}`,
      [id],
    ),
  });
  if (row === undefined) throw notFound();
  const { rows, wrong } = row;
  const made = importIn(row);
  return {
    id,
    noun: made.noun,
    fileName: made.fileName,
    state: made.state,
    columns: made.columns,
    isUpdate: made.isUpdate,
    progress: made.progress,
    staged: rows,
    good: rows - wrong,
    wrong,
    successCount: made.applied,
    earlier: row.earlier as ImportState['earlier'],
  };
}

/** A page of rows from the one after `after` on. */
export async function rowsOf(
  call: Call,
  made: Import,
  { isWrong, after, limit }: { isWrong: boolean; after: number; limit: number },
): Promise<readonly ImportedRow[]> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      stagedShape,
      `
        select row_no, cells, errors || clashes as told
        from app.sys_import_row
        where import_id = $1 and row_no > $2${isWrong ? ` and (errors <> '{}' or clashes <> '{}')` : ''}
        order by row_no
        limit ${limit}`,
      [made.id, after],
    ),
  });
  return rows.map((row) => rowShown(row, made, call.language));
}

export function rowShown(row: StagedRow, { columns }: Pick<Import, 'columns'>, language: Language): ImportedRow {
  const errors: Record<string, string> = {};
  for (const [key, reason] of Object.entries(row.told as Record<string, ImportReason | Label>)) {
    const at = columns.findIndex((column) => column.key === key);
    const text = textOf(
      typeof reason === 'string' ? (importReasons[reason] ?? importReasons.format) : reason,
      language,
    );
    errors[at] =
      at < 0 && errors[at] !== undefined ? `${errors[at]}; ${key} ${text}` : at < 0 ? `${key} ${text}` : text;
  }
  return { row: row.rowNo, cells: row.cells as readonly string[], errors };
}

const mostErrors = 1000;

/** What the contract's call answers: counts, and where it hurts. */
export async function resultOf(call: Call, id: string): Promise<ImportResult> {
  const [state, made] = [await stateOf(call, id), await importOf(call, 'id', id)];
  const rows = await rowsOf(call, made, { isWrong: true, after: 0, limit: mostErrors });
  const errors = rows.flatMap(({ row, errors: told }) =>
    Object.entries(told).map(([at, message]): ImportError => {
      const column = Number.parseInt(at, 10);
      return {
        row,
        column: made.columns[column]?.title ?? '',
        cell: column < 0 ? '' : `${letterOf(column)}${row}`,
        message,
      };
    }),
  );
  return {
    importId: id,
    successCount: state.successCount,
    failCount: state.wrong,
    errors: errors.slice(0, mostErrors),
  };
}

/** 0 is A, 26 is AA. */
export const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
