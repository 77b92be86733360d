import type { Choices } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';

/** Areas of the business by which parameters are shown, in this order. */
export const parameterAreas = {
  order: ['订单', '訂單', 'Orders'],
  price: ['价格', '價格', 'Prices'],
  delivery: ['发货与签收', '發貨與簽收', 'Delivery'],
  stock: ['库存', '庫存', 'Stock'],
  funds: ['资金与返利', '資金與返利', 'Funds and rebate'],
  points: ['积分', '積分', 'Points'],
  expense: ['费用报销', '費用報銷', 'Reimbursement'],
  approval: ['审批', '審批', 'Approval'],
  exchange: ['系统对接', '系統對接', 'Other systems'],
  display: ['页面显示', '頁面顯示', 'Display'],
  security: ['登录与安全', '登入與安全', 'Sign-in and security'],
  operation: ['运行维护', '維運', 'Operation'],
} as const satisfies Readonly<Record<string, Label>>;
export type ParameterArea = keyof typeof parameterAreas;

/** Units of counts, as they stand behind the figure. */
export const units = {
  days: ['天', '天', 'days'],
  lines: ['行', '行', 'lines'],
  hours: ['小时', '小時', 'hours'],
  minutes: ['分钟', '分鐘', 'minutes'],
  months: ['个月', '個月', 'months'],
  percent: ['%', '%', '%'],
  sessions: ['个会话', '個會話', 'sessions'],
  times: ['次', '次', 'times'],
  yuan: ['元', '元', 'CNY'],
} as const satisfies Readonly<Record<string, Label>>;

/** What a parameter is, which values it takes and what each of them does (contract `systemParameters`, domain §13). */
export interface Parameter {
  readonly label: Label;
  readonly area: ParameterArea;
  readonly typeCode: 'SYS' | 'SD' | 'STK' | 'RB';
  readonly default: string;
  /** The effect of each value; a free text or a count where there are too many to name. */
  readonly values: Choices | 'text' | 'count';
  /** What a text or a count decides; each choice says it itself. */
  readonly meaning?: Label;
  /** Of a count. */
  readonly unit?: Label;
  /** Of a text: 20 characters, because most become a label. */
  readonly max?: number;
  /** Of a count: 99,999, where nothing else bounds it. */
  readonly most?: number;
  /** Of a text: the noun whose code it is; people see the name and pick. */
  readonly noun?: string;
  /** Holds before anybody is logged in, or for the whole installation: no tenant has a value of its own. */
  readonly isInstallation?: true;
  /** Decides what is posted: only an administrator of the tenant changes it. */
  readonly isPosting?: true;
  /** Decides what pages show: a new tenant starts with a value of its own. */
  readonly isOfPages?: true;
}

export const check = (off: Label, on: Label): Choices => ({ 0: off, 1: on });
