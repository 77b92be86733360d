import { text, type RefTarget, type TextField } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';

/**
 * Nouns that fields already point at and that a later issue declares. Until then their fields hold plain codes.
 * When one arrives, delete its row: the compiler then shows every field that becomes a reference.
 */
export const arriving = {} as const satisfies Readonly<Record<string, Label>>;

/**
 * Nouns of the data module that accounts, roles and tenants point at. Modules are ordered system < data < stock <
 * sales, and data imports organisations and users from here: importing back would close a circle between two modules.
 * The targets carry no fields, so whatever needs a field of the target must live in data.
 */
export const upward = {
  brand: target('data:brand', '/data/bd/brand', ['品牌', '品牌', 'Brand']),
  channel: target('data:channel', '/data/bd/channel', ['渠道', '渠道', 'Channel']),
  customer: target('data:customer', '/data/customer/manage', ['客户', '客戶', 'Customer']),
  dept: target('data:dept', '/data/bd/dept', ['部门', '部門', 'Department']),
  personnel: target('data:personnel', '/data/bd/personnel', ['人员', '人員', 'Personnel']),
  supplier: target('data:supplier', '/data/bd/supplier', ['供应商', '供應商', 'Supplier']),
  storage: target('data:depot', '/data/storage', ['仓库', '倉庫', 'Warehouse']),
} as const;

export type Arriving = keyof typeof arriving | keyof typeof upward;

/** The code (or id) of a noun listed above. */
export function arrivingCode(label: Label, _noun: Arriving): TextField<false> {
  return text(label, { max: 50 });
}

/** The name beside such a code: empty until the noun arrives, declared so that the list already has its column. */
export function arrivingName(label: Label, _noun: Arriving): TextField<false> & { readonly virtual: true } {
  return { ...text(label, { kept: true }), virtual: true };
}

function target(name: string, path: string, label: Label): RefTarget {
  return { name, path, label, codeField: 'code', nameField: 'name', fields: {} };
}
