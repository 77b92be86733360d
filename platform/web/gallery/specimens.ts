import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { defineEntity } from '#platform/model/entity.ts';
import {
  amount,
  bool,
  choice,
  date,
  dict,
  file,
  flag,
  image,
  instant,
  integer,
  json,
  price,
  quantity,
  ref,
  refs,
  secret,
  text,
  type Fields,
} from '#platform/model/field.ts';
import { defineModule } from '#platform/model/module.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import type { Line } from '#platform/web/document/lines.ts';
import type { Row } from '#platform/web/value/row.ts';

/** Nouns that exist only in the gallery: every kind of field, column and line, and nothing of the business. */
export const kind = defineEntity({
  name: 'gallery:kind',
  label: ['分类', '分類', 'Class'],
  path: '/gallery/kind',
  fields: { code: code(), name: name() },
  tree: true,
  list: { columns: ['code', 'name'], filters: ['code', 'name'] },
});

export const thing = defineEntity({
  name: 'gallery:thing',
  label: ['物料', '物料', 'Material'],
  path: '/gallery/thing',
  fields: {
    code: code(),
    name: name(),
    kindCode: ref(['分类编码', '分類編碼', 'Class code'], () => kind),
    spec: text(['规格', '規格', 'Spec']),
    listPrice: price(['单价', '單價', 'Unit price']),
    stock: quantity(['库存数量', '庫存數量', 'Stock']),
    madeOn: date(['生产日期', '生產日期', 'Production date']),
    status: enabled(),
  },
  groupedBy: 'kindCode',
  list: {
    columns: ['code', 'name', 'spec', 'kindCode', 'listPrice', 'stock', 'madeOn', 'status'],
    filters: ['code', 'name', 'status', 'kindCode', 'madeOn'],
  },
  picker: { columns: ['code', 'name', 'spec', 'listPrice', 'status'], filters: ['status', 'madeOn'], width: '1000px' },
});

export const bill = defineDocument({
  name: 'gallery:bill',
  label: ['单据', '單據', 'Document'],
  path: '/gallery/bill',
  number: { prefix: 'GA', digits: 4 },
  head: {},
  lineLabel: ['明细', '明細', 'Lines'],
  lines: {
    thingCode: ref(['物料编码', '物料編碼', 'Material code'], () => thing, {
      required: true,
      copies: { spec: 'spec' },
    }),
    spec: text(['规格', '規格', 'Spec']),
    number: quantity(['数量', '數量', 'Quantity'], { required: true }),
    price: price(['单价', '單價', 'Unit price']),
    amount: amount(['金额', '金額', 'Amount'], { kept: true }),
    wantedOn: date(['需求日期', '需求日期', 'Required on'], { required: true }),
    isGift: flag(['赠品', '贈品', 'Gift'], { required: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: billVerbs,
  list: { columns: ['code', 'billDate', 'billStatus'], filters: ['code'] },
  screen: { area: 'gallery', url: 'gallery/bill', title: ['单据', '單據', 'Documents'] },
});

export const gallery = defineModule({
  name: 'gallery',
  label: ['组件库', '元件庫', 'Gallery'],
  areas: [],
  nouns: { kind, thing, bill },
});

/** One field of every kind; what a text of each format looks like. */
export const everyField: Fields = {
  line: text(['单行文本', '單行文字', 'One line'], { required: true }),
  email: text(['邮箱', '電子郵件', 'Email'], { format: 'email' }),
  whole: integer(['整数', '整數', 'Whole number']),
  amount: amount(['金额', '金額', 'Amount']),
  day: date(['日期', '日期', 'Date'], { required: true }),
  moment: instant(['时间', '時間', 'Instant']),
  flag: flag(['标志', '標誌', 'Flag']),
  isOn: bool(['开关', '開關', 'Switch']),
  choice: choice(['选项', '選項', 'Choice'], { a: ['甲', '甲', 'First'], b: ['乙', '乙', 'Second'] }),
  dict: dict(['字典', '字典', 'Dictionary'], 'gallery'),
  thingCode: ref(['引用编码', '引用編碼', 'Reference code'], () => thing),
  kindCode: ref(['树形引用编码', '樹形引用編碼', 'Reference to a tree code'], () => kind),
  things: refs(['多个引用', '多個引用', 'Several references'], () => thing, { key: 'code' }),
  secret: secret(['密码', '密碼', 'Secret']),
  picture: image(['图片', '圖片', 'Picture']),
  paper: file(['文件', '檔案', 'File']),
  data: json(['数据', '資料', 'Data']),
  long: text(['多行文本', '多行文字', 'Several lines'], { format: 'multiline', max: 500 }),
};

export const filled: Row = {
  line: 'ACM-1001',
  email: 'sales@example.com',
  whole: 12,
  amount: '1234567.80',
  day: '2026-03-09',
  moment: '2026-03-09T02:30:00Z',
  flag: '1',
  isOn: true,
  choice: 'b',
  dict: '1',
  thingCode: 'T002',
  thingName: '内墙乳胶漆 哑光白 18L',
  kindCode: 'K11',
  kindName: '内墙漆',
  things: ['T001', 'T003'],
  data: { level: 3 },
  long: '第一行 First line\n第二行 Second line',
};

export const kinds: readonly Row[] = [
  { id: 'k1', pid: '0', code: 'K1', name: '墙面涂料 Wall paint' },
  { id: 'k11', pid: 'k1', code: 'K11', name: '内墙漆 Indoor' },
  { id: 'k12', pid: 'k1', code: 'K12', name: '外墙漆 Outdoor' },
  { id: 'k2', pid: '0', code: 'K2', name: '工具 Tools' },
];

export const things: readonly Row[] = [
  ['T001', '水性木器漆 清漆 高光 特别长的物料名称用来看看截断', '5L', '89.5', '1240', '1'],
  ['T002', '内墙乳胶漆 哑光白 18L', '18L', '268', '36', '1'],
  ['T003', '羊毛滚筒刷', '9 inch', '12.25', '0', '1'],
  ['T004', '美纹纸 Masking tape', '24 mm', '3.5', '-8', '0'],
  ['T005', '色浆 Tinting paste', '1 kg', '45', '512.5', '1'],
  ['T006', '砂纸 Sandpaper', 'P240', '0.8', '10000', '1'],
].map(([code = '', called = '', spec = '', listPrice = '', stock = '', status = ''], at) => ({
  id: `t${at}`,
  code,
  name: called,
  spec,
  listPrice,
  stock,
  status,
  madeOn: `2026-03-0${at + 1}`,
  kindCode: 'K11',
  kindName: '内墙漆 Indoor',
}));

export const lines: readonly Line[] = things.slice(0, 5).map((row, at) => ({
  id: `l${at}`,
  thingCode: String(row['code']),
  thingName: String(row['name']),
  spec: String(row['spec']),
  number: at === 2 ? '-1' : String(at + 2),
  price: String(row['listPrice']),
  amount: String(100 * (at + 1)),
  wantedOn: '2026-03-20',
  isGift: at === 3 ? '1' : '0',
  remark: at === 1 ? '加急 Urgent' : '',
}));
