import type { Facts } from './engine/rule.ts';

/** Codes above others: `class/C0101` lies in `C01`. */
export type Parents = ReadonlyMap<string, string>;

export const parentsIn = (
  rows: readonly { readonly tree: string; readonly code: string; readonly parentCode: string }[],
): Parents => new Map(rows.map(({ tree, code, parentCode }) => [`${tree}/${code}`, parentCode]));

/** A code and all above it. A tree that somebody bent into a circle is followed once. */
function pathOf(parents: Parents, tree: string, code: string | null): readonly string[] {
  const path = new Set<string>();
  for (let at = code ?? undefined; at !== undefined && !path.has(at); at = parents.get(`${tree}/${at}`)) path.add(at);
  return [...path];
}

const only = (code: string | null): readonly string[] => (code === null ? [] : [code]);

export interface CustomerRow {
  readonly code: string;
  readonly classCode: string;
  readonly customerGroupCode: string | null;
  readonly levelCode: string | null;
  readonly channelCode: string | null;
  readonly areaCode: string | null;
}
/** What the order itself says of its customer: the channel that it is for, and how it is sold. */
export interface AskedHead {
  readonly channelCode: string | null;
  readonly saleTypeCode: string | null;
}

export const customerFacts = (
  row: CustomerRow,
  head: AskedHead,
  shops: readonly string[],
  parents: Parents,
): Facts => ({
  customer: [row.code],
  customerClass: pathOf(parents, 'customerClass', row.classCode),
  group: only(row.customerGroupCode),
  level: only(row.levelCode),
  area: pathOf(parents, 'area', row.areaCode),
  channel: only(head.channelCode ?? row.channelCode),
  saleType: only(head.saleTypeCode),
  shop: shops,
});

export interface MaterialRow {
  readonly code: string;
  readonly productCode: string | null;
  readonly classCode: string;
  readonly brandCode: string | null;
  readonly tagCode: string | null;
  readonly materialLineCode: string | null;
}

export const materialFacts = (row: MaterialRow, parents: Parents): Facts => ({
  material: [row.code],
  product: only(row.productCode),
  class: pathOf(parents, 'class', row.classCode),
  brand: only(row.brandCode),
  tag: only(row.tagCode),
  materialLine: only(row.materialLineCode),
});
