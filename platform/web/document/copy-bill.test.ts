import { expect, test } from 'vitest';
import { defineDocument } from '#platform/model/document.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { amount, date, flag, price, quantity, ref, secret, text } from '#platform/model/field.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { code, name } from '#platform/model/preset.ts';
import { copyOf } from './copy-bill.ts';

const thing = defineEntity({
  name: 'test:thing',
  label: ['物', '物', 'Thing'],
  path: '/thing',
  fields: { code: code(), name: name() },
  list: { columns: ['code'], filters: [] },
});
const bill = defineDocument({
  name: 'test:bill',
  label: ['单', '單', 'Document'],
  path: '/bill',
  number: { prefix: 'B', digits: 4 },
  head: {
    thingCode: ref(['物', '物', 'Thing'], () => thing, { required: true }),
    dueDate: date(['到期', '到期', 'Due']),
    status: flag(['启用', '啟用', 'On'], { default: '1' }),
    note: text(['备注', '備註', 'Note']),
    phone: text(['电话', '電話', 'Phone']),
    key: secret(['密钥', '密鑰', 'Key']),
    total: amount(['合计', '合計', 'Total'], { kept: true }),
  },
  lineLabel: ['行', '行', 'Line'],
  lines: {
    thingCode: ref(['物', '物', 'Thing'], () => thing, {
      required: true,
      copies: { listPrice: 'price', spec: 'spec' },
    }),
    spec: text(['规格', '規格', 'Spec']),
    number: quantity(['数量', '數量', 'Quantity']),
    price: price(['单价', '單價', 'Price'], { required: true, filled: true }),
    listPrice: price(['零售价', '零售價', 'List price']),
    shipped: quantity(['已发', '已發', 'Shipped'], { kept: true }),
    day: date(['日期', '日期', 'Day']),
    way: text(['方式', '方式', 'Method'], { default: 'road' }),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  editable: ['saved'],
  verbs: billVerbs,
  list: { columns: ['code'], filters: ['code'] },
  screen: { area: 'a', url: 'a/b', title: ['单', '單', 'Documents'] },
});

test('a copy has what was typed and nothing that belongs to the old one', () => {
  const { head, lines } = copyOf(bill, {
    id: '1',
    code: 'B0001',
    billDate: '2026-01-02',
    billStatus: '1',
    rowVersion: 7,
    thingCode: 'T1',
    thingName: '一号',
    dueDate: '2026-02-01',
    status: '0',
    note: '急',
    phone: null,
    key: '***',
    total: '12',
    lines: [
      {
        id: 'l1',
        lineNo: 1,
        thingCode: 'T2',
        thingName: '二号',
        spec: '5L',
        number: '3',
        price: '4',
        listPrice: '9',
        shipped: '2',
        day: '2026-01-05',
        way: 'sea',
      },
      { id: 'l2', lineNo: 2, thingCode: 'T3', thingName: '三号', number: null, way: null },
    ],
  });
  expect(head).toEqual({ thingCode: 'T1', thingName: '一号', note: '急' });
  expect(lines).toEqual([
    { id: expect.any(String) as string, thingCode: 'T2', thingName: '二号', spec: '5L', number: '3', way: 'sea' },
    { id: expect.any(String) as string, thingCode: 'T3', thingName: '三号', way: 'road' },
  ]);
  expect(new Set(['l1', 'l2', ...lines.map(({ id }) => id)]).size).toBe(4);
});
