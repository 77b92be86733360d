import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { brand } from '#data/model/goods/brand.ts';
import { customer } from '#data/model/partner/customer.ts';
import { dept } from '#data/model/staff/staff.ts';
import type { material } from '#data/model/goods/material.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument, type BillOf, type Document, type DraftOf, type VerbOf } from '#platform/model/document.ts';
import { defineEntity, type Entity, type RowOf, type ValuesOf } from '#platform/model/entity.ts';
import {
  amount,
  choice,
  flag,
  nameKeyOf,
  ref,
  text,
  type Fields,
  type RefNames,
  type Values,
} from '#platform/model/field.ts';
import { defineLedger, type Posting } from '#platform/model/ledger.ts';
import { code, name } from '#platform/model/preset.ts';
import { alwaysThere, stored } from '#platform/server/db/shape.ts';
import type { BalanceTable, EntityTable, HeadTable } from '#platform/server/db/tables.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { order } from '#sales/model/order/order.ts';
import type { stock } from '#stock/model/ledger.ts';

/**
 * What the compiler promises whoever writes a module. Each `@ts-expect-error` is a mistake that does not compile;
 * were it to compile, `npm run check` would report the line as unused. Nothing below `proofs` ever runs.
 */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = { [K in keyof T]: T[K] };
function same<_Proof extends true>(): void {
  /* the type is the proof */
}

export function proofs(
  db: Kysely<{
    dataBrand: EntityTable<typeof brand>;
    dataCustomer: EntityTable<typeof customer>;
    orderOrder: HeadTable<typeof order>;
    stockBalance: BalanceTable<typeof stock>;
  }>,
): unknown[] {
  // Values: a required field is there, an optional one may be null, a choice is one of its codes.
  same<Equal<ValuesOf<typeof brand>['code'], string>>();
  same<Equal<ValuesOf<typeof brand>['enName'], string | null>>();
  same<Equal<ValuesOf<typeof customer>['creditControlFlag'], '0' | '1' | null>>();
  same<Equal<ValuesOf<typeof customer>['creditAmount'], string | null>>();
  same<Equal<ValuesOf<typeof dept>['leaderCode'], string | null>>();
  same<Equal<RowOf<typeof customer>['className'], string | null>>();
  same<
    Equal<
      keyof Values<{
        a: ReturnType<typeof code>;
        b: { kind: 'secret'; label: ['', '', '']; required: false; virtual: true };
      }>,
      'a'
    >
  >();
  same<Equal<RefNames<{ deptId: ReturnType<typeof refToDept> }>, { deptName: string | null }>>();
  // Documents: verbs, states and lines by name.
  same<Equal<VerbOf<typeof order>, keyof typeof billVerbs>>();
  same<Equal<Flat<DraftOf<typeof order>>['orderType'], '0' | '1' | '2' | '5'>>();
  same<Equal<BillOf<typeof order>['lines'][number]['productName'], string | null>>();
  same<Equal<BillOf<typeof order>['lines'][number]['number'], string>>();
  // Any definition is a definition: functions take "some entity" without a cast.
  const some: readonly (Entity | Document)[] = [brand, customer, dept, order];

  // @ts-expect-error money is a decimal string, never a number
  const wrongMoney: ValuesOf<typeof customer>['creditAmount'] = 12.5;
  // @ts-expect-error the third language is missing
  const twoLanguages = text(['名称', '名稱']);
  // @ts-expect-error a default is text, as it stands in the definition
  const wrongDefault = choice(['状态', '狀態', 'Status'], { 1: ['是', '是', 'Yes'] }, { default: 1 });
  // @ts-expect-error the builder of amounts sets the scale itself
  const wrongScale = amount(['金额', '金額', 'Amount'], { scale: 3 });
  // @ts-expect-error a flag takes no choices
  const wrongFlag = flag(['锁定', '鎖定', 'Locked'], { choices: {} });
  // @ts-expect-error a reference names its target by a function, so that circles can be declared
  const wrongTarget = ref(['部门', '部門', 'Department'], dept);

  const wrongNames = [
    defineEntity({
      name: 'x:y',
      label: ['', '', ''],
      path: '/x',
      fields: { code: code(), name: name() },
      list: {
        // @ts-expect-error a column that is no field
        columns: ['code', 'colour'],
        // @ts-expect-error a filter that is no field
        filters: ['colour'],
      },
    }),
    defineEntity({
      name: 'x:y',
      label: ['', '', ''],
      path: '/x',
      fields: { code: code(), name: name() },
      list: { columns: [], filters: [] },
      // @ts-expect-error grouped by no field
      groupedBy: 'classCode',
    }),
    defineEntity({
      name: 'x:y',
      label: ['', '', ''],
      path: '/x',
      fields: { code: code(), name: name() },
      list: { columns: [], filters: [] },
      // @ts-expect-error a call that nobody answers
      without: ['explode'],
    }),
    defineDocument({
      name: 'x:y',
      label: ['', '', ''],
      lineLabel: ['', '', ''],
      path: '/x',
      number: { prefix: 'X', digits: 4 },
      head: { remark: text(['', '', '']) },
      lines: {},
      states: billStates,
      verbs: billVerbs,
      list: { columns: ['code', 'billStatus', 'remark'], filters: ['billDate'] },
      screen: { area: 'a', url: 'u', title: ['', '', ''] },
      // @ts-expect-error begins in no state
      initial: 'drafted',
      // @ts-expect-error editable in no state
      editable: ['saved', 'drafted'],
      // @ts-expect-error the stash needs no such field
      stashNeeds: ['customerCode'],
    }),
    defineDocument({
      name: 'x:y',
      label: ['', '', ''],
      lineLabel: ['', '', ''],
      path: '/x',
      number: { prefix: 'X', digits: 4 },
      head: {},
      lines: {},
      states: billStates,
      initial: 'saved',
      editable: ['saved'],
      list: { columns: [], filters: [] },
      screen: { area: 'a', url: 'u', title: ['', '', ''] },
      // @ts-expect-error a verb from no state
      verbs: { audit: { label: ['', '', ''], from: ['drafted'], to: 'audited' } },
    }),
    defineLedger({
      name: 'x',
      label: ['', '', ''],
      lockOrder: 1,
      key: ['code'],
      measures: { onHand: ['', '', ''] },
      held: 'onHand',
      floored: 'onHand',
      // @ts-expect-error available is made of measures
      available: { plus: ['inHand'], minus: [] },
    }),
  ];

  const hooks = [
    serveDocument(order, {
      after: {
        audit: (_ctx, bill) => {
          same<Equal<typeof bill.customerCode, string>>();
        },
      },
    }),
    // @ts-expect-error a verb that the document does not have
    serveDocument(order, { after: { explode: () => undefined } }),
    serveDocument(order, {
      before: {
        audit: (_ctx, bill) => {
          // @ts-expect-error a field that the document does not have
          expect(bill.colour).toBe('red');
        },
      },
    }),
    // @ts-expect-error a draft stays a draft: totals are decimal strings
    serveDocument(order, { beforeSave: (_ctx, draft) => ({ ...draft, totalAmount: 0 }) }),
    serveEntity(brand, { beforeSave: (_ctx, next) => ({ ...next, name: next.name.trim() }) }),
    // @ts-expect-error a required value does not become null
    serveEntity(brand, { beforeSave: (_ctx, next) => ({ ...next, name: null }) }),
    // @ts-expect-error there is no such hook
    serveEntity(brand, { beforeExplode: () => undefined }),
  ];

  const posting: Posting<typeof stock> = {
    stockOrganizeCode: 'O',
    storageCode: 'W',
    materialCode: 'M',
    batchNo: '',
    changes: { onHand: '1' },
    postType: 'IN',
    lineId: '',
    guards: 'nothing',
  };
  // @ts-expect-error a posting names the whole key
  const halfKey: Posting<typeof stock> = {
    storageCode: 'W',
    changes: {},
    postType: 'IN',
    lineId: '',
    guards: 'nothing',
  };
  // @ts-expect-error a measure that the ledger does not keep
  const wrongMeasure: Posting<typeof stock> = { ...posting, changes: { inHand: '1' } };

  const queries = [
    db
      .selectFrom('orderOrder as o')
      .innerJoin('dataCustomer as c', 'c.code', 'o.customerCode')
      .select(['o.code', 'c.name', 'o.customerName']),
    db.insertInto('dataBrand').values({ code: 'A', name: 'B', creatorId: null, status: '1' }),
    // @ts-expect-error name is required
    db.insertInto('dataBrand').values({ code: 'A', creatorId: null, status: '1' }),
    // @ts-expect-error no such column
    db.selectFrom('dataBrand').select('colour'),
    // @ts-expect-error no such table: a module reads what its own db.ts names
    db.selectFrom('dataMaterial').selectAll(),
    // @ts-expect-error a figure is compared with a decimal string
    db.selectFrom('stockBalance').selectAll().where('onHand', '>', 5),
  ];
  return [
    some,
    wrongMoney,
    twoLanguages,
    wrongDefault,
    wrongScale,
    wrongFlag,
    wrongTarget,
    wrongNames,
    hooks,
    halfKey,
    wrongMeasure,
    queries,
    (row: RowOf<typeof material>) => row.rowVersion,
  ];
}

const refToDept = () => ref(['部门', '部門', 'Department'], () => dept, { key: 'id' });

describe('what the compiler believes of a definition', () => {
  const parts = ([brand, customer, dept, order] as readonly (Entity | Document)[]).flatMap((noun): Fields[] =>
    noun.kind === 'entity' ? [noun.fields] : [noun.head, noun.lines],
  );

  test('is so when the program runs: required is a fact of the field, and every reference has a name to be shown by', () => {
    for (const [key, field] of parts.flatMap((fields) => Object.entries(fields))) {
      expect([key, typeof field.required, field.label.length]).toEqual([key, 'boolean', 3]);
      if (field.kind === 'ref') expect([key, nameKeyOf(key).endsWith('Name')]).toEqual([key, true]);
      expect('$value' in field).toBe(false);
    }
  });

  test('is so in the database: what is never null in a type is never null in a column', () => {
    for (const [key, field] of parts.flatMap((fields) => stored(fields)))
      if (field.required) expect([key, field.default !== undefined || !alwaysThere(field)]).toEqual([key, true]);
    expect(Object.keys(order.verbs)).toEqual(Object.keys(billVerbs));
  });
});
