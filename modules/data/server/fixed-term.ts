import { customer } from '#data/model/partner/customer.ts';
import { material } from '#data/model/goods/material.ts';
import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { Label } from '#platform/model/label.ts';
import { refusal, type Refusal } from '#platform/model/refusal.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { seam } from '#platform/server/module/seam.ts';

const unitFixed = refusal('E-UNIT-FIXED', 10009, [
  '物料【{code}】已有库存、价格或单据，主单位不能修改',
  '物料【{code}】已有庫存、價格或單據，主單位不能修改',
  '{code} has stock, prices or documents; its main unit is fixed',
]);
const organizationFixed = refusal('E-ORG-FIXED', 10009, [
  '客户【{code}】已有余额或未完成单据，所属组织不能修改',
  '客戶【{code}】已有餘額或未完成單據，所屬組織不能修改',
  'Customer {code} has a balance or open documents; its organisation is fixed',
]);

/**
 * Whether a module keeps something that would mean another thing: SQL of a condition, `code` being SQL of the record's.
 */
export type Holds = (code: string) => string;

/** Goods that were counted in their main unit: stock, prices, lines. */
export const materialHolds = seam<Holds>('materialHolds');
/** What an organisation has with its customer: money, open documents. */
export const customerHolds = seam<Holds>('customerHolds');

interface Term {
  readonly entity: Entity;
  readonly key: string;
  readonly holds: readonly Holds[];
  readonly fixed: ReturnType<typeof refusal>;
  /** The same of a row in a list, which says whose it is. */
  readonly inList: Label;
}

/** Terms of a record that stay as they are once figures were written by them (A12). */
export const fixedTermServices = (modules: Parameters<typeof materialHolds.in>[0]): readonly EntityService[] => [
  fixedTerm({
    entity: material,
    key: 'mainUnitCode',
    holds: materialHolds.in(modules),
    fixed: unitFixed,
    inList: [
      '已有库存、价格或单据，不能修改',
      '已有庫存、價格或單據，不能修改',
      'has stock, prices or documents and stays',
    ],
  }),
  fixedTerm({
    entity: customer,
    key: 'organizeCode',
    holds: customerHolds.in(modules),
    fixed: organizationFixed,
    inList: [
      '已有余额或未完成单据，不能修改',
      '已有餘額或未完成單據，不能修改',
      'has a balance or open documents and stays',
    ],
  }),
];

function fixedTerm({ entity, key, holds, fixed, inList }: Term): EntityService {
  const held = (code: string): string =>
    holds.length === 0 ? 'false' : `(${holds.map((holdsIn) => holdsIn(code)).join(' or ')})`;
  const label = entity.fields[key]?.label ?? entity.label;
  const column = snakeCase(key);
  return serveEntity<Entity>(entity, {
    async beforeSave(ctx, next, previous) {
      const before = previous as Row | null;
      if (before === null || before[key] === (next as Row)[key]) return next;
      const code = String(before['code']);
      const [found] = await ctx.rows(statement({ isHeld: 'boolean' }, `select ${held('$1')} as is_held`, [code]));
      if (found?.isHeld === true) throw told(fixed({ code }));
      return next;
    },
    rowRules: [
      {
        key,
        reason: inList,
        refused: `t.id is not null and v.${column} is distinct from t.${column} and ${held('t.code')}`,
      },
    ],
  });
  function told(said: Refusal): Refusal {
    return fixed(said.params, [
      { path: key, field: label, reason: [said.textIn('zh-CN'), said.textIn('zh-TW'), said.textIn('en-US')] },
    ]);
  }
}
