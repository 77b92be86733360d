import { capitalAmount } from '#platform/model/capital-amount.ts';
import type { Document } from '#platform/model/document.ts';
import { textOf, type Language } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { layoutsOf, printoutOf, type Printed, type Printout, type PrintRecord } from '#platform/model/print.ts';
import { notFound, notPermitted } from '#platform/model/refusal.ts';
import { isId } from '#platform/server/db/id.ts';
import { heldRight } from '#platform/server/db/rights.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import type { PrintSources } from './print-trail.ts';
import { dictEntries, namesOf, tenantName, unknownLayout } from './print.ts';

/** What a document says on paper, recorded nowhere: prints are numbered where they are made. */
export function printDataRoute(models: readonly Module[], sources: PrintSources): Route {
  const documents = new Map(models.flatMap((model) => model.documents).map((document) => [document.name, document]));
  return {
    method: 'GET',
    path: '/print/data',
    permission: 'session',
    effect: 'none',
    summary: 'What a document says on paper (?entity=&id=, templateCode for another layout); needs its :view',
    handle: (call) => paperOf(documents, sources, call),
  };
}

/** Title, head and lines in the language of whoever asks; `print` is what the page of prints draws. */
interface Paper {
  readonly title: string;
  readonly header: readonly { readonly label: string; readonly value: string }[];
  readonly lines: readonly Readonly<Record<string, string | null>>[];
  readonly amountInCapitals: string | null;
  readonly template: string | null;
  readonly print: PrintRecord;
}

async function paperOf(documents: ReadonlyMap<string, Document>, sources: PrintSources, call: Call): Promise<Paper> {
  const document = documents.get(call.query['entity'] ?? '');
  const id = call.query['id'] ?? '';
  if (document === undefined || !isId(id)) {
    await call.read({});
    throw notFound();
  }
  const {
    identity,
    rows: { held, heads, lines, tenants, entries },
  } = await call.read({
    held: heldRight(permissionOf(document, 'view')),
    heads: headsOf(document, [id], false),
    lines: linesOf(document, [id]),
    tenants: tenantName,
    entries: dictEntries(document),
  });
  if (held.length === 0) throw notPermitted();
  const [bill] = billsOf(heads, lines);
  if (bill === undefined) throw notFound();
  const template = call.query['templateCode'];
  if (template !== undefined && !layoutsOf(document, bill).some(([name]) => name === template)) throw unknownLayout();
  const found = { bills: [bill], tenants, entries };
  const names = await namesOf(document, found, sources, async (asked) => (await call.read({ asked })).rows.asked);
  const printout = printoutOf(document, bill, names, template);
  const print = {
    id,
    printNo: bill.printCount + 1,
    copyOf: null,
    isOutdated: false,
    paper: 'A4',
    creatorName: identity.realName,
    createDate: new Date().toISOString(),
    printout,
  } as const;
  return { ...toldIn(call.language, printout), template: template ?? null, print };
}

function toldIn(language: Language, printout: Printout): Omit<Paper, 'template' | 'print'> {
  const told = (value: Printed | null): string | null =>
    value === null || typeof value === 'string' ? value : textOf(value, language);
  return {
    title: textOf(printout.title, language),
    header: printout.head.map(({ label, value }) => ({
      label: textOf(label, language),
      value: told(value) ?? '',
    })),
    lines: printout.rows.map((row) =>
      Object.fromEntries(printout.columns.map(({ key }, at) => [key, told(row[at] ?? null)])),
    ),
    amountInCapitals: printout.amount === null ? null : capitalAmount(printout.amount, language),
  };
}
