import { z } from 'zod';
import { classesIn, type Entity } from '#platform/model/entity.ts';
import { importFieldsOf, type ImportedColumn } from '#platform/model/import.ts';
import type { Module } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, Refusal } from '#platform/model/refusal.ts';
import type { Statement } from '#platform/server/db/statement.ts';
import { receive } from '#platform/server/file/receive.ts';
import type { FileStores } from '#platform/server/file/store.ts';
import { readingOf, type Call, type Route } from '#platform/server/http/route.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import type { EntityHooks } from '#platform/server/entity/serve.ts';
import type { ListImport } from './list-import.ts';
import { sendMarked, sendTemplate } from './files.ts';
import { hasErrors } from './refusals.ts';
import { resultOf, rowsOf, stateOf } from './result.ts';
import { chooseColumns, mendRows, readHead, stageRows } from './stage.ts';
import { applyImport } from './take.ts';
import { discard, importOf, openHead, type Import, type Workshop } from './work.ts';

interface Setting {
  readonly models: readonly Module[];
  readonly hooksOf: (noun: string) => EntityHooks;
  readonly stores: FileStores;
  readonly lists?: readonly ListImport[];
}

/**
 * Files that become records: one call that does it all, and the steps in which a person checks columns, mends cells and
 * decides.
 */
export function importRoutes({ models, hooksOf, stores, lists = [] }: Setting): readonly Route[] {
  const nouns = models.flatMap(({ entities }) => entities).filter(({ calls }) => calls.includes('import'));
  const shops = new Map([
    ...nouns.map((entity): [string, Workshop] => [entity.name, { entity, hooks: hooksOf(entity.name), stores }]),
    ...lists.map((list): [string, Workshop] => [list.list.name, { entity: list.list, hooks: {}, stores, list }]),
  ]);
  const step: Step = {
    permission: [...new Set([...shops.values()].flatMap(permissionsOf))],
    marks: { 'params.id': 'sys:import' },
  };
  const opened: Opener = (call) => openImport(call, shops);
  return [
    ...[...shops.values()].flatMap(shopRoutes),
    ...readRoutes(step, opened),
    ...writeRoutes(step, opened, stores),
  ];
}

/** Every step of an import that has begun asks for the same. */
type Step = Pick<Route, 'permission' | 'marks'>;
type Opener = (call: Call) => Promise<Opened>;

/** Whoever may import something may ask; what the file is for decides whether he may go on. */
async function openImport(given: Call, shops: ReadonlyMap<string, Workshop>): Promise<Opened> {
  const id = given.params['id'] ?? '';
  if (!isId(id)) throw await given.read({}).then(() => notFound());
  const made = await importOf(given, 'id', id);
  const shop = shops.get(made.noun);
  if (shop === undefined) throw notFound();
  return { call: narrowed(given, shop), shop, made };
}

const path = '/sys/import/:id';

const readRoutes = (step: Step, opened: Opener): readonly Route[] => [
  {
    method: 'GET',
    path,
    ...step,
    effect: 'none',
    summary: 'Import: how far it is',
    handle: async (given) => {
      const { call, made } = await opened(given);
      return stateOf(call, made.id);
    },
  },
  {
    method: 'GET',
    path: `${path}/rows`,
    ...step,
    effect: 'none',
    summary: 'Import: its rows (?wrong=1&after=0&limit=200)',
    handle: async (given) => {
      const { call, made } = await opened(given);
      return rowsOf(call, made, windowOf(call));
    },
  },
  {
    method: 'GET',
    path: `${path}/file`,
    ...step,
    effect: 'none',
    ticket: 'download',
    summary: 'Import: its rows as a workbook, with the wrong cells marked',
    handle: (call) => sendMarked(call, call.params['id'] ?? ''),
  },
];

const writeRoutes = (step: Step, opened: Opener, stores: FileStores): readonly Route[] => [
  {
    method: 'PUT',
    path,
    ...step,
    effect: 'idempotent',
    body: columnsBody,
    summary: 'Import: which column is what; reads the rows, and goes on where it was cut off',
    handle: async (given) => stage(await opened(given)),
  },
  {
    method: 'PUT',
    path: `${path}/cells`,
    ...step,
    effect: 'idempotent',
    body: cellsBody,
    summary: 'Import: write cells anew, leave rows out',
    handle: async (given) => mend(await opened(given)),
  },
  {
    method: 'PUT',
    path: `${path}/apply`,
    ...step,
    effect: 'idempotent',
    body: applyBody,
    summary: 'Import: all rows, or only the good ones; happens once',
    handle: async (given) => apply(await opened(given)),
  },
  {
    method: 'DELETE',
    path,
    ...step,
    effect: 'command',
    summary: 'Import: forget it',
    handle: async (given) => {
      const { call, made } = await opened(given);
      await discard(call, stores, made);
      return null;
    },
  },
];

const permissionsOf = ({ entity, list }: Workshop): readonly string[] =>
  list !== undefined
    ? [list.permission]
    : [entity, classesIn(entity) ?? []].flat().map((noun: Entity) => permissionOf(noun, 'import'));
const narrowed = (call: Call, shop: Workshop): Call => {
  const caller = { ...call.caller, permissions: permissionsOf(shop) };
  return { ...call, caller, ...readingOf(call.door, caller) };
};

function shopRoutes(shop: Workshop): readonly Route[] {
  const { entity } = shop;
  const isWhole = shop.list !== undefined;
  const common = { permission: permissionsOf(shop) };
  return [
    {
      method: 'GET',
      path: `${entity.path}/template`,
      ...common,
      effect: 'none',
      ticket: 'download',
      summary: `${entity.label[2]}: an empty list to import`,
      handle: (call) => sendTemplate(call, entity),
    },
    {
      method: 'POST',
      path: `${entity.path}/import`,
      ...common,
      effect: 'command',
      ticket: 'upload',
      takesFile: true,
      summary:
        `${entity.label[2]}: import a list (multipart, field "file"); ?extraParams={"update":"1"} changes records ` +
        'by their code, {"all":"1"} takes all rows or none, {"stage":"1"} only reads the titles, ' +
        `{"<field>":"<code>"} says a field of every row${isWhole ? '; its rows go in together or not at all' : ''}`,
      handle: (call) => take(call, shop),
    },
  ];
}

/** One file. Without more words its good rows are records when this answers; with `stage` it waits for a person. */
async function take(call: Call, shop: Workshop): Promise<unknown> {
  const wishes = wishesIn(call.query['extraParams']);
  const { entity, stores, list } = shop;
  const { id: fileId } = await receive(call, {
    stores,
    accepts: 'list',
    control: '0',
    ...(list === undefined ? {} : { reads: list.reads, admit: list.admit }),
    join: async (ctx, file) => {
      ctx.later(begun(entity, wishes, { file, by: ctx.identity.realName }));
      ctx.later(abandonedRows);
    },
  });
  // The ticket was for the upload; what follows is the same person's.
  const made = await headed(call, shop, await importOf(call, 'file_id', fileId));
  if (wishes['stage'] === '1') return stateOf(call, made.id);
  try {
    await stageRows(
      call,
      shop,
      await chooseColumns(call, shop, made, { keys: made.columns.map(({ key }) => key), isUpdate: made.isUpdate }),
    );
    await applyImport(call, shop, await importOf(call, 'id', made.id), wishes['all'] !== '1');
    return await resultOf(call, made.id);
  } catch (error) {
    const told =
      list !== undefined && error instanceof Refusal && error.key === 'E-IMPORT-ERRORS'
        ? await withPlaces(call, shop, made.id)
        : error;
    if (error instanceof Refusal && error.code !== 503) await discard(call, stores, made);
    throw told;
  }
}

/** The import as its file has come in: nobody has looked into it yet. */
function begun(
  entity: Entity,
  wishes: Readonly<Record<string, unknown>>,
  { file, by }: { readonly file: { readonly id: string; readonly fileType: string }; readonly by: string },
): Statement {
  const kind = file.fileType === 'xlsx' ? 'xlsx' : 'csv';
  const fixed = {
    ...givenIn(entity, wishes),
    ...Object.fromEntries(
      Object.entries(entity.where ?? {}).map(([key, value]) => [
        key,
        wishes[key] === '1' || wishes[key] === '0' ? wishes[key] : value,
      ]),
    ),
  };
  return {
    text: `
      insert into app.sys_import
        (id, noun, file_id, file_name, file_type, sha256, columns, head_row, fixed, is_update, creator_name)
      select $1, $2, f.id, f.name, $4, f.sha256, '[]', 0, $5, $6, $7
      from app.sys_file f
      where f.id = $3`,
    values: [newId(), entity.name, file.id, kind, JSON.stringify(fixed), wishes['update'] === '1', by],
  };
}

/** Rows that nobody came back for. */
const abandonedRows: Statement = {
  text: `
    delete from app.sys_import_row r
    using app.sys_import i
    where i.id = r.import_id and i.create_date < now() - interval '7 days'`,
  values: [],
};

/** What does not go in in part is refused with every cell that is wrong: nothing of it stays to be looked at. */
async function withPlaces(call: Call, { entity }: Workshop, id: string): Promise<Refusal> {
  const { failCount, errors } = await resultOf(call, id);
  return hasErrors(
    { count: failCount },
    errors.map(({ cell, column, message }) => ({
      path: cell,
      field: column === '' ? entity.label : [column, column, column],
      reason: [message, message, message],
    })),
  );
}

/** What the whole file is about and no column of it says: the bank account of a statement. */
const givenIn = (entity: Entity, wishes: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    importFieldsOf(entity).flatMap(({ key }) =>
      typeof wishes[key] === 'string' && wishes[key] !== '' ? [[key, wishes[key].slice(0, 200)]] : [],
    ),
  );

/** A column of the file that says it stands above what was said of the file. */
function columnsWith(
  entity: Entity,
  columns: readonly ImportedColumn[],
  fixed: Readonly<Record<string, string>>,
): readonly ImportedColumn[] {
  const given = importFieldsOf(entity).filter(
    ({ key }) => fixed[key] !== undefined && !columns.some((column) => column.key === key),
  );
  return [
    ...columns,
    ...given.map(({ key, label }): ImportedColumn => ({
      title: label[0],
      key,
      sample: [fixed[key] ?? ''],
      isGiven: true,
    })),
  ];
}

/** A file that cannot be read leaves no import behind. */
async function headed(call: Call, { entity, stores }: Workshop, made: Import): Promise<Import> {
  if (made.columns.length > 0) return made;
  try {
    const { columns: found, headRow } = await readHead(entity, await openHead(call, stores, made));
    const columns = columnsWith(entity, found, made.fixed);
    await call.each([
      {
        text: 'update app.sys_import set columns = $2, head_row = $3 where id = $1',
        values: [made.id, JSON.stringify(columns), headRow],
      },
    ]);
    return { ...made, columns, headRow };
  } catch (error) {
    await discard(call, stores, made);
    throw error;
  }
}

interface Opened {
  readonly call: Call;
  readonly shop: Workshop;
  readonly made: Import;
}

const columnsBody = z.object({
  columns: z.array(z.string().max(100).nullable()).max(200).optional(),
  isUpdate: z.boolean().optional(),
});
const cellsBody = z.object({
  cells: z
    .array(
      z.object({ row: z.int().min(1).max(2_000_000), column: z.int().min(0).max(199), value: z.string().max(32_767) }),
    )
    .max(2000)
    .optional(),
  dropped: z.array(z.int().min(1).max(2_000_000)).max(2000).optional(),
});
const applyBody = z.object({ goodOnly: z.boolean().optional() });

function bodyOf<Schema extends z.ZodType>(schema: Schema, call: Call): z.output<Schema> {
  const read = schema.safeParse(call.body ?? {});
  if (!read.success)
    throw invalidAt([
      { path: read.error.issues[0]?.path.join('.') ?? '', field: ['请求', '請求', 'Request'], reason: reasons.format },
    ]);
  return read.data;
}

async function stage({ call, shop, made }: Opened): Promise<unknown> {
  const { columns, isUpdate } = bodyOf(columnsBody, call);
  const chosen = await chooseColumns(call, shop, made, {
    keys: columns ?? made.columns.map(({ key }) => key),
    isUpdate: isUpdate ?? made.isUpdate,
  });
  await stageRows(call, shop, chosen);
  return stateOf(call, made.id);
}

async function mend({ call, shop, made }: Opened): Promise<unknown> {
  const { cells = [], dropped = [] } = bodyOf(cellsBody, call);
  // NUL fits into no text of the database.
  await mendRows(call, shop, made, {
    cells: cells.map((cell) => ({ ...cell, value: cell.value.replaceAll('\u0000', '').toWellFormed() })),
    dropped,
  });
  return stateOf(call, made.id);
}

async function apply({ call, shop, made }: Opened): Promise<unknown> {
  await applyImport(call, shop, made, bodyOf(applyBody, call).goodOnly === true);
  return resultOf(call, made.id);
}

function windowOf({ query }: Call): { isWrong: boolean; after: number; limit: number } {
  const number = (text: string | undefined, otherwise: number): number =>
    /^\d{1,9}$/.test(text ?? '') ? Number.parseInt(text ?? '', 10) : otherwise;
  return {
    isWrong: query['wrong'] === '1',
    after: number(query['after'], 0),
    limit: Math.min(500, Math.max(1, number(query['limit'], 200))),
  };
}

function wishesIn(extraParams: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const read = JSON.parse(extraParams ?? '{}') as unknown;
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
