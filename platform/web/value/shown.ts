import { numberedLabelsOf, type Document, type Numbered } from '#platform/model/document.ts';
import { noStamp, stampLabels, type StampKey } from '#platform/model/entity.ts';
import {
  choice,
  date,
  flag,
  instant,
  integer,
  nameKeyOf,
  spokenLabel,
  text,
  withoutCode,
  type Choice,
  type Field,
  type RefField,
} from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { headOf, ownInputAt, type Listed, type OwnInput } from '#platform/web/registry/registry.ts';

/** One column or filter: a declared field, the name of a reference, or a column that the platform keeps. */
export interface Shown {
  readonly key: string;
  readonly label: Label;
  readonly field: Field;
  /** Where in the row the value to show stands. */
  readonly valueKey: string;
  /** The reference whose name it shows. */
  readonly ref?: { readonly key: string; readonly field: RefField };
  /** A column that nobody sees until he asks for it. */
  readonly isRare?: true;
  /** A filter that takes what is chosen and everything below it, joined by commas. */
  readonly isWithBelow?: true;
  /** Under which key what was chosen itself is sent, too. */
  readonly chosenKey?: string;
  /** A filter of a report that a module wrote itself. */
  readonly input?: OwnInput;
}

/** References are shown by name, unless the same list also has a column for the name. */
export function columnsOf(noun: Listed, keys: readonly string[]): readonly Shown[] {
  return keys.flatMap((key): Shown[] => {
    const field = fieldAt(noun, key);
    if (field !== undefined) {
      const isNamed = field.kind === 'ref' && !keys.includes(nameKeyOf(key));
      return [
        isNamed
          ? { key, label: withoutCode(field.label), field, valueKey: nameKeyOf(key), ref: { key, field } }
          : { key, label: field.label, field, valueKey: key },
      ];
    }
    for (const [code, ref] of Object.entries(headOf(noun))) {
      if (ref.kind === 'ref' && nameKeyOf(code) === key)
        return [
          {
            key,
            label: withoutCode(ref.label),
            field: { ...text(ref.label), ...whenShown(ref) },
            valueKey: key,
            ref: { key: code, field: ref },
          },
        ];
    }
    return [];
  });
}

/** The name of a reference comes and goes with it. */
const whenShown = ({ shownBy, columnBy, labelBy, none }: Field): Pick<Field, Followed> => ({
  ...(shownBy === undefined ? {} : { shownBy }),
  ...(columnBy === undefined ? {} : { columnBy }),
  ...(labelBy === undefined ? {} : { labelBy }),
  ...(none === undefined ? {} : { none }),
});
type Followed = 'shownBy' | 'columnBy' | 'labelBy' | 'none';

export function filtersOf(noun: Listed, keys: readonly string[]): readonly Shown[] {
  return keys.flatMap((key) => {
    const field = fieldAt(noun, key);
    const input = noun.kind === 'report' ? ownInputAt(noun.name, key) : undefined;
    if (field !== undefined) {
      const label = inputLabel(field);
      const said = noun.kind === 'document' ? ownWord(key, label) : label;
      return [{ key, label: said, field, valueKey: key, ...(input === undefined ? {} : { input }) }];
    }
    const one = key.endsWith('s') ? fieldAt(noun, key.slice(0, -1)) : undefined;
    return one?.kind === 'ref'
      ? [{ key, label: inputLabel(one), field: one, valueKey: key, isWithBelow: true as const }]
      : [];
  });
}

/** Above a list of price changes its own number and day need no further name; "Price change date" has no room there. */
const ownWord = (key: string, [zhCN, zhTW, en]: Label): Label =>
  key === 'code' ? [zhCN, zhTW, 'No.'] : key === 'billDate' ? [zhCN, zhTW, 'Date'] : [zhCN, zhTW, en];

/** What an input is called: a person chooses a customer, not a customer code. */
export const inputLabel = spokenLabel;

export function fieldAt(noun: Listed, key: string): Field | undefined {
  return (
    headOf(noun)[key] ??
    (noun.kind === 'document' ? numberedFields(noun)[key as keyof Numbered] : undefined) ??
    stampFields[key as StampKey]
  );
}

const stampFields: Readonly<Record<StampKey, Field>> = {
  id: text(stampLabels.id),
  tenantCode: text(stampLabels.tenantCode),
  tenantName: text(stampLabels.tenantName),
  rowVersion: integer(stampLabels.rowVersion),
  creatorName: text(stampLabels.creatorName, { none: noStamp.creatorName }),
  createDate: instant(stampLabels.createDate),
  updaterName: text(stampLabels.updaterName),
  updateDate: instant(stampLabels.updateDate),
  pid: text(stampLabels.pid),
  parentCode: text(stampLabels.parentCode),
  parentName: text(stampLabels.parentName, { none: noStamp.parentName }),
};

const numberedBy = new WeakMap<Document, Readonly<Record<keyof Numbered, Field>>>();
function numberedFields(document: Document): Readonly<Record<keyof Numbered, Field>> {
  const known = numberedBy.get(document);
  if (known !== undefined) return known;
  const labels = numberedLabelsOf(document);
  const made = {
    code: text(labels.code, { max: 50 }),
    billDate: date(labels.billDate, { required: true }),
    billStatus: choice(
      labels.billStatus,
      Object.fromEntries(
        Object.values(document.states).map(({ code, label, tone }): [string, Choice] => [
          code,
          tone === undefined ? label : [...label, tone],
        ]),
      ),
    ),
    auditPersonName: text(labels.auditPersonName),
    auditDate: instant(labels.auditDate),
    auditMsg: text(labels.auditMsg),
    processInstanceId: text(labels.processInstanceId),
    opSeq: integer(labels.opSeq),
    auditCount: integer(labels.auditCount),
    cancelFlag: flag(labels.cancelFlag),
    closeReason: text(labels.closeReason),
    printCount: integer(labels.printCount),
  };
  numberedBy.set(document, made);
  return made;
}
