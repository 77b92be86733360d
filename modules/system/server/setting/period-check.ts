import type { Document } from '#platform/model/document.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { textOf, type Label, type Language } from '#platform/model/label.ts';
import type { Ledger } from '#platform/model/ledger.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { isId } from '#platform/server/db/id.ts';
import { statement, type RowsOf, type TypedStatement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { todaySql } from '#platform/server/db/today.ts';
import type { Call } from '#platform/server/http/route.ts';
import type { BookCheck } from '#platform/server/ledger/book-check.ts';
import { checksOf, type ClosedDays } from '#platform/server/ledger/month-end.ts';
import type { House } from '#platform/server/module/server-module.ts';
import type { BookFinding, CheckLine, Checklist } from '#system/model/period.ts';

/** What a period is asked about: documents that count in it, those that do not, and what the books must agree on. */
export interface Books {
  readonly ledgers: readonly Ledger[];
  readonly accounted: readonly Document[];
  /** Documents that post and count in no period: left unaudited they are worth a look. */
  readonly others: readonly Document[];
  readonly checks: readonly OfBook[];
}

interface OfBook extends BookCheck {
  /** The ledger that it looks at; absent where several must agree. */
  readonly ledger?: Ledger;
}

export function booksOf({ models, modules }: Pick<House, 'models' | 'modules'>): Books {
  const documents = models.flatMap((model) => model.documents);
  const ledgers = models.flatMap((model) => model.ledgers);
  return {
    ledgers,
    accounted: documents.filter(({ isAccounted }) => isAccounted === true),
    others: documents.filter(
      (document) =>
        document.isAccounted !== true && 'organizeCode' in document.head && waitingStates(document).length > 0,
    ),
    checks: [
      ...ledgers.flatMap((ledger) => checksOf(ledger).map((check) => ({ ...check, ledger }))),
      ...modules.flatMap(({ checks = [] }) => checks),
    ],
  };
}

/** Periods of one organisation, or of the tenant as a whole. */
export const sameBooks = (place: string): string => `organize_code is not distinct from ${place}::text`;

/** The first period of the same books that ended before these days and is not closed. */
export const earlierOpen = ({ organizeCode, startDate }: ClosedDays, closing: readonly string[]) =>
  statement(
    { id: 'uuid', year: 'integer', month: 'integer' },
    `
      select id, year, month
      from app.sys_accountperiod
      where ${sameBooks('$1')} and end_date < $2::date and status <> '2' and id <> all($3::uuid[])
      order by start_date
      limit 1`,
    [organizeCode, startDate, closing],
  );

export const nameOf = ({ year, month }: { readonly year: number; readonly month: number }): string =>
  `${year}-${String(month).padStart(2, '0')}`;

/** States in which a document still waits to be audited, by a person or by the end of its approval. */
const waitingStates = ({ verbs }: Document): readonly string[] => [
  ...new Set(
    Object.values(verbs)
      .filter(({ sets, posts }) => sets === 'audited' && posts === true)
      .flatMap(({ from, engineFrom = [] }) => [...from, ...engineFrom]),
  ),
];

/** Those in which it was audited and still is: neither waiting nor on its way to wait. */
const postedStates = (document: Document): readonly string[] => {
  const waiting = waitingStates(document);
  const drafts = Object.values(document.verbs)
    .filter(({ sets, posts }) => posts !== true && sets !== undefined && waiting.includes(sets))
    .flatMap(({ from }) => from);
  return Object.keys(document.states).filter((state) => !waiting.includes(state) && !drafts.includes(state));
};

export const waitingIn = (document: Document, days: ClosedDays) => documentsIn(document, waitingStates(document), days);
export const postedIn = (document: Document, days: ClosedDays) => documentsIn(document, postedStates(document), days);

/** The column that says what a document is worth; movements of goods have none. */
const amountIn = ({ head }: Document): string => {
  const key = ['payableAmount', 'totalAmount', 'amount'].find(
    (each) => head[each]?.kind === 'decimal' && head[each].virtual !== true,
  );
  return key === undefined ? 'null::numeric' : snakeCase(key);
};

const most = 100;
const documentsIn = (document: Document, states: readonly string[], { organizeCode, startDate, endDate }: ClosedDays) =>
  statement(
    {
      id: 'uuid',
      code: 'text',
      billDate: 'text',
      billStatus: 'text',
      creatorName: 'text',
      amount: 'decimal?',
      amounts: 'decimal?',
      total: 'integer',
    },
    `
      select id, code, bill_date::text, bill_status, creator_name, ${amountIn(document)} as amount,
        sum(${amountIn(document)}) over () as amounts, (count(*) over ())::integer as total
      from app.${tableOf(document)}
      where bill_status = any($1::text[])
        and cancel_flag = '0'
        and deleted_flag = '0'
        and bill_date between $2::date and $3::date
        and ($4::text is null or organize_code = $4)
      order by bill_date, code
      limit ${most}`,
    [states.map((state) => document.states[state]?.code), startDate, endDate, organizeCode],
  );

/** Where the books do not agree, in the order in which they are asked. */
export async function findingsIn(
  checks: readonly BookCheck[],
  ask: (statements: readonly TypedStatement<{ place: string; detail: string }>[]) => Promise<readonly Places[]>,
  language: Language,
): Promise<readonly BookFinding[]> {
  const found = await ask(checks.map((check) => check.statement));
  return checks.flatMap(({ label }, i) =>
    (found[i] ?? []).map(({ place, detail }) => ({ rule: textOf(label, language), place, detail })),
  );
}
type Places = readonly { readonly place: string; readonly detail: string }[];

/** GET /sys/accountperiod/checklist?id=: everything that must be done before the period can be closed. */
export async function checklistOf(books: Books, call: Call): Promise<Checklist> {
  const id = call.query['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    rows: {
      found: [found],
    },
  } = await call.read({ found: periodRead(id) });
  if (found === undefined) throw notFound();
  const { year, month, isOver, ...period } = found;
  const { earlier } = (await call.read({ earlier: earlierOpen(period, [id]) })).rows;
  // Until it is closed nothing else is worth looking at.
  const [first] = earlier;
  const lines: CheckLine[] =
    first === undefined
      ? [
          { kind: 'earlier', state: 'ok', count: 0 },
          { kind: 'over', state: isOver ? 'ok' : 'look', count: 0 },
          ...(await documentLines(books, call, period)),
          ...(await bookLines(books, call)),
        ]
      : [{ kind: 'earlier', state: 'todo', count: 1, earlier: { id: first.id, period: nameOf(first) } }];
  return { ...period, period: nameOf({ year, month }), lines };
}

const periodRead = (id: string) =>
  statement(
    {
      id: 'uuid',
      year: 'integer',
      month: 'integer',
      startDate: 'text',
      endDate: 'text',
      status: 'text',
      organizeCode: 'text?',
      organizeName: 'text?',
      isOver: 'boolean',
    },
    `
      select p.id, p.year, p.month, p.start_date::text, p.end_date::text, p.status, p.organize_code,
        o.name as organize_name, p.end_date < ${todaySql} as is_over
      from app.sys_accountperiod p
      left join app.sys_organization o on o.code = p.organize_code
      where p.id = $1`,
    [id],
  );

async function documentLines({ accounted, others }: Books, call: Call, days: ClosedDays): Promise<CheckLine[]> {
  const asked = [...accounted, ...others];
  const [held, ...found] = await call.each([
    statement({ permission: 'text' }, 'select p as permission from sec.my_permissions() p where p = any($1)', [
      asked.map((document) => permissionOf(document, 'view')),
    ]),
    ...asked.map((document) => waitingIn(document, days)),
  ] as const);
  const readable = new Set((held as readonly { permission: string }[]).map(({ permission }) => permission));
  const lines = asked.map((document, i): CheckLine => {
    const rows: Waiting = found[i] ?? [];
    const isFree = document.isAccounted !== true;
    // Whoever closes the books and may not open a document is not told what it is worth.
    const canRead = readable.has(permissionOf(document, 'view'));
    const { amounts } = rows[0] ?? { amounts: null };
    return {
      kind: 'documents',
      state: rows.length === 0 ? 'ok' : isFree ? 'look' : 'todo',
      count: rows[0]?.total ?? 0,
      noun: document.name,
      name: textOf(document.label, call.language),
      canRead,
      ...(canRead && amounts !== null ? { amount: amounts } : {}),
      documents: rows.map(({ total: _, amounts: __, amount, billStatus, ...row }) => ({
        ...row,
        ...(canRead && amount !== null ? { amount } : {}),
        status: textOf(stateLabel(document, billStatus), call.language),
      })),
    };
  });
  const [counted, free] = [lines.slice(0, accounted.length), lines.slice(accounted.length)];
  // What counts in no period is worth a line each only where something waits.
  const waiting = free.filter(({ state }) => state !== 'ok');
  const rest: readonly CheckLine[] = [{ kind: 'documents', state: 'ok', count: 0 }];
  return [...counted, ...(waiting.length > 0 ? waiting : rest)];
}
type Waiting = RowsOf<{ readonly rows: ReturnType<typeof waitingIn> }>['rows'];

const stateLabel = (document: Document, code: string): Label =>
  Object.values(document.states).find((state) => state.code === code)?.label ?? [code, code, code];

/** A line for each ledger, and one for what documents and ledgers must agree on. */
async function bookLines({ checks }: Books, call: Call): Promise<CheckLine[]> {
  const found = await call.each(checks.map((check) => check.statement));
  const findings = checks.map(({ label }, i) =>
    (found[i] ?? []).map(({ place, detail }): BookFinding => ({ rule: textOf(label, call.language), place, detail })),
  );
  return [...Map.groupBy(checks.keys(), (i) => checks[i]?.ledger)].map(([ledger, places]): CheckLine => {
    const own = places.flatMap((i) => findings[i] ?? []);
    return {
      kind: 'books',
      state: own.length === 0 ? 'ok' : 'todo',
      count: own.length,
      findings: own,
      ...(ledger === undefined ? {} : { book: ledger.name, name: textOf(ledger.label, call.language) }),
    };
  });
}
