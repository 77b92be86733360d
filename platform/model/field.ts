import type { Label } from './label.ts';

/**
 * A field is plain data: print it and you see all of it.
 * `$value` never exists at run time; it only carries the TypeScript type of the value.
 */
interface FieldBase<Value, Required extends boolean> {
  readonly label: Label;
  readonly required: Required;
  readonly default?: string;
  /**
   * The server alone writes it (totals, statuses, counters). Sent back in a save it is ignored, so GET → PUT round
   * trips.
   */
  readonly kept?: boolean;
  /** The server works it out where it is left empty, so a body may come without it; a saved record has it. */
  readonly filled?: true;
  /**
   * Answered with the record to people of the house, shown nowhere as a field: a part of a screen that knows its shape
   * reads it.
   */
  readonly hidden?: true;
  /** Most records have none: whoever reads one that is empty, zero or as it began does not see it. */
  readonly isRare?: true;
  /** No column: accepted or answered, never stored under this name (password repeats, children). */
  readonly virtual?: boolean;
  /**
   * Told only to whoever holds the screen's page permission (price, credit, bank, contact); everybody else gets a slim
   * row.
   */
  readonly guarded?: boolean;
  /** A column of lines that is seen without being asked for, however many there are. */
  readonly isUsual?: true;
  /** Shown, in lists and forms, only where the tenant's parameter has this value. */
  readonly shownBy?: readonly [param: string, value: string];
  /** The same for lists alone: a form always has it. */
  readonly columnBy?: readonly [param: string, value: string];
  /** The tenant's parameter that says what it is called, where somebody set it. */
  readonly labelBy?: string;
  /** What it means that there is none, where it means something: a price without an organisation is that of all. */
  readonly none?: Label;
  readonly $value?: Value;
}

export type TextFormat = 'line' | 'multiline' | 'html' | 'xml' | 'email' | 'phone' | 'url' | 'tenantNo';
export interface TextField<R extends boolean = boolean> extends FieldBase<string, R> {
  readonly kind: 'text';
  readonly max: number;
  readonly format: TextFormat;
  /** What known values are called; any other is shown as it is. */
  readonly words?: Readonly<Record<string, Label>>;
  /** The number of a document of any kind: whoever may read that document is led to it. */
  readonly isNumber?: true;
}
export interface IntegerField<R extends boolean = boolean> extends FieldBase<number, R> {
  readonly kind: 'integer';
}
export type Measure = 'plain' | 'amount' | 'price' | 'quantity' | 'rate';
/** Money, prices and quantities. The value is a decimal string: a binary float never touches money. */
export interface DecimalField<R extends boolean = boolean> extends FieldBase<string, R> {
  readonly kind: 'decimal';
  readonly measure: Measure;
  readonly scale: number;
  /** Where in the row its unit stands. */
  readonly unitFrom?: string;
  /** A bound, a size or a running balance: from 20 on and from 100 on are not 120. */
  readonly isNotSummed?: true;
}
export interface DateField<R extends boolean = boolean> extends FieldBase<string, R> {
  readonly kind: 'date';
  /** A list of balances is told as of the end of this day: one day is asked for, and no column shows it. */
  readonly isAsOf?: true;
}
/** An instant, UTC on the wire and in the database. */
export interface InstantField<R extends boolean = boolean> extends FieldBase<string, R> {
  readonly kind: 'instant';
}
/** The wire values are '1' and '0', as everywhere in the product. */
export interface FlagField<R extends boolean = boolean> extends FieldBase<'0' | '1', R> {
  /** Shown as a tag with the name of the field where it is set, and as nothing where it is not. */
  readonly tone?: Tone;
  readonly kind: 'flag';
}
export interface BoolField<R extends boolean = boolean> extends FieldBase<boolean, R> {
  readonly kind: 'bool';
}
/** One of a closed list of codes that the code itself knows. */
export interface ChoiceField<Code extends string = string, R extends boolean = boolean> extends FieldBase<Code, R> {
  readonly kind: 'choice';
  readonly choices: Choices;
  readonly byDays?: ByDays;
}
/**
 * Told by the day it is and never stored, so that no midnight makes it wrong: '0' before the first of the two dates of
 * the record, '1' between them, '2' after the last, '3' where it is switched off, or closed where nothing says so.
 */
export interface ByDays {
  readonly from: string;
  readonly to: string;
  readonly enabled?: string;
}
/** One of the values an administrator maintains under a dictionary type. */
export interface DictField<R extends boolean = boolean> extends FieldBase<string, R> {
  readonly kind: 'dict';
  readonly dictType: string;
}
/** Holds the code (or id) of a record of another entity, chosen through that entity's picker. */
export interface RefField<R extends boolean = boolean> extends FieldBase<string, R> {
  readonly kind: 'ref';
  readonly target: () => RefTarget;
  readonly key: 'code' | 'id';
  /**
   * Fields of the document line that are copied from the chosen record at save: { spec: 'spec', price: 'benchmark' }.
   */
  readonly copies?: Readonly<Record<string, string>>;
  /** Fields of an entity without a column of their own, answered from the chosen record: { decimals: 'precision' }. */
  readonly brings?: Readonly<Record<string, string>>;
  /** Only such records are offered: { rootDataFlag: '1' }. */
  readonly where?: Readonly<Record<string, string>>;
  /** Chosen in a picker of this name instead of the first one of its noun: 'subWarehouse'. */
  readonly pickedAs?: string;
  /** A disabled record may be named anew as well: whoever is served no more still pays and is paid. */
  readonly mayRest?: true;
}
export interface RefsField<R extends boolean = boolean> extends FieldBase<string[], R> {
  readonly kind: 'refs';
  readonly target: () => RefTarget;
  readonly key: 'code' | 'id';
  /** Chosen in a tree with boxes that lies open in the form. */
  readonly tree?: RefsTree;
}
export interface RefsTree {
  /** The call that answers the branches which may be chosen; every node of the target when absent. */
  readonly from?: string;
  /**
   * A chosen node takes those above it along: a button needs its screen. A department does not need the one above it.
   */
  readonly takesParents?: boolean;
}
export interface JsonField<R extends boolean = boolean> extends FieldBase<unknown, R> {
  readonly kind: 'json';
}
/** Accepted, never stored in a readable table and never answered. */
export interface SecretField<R extends boolean = boolean> extends FieldBase<string, R> {
  readonly kind: 'secret';
  readonly virtual: true;
}
export interface FileField<R extends boolean = boolean> extends FieldBase<string, R> {
  readonly kind: 'file';
  readonly accepts: 'image' | 'any';
  readonly many: boolean;
}

export type Field =
  | TextField
  | IntegerField
  | DecimalField
  | DateField
  | InstantField
  | FlagField
  | BoolField
  | ChoiceField
  | DictField
  | RefField
  | RefsField
  | JsonField
  | SecretField
  | FileField;
export type FieldKind = Field['kind'];
export type Fields = Readonly<Record<string, Field>>;

/** What the platform itself must know of a noun, whoever declares it: one noun at most is known as each. */
export type KnownAs = 'area' | 'branding' | 'file' | 'organization' | 'tenant';

/**
 * What a reference needs to know of its target. Entities satisfy it; the type is small so that circles of entities stay
 * typeable.
 */
export interface RefTarget {
  readonly name: string;
  /** Unknown of an entity that only its name and path are told of: it arrives with a module above. */
  readonly kind?: 'entity' | 'document';
  readonly knownAs?: KnownAs;
  readonly path: string;
  readonly label: Label;
  readonly codeField: string;
  readonly nameField: string;
  readonly fields: Fields;
}

export type Tone = 'green' | 'red' | 'blue' | 'orange' | 'grey';
/** zh-CN, zh-TW, en, and the tone of its tag where the value is shown as a status. */
export type Choice = readonly [zhCN: string, zhTW: string, en: string, tone?: Tone];
export type Choices = Readonly<Record<string, Choice>>;

/** What a builder takes beside the label: the field's own facts, without those that the builder sets. */
type Options<F extends FieldBase<unknown, boolean>, Set extends keyof F = never> = Partial<
  Omit<F, 'kind' | 'label' | '$value' | Set>
>;
/** Derived from the options and not inferred from the result: a contextual `Field` would widen it to boolean. */
type Required<O> = O extends { readonly required: true } ? true : false;
const needed = <O extends { readonly required?: boolean }>(o: O | undefined) => (o?.required ?? false) as Required<O>;

export function text<const O extends Options<TextField> = {}>(label: Label, o?: O): TextField<Required<O>> {
  return { kind: 'text', label, max: 100, format: 'line', ...o, required: needed(o) };
}
export function integer<const O extends Options<IntegerField> = {}>(label: Label, o?: O): IntegerField<Required<O>> {
  return { kind: 'integer', label, ...o, required: needed(o) };
}
export function decimal<const O extends Options<DecimalField> = {}>(label: Label, o?: O): DecimalField<Required<O>> {
  return { kind: 'decimal', label, measure: 'plain', scale: 4, ...o, required: needed(o) };
}
export function amount<const O extends Options<DecimalField, 'measure' | 'scale'> = {}>(
  label: Label,
  o?: O,
): DecimalField<Required<O>> {
  return { kind: 'decimal', label, measure: 'amount', scale: 2, ...o, required: needed(o) };
}
export function price<const O extends Options<DecimalField, 'measure' | 'scale'> = {}>(
  label: Label,
  o?: O,
): DecimalField<Required<O>> {
  return { kind: 'decimal', label, measure: 'price', scale: 4, ...o, required: needed(o) };
}
export function quantity<const O extends Options<DecimalField, 'measure' | 'scale'> = {}>(
  label: Label,
  o?: O,
): DecimalField<Required<O>> {
  return { kind: 'decimal', label, measure: 'quantity', scale: 4, ...o, required: needed(o) };
}
/** What adds up below a column, on screen and on paper. */
export const isSummed = (field: Field): boolean =>
  field.kind === 'decimal' &&
  (field.measure === 'quantity' || field.measure === 'amount') &&
  field.isNotSummed !== true;
export function rate<const O extends Options<DecimalField, 'measure' | 'scale'> = {}>(
  label: Label,
  o?: O,
): DecimalField<Required<O>> {
  return { kind: 'decimal', label, measure: 'rate', scale: 6, ...o, required: needed(o) };
}
export function date<const O extends Options<DateField> = {}>(label: Label, o?: O): DateField<Required<O>> {
  return { kind: 'date', label, ...o, required: needed(o) };
}
/** 截至日期: without it balances are those of this moment. */
export const asOfDate = (): DateField<false> => date(['截至日期', '截至日期', 'As of'], { isAsOf: true });
export function instant<const O extends Options<InstantField> = {}>(label: Label, o?: O): InstantField<Required<O>> {
  return { kind: 'instant', label, ...o, required: needed(o) };
}
export function flag<const O extends Options<FlagField> = {}>(label: Label, o?: O): FlagField<Required<O>> {
  return { kind: 'flag', label, default: '0', ...o, required: needed(o) };
}
export function bool<const O extends Options<BoolField> = {}>(label: Label, o?: O): BoolField<Required<O>> {
  return { kind: 'bool', label, ...o, required: needed(o) };
}
export function choice<const C extends Choices, const O extends Options<ChoiceField, 'choices'> = {}>(
  label: Label,
  choices: C,
  o?: O,
): ChoiceField<`${Exclude<keyof C, symbol>}`, Required<O>> {
  return { kind: 'choice', label, choices, ...o, required: needed(o) };
}
export function dict<const O extends Options<DictField, 'dictType'> = {}>(
  label: Label,
  dictType: string,
  o?: O,
): DictField<Required<O>> {
  return { kind: 'dict', label, dictType, ...o, required: needed(o) };
}
export function ref<const O extends Options<RefField, 'target'> = {}>(
  label: Label,
  target: () => RefTarget,
  o?: O,
): RefField<Required<O>> {
  return { kind: 'ref', label, target, key: 'code', ...o, required: needed(o) };
}
export function refs<const O extends Options<RefsField, 'target'> = {}>(
  label: Label,
  target: () => RefTarget,
  o?: O,
): RefsField<Required<O>> {
  return { kind: 'refs', label, target, key: 'id', ...o, required: needed(o) };
}
export function json<const O extends Options<JsonField> = {}>(label: Label, o?: O): JsonField<Required<O>> {
  return { kind: 'json', label, ...o, required: needed(o) };
}
export function secret<const O extends Options<SecretField, 'virtual'> = {}>(
  label: Label,
  o?: O,
): SecretField<Required<O>> {
  return { kind: 'secret', label, ...o, virtual: true, required: needed(o) };
}
export function file<const O extends Options<FileField, 'many'> = {}>(label: Label, o?: O): FileField<Required<O>> {
  return { kind: 'file', label, accepts: 'any', ...o, many: false, required: needed(o) };
}
export function image<const O extends Options<FileField, 'many' | 'accepts'> = {}>(
  label: Label,
  o?: O,
): FileField<Required<O>> {
  return { kind: 'file', label, ...o, accepts: 'image', many: false, required: needed(o) };
}
export function files<const O extends Options<FileField, 'many'> = {}>(label: Label, o?: O): FileField<Required<O>> {
  return { kind: 'file', label, accepts: 'any', ...o, many: true, required: needed(o) };
}

/**
 * `customerCode` is shown as `customerName`, `deptId` as `deptName`: the key under which a reference's name is
 * answered.
 */
export const nameKeyOf = (fieldKey: string): string => fieldKey.replace(/(Code|Id)$/, '') + 'Name';

/** What a person calls it: the customer, not the customer code. A tax code is called that: its noun is a code. */
export const spokenLabel = (field: Field): Label =>
  field.kind === 'ref' && field.label[0] !== field.target().label[0] ? withoutCode(field.label) : field.label;

export const withoutCode = (label: Label): Label => [
  label[0].replace(/(?<=.)编码$/, ''),
  label[1].replace(/(?<=.)編碼$/, ''),
  label[2].replace(/ code$/i, ''),
];

type ValueOf<F extends Field> = Exclude<F['$value'], undefined>;
type Stored<F extends Fields> = { [K in keyof F]: F[K] extends { readonly virtual: true } ? never : K }[keyof F];

/** What a form edits, a body carries and a row holds. Every key is present; an optional field may be null. */
export type Values<F extends Fields> = {
  -readonly [K in Stored<F>]: F[K]['required'] extends true ? ValueOf<F[K]> : ValueOf<F[K]> | null;
};

type NameKey<K> = K extends `${infer Base}Code` | `${infer Base}Id`
  ? `${Base}Name`
  : K extends string
    ? `${K}Name`
    : never;
/** The derived display name of each reference. */
export type RefNames<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends RefField ? NameKey<K> : never]: string | null;
};
/** Names of fields and of their derived names, for column and filter lists. */
export type Keys<F extends Fields> = (keyof F & string) | (keyof RefNames<F> & string);
