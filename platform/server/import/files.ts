import type { Entity } from '#platform/model/entity.ts';
import { importFieldsOf } from '#platform/model/import.ts';
import { textOf, type Label } from '#platform/model/label.ts';
import { notFound } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { sent, type Call } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { rowShown, stagedShape, type StagedRow } from './result.ts';
import { importBy, importIn, type Import } from './work.ts';
import type { Cell, MarkedCell, SheetColumn } from '#platform/server/sheet/cell.ts';
import { xlsxStream } from '#platform/server/sheet/xlsx.ts';

/** An empty list with the titles that an import knows; those that a record needs bear a star. */
export async function sendTemplate(call: Call, entity: Entity): Promise<typeof sent> {
  await call.read({});
  const columns = importFieldsOf(entity).map(({ label, required, field }): SheetColumn => ({
    title: `${textOf(label, call.language)}${required ? '*' : ''}`,
    kind: field?.kind === 'decimal' || field?.kind === 'integer' ? 'number' : 'text',
  }));
  async function* nothing(): AsyncGenerator<Cell[][]> {
    yield [];
  }
  return send(
    call,
    textOf(entity.label, call.language),
    ['导入模板', '匯入範本', 'import template'],
    xlsxStream(textOf(entity.label, call.language), columns, nothing()),
  );
}

const batchSize = 1000;

/**
 * The rows that are not in yet, as they were read, with what is wrong marked and said at the end of the row. It can be
 * mended and brought back.
 */
export async function sendMarked(call: Call, id: string): Promise<typeof sent> {
  const tx = call.door.transaction(call.caller, 'report');
  const stagedRows = statement(
    stagedShape,
    `
      select row_no, cells, errors || clashes as told
      from app.sys_import_row
      where import_id = $1
      order by row_no`,
    [id],
  );
  const next = async (isContinued: boolean): Promise<readonly StagedRow[]> =>
    (await tx.run([{ ...stagedRows, fetch: { portal: 'rows', rows: batchSize, isContinued } }]))[0];
  let rows: readonly StagedRow[];
  let made: Import;
  try {
    // A ticket opens one transaction: the import is asked for in the one that reads its rows.
    const [[found] = []] = await tx.run(isId(id) ? [importBy('id', id)] : []);
    if (found === undefined) throw notFound();
    made = importIn(found);
    rows = await next(false);
  } catch (error) {
    await tx.rollback();
    throw error;
  }
  async function* batches(): AsyncGenerator<(Cell | MarkedCell)[][]> {
    try {
      while (rows.length > 0) {
        yield rows.map((row) => marked(row, made, call));
        rows = rows.length < batchSize ? [] : await next(true);
      }
    } finally {
      // A ticket that was used stays used.
      await tx.commit().catch(() => undefined);
    }
  }
  const columns = [
    ...made.columns.map(({ title }): SheetColumn => ({ title, kind: 'text' })),
    { title: textOf(['错误', '錯誤', 'Errors'], call.language), kind: 'text' as const, width: 60 },
  ];
  return send(
    call,
    made.fileName.replace(/\.\w+$/, ''),
    ['错误标记', '錯誤標記', 'marked'],
    xlsxStream('Sheet1', columns, batches()),
  );
}

function marked(row: StagedRow, made: Import, call: Call): (Cell | MarkedCell)[] {
  const { cells, errors } = rowShown(row, made, call.language);
  const shown = made.columns.map((_column, at): Cell | MarkedCell => {
    const why = errors[at];
    // An empty cell needs something to be coloured.
    return why === undefined
      ? (cells[at] ?? null)
      : { marked: cells[at] === undefined || cells[at] === '' ? ' ' : cells[at] };
  });
  const told = Object.entries(errors)
    .map(([at, why]) =>
      Number.parseInt(at, 10) < 0 ? why : `${made.columns[Number.parseInt(at, 10)]?.title ?? ''}: ${why}`,
    )
    .join('; ');
  return [...shown, told];
}

async function send(
  call: Call,
  name: string,
  suffix: Label,
  stream: ReturnType<typeof xlsxStream>,
): Promise<typeof sent> {
  const file = encodeURIComponent(`${name}-${textOf(suffix, call.language)}.xlsx`);
  await call.reply
    .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename*=UTF-8''${file}`)
    .header('filename', file)
    .header('access-control-expose-headers', 'filename')
    .header('cache-control', 'no-store')
    .send(stream);
  return sent;
}
