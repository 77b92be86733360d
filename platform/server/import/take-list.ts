import { camelCase } from '#platform/model/envelope.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { ListImport } from './list-import.ts';
import type { Applied } from './apply.ts';
import { tooManyHooked } from './refusals.ts';

/** Rows that become one thing: more of them would keep its keys locked for longer than anybody waits. */
export const mostTogether = 20_000;

/** All rows of a file at once: whoever takes them takes all of them, or says which he does not. */
export async function takeList(ctx: Command, { id, fileName }: Applied, { take }: ListImport): Promise<number> {
  const rows = await ctx.rows(
    statement(
      { rowNo: 'integer', record: 'json' },
      `
        select row_no, record
        from app.sys_import_row
        where import_id = $1
        order by row_no
        limit ${mostTogether + 1}`,
      [id],
    ),
  );
  if (rows.length > mostTogether) throw tooManyHooked({ max: mostTogether });
  if (rows.length === 0) return 0;
  await take(
    ctx,
    rows.map((row) => ({
      row: row.rowNo,
      values: Object.fromEntries(
        Object.entries(row.record as Record<string, unknown>).map(([column, value]) => [camelCase(column), value]),
      ),
    })),
    fileName,
  );
  ctx.later({ text: 'delete from app.sys_import_row where import_id = $1', values: [id] });
  return rows.length;
}
