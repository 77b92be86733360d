import { describe, expect, test } from 'vitest';
import { billStates, billVerbs } from './bill.ts';
import { defineDocument } from './document.ts';
import { amount, choice, date, dict, files, flag, instant, price, quantity, rate, ref, text } from './field.ts';
import { remark } from './preset.ts';
import { isPaper, layoutsOf, papers, printoutOf, type PrintNames } from './print.ts';

const goods = {
  name: 'test:goods',
  path: '/test/goods',
  label: ['货品', '貨品', 'Goods'] as const,
  codeField: 'code',
  nameField: 'name',
  fields: {},
};
const kinds = { 0: ['普通', '普通', 'Plain'], 1: ['加急', '加急', 'Urgent', 'red'] } as const;
const facts = {
  name: 'test:bill',
  label: ['送货单', '送貨單', 'Delivery'],
  path: '/test/bill',
  number: { prefix: 'T', digits: 4 },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => goods, { required: true }),
    buyerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => goods, { required: true }),
    kind: choice(['类型', '類型', 'Kind'], kinds, { required: true, default: '0' }),
    currency: dict(['币种', '幣種', 'Currency'], 'currency', { default: 'CNY' }),
    wantedDate: date(['需求日期', '需求日期', 'Required']),
    sentAt: instant(['发出时间', '發出時間', 'Sent at']),
    fragile: flag(['易碎', '易碎', 'Fragile']),
    account: text(['账户', '帳戶', 'Account']),
    papersOf: files(['附件', '附件', 'Attachments']),
    goodsAmount: amount(['货款', '貨款', 'Goods'], { kept: true }),
    freightAmount: amount(['运费', '運費', 'Freight'], { kept: true }),
    dueAmount: amount(['应付', '應付', 'Due'], { kept: true }),
    progress: choice(['进度', '進度', 'Progress'], kinds, { default: '0', kept: true }),
    remark: remark(),
  },
  lineLabel: ['明细', '明細', 'Line'],
  lines: {
    goodsCode: ref(['货品编码', '貨品編碼', 'Goods code'], () => goods, {
      required: true,
      copies: { spec: 'spec', rate: 'rate' },
    }),
    kind: choice(['行类型', '行類型', 'Line kind'], kinds, { default: '0' }),
    spec: text(['规格', '規格', 'Spec']),
    rate: rate(['换算率', '換算率', 'Rate']),
    number: quantity(['数量', '數量', 'Quantity'], { required: true }),
    price: price(['单价', '單價', 'Price']),
    amount: amount(['金额', '金額', 'Amount'], { kept: true }),
    doneNumber: quantity(['已发', '已發', 'Done'], { kept: true }),
    batch: text(['批号', '批號', 'Batch']),
  },
  states: billStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: billVerbs,
  list: { columns: ['code'], filters: ['code'] },
  screen: { area: 'test', url: 'test/bill', title: ['送货单', '送貨單', 'Deliveries'] },
} as const;
const plainBill = defineDocument(facts);
const declared = defineDocument({
  ...facts,
  print: {
    without: ['account', 'batch'],
    sums: ['freightAmount', 'dueAmount'],
    amount: 'dueAmount',
    signatures: [['司机', '司機', 'Driver']],
  },
});

const names: PrintNames = {
  tenantName: '甲公司',
  dictLabel: (type, value) => (type === 'currency' && value === 'USD' ? ['美元', '美元', 'US dollar'] : undefined),
};
const line = {
  id: '1',
  goodsCode: 'G1',
  goodsName: '胶水',
  kind: '0',
  spec: '5L',
  rate: '2',
  number: '3',
  price: '2.5',
  amount: '7.5',
  doneNumber: '1',
  batch: null,
};
const bill = {
  id: 'x',
  code: 'T1',
  billDate: '2026-11-15',
  billStatus: '1',
  cancelFlag: '0',
  creatorName: '张三',
  auditPersonName: null,
  organizeCode: 'O1',
  organizeName: '总部',
  buyerCode: 'C1',
  buyerName: '乙公司',
  kind: '0',
  currency: 'CNY',
  wantedDate: null,
  sentAt: null,
  fragile: '0',
  account: 'A1',
  papersOf: 'f',
  goodsAmount: '7.5',
  freightAmount: '0',
  dueAmount: '7.5',
  progress: '1',
  remark: '轻放',
  lines: [line],
};
const headOf = (of: object): unknown[] =>
  printoutOf(plainBill, { ...bill, ...of }, names).head.map(({ label, value }) => [label[0], value]);
const columnsOf = (...lines: object[]): string[] =>
  printoutOf(plainBill, { ...bill, lines: lines.map((each) => ({ ...line, ...each })) }, names).columns.map(
    ({ key }) => key,
  );

describe('what a document prints', () => {
  test('in its head is what somebody wrote, by name; the organisation stands in the title', () => {
    expect(headOf({})).toEqual([
      ['单据日期', '2026-11-15'],
      ['客户', '乙公司'],
      ['类型', ['普通', '普通', 'Plain']],
      ['账户', 'A1'],
      ['单据状态', ['已审核', '已審核', 'Approved']],
    ]);
    expect(
      headOf({ buyerName: null, currency: 'USD', wantedDate: '2026-12-01', fragile: '1', kind: '1', account: null }),
    ).toEqual([
      ['单据日期', '2026-11-15'],
      ['客户', 'C1'],
      ['类型', ['加急', '加急', 'Urgent']],
      ['币种', ['美元', '美元', 'US dollar']],
      ['需求日期', '2026-12-01'],
      ['易碎', ['是', '是', 'Yes']],
      ['单据状态', ['已审核', '已審核', 'Approved']],
    ]);
    expect(printoutOf(plainBill, bill, names)).toMatchObject({
      tenantName: '甲公司',
      organizeName: '总部',
      title: ['送货单', '送貨單', 'Delivery'],
      code: 'T1',
      notes: [{ value: '轻放' }],
    });
  });

  test('in its lines are the goods by code and name, what was typed, and the amount; a column that says nothing is left out', () => {
    expect(columnsOf({})).toEqual(['goodsCode', 'goodsName', 'spec', 'number', 'price', 'amount']);
    expect(columnsOf({ price: null, amount: '0', spec: null })).toEqual(['goodsCode', 'goodsName', 'number']);
    expect(columnsOf({}, { kind: '1', batch: 'B7' })).toEqual([
      'goodsCode',
      'goodsName',
      'kind',
      'spec',
      'number',
      'price',
      'amount',
      'batch',
    ]);
  });

  test('writes a quantity with the decimals of its unit, and never fewer than it has', () => {
    const inUnits = defineDocument({
      ...facts,
      lines: {
        ...facts.lines,
        unit: text(['单位', '單位', 'Unit']),
        number: quantity(['数量', '數量', 'Number'], { unitFrom: 'unit' }),
      },
    });
    const lines = [
      { ...line, unit: '千克', number: '3' },
      { ...line, unit: '千克', number: '2.125' },
      { ...line, unit: '桶', number: '4' },
    ];
    const told = printoutOf(inUnits, { ...bill, lines }, { ...names, decimalsOf: (unit) => (unit === '千克' ? 2 : 0) });
    const at = told.columns.findIndex(({ key }) => key === 'number');
    expect(told.rows.map((row) => row[at])).toEqual(['3.00', '2.125', '4']);
  });

  test('adds up quantities and amounts, never prices', () => {
    expect(
      printoutOf(plainBill, bill, names)
        .columns.filter(({ isSummed }) => isSummed)
        .map(({ key, format }) => [key, format]),
    ).toEqual([
      ['number', 'quantity'],
      ['amount', 'amount'],
    ]);
  });

  test('below are the amounts that the server keeps; the first is spelled, unless another is declared', () => {
    const derived = printoutOf(plainBill, { ...bill, goodsAmount: '8', dueAmount: '9' }, names);
    expect([derived.sums.map(({ label, value }) => [label[0], value]), derived.amount]).toEqual([
      [
        ['货款', '8'],
        ['应付', '9'],
      ],
      '8',
    ]);
    const own = printoutOf(declared, { ...bill, goodsAmount: '8', dueAmount: '9' }, names);
    expect([own.sums.map(({ label, value }) => [label[0], value]), own.amount]).toEqual([[['应付', '9']], '9']);
    expect(
      printoutOf(declared, { ...bill, lines: [{ ...line, amount: '0' }] }, names).amount,
      'a paper without amounts spells none',
    ).toBeNull();
  });

  test('is signed by who wrote and audited it and by whoever is declared; what is declared ours stays here', () => {
    const { signatures, head, columns } = printoutOf(declared, { ...bill, lines: [{ ...line, batch: 'B7' }] }, names);
    expect(signatures.map(({ label, name }) => [label[0], name])).toEqual([
      ['制单', '张三'],
      ['审核', null],
      ['司机', null],
    ]);
    expect([head.some(({ label }) => label[0] === '账户'), columns.some(({ key }) => key === 'batch')]).toEqual([
      false,
      false,
    ]);
  });

  test('says that it is void, though a voided document rests in the closed state', () => {
    const { isVoided, head } = printoutOf(plainBill, { ...bill, billStatus: '2', cancelFlag: '1' }, names);
    expect([isVoided, head.at(-1)?.value]).toEqual([true, ['作废', '作廢', 'Void']]);
  });

  test('refers to nothing: as JSON it is the same', () => {
    const made = printoutOf(declared, bill, names);
    expect(JSON.parse(JSON.stringify(made))).toEqual(made);
  });
});

test('paper is one of those that are known, and has room between its margins', () => {
  expect(['A4', '241x140', '241x280'].every(isPaper)).toBe(true);
  expect(['toString', '__proto__', 'a4', '', null].some(isPaper)).toBe(false);
  for (const { width, height, marginX, marginY } of Object.values(papers))
    expect(Math.min(width - 2 * marginX, height - 2 * marginY)).toBeGreaterThan(100);
});

describe('another paper of the same document', () => {
  const picked = defineDocument({
    ...facts,
    head: { ...facts.head, redFlag: flag(['红字', '紅字', 'Red'], { kept: true }) },
    print: {
      titles: { by: 'kind', are: { 1: ['加急送货单', '加急送貨單', 'Urgent delivery'] } },
      marks: ['redFlag'],
      layouts: {
        picking: {
          label: ['拣货单', '揀貨單', 'Picking list'],
          when: { kind: ['1'] },
          columns: ['goodsCode', 'number', 'doneNumber'],
          order: ['goodsCode'],
          blanks: [['实拣', '實揀', 'Picked']],
          signatures: [['拣货人', '揀貨人', 'Picked by']],
        },
      },
    },
  });
  const lines = [
    { ...line, goodsCode: 'G9' },
    { ...line, goodsCode: 'G1' },
  ];

  test('has columns, an order and signatures of its own, room to write, and no money', () => {
    const printout = printoutOf(picked, { ...bill, kind: '1', lines }, names, 'picking');
    expect(printout.title).toEqual(['拣货单', '揀貨單', 'Picking list']);
    expect(printout.columns.map(({ key }) => key)).toEqual([
      'goodsCode',
      'goodsName',
      'number',
      'doneNumber',
      'blank0',
    ]);
    expect(printout.rows.map((row) => [row[0], row.at(-1)])).toEqual([
      ['G1', null],
      ['G9', null],
    ]);
    expect([printout.sums, printout.amount]).toEqual([[], null]);
    expect(printout.signatures.map(({ label }) => label[2])).toEqual(['Prepared by', 'Approved by', 'Picked by']);
  });

  test('of a head that the server keeps shows what the paper needs', () => {
    const also = defineDocument({ ...facts, print: { also: ['progress'] } });
    expect(printoutOf(also, bill, names).head.map(({ label }) => label[0])).toContain('进度');
    expect(printoutOf(plainBill, bill, names).head.map(({ label }) => label[0])).not.toContain('进度');
  });

  test('is offered where it makes sense', () => {
    expect(layoutsOf(picked, { kind: '1' }).map(([name]) => name)).toEqual(['picking']);
    expect(layoutsOf(picked, { kind: '0' })).toEqual([]);
    expect(layoutsOf(plainBill, { kind: '1' })).toEqual([]);
  });

  test('and the usual one is called by its kind, and says what it must not be mistaken for', () => {
    expect(printoutOf(picked, { ...bill, kind: '0' }, names).title).toEqual(['送货单', '送貨單', 'Delivery']);
    expect(printoutOf(picked, { ...bill, kind: '1', redFlag: '1' }, names).title).toEqual([
      '加急送货单（红字）',
      '加急送貨單（紅字）',
      'Urgent delivery (Red)',
    ]);
  });
});

describe('a voucher', () => {
  const voucher = defineDocument({ ...facts, name: 'test:voucher', print: { isVoucher: true } });
  const names: PrintNames = {
    tenantName: '甲',
    dictLabel: () => undefined,
    trailOf: (id) =>
      id === 'P1'
        ? [
            {
              name: '审批',
              person: '王五',
              at: '2026-05-01T08:00:00.000Z',
              result: ['通过', '通過', 'Pass'],
              opinion: '可',
            },
          ]
        : [],
  };
  const bill = { id: 'B1', code: 'T1', processInstanceId: 'P1', auditPersonName: '王五', auditMsg: '同意' };
  const trail = (more: object): readonly unknown[] =>
    (printoutOf(voucher, { ...bill, ...more }, names).trail ?? []).map(({ person, opinion }) => [person, opinion]);

  test('bears its number as a square, and the process that decided what stands', () => {
    expect(printoutOf(voucher, bill, names).square).toBe('T1');
    expect(trail({ billStatus: '4' })).toEqual([['王五', '可']]);
    expect(trail({ billStatus: '1', auditDate: '2026-05-01T08:00:01.000Z' })).toEqual([['王五', '可']]);
  });

  test('that was approved by hand since says by whom, and one that nobody approved says nothing', () => {
    expect(trail({ billStatus: '1', auditDate: '2026-05-03T08:00:00.000Z' })).toEqual([['王五', '同意']]);
    expect(trail({ billStatus: '1', processInstanceId: null, auditDate: '2026-05-03T08:00:00.000Z' })).toEqual([
      ['王五', '同意'],
    ]);
    expect(trail({ billStatus: '0' })).toEqual([]);
    expect(printoutOf(plainBill, bill, names)).not.toHaveProperty('trail');
  });
});
