import type { Entity } from './entity.ts';
import { stampLabels } from './entity.ts';
import { nameKeyOf, withoutCode, type Field } from './field.ts';
import { type Label } from './label.ts';
import { reasons } from './refusal.ts';

/** Something a file can say of a record: a field, or for a tree the parent by its code or name. */
export interface ImportField {
  readonly key: string;
  readonly label: Label;
  readonly required: boolean;
  readonly field?: Field;
}

/**
 * Files and structures do not fit into a cell, and a secret is written into no list. What a screen fixes for its
 * records is not asked for.
 */
export function importFieldsOf(entity: Entity): readonly ImportField[] {
  const fields = Object.entries(entity.fields)
    .filter(
      ([key, field]) =>
        field.kept !== true &&
        field.virtual !== true &&
        !['file', 'json', 'secret'].includes(field.kind) &&
        entity.where?.[key] === undefined,
    )
    .map(([key, field]): ImportField => ({
      key,
      label: field.label,
      required: field.required && field.default === undefined,
      field,
    }));
  if (!entity.tree) return fields;
  const parent: ImportField = { key: 'parentCode', label: stampLabels.parentCode, required: false };
  return fields.flatMap((each) => (each.key === entity.nameField ? [each, parent] : [each]));
}

/**
 * Column by column which field it is, or null. A title counts in any language, as the wire name, or as what the export
 * calls it.
 */
export function matchColumns(entity: Entity, titles: readonly string[]): readonly (string | null)[] {
  const names = new Map<string, { readonly key: string; readonly rank: number }>();
  const add = (name: string, key: string, rank: number): void => {
    const plain = plainTitle(name);
    if (plain !== '' && (names.get(plain)?.rank ?? 9) > rank) names.set(plain, { key, rank });
  };
  for (const { key, label, field } of importFieldsOf(entity)) {
    add(key, key, 0);
    for (const text of label) add(text, key, 0);
    if (field?.kind === 'ref' || key === 'parentCode') {
      add(nameKeyOf(key), key, 2);
      for (const text of withoutCode(label)) add(text, key, 1);
      for (const text of nameLabel(label)) add(text, key, 2);
    }
  }
  const found = titles.map((title) => names.get(plainTitle(title)));
  // A list with both the code and the name of a class is read by the code.
  return found.map((match, at) =>
    match === undefined ||
    found.some(
      (other, where) =>
        other?.key === match.key && (other.rank < match.rank || (other.rank === match.rank && where < at)),
    )
      ? null
      : match.key,
  );
}

const nameLabel = (label: Label): Label => [
  `${label[0].replace(/编码$/, '')}名称`,
  `${label[1].replace(/編碼$/, '')}名稱`,
  `${label[2].replace(/ code$/, '')} name`,
];

/** 客户 编码*, CustomerCode and customer_code are one title. */
const plainTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*:()（）-]/g, '');

/** Why a cell cannot be taken, by the code under which it is stored. */
export const importReasons = {
  ...reasons,
  formula: ['是公式，请粘贴为数值', '是公式，請貼上為數值', 'is a formula; paste its value'],
  cellError: ['是错误值', '是錯誤值', 'is an error value'],
  ambiguous: ['有多条同名记录，请用编码', '有多筆同名記錄，請用編碼', 'names several records; use the code'],
  repeated: ['在文件中重复', '在檔案中重複', 'stands twice in the file'],
  outside: ['不在您的数据权限内', '不在您的資料權限內', 'is outside of what you may change'],
  noParent: [
    '上级不存在，或其所在行有错误',
    '上級不存在，或其所在列有錯誤',
    'has no such parent, or the row of the parent is wrong',
  ],
} as const satisfies Readonly<Record<string, Label>>;
export type ImportReason = keyof typeof importReasons;

export interface ImportedColumn {
  readonly title: string;
  readonly key: string | null;
  readonly sample: readonly string[];
  /** Not of the file: said of it as a whole. */ readonly isGiven?: true;
}

/** What is known of a file on its way in. */
export interface ImportState {
  readonly id: string;
  readonly noun: string;
  readonly fileName: string;
  readonly state: 'arrived' | 'staging' | 'staged' | 'applying' | 'applied';
  readonly columns: readonly ImportedColumn[];
  readonly isUpdate: boolean;
  /** In percent, of what is under way. */
  readonly progress: number;
  readonly staged: number;
  readonly good: number;
  readonly wrong: number;
  readonly successCount: number;
  /** The same bytes were imported before. */
  readonly earlier: { readonly createDate: string; readonly creatorName: string; readonly successCount: number } | null;
}

export interface ImportError {
  readonly row: number;
  readonly column: string;
  readonly cell: string;
  readonly message: string;
}
export interface ImportResult {
  readonly successCount: number;
  readonly failCount: number;
  readonly errors: readonly ImportError[];
  readonly importId: string;
}
export interface ImportedRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** Column number to what is wrong there; -1 is the row. */ readonly errors: Readonly<Record<string, string>>;
}
