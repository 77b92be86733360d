import { fixed, isZero, scaleOf } from './decimal.ts';
import { leadOf, numberedLabelsOf, type Document, type PrintLayout } from './document.ts';
import { fits } from './entity.ts';
import { isSummed, nameKeyOf, spokenLabel, type Field, type Fields, type Measure } from './field.ts';
import type { Label } from './label.ts';
import { belongsTo, shownAs, yesNo } from './preset.ts';

/** Millimetres. What is fed from a box has holes along both edges, which take 13 mm on each side. */
export interface Paper {
  readonly label: Label;
  readonly width: number;
  readonly height: number;
  readonly marginX: number;
  readonly marginY: number;
}

export const papers = {
  A4: { label: ['A4', 'A4', 'A4'], width: 210, height: 297, marginX: 12, marginY: 10 },
  A4L: { label: ['A4 横向', 'A4 橫向', 'A4 landscape'], width: 297, height: 210, marginX: 10, marginY: 10 },
  A5L: { label: ['A5 横向', 'A5 橫向', 'A5 landscape'], width: 210, height: 148, marginX: 10, marginY: 6 },
  '241x140': {
    label: ['241 × 140 二等分', '241 × 140 二等分', '241 × 140 half sheet'],
    width: 241,
    height: 140,
    marginX: 14,
    marginY: 5,
  },
  '241x280': {
    label: ['241 × 280 整张', '241 × 280 整張', '241 × 280 full sheet'],
    width: 241,
    height: 280,
    marginX: 14,
    marginY: 6,
  },
} as const satisfies Readonly<Record<string, Paper>>;
export type PaperName = keyof typeof papers;
export const isPaper = (value: unknown): value is PaperName =>
  typeof value === 'string' && Object.hasOwn(papers, value);

/** A text, or one that reads differently in each language. */
export type Printed = string | Label;
export type PrintFormat = Measure | 'instant';
export interface PrintedField {
  readonly label: Label;
  readonly value: Printed;
  readonly format: PrintFormat | null;
}
export interface PrintedColumn {
  readonly key: string;
  readonly label: Label;
  readonly format: PrintFormat | null;
  readonly isSummed: boolean;
}
/** One step of how a document was decided: who said what to it, and when. */
export interface PrintedStep {
  readonly name: Printed;
  readonly person: string;
  readonly at: string;
  readonly result: Label | null;
  readonly opinion: string | null;
}
export interface Signature {
  readonly label: Label;
  readonly name: string | null;
}

/**
 * A document as it goes to paper. It holds labels and values and refers to nothing, so that the copy that is kept reads
 * the same after records, dictionaries and definitions have changed.
 */
export interface Printout {
  readonly tenantName: string;
  readonly [shownAs.organization]: string | null;
  readonly title: Label;
  readonly code: string;
  readonly isVoided: boolean;
  readonly head: readonly PrintedField[];
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly (readonly (Printed | null)[])[];
  readonly sums: readonly PrintedField[];
  /** Spelled in capitals. */
  readonly amount: string | null;
  readonly notes: readonly PrintedField[];
  readonly signatures: readonly Signature[];
  /** Of a voucher: what its square says, and how it was decided. */
  readonly square?: string;
  readonly trail?: readonly PrintedStep[];
}

/** One print of a document, as it was recorded. */
export interface PrintRecord {
  readonly id: string;
  /** The how-manieth print of this document it is. */
  readonly printNo: number;
  /** The older print that it repeats. */
  readonly copyOf: { readonly printNo: number; readonly creatorName: string; readonly createDate: string } | null;
  /** The document was changed after what is printed here. */
  readonly isOutdated: boolean;
  readonly paper: PaperName;
  readonly creatorName: string;
  readonly createDate: string;
  readonly printout: Printout;
}

type Row = Readonly<Record<string, unknown>>;
export interface PrintNames {
  readonly tenantName: string;
  readonly dictLabel: (dictType: string, value: string) => Label | undefined;
  /** Of a unit, by its name: so many decimals has a quantity on paper, zeros as well. */
  readonly decimalsOf?: (unit: string) => number;
  /** Steps of the process that a document went through. */
  readonly trailOf?: (instanceId: string) => readonly PrintedStep[];
}

/**
 * Head and lines show whatever a person wrote. What is empty or what its field starts with takes no room on the paper;
 * a column stays when one of its lines says something.
 */
export function printoutOf(document: Document, bill: Row, names: PrintNames, layoutName?: string): Printout {
  const layout = layoutName === undefined ? undefined : document.print?.layouts?.[layoutName];
  const { without = [], signatures = [] } = layout ?? document.print ?? {};
  const written = Object.entries(document.head).filter(
    ([key, field]) =>
      (isWritten(field) || document.print?.also?.includes(key) === true) &&
      !without.includes(key) &&
      key !== belongsTo.organization,
  );
  const labels = numberedLabelsOf(document);
  const lines = sorted((bill['lines'] ?? []) as readonly Row[], layout?.order ?? []);
  const columns = columnsOf(document, lines, names, layout);
  const sums = layout === undefined ? sumsOf(document, bill) : [];
  const amount = document.print?.amount ?? sumKeys(document)[0] ?? '';
  const at = (key: string): string | null => plain(bill[key]) || null;
  return {
    tenantName: names.tenantName,
    [shownAs.organization]: at(shownAs.organization),
    title: titleOf(document, bill, layout),
    code: plain(bill['code']),
    isVoided: bill['cancelFlag'] === '1',
    head: [
      { label: labels.billDate, value: plain(bill['billDate']), format: null },
      ...written.filter(([, field]) => !isNote(field)).flatMap(([key, field]) => fieldOf(key, field, bill, names)),
      { label: labels.billStatus, value: stateLabel(document, bill), format: null },
    ],
    columns: columns.map(({ value: _value, ...column }) => column),
    rows: lines.map((line) => columns.map(({ value }) => value(line))),
    sums,
    amount: columns.some(({ format }) => format === 'amount') ? at(amount) : null,
    notes: written.filter(([, field]) => isNote(field)).flatMap(([key, field]) => fieldOf(key, field, bill, names)),
    signatures: [
      { label: ['制单', '製單', 'Prepared by'], name: at('creatorName') },
      { label: ['审核', '審核', 'Approved by'], name: at('auditPersonName') },
      ...signatures.map((label) => ({ label, name: null })),
    ],
    ...(document.print?.isVoucher === true && layout === undefined
      ? { square: plain(bill['code']), trail: trailOf(document, bill, names) }
      : {}),
  };
}

/**
 * Its process, while that decides and where it decided what stands. An approval by hand is a step of its own, and a
 * process before it decided nothing of today.
 */
function trailOf({ states }: Document, bill: Row, { trailOf: stepsOf }: PrintNames): readonly PrintedStep[] {
  const [id, person, at] = [plain(bill['processInstanceId']), plain(bill['auditPersonName']), plain(bill['auditDate'])];
  const isAsked = states['inApproval']?.code === bill['billStatus'];
  const steps = stepsOf?.(id) ?? [];
  const isOfToday = Date.parse(steps.at(-1)?.at ?? '') >= Date.parse(at) - command;
  if (isAsked || (at !== '' && isOfToday)) return steps;
  if (at === '') return [];
  return [{ name: approvedBy, person, at, result: null, opinion: plain(bill['auditMsg']) || null }];
}
/** Milliseconds that an approval may take: its last step was written before the document was. */
const command = 60_000;
const approvedBy: Label = ['审核', '審核', 'Approved'];

const sorted = (lines: readonly Row[], keys: readonly string[]): readonly Row[] =>
  keys.length === 0
    ? lines
    : lines.toSorted((a, b) =>
        keys.reduce((found, key) => found || plain(a[key]).localeCompare(plain(b[key]), 'en'), 0),
      );

/** What the paper is called, and what it must not be mistaken for. */
function titleOf({ label, head, print }: Document, bill: Row, layout: PrintLayout | undefined): Label {
  const title = layout?.label ?? choiceLabel(print?.titles?.are[plain(bill[print.titles.by])]) ?? label;
  const said = (print?.marks ?? []).flatMap((key) =>
    bill[key] === '1' && head[key] !== undefined ? [head[key].label] : [],
  );
  return said.length === 0
    ? title
    : [
        `${title[0]}（${said.map(([text]) => text).join('、')}）`,
        `${title[1]}（${said.map(([, text]) => text).join('、')}）`,
        `${title[2]} (${said.map(([, , text]) => text).join(', ')})`,
      ];
}

/** The papers of a document beside its usual one that make sense for this record. */
export const layoutsOf = ({ print }: Document, bill: Row): readonly (readonly [name: string, layout: PrintLayout])[] =>
  Object.entries(print?.layouts ?? {}).filter(([, { when }]) => fits(when, bill));

type Drawn = PrintedColumn & { readonly value: (line: Row) => Printed | null };

function columnsOf(
  document: Document,
  lines: readonly Row[],
  names: PrintNames,
  layout: PrintLayout | undefined,
): readonly Drawn[] {
  const { lines: fields, print: { without = [] } = {} } = document;
  const lead = leadOf(fields);
  const leadField = fields[lead];
  const copied = new Set(leadField?.kind === 'ref' ? Object.keys(leadField.copies ?? {}) : []);
  const isShown = (key: string, field: Field): boolean =>
    !without.includes(key) &&
    ((isWritten(field) && (!copied.has(key) || field.kind === 'text')) || isAmount(key, field));
  const shown =
    layout === undefined
      ? Object.entries(fields).filter(([key, field]) => isShown(key, field))
      : layout.columns.flatMap((key): [string, Field][] => (fields[key] === undefined ? [] : [[key, fields[key]]]));
  const blanks = (layout?.blanks ?? []).map((label, i): Drawn => ({
    key: `blank${i}`,
    label,
    format: null,
    isSummed: false,
    value: () => null,
  }));
  return [
    ...shown.flatMap(([key, field]): Drawn[] => {
      const column: Drawn = {
        key,
        label: spokenLabel(field),
        format: formatOf(field),
        isSummed: isSummed(field),
        value: (line) => printed(key, field, line, names),
      };
      if (key === lead)
        return [
          { ...column, label: field.label, value: (line) => plain(line[key]) || null },
          { ...column, key: nameKeyOf(key), value: (line) => plain(line[nameKeyOf(key)]) || null },
        ];
      return field.required || lines.some((line) => isTelling(field, line[key])) ? [column] : [];
    }),
    ...blanks,
  ];
}

/** The amount of a line is the server's, and what the paper is about. */
const isAmount = (key: string, field: Field): boolean => key === 'amount' && field.kind === 'decimal';

function isTelling(field: Field, value: unknown): boolean {
  const words = plain(value);
  if (words === '' || words === field.default) return false;
  return !(field.kept === true && field.kind === 'decimal' && isZero(words));
}

function sumsOf(document: Document, bill: Row): readonly PrintedField[] {
  return sumKeys(document).flatMap((key): PrintedField[] => {
    const field = document.head[key];
    const value = plain(bill[key]);
    return field === undefined || value === '' || isZero(value)
      ? []
      : [{ label: field.label, value, format: formatOf(field) }];
  });
}

const sumKeys = ({ head, print }: Document): readonly string[] =>
  print?.sums ??
  Object.keys(head).filter(
    (key) => head[key]?.kept === true && head[key].kind === 'decimal' && head[key].measure === 'amount',
  );

function isWritten(field: Field): boolean {
  return (
    field.kept !== true &&
    field.virtual !== true &&
    field.kind !== 'file' &&
    field.kind !== 'json' &&
    field.kind !== 'refs'
  );
}

const isNote = (field: Field): boolean => field.kind === 'text' && field.format === 'multiline';
const formatOf = (field: Field): PrintFormat | null =>
  field.kind === 'decimal' ? field.measure : field.kind === 'instant' ? 'instant' : null;

function fieldOf(key: string, field: Field, row: Row, names: PrintNames): readonly PrintedField[] {
  if (!field.required && !isTelling(field, row[key])) return [];
  const value = printed(key, field, row, names);
  return value === null ? [] : [{ label: spokenLabel(field), value, format: formatOf(field) }];
}

function printed(key: string, field: Field, row: Row, names: PrintNames): Printed | null {
  const value = plain(row[key]);
  if (value === '') return null;
  switch (field.kind) {
    case 'ref':
      return plain(row[nameKeyOf(key)]) || value;
    case 'choice':
      return choiceLabel(field.choices[value]) ?? value;
    case 'dict':
      return names.dictLabel(field.dictType, value) ?? value;
    case 'flag':
    case 'bool':
      return value === '1' || value === 'true' ? yesNo[1] : null;
    case 'decimal':
      return field.unitFrom === undefined
        ? value
        : fixed(value, Math.max(scaleOf(value), names.decimalsOf?.(plain(row[field.unitFrom])) ?? 0));
    case 'text':
    case 'integer':
    case 'date':
    case 'instant':
    case 'refs':
    case 'json':
    case 'secret':
    case 'file':
      return value;
  }
}

const choiceLabel = (found: readonly [string, string, string, ...unknown[]] | undefined): Label | undefined =>
  found === undefined ? undefined : [found[0], found[1], found[2]];

/** A voided document rests in the closed state; the paper says what it is. */
function stateLabel(document: Document, bill: Row): Printed {
  const voiding =
    bill['cancelFlag'] === '1' ? Object.values(document.verbs).find(({ sets }) => sets === 'cancelled') : undefined;
  if (voiding !== undefined) return voiding.label;
  const code = plain(bill['billStatus']);
  return Object.values(document.states).find((state) => state.code === code)?.label ?? code;
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Kinds of dictionary that a printout of this document may name. */
export const dictTypesOf = ({ head, lines }: { readonly head: Fields; readonly lines: Fields }): readonly string[] => [
  ...new Set(
    [...Object.values(head), ...Object.values(lines)].flatMap((field) =>
      field.kind === 'dict' ? [field.dictType] : [],
    ),
  ),
];
