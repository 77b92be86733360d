import { fileTypes } from '#platform/model/file.ts';
import { textOf, type Language } from '#platform/model/label.ts';
import type { Noun } from '#platform/model/module.ts';
import { notConfirmed, notFound } from '#platform/model/refusal.ts';
import { statement, type Statement } from '#platform/server/db/statement.ts';
import type { Transaction } from '#platform/server/db/door.ts';
import type { RawRows } from '#platform/server/db/raw.ts';
import { askedOf, type Asked } from '#platform/server/list/filter.ts';
import { sent, type Call, type Route } from '#platform/server/http/route.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import { columnsFor, factsFor, type FileFacts } from './columns.ts';
import { nounExporter, type Exporter } from './plan.ts';
import { cellBatches, logStatement, portalOn, sheetStream, type Format, type LoggedRequest } from './rows.ts';

/** Rows per round trip: other requests of this process wait no longer than one of these takes. */
const pieceRows = 500;

/** Taking more than this out of the house asks for password or code again, and is made where nobody waits for it. */
export const freeRows = 50_000;

/**
 * Export by browser navigation (GET with a ticket) and by POST; both hold every row of the search, not only the page.
 */
export function exportRoutes(noun: Noun, aliases: readonly string[] = []): readonly Route[] {
  const exporter = nounExporter(noun);
  return exporterRoutes(exporter, { path: `${noun.path}/export`, aliases });
}

export function exporterRoutes(
  exporter: Exporter,
  { path, aliases = [] }: { readonly path: string; readonly aliases?: readonly string[] },
): readonly Route[] {
  const common = {
    permission: exporter.permissions,
    effect: 'none' as const,
    takesOut: true as const,
    summary: `${exporter.title[2]}: export (format xlsx or csv; columns, comma-joined, in their order)`,
    handle: (call: Call) => exportAll(exporter, call),
  };
  return [
    { method: 'GET', path, ticket: 'download', ...common },
    ...[path, ...aliases].map((each) => ({ method: 'POST' as const, path: each, ...common })),
  ];
}

/** How far the own export of a long list is; `fileId` once it is made. */
export const exportStateRoute: Route = {
  method: 'GET',
  path: '/sys/export/state',
  permission: 'session',
  effect: 'none',
  summary: 'How far one of the own exports is (?id=)',
  async handle(call) {
    const id = call.query['id'] ?? '';
    const {
      rows: { exports: [found] = [] },
    } = await call.read(
      isId(id)
        ? {
            exports: statement(
              {
                id: 'uuid',
                noun: 'text',
                state: 'text',
                rowCount: 'integer?',
                total: 'integer?',
                fileId: 'uuid?',
                error: 'text?',
              },
              'select * from sec.my_export($1)',
              [id],
            ),
          }
        : {},
    );
    if (found === undefined) throw notFound();
    return found;
  },
};

/**
 * A portal on the report lane feeds the file; the operation log keeps who took what, with the filter. A long list is
 * asked for and made elsewhere.
 */
async function exportAll(exporter: Exporter, call: Call): Promise<unknown> {
  const asked = askedOf(call);
  const format: Format = asked['format'] === 'csv' ? 'csv' : 'xlsx';
  const tx = call.door.transaction(call.caller, 'report');
  const portal = portalOn(tx, exporter.rows(asked), pieceRows);
  const request = requestOf(call, exporter.name);
  let first: RawRows;
  let facts: FileFacts;
  try {
    // The first piece is read before the answer starts: a missing permission is still an envelope, not a broken file.
    ({ rows: first, facts } = await portal.first(factsFor(exporter.columns)));
    if (first.count === pieceRows) {
      const [[size]] = await tx.run([sizeOf(exporter.rows(asked))]);
      if (size?.isLong === true) {
        if (size.isConfirmed !== true) throw notConfirmed();
        return await askForLater(tx, exporter, { asked, format, request, language: call.language });
      }
    }
  } catch (error) {
    await tx.rollback();
    throw error;
  }
  const columns = columnsFor(exporter.columns, facts, { language: call.language, keys: keysIn(asked) });
  const log = logged(tx, request, call);
  async function* batches(): ReturnType<typeof cellBatches> {
    try {
      yield* cellBatches(first, portal, columns, log.count);
    } finally {
      await log.finish();
    }
  }
  const title = textOf(exporter.title, call.language);
  const stream = sheetStream(format, title, columns, batches());
  stream.once('close', () => {
    void log.finish();
  });
  await sendSheet(call, stream, { title, format });
  return sent;
}

async function askForLater(
  tx: Transaction,
  exporter: Exporter,
  {
    asked,
    format,
    request,
    language,
  }: { readonly asked: Asked; readonly format: Format; readonly request: LoggedRequest; readonly language: Language },
): Promise<{ exportId: string }> {
  const id = newId();
  tx.queue(
    statement({ askExport: 'nothing' }, 'select sec.ask_export($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb)', [
      id,
      exporter.name,
      exporter.permissions[0],
      format,
      language,
      storable(searchIn(asked)),
      storable(request),
    ]),
  );
  await tx.commit();
  return { exportId: id };
}

/**
 * However an export ends, it is logged once: read to the end, broken off, or never started because the browser had
 * gone.
 */
function logged(
  tx: Transaction,
  request: LoggedRequest,
  { reply }: Call,
): { readonly count: (rows: number) => void; readonly finish: () => Promise<void> } {
  let count = 0;
  let isDone = false;
  return {
    count: (rows) => {
      count += rows;
    },
    finish: async () => {
      if (isDone) return;
      isDone = true;
      tx.queue(logStatement(request, count));
      // A ticket that was used stays used: rolling back would make it good again.
      await tx.commit().catch((error: unknown) => {
        reply.log.error({ err: error }, 'export could not be logged');
      });
    },
  };
}

async function sendSheet(
  { reply }: Call,
  stream: ReturnType<typeof sheetStream>,
  { title, format }: { readonly title: string; readonly format: Format },
): Promise<void> {
  const file = encodeURIComponent(`${title}.${format}`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  await reply
    .header('content-type', format === 'csv' ? 'text/csv; charset=utf-8' : fileTypes.xlsx.mime)
    .header('content-disposition', `attachment; filename*=UTF-8''${file}`)
    .header('filename', file)
    .header('access-control-expose-headers', 'filename')
    .header('cache-control', 'private, no-store')
    .send(stream);
}

const sizeOf = ({ text, values }: Statement) =>
  statement(
    { isLong: 'boolean', isConfirmed: 'boolean?' },
    `
      select count(*) > ${freeRows} as is_long, (select sec.is_confirmed()) as is_confirmed
      from (select 1 from (${text}) x limit ${freeRows + 1}) y`,
    values,
  );

/** columns=code,name: as the person arranged them. */
export function keysIn({ columns }: Asked): readonly string[] | null {
  const keys = Array.isArray(columns)
    ? columns.filter((key) => typeof key === 'string')
    : typeof columns === 'string'
      ? columns.split(',')
      : [];
  return keys.length === 0 ? null : keys;
}

/** What a search is, without what lets in and what says how to answer. */
const searchIn = ({ _t, token, page: _page, limit: _limit, after: _after, ...search }: Asked): Asked => search;

function requestOf({ query, body, route, ip, agent, correlationId }: Call, noun: string): LoggedRequest {
  const { _t, token, ...filter } = query;
  return {
    noun,
    filter: filterText(route.method === 'POST' ? (body ?? {}) : filter),
    path: route.path,
    method: route.method,
    ip,
    agent,
    correlationId,
  };
}

/** The log takes any filter: a NUL, half a character or a megabyte in it must not let an export leave unlogged. */
function filterText(filter: unknown): string {
  const text = storable({ filter });
  return text.length <= 4000 ? text : JSON.stringify({ cut: text.slice(0, 4000).toWellFormed() });
}

const storable = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\u0000', '') : part,
  );
