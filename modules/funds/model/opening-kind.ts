import type { Document } from '#platform/model/document.ts';
import { defineEntity, type Entity } from '#platform/model/entity.ts';
import type { Choices } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';

export const openingKind = {
  stock: ['库存与成本', '庫存與成本', 'Stock and cost'],
  money: ['客户账户与应收', '客戶帳戶與應收', 'Customer accounts and receivables'],
  rebate: ['返利', '返利', 'Rebate'],
  credit: ['信用额度', '信用額度', 'Credit limits'],
  payable: ['供应商应付与预付', '供應商應付與預付', 'Supplier payables and prepayments'],
} as const satisfies Choices;
export type OpeningKind = keyof typeof openingKind;
export const openingKinds = Object.keys(openingKind) as readonly OpeningKind[];

/**
 * What a row of customers' money says: the two sides of what is owed stand in one file, or nobody could see that they
 * agree.
 */
export const openingItem = {
  A001: ['预存款余额', '預存款餘額', 'Cash balance'],
  A002: ['授信余额', '授信餘額', 'Credit balance'],
  AR: ['应收款', '應收款', 'Receivable'],
  AP: ['应付款', '應付款', 'Payable'],
  PRE: ['预付款', '預付款', 'Prepaid'],
} as const satisfies Choices;
export type OpeningItem = keyof typeof openingItem;
/** Which of them the rows of a kind may say. */
export const itemsOf: Readonly<Partial<Record<OpeningKind, readonly OpeningItem[]>>> = {
  money: ['A001', 'A002', 'AR'],
  payable: ['AP', 'PRE'],
};

export type OpeningKey =
  | 'organizeCode'
  | 'customerCode'
  | 'supplierCode'
  | 'item'
  | 'storageCode'
  | 'productCode'
  | 'number'
  | 'amount'
  | 'dueDate';
/** What a row of each kind must say; whatever else a line could say is left out of it. */
export const neededKeys: Readonly<Record<OpeningKind, readonly OpeningKey[]>> = {
  stock: ['storageCode', 'productCode', 'number', 'amount'],
  money: ['organizeCode', 'customerCode', 'item', 'amount'],
  rebate: ['organizeCode', 'customerCode', 'amount'],
  credit: ['organizeCode', 'customerCode', 'amount'],
  payable: ['organizeCode', 'supplierCode', 'item', 'amount'],
};
const sometimes: Readonly<Partial<Record<OpeningKind, readonly OpeningKey[]>>> = {
  money: ['dueDate'],
  payable: ['dueDate'],
};
const allKeys: readonly OpeningKey[] = [
  'organizeCode',
  'customerCode',
  'supplierCode',
  'item',
  'storageCode',
  'productCode',
  'number',
  'amount',
  'dueDate',
];
export const spareKeys = (kind: OpeningKind): readonly OpeningKey[] =>
  allKeys.filter((key) => !neededKeys[kind].includes(key) && sometimes[kind]?.includes(key) !== true);

/** The rows of a file of this kind: lines of the opening document, as far as they concern it. */
export function openingListOf(document: Document, kind: OpeningKind): Entity {
  const [cn, tw, en] = openingKind[kind];
  const keys: readonly string[] = [...neededKeys[kind], ...(sometimes[kind] ?? []), 'remark'];
  const fields = Object.fromEntries(
    keys.flatMap((key) => {
      const field = document.lines[key];
      if (field === undefined) return [];
      const { choices } = field as { readonly choices?: Choices };
      const said = key === 'item' && choices !== undefined ? { choices: itemChoices(kind, choices) } : {};
      return [[key, { ...field, ...said, required: neededKeys[kind].some((each) => each === key) }]];
    }),
  );
  const label: Label = [`期初${cn}`, `期初${tw}`, `Opening: ${en.toLowerCase()}`];
  return defineEntity({
    name: `${document.name}.${kind}`,
    label,
    path: `${document.path}/${kind}`,
    ...(document.unowned === undefined ? {} : { unowned: document.unowned }),
    fields,
    list: { columns: [], filters: [] },
  });
}

const itemChoices = (kind: OpeningKind, choices: Choices): Choices =>
  Object.fromEntries(Object.entries(choices).filter(([item]) => itemsOf[kind]?.some((each) => each === item)));

/** How the opening of a tenant stands. */
export interface OpeningState {
  readonly cutOverDate: string | null;
  readonly lockDate: string | null;
  readonly lockerName: string | null;
  readonly kinds: readonly OpeningKindState[];
}
export interface OpeningKindState {
  readonly kind: OpeningKind;
  /** Documents that count; none is a kind that nobody brought yet. */
  readonly documents: number;
  readonly fileName: string | null;
  readonly rowCount: number;
  readonly totalNumber: string;
  readonly totalAmount: string;
  readonly creatorName: string | null;
  readonly createDate: string | null;
}
