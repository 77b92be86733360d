import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { nameKeyOf, type Field, type Fields, type Measure } from '#platform/model/field.ts';
import { belongsTo, namesPartner } from '#platform/model/preset.ts';
import type { Report } from '#platform/model/report.ts';

type Listed = Entity | Document | Report;

/** The columns by which a person knows a row again and judges it. A list that lacks one has nothing to show for it. */
export interface Roles {
  /** Number or name; what opens the record. */
  readonly number: string;
  readonly name?: string;
  readonly date?: string;
  readonly partner?: string;
  /** Amount, else quantity, else price. */
  readonly amount?: string;
  readonly status?: string;
  /** How far a document has come beside its bill state. */
  readonly stage?: string;
  readonly salesman?: string;
}

/**
 * The columns of a list, those first that nobody should have to scroll for; the rest follow as declared. A document
 * begins with its roles, anything else keeps its declared order and brings forward what stands too far behind.
 */
export function leadingFirst(noun: Listed): readonly string[] {
  const { columns } = noun.list;
  const lead = leadOfList(noun);
  return [...lead, ...columns.filter((key) => !lead.includes(key))];
}

/** How many columns of a list without bills are seen without scrolling at 1280 px, their long names included. */
const inSight = 5;

export function leadOfList(noun: Listed): readonly string[] {
  const { columns, lead } = noun.list;
  if (lead !== undefined) return lead.filter((key) => columns.includes(key));
  const { number, name, date, partner, amount, status, stage, salesman } = rolesOf(noun);
  const needed = told([number, name, date, partner, amount, status, stage]);
  const fillers = columns.filter((key) => !needed.includes(key)).slice(0, Math.max(0, inSight - needed.length));
  if (noun.kind === 'document')
    return told([number, date, partner, ...(partner === undefined ? fillers : []), amount, status, stage, salesman]);
  const first = columns.filter((key) => needed.includes(key) || fillers.includes(key));
  return [number, ...first.filter((key) => key !== number)];
}

export function rolesOf(noun: Listed): Roles {
  const { columns } = noun.list;
  const fields = noun.kind === 'document' ? noun.head : noun.fields;
  const named = (key: string | undefined): string | undefined =>
    key === undefined ? undefined : [nameKeyOf(key), key].find((each) => columns.includes(each));
  const owner = noun.kind === 'report' ? {} : (noun.owner ?? {});
  const number = numberOf(noun, fields);
  const amount = amountOf(noun, fields);
  const partner = [owner.customer ?? namesPartner.customer, owner.supplier ?? namesPartner.supplier]
    .map(named)
    .find((key) => key !== undefined && key !== number);
  const name = noun.kind === 'entity' ? columns.find((key) => key === noun.nameField && key !== number) : undefined;
  const date = dateOf(noun, fields, amount !== undefined);
  const status = statusOf(noun, fields);
  const stage = noun.kind === 'document' && noun.stage !== status ? named(noun.stage) : undefined;
  const salesman = noun.kind === 'document' ? named(owner.salesman ?? belongsTo.salesman) : undefined;
  const found = { name, date, partner, amount, status, stage, salesman };
  return { number, ...Object.fromEntries(Object.entries(found).filter(([, key]) => key !== undefined)) };
}

const told = (keys: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(keys.filter((key) => key !== undefined)),
];

/** A link names its record: a date, a figure or a mark names nothing. */
function numberOf(noun: Listed, fields: Fields): string {
  const { columns } = noun.list;
  if (columns.includes('code')) return 'code';
  const names = columns.find((key) => isNaming(key, fields[key]));
  return names ?? columns[0] ?? '';
}

const isNaming = (key: string, field: Field | undefined): boolean =>
  field === undefined
    ? key.endsWith('Name') && key !== 'creatorName'
    : ['text', 'ref', 'dict'].includes(field.kind) || (field.kind === 'integer' && field.required);

/** Of several figures the last is what the others lead to: what is payable, what is left. */
function amountOf(noun: Listed, fields: Fields): string | undefined {
  const { columns } = noun.list;
  const spelled = noun.kind === 'document' ? noun.print?.amount : undefined;
  if (spelled !== undefined && columns.includes(spelled)) return spelled;
  const isOf =
    (measure: Measure) =>
    (key: string): boolean => {
      const field = fields[key];
      return field?.kind === 'decimal' && field.measure === measure;
    };
  return columns.findLast(isOf('amount')) ?? columns.findLast(isOf('quantity')) ?? columns.find(isOf('price'));
}

/** Master data is not looked for by day; what moves money is. */
function dateOf({ kind, list: { columns } }: Listed, fields: Fields, hasAmount: boolean): string | undefined {
  if (kind === 'document') return columns.find((key) => key === 'billDate');
  if (!hasAmount) return undefined;
  return columns.find((key) => fields[key]?.kind === 'date' && fields[key].required);
}

function statusOf({ kind, list: { columns } }: Listed, fields: Fields): string | undefined {
  if (kind === 'document' && columns.includes('billStatus')) return 'billStatus';
  if (columns.includes('status')) return 'status';
  return columns.find((key) => isTold(fields[key]) && /(status|state|enableFlag)$/i.test(key));
}

const isTold = (field: Field | undefined): boolean => field?.kind === 'choice' || field?.kind === 'dict';
