import { describe, expect, test } from 'vitest';
import { defineDocument } from '#platform/model/document.ts';
import { decimal, flag, ref, text } from '#platform/model/field.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { enabled, name } from '#platform/model/preset.ts';
import { judge } from './judge.ts';
import type { SeenList } from './look.ts';

const shop = defineEntity({
  name: 'a:shop',
  label: ['店', '店', 'Shop'],
  path: '/a/shop',
  fields: { code: text(['编码', '編碼', 'Code']), name: name(), status: enabled() },
  list: { columns: ['code', 'name', 'status'], filters: [] },
  screen: { area: 'a', url: 'a/shop', title: ['店', '店', 'Shops'] },
});
const bill = defineDocument({
  name: 'a:bill',
  label: ['单', '單', 'Bill'],
  path: '/a/bill',
  number: { prefix: 'B', digits: 4 },
  head: {
    shopCode: ref(['店编码', '店編碼', 'Shop code'], () => shop),
    amount: decimal(['金额', '金額', 'Amount'], { measure: 'amount', kept: true }),
    note: text(['备注', '備註', 'Note']),
  },
  lines: {},
  lineLabel: ['明细', '明細', 'Line'],
  states: { saved: { code: '0', label: ['已保存', '已儲存', 'Saved'] } },
  initial: 'saved',
  editable: ['saved'],
  verbs: {},
  list: { columns: ['code', 'billDate', 'shopCode', 'amount', 'billStatus', 'note'], filters: [] },
  screen: { area: 'a', url: 'a/bill', title: ['单', '單', 'Bills'] },
});

const whole = {
  code: 'B1',
  billDate: '2026-11-16',
  shopCode: '南京店',
  amount: '1.00',
  billStatus: '已保存',
  note: '急',
};
const rows = ['1', '2', '3'].map((id) => ({ id, texts: whole, links: ['code'] }));
const columns = Object.keys(whole).map((key) => ({ key, title: key, isInSight: true }));
const answered = new Map(rows.map(({ id }) => [id, { id, shopCode: 'S01', shopName: '南京店' }]));
const judged = (seen: Partial<SeenList>): readonly string[] => judge(bill, { columns, rows, ...seen }, answered);
const withText = (key: string, value: string): SeenList['rows'] =>
  rows.map((row) => ({ ...row, texts: { ...row.texts, [key]: value } }));

describe('a list is judged', () => {
  test('and nothing is said of one that shows what it must', () => {
    expect(judged({})).toEqual([]);
  });

  test.each(['code', 'billDate', 'amount', 'billStatus'])('by %s, which nobody should have to scroll for', (hidden) => {
    const seen = columns.map((column) => ({ ...column, isInSight: column.key !== hidden }));
    expect(judged({ columns: seen })).toEqual([expect.stringContaining(`(${hidden})`)]);
  });

  test('by columns in sight without a single value; a figure that every list needs may be empty', () => {
    expect(judged({ rows: withText('note', '') })).toEqual(['column empty in all rows: note']);
    expect(judged({ rows: withText('amount', '') })).toEqual([]);
    expect(judged({ rows: withText('note', '').slice(0, 2) })).toEqual([]);
  });

  test('and a mark that no row has says "no": it is not an empty column', () => {
    const marked = { ...bill, head: { ...bill.head, note: flag(['急', '急', 'Urgent'], { tone: 'red' }) } };
    expect(judge(marked, { columns, rows: withText('note', '') }, answered)).toEqual([]);
  });

  test('by what its declaration puts first, where it says so', () => {
    const seen = columns.map((column) => ({ ...column, isInSight: !['amount', 'billStatus'].includes(column.key) }));
    const led = { ...bill, list: { ...bill.list, lead: ['code', 'billDate', 'billStatus'] } };
    expect(judge(led, { columns: seen, rows }, answered)).toEqual([
      'required column out of sight: status (billStatus)',
    ]);
  });

  test('by codes that stand where the server told a name', () => {
    expect(judged({ rows: withText('shopCode', 'S01') })).toEqual(['code where a name exists: shopCode "S01"']);
  });

  test.each(['saleOrder', 'order:order:audit', 'error.not.found', '{count}', 'undefined'])(
    'by words of programs: %s',
    (word) => {
      expect(judged({ rows: withText('note', word) })).toEqual([`raw key in a cell: note ${JSON.stringify(word)}`]);
    },
  );
});
