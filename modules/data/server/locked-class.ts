import { customer, customerClass } from '#data/model/partner/customer.ts';
import { freeTermClass } from '#data/model/goods/free-term.ts';
import { logisticsProvider, logisticsProviderClass } from '#data/model/partner/logistics.ts';
import { material, materialClass } from '#data/model/goods/material.ts';
import { product, productClass } from '#data/model/goods/product.ts';
import { dept, personnel } from '#data/model/staff/staff.ts';
import { supplier, supplierClass } from '#data/model/partner/supplier.ts';
import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { Label } from '#platform/model/label.ts';
import { refusal } from '#platform/model/refusal.ts';
import { statement, type Row, type RowsOf, type TypedStatement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { serveEntity, type RowRule, type EntityService } from '#platform/server/entity/serve.ts';

/** The warnings of 001 §5, word for word. */
const productWords: Label = [
  '产品分类已锁定，无法选择！',
  '產品分類已鎖定，無法選擇！',
  'The product category is locked and cannot be chosen!',
];
const otherWords: Label = [
  '分类已锁定，无法选择！',
  '分類已鎖定，無法選擇！',
  'The category is locked and cannot be chosen!',
];
const words: Readonly<Record<string, Label>> = {
  [productClass.name]: productWords,
  [materialClass.name]: productWords,
  [customerClass.name]: [
    '客户分类已锁定，无法选择！',
    '客戶分類已鎖定，無法選擇！',
    'The customer category is locked and cannot be chosen!',
  ],
  [freeTermClass.name]: [
    '色卡分类已锁定，无法选择！',
    '色卡分類已鎖定，無法選擇！',
    'colour card category locked, cannot select',
  ],
  [dept.name]: ['部门已锁定，无法选择！', '部門已鎖定，無法選擇！', 'The department is locked and cannot be chosen!'],
};

const lockedCode = 20140;

/** What is in a locked class stays there and can be changed; nothing new comes in. */
export function refuseLocked(
  entity: Entity,
  next: Readonly<Record<string, unknown>>,
  previous: object | null,
  { chosenClass }: Partial<RowsOf<LockReads>>,
): void {
  const key = entity.groupedBy ?? '';
  const field = entity.fields[key];
  if (field?.kind !== 'ref' || next[key] === (previous as Row | null)?.[key]) return;
  if (chosenClass?.[0]?.lockFlag === '1') throw lockedAt(field.target().name, key, field.label);
}

type LockRead = TypedStatement<{ lockFlag: string }>;
export type LockReads = { readonly chosenClass: LockRead };

/** The class that a save names. */
export function lockRead(entity: Entity, given: Readonly<Record<string, unknown>>): Partial<LockReads> {
  const field = entity.fields[entity.groupedBy ?? ''];
  return field?.kind === 'ref'
    ? {
        chosenClass: statement(
          { lockFlag: 'text' },
          `select lock_flag from app.${tableOf(field.target())} where code = $1`,
          [textOf(given[entity.groupedBy ?? ''])],
        ),
      }
    : {};
}

/** A branch of a tree is not put below a locked one either. */
function refuseLockedParent(
  entity: Entity,
  given: Readonly<Record<string, unknown>>,
  previous: { readonly pid?: unknown } | null,
  { parent }: Partial<RowsOf<ParentReads>>,
): void {
  if (given['pid'] === undefined || given['pid'] === previous?.pid) return;
  if (parent?.[0]?.lockFlag === '1') throw lockedAt(entity.name, 'pid', ['上级', '上級', 'Parent']);
}
type ParentReads = { readonly parent: LockRead };
const parentRead = (entity: Entity, given: Readonly<Record<string, unknown>>): ParentReads => ({
  parent: statement({ lockFlag: 'text' }, `select lock_flag from app.${tableOf(entity)} where id::text = $1`, [
    textOf(given['pid']),
  ]),
});
const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\u0000', '') : '');

function lockedAt(target: string, path: string, field: Label): Error {
  const text = words[target] ?? otherWords;
  return refusal('E-CLASS-LOCKED', lockedCode, text)({}, [{ path, field, reason: text }]);
}

/** Both rules for the rows of a list. */
function lockedRows(entity: Entity): readonly RowRule[] {
  const key = entity.groupedBy ?? '';
  const field = entity.fields[key];
  if (field?.kind !== 'ref') return [];
  const column = snakeCase(key);
  return [
    {
      key,
      reason: words[field.target().name] ?? otherWords,
      refused: `
        v.${column} is distinct from t.${column}
        and exists (select from app.${tableOf(field.target())} c where c.code = v.${column} and c.lock_flag = '1')`,
    },
  ];
}
const lockedParentRows = (entity: Entity): readonly RowRule[] => [
  {
    key: 'parentCode',
    reason: words[entity.name] ?? otherWords,
    refused: `
      t.id is null
      and exists (select from app.${tableOf(entity)} p where p.code = k.record->>'parent_code' and p.lock_flag = '1')`,
  },
];

export const lockedClassServices: readonly EntityService[] = [
  ...[customer, supplier, product, material, logisticsProvider, personnel].map((entity: Entity) =>
    serveEntity<Entity, LockReads>(entity, {
      reads: (given) => lockRead(entity, given),
      beforeSave(_ctx, next, previous, _given, facts) {
        refuseLocked(entity, next, previous, facts);
        return next;
      },
      rowRules: lockedRows(entity),
    }),
  ),
  ...[customerClass, supplierClass, productClass, materialClass, logisticsProviderClass, freeTermClass, dept].map(
    (entity: Entity) =>
      serveEntity<Entity, ParentReads>(entity, {
        reads: (given) => parentRead(entity, given),
        beforeSave(_ctx, next, previous, given, facts) {
          refuseLockedParent(entity, given, previous as { readonly pid?: unknown } | null, facts);
          return next;
        },
        rowRules: lockedParentRows(entity),
      }),
  ),
];
