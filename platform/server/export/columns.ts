import { numberedLabels, numberedLabelsOf, type Document } from '#platform/model/document.ts';
import { stampLabels } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import {
  choice,
  date,
  flag,
  instant,
  integer,
  nameKeyOf,
  text,
  withoutCode,
  type Field,
  type Fields,
} from '#platform/model/field.ts';
import { textOf, type Label, type Language } from '#platform/model/label.ts';
import { fieldsOf, type Noun } from '#platform/model/module.ts';
import { belongsTo, yesNo } from '#platform/model/preset.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { zoneSql } from '#platform/server/db/today.ts';
import type { ExportColumn, SheetColumn } from '#platform/server/sheet/cell.ts';

/** A column that a list declares: under which name, and where in the row its value stands. */
export interface Exported {
  readonly key: string;
  readonly label: Label;
  readonly field: Field;
  /** The name of a reference, and where the code stands that is shown for want of one. */
  readonly valueKey: string;
  readonly codeKey?: string;
}

/** As the list shows them: references by name, unless the code has a column beside its name. */
export function exportedOf(fields: Fields, keys: readonly string[]): readonly Exported[] {
  return keys.map((key): Exported => {
    const field = fields[key];
    if (field !== undefined) {
      const isNamed = field.kind === 'ref' && !keys.includes(nameKeyOf(key));
      return isNamed
        ? { key, label: withoutCode(field.label), field, valueKey: nameKeyOf(key), codeKey: key }
        : { key, label: field.label, field, valueKey: key };
    }
    const [codeKey, ref] =
      Object.entries(fields).find(([name, candidate]) => candidate.kind === 'ref' && nameKeyOf(name) === key) ?? [];
    if (codeKey === undefined || ref === undefined)
      return { key, label: [key, key, key], field: text([key, key, key]), valueKey: key };
    return {
      key,
      label: withoutCode(ref.label),
      field: { ...text(ref.label), ...comesWith(ref) },
      valueKey: key,
      codeKey,
    };
  });
}

/** The name of a reference comes and goes with it. */
const comesWith = ({ shownBy, columnBy, labelBy }: Field): Pick<Field, 'shownBy' | 'columnBy' | 'labelBy'> => ({
  ...(shownBy === undefined ? {} : { shownBy }),
  ...(columnBy === undefined ? {} : { columnBy }),
  ...(labelBy === undefined ? {} : { labelBy }),
});

/** Every field that a list of this noun can show: its own, and those that the platform keeps. */
export const listedFields = (noun: Noun): Fields => ({
  ...stampFields,
  ...(noun.kind === 'document' ? numberedFields(noun) : {}),
  ...fieldsOf(noun),
});

const stampFields: Fields = {
  ...Object.fromEntries(Object.entries(stampLabels).map(([key, label]) => [key, text(label)])),
  createDate: instant(stampLabels.createDate),
  updateDate: instant(stampLabels.updateDate),
  rowVersion: integer(stampLabels.rowVersion),
};

function numberedFields(document: Document): Fields {
  const labels = numberedLabelsOf(document);
  return {
    ...Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, text(label)])),
    billDate: date(labels.billDate),
    auditDate: instant(labels.auditDate),
    cancelFlag: flag(labels.cancelFlag),
    billStatus: choice(
      labels.billStatus,
      Object.fromEntries(Object.values(document.states).map(({ code, label }) => [code, label])),
    ),
    opSeq: integer(labels.opSeq),
    auditCount: integer(labels.auditCount),
    printCount: integer(labels.printCount),
  };
}

/** Keys that the statement of a list answers. */
export function answeredKeys(noun: Noun): ReadonlySet<string> {
  const own = Object.entries(fieldsOf(noun))
    .filter(([, field]) => field.virtual !== true || (field.kind === 'choice' && field.byDays !== undefined))
    .flatMap(([key, field]) => (field.kind === 'ref' ? [key, nameKeyOf(key)] : [key]));
  const kept =
    noun.kind === 'document' ? Object.keys(numberedLabels) : noun.tree ? ['pid', 'parentCode', 'parentName'] : [];
  return new Set([
    ...own,
    ...kept,
    'id',
    'tenantCode',
    'rowVersion',
    'creatorName',
    'createDate',
    'updaterName',
    'updateDate',
  ]);
}

/** What a column selects. Instants are told by the tenant's clock, to the second. */
export function selectedSql({ key, field, valueKey, codeKey }: Exported, answered: ReadonlySet<string> | null): string {
  const at = (name: string): string | null => (answered === null || answered.has(name) ? `x.${snakeCase(name)}` : null);
  const [value, code] = [at(valueKey), codeKey === undefined ? null : at(codeKey)];
  const plain = value !== null && code !== null ? `coalesce(${value}, ${code}::text)` : (value ?? code ?? 'null::text');
  const shown = field.kind === 'instant' ? `date_trunc('second', ${plain} at time zone ${zoneSql})` : plain;
  return `${shown} as ${snakeCase(key)}`;
}

const organization = snakeCase(belongsTo.organization);

/** What the titles and names of these columns depend on: the tenant's parameters, and dictionaries. */
export function factsFor(columns: readonly Exported[]) {
  const codes = [
    ...new Set(
      columns.flatMap(({ field: { shownBy, columnBy, labelBy } }) =>
        [shownBy?.[0], columnBy?.[0], labelBy].filter((code) => code !== undefined),
      ),
    ),
  ];
  const dicts = [...new Set(columns.flatMap(({ field }) => (field.kind === 'dict' ? [field.dictType] : [])))];
  return [
    statement(
      { level: 'integer', code: 'text', value: 'text?' },
      `
        select 1 as level, param_code as code, param_value as value
        from app.sys_params
        where param_code = any($1::text[]) and status = '1'
        union all
        select case when p.${organization} is null then 2 else 3 end, p.code, p.value
        from app.tenant_params p
        where p.code = any($1::text[])
          and p.status = '1'
          and (
            p.${organization} is null
            or p.${organization} = (select u.${organization} from app.sys_user u where u.id = (select sec.user_id()))
          )
        order by level`,
      [codes],
    ),
    statement(
      { dictType: 'text', dictValue: 'text', dictLabel: 'text', labelTw: 'text?', labelEn: 'text?' },
      `
        select t.dict_type, d.dict_value, d.dict_label, d.label_tw, d.label_en
        from app.sys_dictdata d
        join app.sys_dict t on t.dict_type_id = d.dict_type_id
        where t.dict_type = any($1::text[])`,
      [dicts],
    ),
  ] as const;
}

/** Parameters and dictionaries, as the database answered them. */
export type FileFacts = RowsOf<ReturnType<typeof factsFor>>;

export interface Wish {
  readonly language: Language;
  /** Columns in the order a person arranged them; what the list does not have is left out. */ readonly keys:
    | readonly string[]
    | null;
}

/** The columns of one file. Without a wish, those that the tenant's parameters show, as declared. */
export function columnsFor(
  declared: readonly Exported[],
  [params, entries]: FileFacts,
  { language, keys }: Wish,
): readonly ExportColumn[] {
  // The organisation's value comes last and stands.
  const values = new Map(params.map(({ code, value }) => [String(code), String(value)]));
  const holds = (rule: readonly [string, string] | undefined): boolean =>
    rule === undefined || (values.get(rule[0]) ?? rule[1]) === rule[1];
  const shown = declared.filter(({ field }) => holds(field.shownBy) && holds(field.columnBy));
  const wished =
    keys === null ? shown : [...new Set(keys)].flatMap((key) => shown.find((column) => column.key === key) ?? []);
  return (wished.length === 0 ? shown : wished).map(({ key, label, field }) => {
    const renamed = field.labelBy === undefined ? undefined : values.get(field.labelBy);
    const names = namesOf(field, entries, language);
    return {
      key,
      kind: kindOf(field),
      title: renamed === undefined || renamed === '' || renamed === label[0] ? textOf(label, language) : renamed,
      ...(names === undefined ? {} : { names }),
    };
  });
}

/** What the values of a field are called, where they are codes. */
function namesOf(
  field: Field,
  entries: FileFacts[1],
  language: Language,
): Readonly<Record<string, string>> | undefined {
  switch (field.kind) {
    case 'flag':
    case 'bool':
      return {
        1: textOf(yesNo[1], language),
        0: textOf(yesNo[0], language),
        true: textOf(yesNo[1], language),
        false: textOf(yesNo[0], language),
      };
    case 'choice':
      return Object.fromEntries(
        Object.entries(field.choices).map(([code, [zhCN, zhTW, en]]) => [code, textOf([zhCN, zhTW, en], language)]),
      );
    case 'dict':
      return Object.fromEntries(
        entries
          .filter(({ dictType }) => dictType === field.dictType)
          .map(({ dictValue, dictLabel, labelTw, labelEn }) => [
            dictValue,
            textOf([dictLabel, labelTw ?? dictLabel, labelEn ?? dictLabel], language),
          ]),
      );
    case 'text':
      return field.words === undefined
        ? undefined
        : Object.fromEntries(Object.entries(field.words).map(([code, word]) => [code, textOf(word, language)]));
    case 'integer':
    case 'decimal':
    case 'date':
    case 'instant':
    case 'ref':
    case 'refs':
    case 'json':
    case 'secret':
    case 'file':
      return undefined;
  }
}

/** The one place where a kind of field becomes a kind of cell. */
function kindOf(field: Field): SheetColumn['kind'] {
  switch (field.kind) {
    case 'decimal':
    case 'integer':
      return 'number';
    case 'date':
    case 'instant':
      return 'date';
    case 'text':
    case 'flag':
    case 'bool':
    case 'choice':
    case 'dict':
    case 'ref':
    case 'refs':
    case 'json':
    case 'secret':
    case 'file':
      return 'text';
  }
}
