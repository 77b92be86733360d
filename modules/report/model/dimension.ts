import type { Choices } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { accountKinds } from '#funds/model/capital.ts';
import { lineType, returnReason } from '#sales/model/order/choices.ts';

/** What figures are counted by. */
export interface Dimension {
  readonly label: Label;
  /** Its values are records of this noun, known by their codes. */
  readonly noun?: string;
  /** Where its columns are not called code and name: `account` of account_code and account_name. */
  readonly named?: string;
  readonly choices?: Choices;
  /** A part of the time line: in its order, and never cut to the greatest. */
  readonly isTime?: true;
}

const accountTypes = {
  [accountKinds.cash]: ['预存款', '預存款', 'Cash'],
  [accountKinds.credit]: ['授信', '授信', 'Credit'],
  [accountKinds.rebate]: ['返利', '返利', 'Rebate'],
  [accountKinds.deposit]: ['保证金', '保證金', 'Deposit'],
  [accountKinds.market]: ['市场费用', '市場費用', 'Market money'],
} as const satisfies Choices;

export const dimensions = {
  customer: { label: ['客户', '客戶', 'Customer'], noun: 'data:customer' },
  customerClass: { label: ['客户分类', '客戶分類', 'Customer class'], noun: 'data:customerclass' },
  level: { label: ['客户等级', '客戶等級', 'Customer rank'], noun: 'data:customerlevel' },
  channel: { label: ['渠道', '渠道', 'Channel'], noun: 'data:channel' },
  province: { label: ['省份', '省份', 'Province'] },
  brand: { label: ['品牌', '品牌', 'Brand'], noun: 'data:brand' },
  productClass: { label: ['产品分类', '產品分類', 'Product class'], noun: 'data:materialclass' },
  material: { label: ['产品', '產品', 'Product'], noun: 'data:material' },
  materialLine: { label: ['产品线', '產品線', 'Product line'], noun: 'data:materialline' },
  externalStandard: { label: ['外部标准', '外部標準', 'External standard'], noun: 'data:externalstandard' },
  recipeNo: { label: ['配方号', '配方號', 'Formula no.'], noun: 'data:recipeno' },
  salesman: { label: ['业务员', '業務員', 'Salesperson'], noun: 'data:personnel' },
  dept: { label: ['部门', '部門', 'Department'], noun: 'data:dept' },
  organize: { label: ['组织', '組織', 'Organisation'], noun: 'sys:organization' },
  storage: { label: ['仓库', '倉庫', 'Warehouse'], noun: 'data:depot' },
  supplier: { label: ['供应商', '供應商', 'Supplier'], noun: 'data:supplier' },
  reason: { label: ['退货原因', '退貨原因', 'Return reason'], choices: returnReason },
  accountType: { label: ['账户类型', '帳戶類型', 'Account type'], choices: accountTypes },
  account: { label: ['资金账户', '資金帳戶', 'Funds account'], noun: 'sale:capitalaccount', named: 'account' },
  activity: { label: ['促销活动', '促銷活動', 'Promotion'], noun: 'promotion:activity' },
  lineType: { label: ['行类型', '列類型', 'Kind of line'], choices: lineType },
  employee: { label: ['员工', '員工', 'Employee'], noun: 'data:personnel' },
  subject: { label: ['费用科目', '費用科目', 'Expense item'], noun: 'data:costsubject' },
  budgetAccount: { label: ['预算科目', '預算科目', 'Budget account'], noun: 'data:budgetaccount' },
  logistics: { label: ['物流公司', '物流公司', 'Carrier'], noun: 'data:logistics' },
  taxRate: { label: ['税率（%）', '稅率（%）', 'Tax rate (%)'] },
  process: { label: ['流程', '流程', 'Process'] },
  assignee: { label: ['办理人', '辦理人', 'Assignee'] },
  order: { label: ['订单', '訂單', 'Order'] },
  month: { label: ['月份', '月份', 'Month'], isTime: true },
  day: { label: ['日期', '日期', 'Day'], isTime: true },
} as const satisfies Readonly<Record<string, Dimension>>;
export type DimensionKey = keyof typeof dimensions;

export const dimensionOf = (key: DimensionKey): Dimension => dimensions[key];
