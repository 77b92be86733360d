import { choice, flag, integer, text, type Choices, type Fields } from './field.ts';

/**
 * The fields by which a record says where it belongs. The specification spells them alike on every noun, and what a
 * user has power over is a list of each: a noun that has the field lies within that scope. No other place of the
 * platform names a column of the business.
 */
export const belongsTo = {
  organization: 'organizeCode',
  department: 'deptCode',
  storage: 'storageCode',
  brand: 'brandCode',
  channel: 'channelCode',
  salesman: 'salesmanCode',
} as const;

/** How the organisation of a record or of a person is called where its name is told. */
export const shownAs = { organization: 'organizeName' } as const;

/** Whom an account stands for, as the database says it with every call: its organisation, a person or a customer. */
export const standsFor = {
  organization: belongsTo.organization,
  person: 'personnelCode',
  customer: 'customerCode',
} as const;

/** The fields by which a record names a customer or a supplier: whoever belongs to one sees only what names it. */
export const namesPartner = { customer: standsFor.customer, supplier: 'supplierCode' } as const;

/**
 * Customer and supplier see what names them, a salesperson what names him or his team; `salesmanOf` names the customer
 * whose salesperson does.
 */
export type OwnerKind = 'customer' | 'supplier' | 'salesman' | 'salesmanOf';

/** Field by which each of them owns a row. */
export type Owner<Key extends string = string> = Readonly<Partial<Record<OwnerKind, Key>>>;

interface Owned {
  readonly name: string;
  readonly owner?: Owner;
  readonly unowned?: string;
}

/**
 * A noun that names a customer or a supplier says whose its rows are, or why they are nobody's: left out, every
 * account from outside reads the rows of all others.
 */
export function checkOwner({ name, owner = {}, unowned }: Owned, ...parts: readonly Fields[]): void {
  const ownerless = Object.entries(namesPartner).filter(
    ([kind, key]) => owner[kind as OwnerKind] === undefined && parts.some((fields) => isColumn(fields, key)),
  );
  if (ownerless.length > 0 && unowned === undefined)
    throw new Error(
      `${name} has ${ownerless.map(([, key]) => key).join(' and ')}: ` +
        `it declares ${ownerless.map(([kind]) => `owner.${kind}`).join(' and ')}, ` +
        'or says in unowned why nobody owns it',
    );
}

const isColumn = (fields: Fields, key: string): boolean => fields[key] !== undefined && fields[key].virtual !== true;

/** The fields that most nouns share, with the words the glossary gives them. */
export const enabledFlag = {
  1: ['启用', '啟用', 'Enabled', 'green'],
  0: ['停用', '停用', 'Disabled', 'red'],
} as const satisfies Choices;

export const yesNo = { 1: ['是', '是', 'Yes'], 0: ['否', '否', 'No'] } as const satisfies Choices;

export const code = () => text(['编码', '編碼', 'Code'], { max: 50, required: true });
export const name = () => text(['名称', '名稱', 'Name'], { max: 100, required: true });
export const remark = () => text(['备注', '備註', 'Remark'], { max: 500, format: 'multiline' });
export const sort = () => integer(['排序', '排序', 'Sort']);
export const enabled = () => choice(['状态', '狀態', 'Status'], enabledFlag, { default: '1' });
export const locked = () => flag(['锁定', '鎖定', 'Locked']);
