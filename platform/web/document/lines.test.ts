import { beforeAll, describe, expect, test } from 'vitest';
import { shortBillStates, shortBillVerbs } from '#platform/model/bill.ts';
import { defineDocument, leadOf } from '#platform/model/document.ts';
import { amount, price, quantity, rate, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import {
  areLinesWritten,
  changedLine,
  checkLines,
  isBlank,
  lineBodies,
  lineColumns,
  lineErrorsOf,
  newLine,
  runningTotals,
  totalOf,
} from './lines.ts';
import type { Column } from '#platform/web/column/column.ts';
import { inHand } from './line-columns.tsx';

const fields = { code: text(['编码', '編碼', 'Code']), name: text(['名称', '名稱', 'Name']) };
const goods = {
  name: 'test:goods',
  path: '/test/goods',
  label: ['货品', '貨品', 'Goods'] as const,
  codeField: 'code',
  nameField: 'name',
  fields,
};
const bill = defineDocument({
  name: 'test:bill',
  label: ['单据', '單據', 'Document'],
  path: '/test/bill',
  number: { prefix: 'T', digits: 4 },
  head: { remark: remark() },
  lineLabel: ['明细', '明細', 'Line'],
  lines: {
    goodsCode: ref(['货品编码', '貨品編碼', 'Goods code'], () => goods, { required: true, copies: { spec: 'spec' } }),
    spec: text(['规格', '規格', 'Spec']),
    number: quantity(['数量', '數量', 'Quantity'], { required: true }),
    price: price(['单价', '單價', 'Price']),
    amount: amount(['金额', '金額', 'Amount'], { kept: true }),
    outNumber: quantity(['已出', '已出', 'Out'], { kept: true }),
  },
  states: shortBillStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: shortBillVerbs,
  list: { columns: ['code'], filters: ['code'] },
  screen: { area: 'test', url: 'test/bill', title: ['单据', '單據', 'Documents'] },
});

beforeAll(() => {
  Object.assign(globalThis, { document: { cookie: '' } });
});

describe('lines of a document', () => {
  test('a chosen record fills its line: code, name and what it brings along', () => {
    expect(leadOf(bill.lines)).toBe('goodsCode');
    expect(newLine(bill.lines, { code: 'G1', name: '面漆', spec: '18L' })).toMatchObject({
      goodsCode: 'G1',
      goodsName: '面漆',
      spec: '18L',
    });
  });

  test('the amount is number times price, rounded half up at two places, and empty while one of them is', () => {
    const line = newLine(bill.lines);
    expect(changedLine(bill.lines, { ...line, price: '0.335' }, { number: '3' })['amount']).toBe('1.01');
    expect(changedLine(bill.lines, { ...line, price: '12.5' }, { number: '' })['amount']).toBeNull();
    expect(changedLine(bill.lines, { ...line, amount: '7' }, { spec: 'x' })['amount']).toBe('7');
  });

  test('main and auxiliary units follow each other, also when the rate comes after what was typed; lines without all three are left alone', () => {
    const counted = {
      ...bill.lines,
      storeNumber: quantity(['辅助数量', '輔助數量', 'Auxiliary quantity']),
      rate: rate(['换算率', '換算率', 'Conversion rate']),
    };
    const line = { ...newLine(counted), rate: '12', price: '2' };
    expect(changedLine(counted, line, { number: '30' })).toMatchObject({
      number: '30',
      storeNumber: '2.5',
      amount: '60',
    });
    expect(changedLine(counted, line, { storeNumber: '1.3' })).toMatchObject({
      number: '16',
      storeNumber: '1.3',
      amount: '32',
    });
    expect(changedLine(counted, { ...line, number: '10' }, { rate: '3' })).toMatchObject({
      number: '10',
      storeNumber: '3.3333',
    });
    expect(
      changedLine(counted, changedLine(counted, { ...line, rate: null }, { storeNumber: '2' }), { rate: '6' }),
    ).toMatchObject({ number: '12', storeNumber: '2' });
    expect(changedLine(counted, { ...line, rate: '0' }, { number: '5' })).not.toHaveProperty('storeNumber');
    expect(changedLine(counted, { ...line, number: '24', storeNumber: '2' }, { number: null })).toMatchObject({
      number: null,
      storeNumber: null,
    });
    expect(changedLine(bill.lines, newLine(bill.lines), { number: '5', rate: '2' })).not.toHaveProperty('storeNumber');
  });

  test('writing shows the amount and hides what the server keeps; reading shows all', () => {
    expect(lineColumns(bill, false).map(({ key }) => key)).toEqual([
      'goodsCode',
      'goodsName',
      'spec',
      'number',
      'price',
      'amount',
    ]);
    expect(lineColumns(bill, true).map(({ key }) => key)).toContain('outNumber');
    expect(
      lineColumns(bill, false)
        .filter(({ isEditable }) => isEditable)
        .map(({ key }) => key),
    ).toEqual(['goodsCode', 'number', 'price']);
  });

  test('quantities and amounts add up, prices do not', () => {
    const lines = ['1.5', '2', ''].map((number) => ({ ...newLine(bill.lines), number, price: '3' }));
    const total = (key: string): string | null =>
      totalOf(lineColumns(bill, false).find((column) => column.key === key) ?? fail(), lines);
    expect(total('number')).toBe('3.5');
    expect(total('price')).toBeNull();
  });

  test('bounds do not add up: from 20 on and from 100 on are not 120', () => {
    const tiers = {
      ...bill,
      lines: { ...bill.lines, startNumber: quantity(['起始数量', '起始數量', 'From'], { isNotSummed: true }) },
    };
    const from = lineColumns(tiers, false).find(({ key }) => key === 'startNumber') ?? fail();
    expect(
      totalOf(
        from,
        ['20', '100'].map((startNumber) => ({ ...newLine(tiers.lines), startNumber })),
      ),
    ).toBeNull();
  });

  test('lines that the server finds by itself are not written', () => {
    expect(areLinesWritten(bill)).toBe(true);
    expect(
      areLinesWritten({
        ...bill,
        lines: {
          summary: text(['摘要', '摘要', 'Summary'], { kept: true }),
          amount: amount(['金额', '金額', 'Amount'], { kept: true }),
        },
      }),
    ).toBe(false);
    // One field that somebody types is enough.
    expect(
      areLinesWritten({
        ...bill,
        lines: { summary: text(['摘要', '摘要', 'Summary'], { kept: true }), remark: text(['备注', '備註', 'Remark']) },
      }),
    ).toBe(true);
  });

  test('running totals follow every change as if all lines were added again', () => {
    const columns = lineColumns(bill, false);
    const totals = runningTotals(columns);
    let lines = Array.from({ length: 12 }, (_each, at) => ({
      ...newLine(bill.lines),
      number: String(at),
      amount: `${at}.05`,
    }));
    const check = (): void => {
      for (const [key, total] of totals(lines))
        expect(total).toBe(totalOf(columns.find((column) => column.key === key) ?? fail(), lines));
    };
    check();
    for (const [at, number] of [
      [3, '7.25'],
      [3, 'x'],
      [11, ''],
      [0, '-4'],
    ] as const) {
      lines = lines.with(at, { ...(lines[at] ?? fail()), number });
      check();
    }
    lines = lines.slice(1);
    check();
    expect([...totals(lines).keys()]).toEqual(['number', 'amount']);
  });

  test('an untouched line is blank; a line with a number only is not, and lacks its goods', () => {
    const blank = newLine(bill.lines);
    expect(isBlank(bill.lines, blank)).toBe(true);
    const line = { ...blank, number: 'x1' };
    expect(isBlank(bill.lines, line)).toBe(false);
    expect(Object.keys(checkLines(bill.lines, [line]).get(line.id) ?? {})).toEqual(['goodsCode', 'number']);
  });

  test('a complaint of the server finds the line it means among those that were sent', () => {
    const lines = [newLine(bill.lines), newLine(bill.lines)];
    const second = lines[1] ?? fail();
    expect(
      lineErrorsOf(
        [
          { path: 'lines.1.number', msg: '格式错误' },
          { path: 'remark', msg: '太长' },
        ],
        lines,
      ),
    ).toEqual(new Map([[second.id, { number: '格式错误' }]]));
    expect(lineBodies(bill.lines, lines).map(({ lineNo }) => lineNo)).toEqual([1, 2]);
  });
});

function fail(): never {
  throw new Error('missing');
}

const column = (key: string, more: Partial<Column> = {}): Column => ({
  key,
  title: key,
  width: 100,
  textOf: () => '',
  render: () => null,
  ...more,
});
const keysOf = (columns: readonly Column[]): readonly string[] => columns.map(({ key }) => key);

describe('lines that are read in a hand', () => {
  test('begin with what it is and what it comes to; the code ends them', () => {
    const lines = ['itemCode', 'itemName', 'subjectCode', 'occurDate', 'amount', 'remark'].map((key) =>
      column(key, key === 'itemCode' ? { fixed: 'left' } : {}),
    );
    const shown = inHand(lines, 'itemCode');
    expect(keysOf(shown)).toEqual(['itemName', 'amount', 'subjectCode', 'occurDate', 'remark', 'itemCode']);
    expect(shown.every(({ fixed }) => fixed === undefined)).toBe(true);
  });

  test('of a trip begin with its day, of goods with how many', () => {
    expect(
      keysOf(
        inHand(
          ['startDate', 'toCity', 'amount'].map((key) => column(key)),
          'startDate',
        ),
      ),
    ).toEqual(['startDate', 'amount', 'toCity']);
    expect(
      keysOf(
        inHand(
          ['productCode', 'productName', 'spec', 'number', 'amount'].map((key) => column(key)),
          'productCode',
        ),
      ),
    ).toEqual(['productName', 'number', 'amount', 'spec', 'productCode']);
  });
});
