import { z } from 'zod';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, reasons, Refusal } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { refReads, type Draft } from '#platform/server/document/draft.ts';
import { codeOf, factsOf, finish, insertBill } from '#platform/server/document/save.ts';
import { performForWorkflow } from '#platform/server/document/verb.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/db/id.ts';
import type { ListImport, ListRow } from '#platform/server/import/list-import.ts';
import { RowsRefused } from '#platform/server/import/apply-hooked.ts';
import { opening } from '#funds/model/opening.ts';
import { openingKinds, openingListOf, type OpeningKind, type OpeningState } from '#funds/model/opening-kind.ts';
import {
  alreadyOpened,
  cutOverIn,
  cutOverRead,
  noCutOver,
  openingService,
  refuseLocked,
  type CutOver,
} from './opening.ts';

const hooks = openingService.document;
const may = (action: string): string => permissionOf(opening, action);

/** Files of opening balances: each becomes an audited document, and takes back the one that came before it. */
export const openingImports: readonly ListImport[] = openingKinds.map((kind): ListImport => ({
  list: openingListOf(opening, kind),
  permission: may('import'),
  makes: opening.name,
  reads: { state: cutOverRead(false) },
  admit: ({ state = [] }) => {
    admitted(state as readonly CutOver[]);
  },
  take: (ctx, rows, fileName) => takeFile(ctx, kind, rows, fileName),
}));

function admitted(state: readonly CutOver[]): string {
  refuseLocked(state);
  const day = cutOverIn(state);
  if (day === null) throw noCutOver();
  return day;
}

async function takeFile(ctx: Command, kind: OpeningKind, rows: readonly ListRow[], fileName: string): Promise<void> {
  // Held until the file is in: a lock that comes meanwhile waits, and two files of a kind do not both replace the same
  // one.
  const { state, earlier } = await ctx.all({
    state: cutOverRead(true),
    earlier: statement(
      { id: 'uuid' },
      `
        select id
        from app.sale_opening
        where kind = $1 and file_name is not null and bill_status = $2 and deleted_flag = '0'
        order by id
        for update`,
      [kind, opening.states.audited.code],
    ),
  });
  const billDate = admitted(state);
  const empty = Object.fromEntries(Object.keys(opening.lines).map((key) => [key, null]));
  const draft: Draft = {
    kind,
    fileName,
    remark: null,
    billDate,
    lines: rows.map(({ values }, i) => ({ ...empty, ...values, id: newId(), lineNo: i + 1 })),
  };
  const status = codeOf(opening, opening.initial);
  const refs = refReads(opening, draft);
  const final = await factsOf(ctx, hooks, draft, refs, { cutOver: state })
    .then((facts) => finish(opening, hooks, ctx, draft, facts, null, status))
    .catch((error: unknown) => {
      throw byRow(error, rows);
    });
  for (const { id } of earlier) {
    await performForWorkflow(ctx, { document: opening, hooks, verb: 'unaudit', id, message: fileName });
    await performForWorkflow(ctx, { document: opening, hooks, verb: 'cancel', id, message: fileName });
  }
  const id = newId();
  insertBill(opening, ctx, { id, status, draft: final }, { operation: 'import', message: fileName });
  await performForWorkflow(ctx, { document: opening, hooks, verb: 'audit', id });
}

/** What the document has against its lines is said of the rows they came from. */
function byRow(error: unknown, rows: readonly ListRow[]): unknown {
  if (!(error instanceof Refusal)) return error;
  const told = new Map<number, Record<string, Label>>();
  for (const { path, reason } of error.places) {
    const [, line = '', key = ''] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const row = rows[Number.parseInt(line, 10)]?.row;
    if (row !== undefined) told.set(row, { ...told.get(row), [key]: reason });
  }
  return told.size === 0 ? error : new RowsRefused(told);
}

const dateBody = z.object({ cutOverDate: z.iso.date() });

export const openingRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: opening.path,
    permission: [may('page')],
    effect: 'none',
    summary: 'Opening balances: the cut-over day, its lock, and what every kind holds',
    handle: readState,
  },
  {
    method: 'PUT',
    path: `${opening.path}/date`,
    permission: [may('import')],
    effect: 'command',
    body: dateBody,
    summary: 'Opening balances: set the cut-over day, while nothing is posted on it',
    handle: setDate,
  },
  {
    method: 'PUT',
    path: `${opening.path}/lock`,
    permission: [may('lock')],
    effect: 'command',
    stepUp: true,
    summary: 'Opening balances: lock them for good; documents dated before the cut-over day are refused from now on',
    handle: lock,
  },
];

async function readState(call: Call): Promise<OpeningState> {
  const {
    rows: { state, kinds },
  } = await call.read({
    state: cutOverRead(false),
    kinds: statement(
      {
        kind: 'text',
        documents: 'integer',
        fileName: 'text?',
        rowCount: 'integer',
        totalNumber: 'decimal',
        totalAmount: 'decimal',
        creatorName: 'text?',
        createDate: 'instant?',
      },
      `
        select kind, count(*)::integer as documents, (array_agg(file_name order by audit_date desc))[1] as file_name,
          coalesce(sum(row_count), 0)::integer as row_count, coalesce(sum(total_number), 0) as total_number,
          coalesce(sum(total_amount), 0) as total_amount,
          (array_agg(audit_person_name order by audit_date desc))[1] as creator_name, max(audit_date) as create_date
        from app.sale_opening
        where bill_status = $1 and deleted_flag = '0'
        group by kind`,
      [opening.states.audited.code],
    ),
  });
  const nothing = {
    documents: 0,
    fileName: null,
    rowCount: 0,
    totalNumber: '0',
    totalAmount: '0',
    creatorName: null,
    createDate: null,
  };
  return {
    cutOverDate: cutOverIn(state),
    lockDate: state[0]?.lockDate ?? null,
    lockerName: state[0]?.lockerName ?? null,
    kinds: openingKinds.map((kind) => ({ ...(kinds.find((row) => row.kind === kind) ?? nothing), kind })),
  };
}

async function setDate(call: Call): Promise<null> {
  const read = dateBody.safeParse(call.body);
  // Who is not let in hears that, and not what is wrong with the body.
  if (!read.success)
    throw await call
      .read({})
      .then(() =>
        invalidAt([{ path: 'cutOverDate', field: ['期初日期', '期初日期', 'Cut-over day'], reason: reasons.format }]),
      );
  const { cutOverDate } = read.data;
  return command(
    call,
    async (ctx, { state, posted }) => {
      refuseLocked(state);
      const before = cutOverIn(state);
      if (posted[0] !== undefined && before !== cutOverDate) throw alreadyOpened({ code: posted[0].code });
      ctx.later({ text: 'update app.sys_cutover set cut_over_date = $1', values: [cutOverDate] });
      ctx.later({
        text: `update app.sale_opening set bill_date = $1 where bill_status = $2 and deleted_flag = '0'`,
        values: [cutOverDate, opening.states.saved.code],
      });
      ctx.log({
        noun: opening.name,
        recordId: newId(),
        recordCode: cutOverDate,
        operation: 'update',
        changes: { cutOverDate: [before, cutOverDate] },
      });
      return null;
    },
    {
      reads: {
        firstDay: {
          text: 'insert into app.sys_cutover (cut_over_date) values ($1) on conflict do nothing',
          values: [cutOverDate],
        },
        state: cutOverRead(true),
        posted: statement(
          { code: 'text' },
          `
            select code
            from app.sale_opening
            where bill_status = $1 and deleted_flag = '0'
            order by code
            limit 1`,
          [opening.states.audited.code],
        ),
      },
    },
  );
}

function lock(call: Call): Promise<null> {
  return command(
    call,
    async (ctx, { state }) => {
      const cutOverDate = admitted(state);
      ctx.later({
        text: 'update app.sys_cutover set lock_date = now(), locker_name = $1',
        values: [ctx.identity.realName],
      });
      ctx.log({ noun: opening.name, recordId: newId(), recordCode: cutOverDate, operation: 'lock' });
      return null;
    },
    { reads: { state: cutOverRead(true) } },
  );
}
