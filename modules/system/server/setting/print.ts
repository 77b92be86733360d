import { isId } from '#platform/server/db/id.ts';
import { z } from 'zod';
import type { BillOf, Document } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import {
  dictTypesOf,
  isPaper,
  layoutsOf,
  papers,
  printoutOf,
  type PaperName,
  type PrintedStep,
  type PrintNames,
  type Printout,
  type PrintRecord,
} from '#platform/model/print.ts';
import { invalidAt, notFound, reasons, tooMany } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type Answers, type Row, type RowsOf, type Statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { stepOf, type PrintSources, type PrintTrail } from './print-trail.ts';
import { bodyIn } from './setting.ts';

/** Printing is for whoever may open the document; every print is numbered and kept with what stood on the paper. */
export function printRoutes(models: readonly Module[], sources: PrintSources): readonly Route[] {
  return models
    .flatMap(({ documents }) => documents)
    .flatMap((document): Route[] => {
      const permission = [permissionOf(document, 'view')];
      const en = document.label[2];
      return [
        {
          method: 'POST',
          path: `${document.path}/print`,
          permission,
          effect: 'command',
          marks: { 'body[]': document.name },
          body: printBody,
          summary: `${en}: print (?preview=1 records nothing); copyOf repeats an older print`,
          handle: (call) => printBills(document, sources, call),
        },
        {
          method: 'GET',
          path: `${document.path}/:id/print`,
          permission,
          effect: 'none',
          marks: { 'params.id': document.name },
          summary: `${en}: its prints, latest first`,
          handle: (call) => listPrints(document, call),
        },
      ];
    });
}

const printBody = z.object({
  ids: z.array(z.uuid()),
  paper: z.enum(Object.keys(papers) as [PaperName, ...PaperName[]]).optional(),
  copyOf: z.int().positive().optional(),
  layout: z.string().optional(),
});

/** Documents of one print: more is a report and takes longer than anybody waits. */
const mostAtOnce = 100;
const mostListed = 200;

interface Asked {
  readonly ids: readonly string[];
  readonly paper: PaperName;
  readonly copyOf: number | null;
  /** Another paper than the usual one. */ readonly layout: string | undefined;
}

function askedIn(document: Document, call: Call): Asked {
  const { paper = 'A4', copyOf = null, layout } = bodyIn(call);
  const ids = checkedKeys(idsIn(call.body), 'id');
  if (ids.length > mostAtOnce) throw tooMany({ max: mostAtOnce });
  if (!isPaper(paper))
    throw invalidAt([{ path: 'paper', field: ['纸张', '紙張', 'Paper'], reason: reasons.notChosen }]);
  if (layout !== undefined && (typeof layout !== 'string' || !Object.hasOwn(document.print?.layouts ?? {}, layout)))
    throw unknownLayout();
  if (copyOf === null) return { ids, paper, copyOf, layout };
  const isNumber = typeof copyOf === 'number' && Number.isInteger(copyOf) && copyOf > 0 && copyOf < 2 ** 31;
  if (!isNumber || ids.length !== 1)
    throw invalidAt([{ path: 'copyOf', field: ['原打印', '原列印', 'Older print'], reason: reasons.format }]);
  return { ids, paper, copyOf, layout };
}

export const unknownLayout = (): Error =>
  invalidAt([{ path: 'layout', field: ['打印版式', '列印版式', 'Layout'], reason: reasons.notChosen }]);

/** The head is held while its print is counted: two people who print at once get two numbers. */
function printBills(document: Document, sources: PrintSources, call: Call): Promise<readonly PrintRecord[]> {
  const asked = askedIn(document, call);
  return command(
    call,
    async (ctx, { heads, lines, tenants, entries, older }) => {
      const bills = new Map(billsOf(heads, lines).map((bill) => [bill.id, bill]));
      if (bills.size !== asked.ids.length || (asked.copyOf !== null && older.length === 0)) throw notFound();
      const found = { bills: [...bills.values()], tenants, entries };
      const names = await namesOf(document, found, sources, (each) => ctx.rows(each));
      const at = new Date().toISOString();
      // As they were asked for: the order of the list is the order on the printer.
      return asked.ids.flatMap((id) => {
        const bill = bills.get(id);
        return bill === undefined
          ? []
          : [record(ctx, document, bill, { paper: asked.paper, layout: asked.layout, at, original: older[0], names })];
      });
    },
    {
      reads: {
        heads: headsOf(document, asked.ids, true),
        lines: linesOf(document, asked.ids),
        tenants: tenantName,
        entries: dictEntries(document),
        older: printOf(document, asked),
      },
      isTrial: call.query['preview'] === '1',
    },
  );
}

type Read = <Asked extends Statement>(asked: Asked) => Promise<Answers<Asked>>;
interface Found {
  readonly bills: readonly BillOf<Document>[];
  readonly tenants: readonly { readonly tenantName: string }[];
  readonly entries: readonly DictEntry[];
}

/** What a print says beside its record: whose it is, its choices in words and, on a voucher, how it was decided. */
export async function namesOf(
  document: Document,
  { bills, tenants, entries }: Found,
  { trails, units }: PrintSources,
  read: Read,
): Promise<PrintNames> {
  const isVoucher = document.print?.isVoucher === true;
  return {
    tenantName: tenants[0]?.tenantName ?? '',
    dictLabel: dictLabels(entries),
    ...(hasUnits(document) ? { decimalsOf: await decimalsOf(read, units) } : {}),
    ...(isVoucher ? { trailOf: await trailsOf(read, trails, bills) } : {}),
  };
}

const hasUnits = ({ lines }: Document): boolean =>
  Object.values(lines).some((field) => field.kind === 'decimal' && field.unitFrom !== undefined);

async function decimalsOf(read: Read, units: PrintSources['units']): Promise<(unit: string) => number> {
  const known = new Map<string, number>();
  for (const of of units) for (const { name, decimals } of await read(of())) known.set(name, decimals);
  return (name) => known.get(name) ?? 0;
}

/** How the documents were decided, read by whoever prints or only looks. */
async function trailsOf(
  read: Read,
  trails: readonly PrintTrail[],
  bills: readonly BillOf<Document>[],
): Promise<(instanceId: string) => readonly PrintedStep[]> {
  const ids = bills.flatMap(({ processInstanceId }) => (processInstanceId === null ? [] : [processInstanceId]));
  const steps = new Map<string, PrintedStep[]>();
  for (const trail of trails)
    for (const row of await read(trail.steps(ids)))
      steps.set(row.instanceId, [...(steps.get(row.instanceId) ?? []), stepOf(row, trail)]);
  return (id) => steps.get(id) ?? [];
}

type Original = RowsOf<{ older: ReturnType<typeof printOf> }>['older'][number];
type DictEntry = RowsOf<{ entries: ReturnType<typeof dictEntries> }>['entries'][number];

interface Circumstances {
  readonly paper: PaperName;
  readonly layout: string | undefined;
  readonly at: string;
  readonly original: Original | undefined;
  readonly names: PrintNames;
}

function record(
  ctx: Command,
  document: Document,
  bill: BillOf<Document>,
  { paper, layout, at, original, names }: Circumstances,
): PrintRecord {
  if (original === undefined && layout !== undefined && !layoutsOf(document, bill).some(([name]) => name === layout))
    throw unknownLayout();
  const id = bill.id;
  const before = bill.printCount;
  const printNo = before + 1;
  const printout = original === undefined ? printoutOf(document, bill, names, layout) : (original.printout as Printout);
  const version = original === undefined ? bill.rowVersion : original.recordVersion;
  ctx.later({
    text: `
      insert into app.sys_print
        (record_id, print_no, noun, record_code, record_version, copy_of, paper, printout, creator_name, create_date)
      values ($1, $2, $3, $4, $5, $6, $7, $8::json, $9, $10)`,
    values: [
      id,
      printNo,
      document.name,
      bill.code,
      version,
      original?.printNo ?? null,
      paper,
      JSON.stringify(printout),
      ctx.identity.realName,
      at,
    ],
  });
  // The version stays: whoever is changing the document is not disturbed by a print.
  ctx.later({ text: `update app.${tableOf(document)} set print_count = $2 where id = $1`, values: [id, printNo] });
  ctx.log({
    noun: document.name,
    recordId: id,
    recordCode: bill.code,
    operation: 'print',
    changes: { printCount: [before, printNo] },
  });
  return {
    id,
    printNo,
    paper,
    printout,
    creatorName: ctx.identity.realName,
    createDate: at,
    isOutdated: version !== bill.rowVersion,
    copyOf:
      original === undefined
        ? null
        : {
            printNo: original.printNo,
            creatorName: original.creatorName,
            createDate: new Date(original.createDate).toISOString(),
          },
  };
}

async function listPrints(document: Document, call: Call): Promise<readonly Row[]> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    rows: { heads, prints },
  } = await call.read({
    heads: headsOf(document, [id], false),
    prints: statement(
      {
        printNo: 'integer',
        copyOf: 'integer?',
        paper: 'text',
        title: 'json',
        creatorName: 'text',
        createDate: 'instant',
        recordVersion: 'integer',
      },
      `
        select print_no, copy_of, paper, printout->'title' as title, creator_name, create_date, record_version
        from app.sys_print
        where record_id = $1 and noun = $2
        order by print_no desc
        limit ${mostListed}`,
      [id, document.name],
    ),
  });
  if (heads[0] === undefined) throw notFound();
  const version = heads[0].rowVersion;
  return prints.map(({ recordVersion, ...print }) => ({ ...print, isOutdated: recordVersion !== version }));
}

export const tenantName = statement(
  { tenantName: 'text' },
  'select tenant_name from app.tenant_tenant where tenant_code = (select sec.tenant())',
);

/** A value that was disabled since still has its name. */
export const dictEntries = (document: Document) =>
  statement(
    { dictType: 'text', dictValue: 'text', dictLabel: 'text', labelTw: 'text?', labelEn: 'text?' },
    `
      select t.dict_type, d.dict_value, d.dict_label, d.label_tw, d.label_en
      from app.sys_dictdata d
      join app.sys_dict t on t.dict_type_id = d.dict_type_id
      where t.dict_type = any($1::text[])`,
    [dictTypesOf(document)],
  );

const printOf = (document: Document, { ids, copyOf }: Asked) =>
  statement(
    { printNo: 'integer', recordVersion: 'integer', printout: 'json', creatorName: 'text', createDate: 'instant' },
    `
      select print_no, record_version, printout, creator_name, create_date
      from app.sys_print
      where record_id = $1 and noun = $2 and print_no = $3`,
    [ids[0] ?? null, document.name, copyOf],
  );

function dictLabels(entries: readonly DictEntry[]): PrintNames['dictLabel'] {
  const labels = new Map(
    entries.map(({ dictType, dictValue, dictLabel, labelTw, labelEn }): [string, Label] => [
      `${dictType} ${dictValue}`,
      [dictLabel, labelTw ?? dictLabel, labelEn ?? dictLabel],
    ]),
  );
  return (dictType, value) => labels.get(`${dictType} ${value}`);
}
