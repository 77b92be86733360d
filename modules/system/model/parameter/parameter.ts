import type { Choices } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { parameterLabels } from './parameter-labels.ts';

/** What a parameter is, which values it takes and what each of them does (contract `systemParameters`, domain §13). */
export interface Parameter {
  readonly label: Label;
  readonly typeCode: 'SYS' | 'SD' | 'STK' | 'RB';
  readonly default: string;
  /** The effect of each value; a free text or a count where there are too many to name. */
  readonly values: Choices | 'text' | 'count';
  /** Of a text: 20 characters, because most become a label. */
  readonly max?: number;
  /** Of a count: 99,999, where nothing else bounds it. */
  readonly most?: number;
  /** Holds before anybody is logged in, or for the whole installation: no tenant has a value of its own. */
  readonly isInstallation?: true;
  /** Decides what is posted: only an administrator of the tenant changes it. */
  readonly isPosting?: true;
  /** Decides what pages show: a new tenant starts with a value of its own. */
  readonly isOfPages?: true;
}

const check = (off: Label, on: Label): Choices => ({ 0: off, 1: on });

export const parameters = {
  SYS001: {
    label: parameterLabels.SYS001,
    typeCode: 'SYS',
    default: '1',
    isInstallation: true,
    values: check(
      ['登录不要求验证码', '登入不要求驗證碼', 'Login does not ask for a captcha'],
      ['多次失败后登录要求验证码', '多次失敗後登入要求驗證碼', 'Login asks for a captcha after failures'],
    ),
  },
  SYS002: { label: parameterLabels.SYS002, typeCode: 'SYS', default: '5', values: 'count', isInstallation: true },
  SYS003: { label: parameterLabels.SYS003, typeCode: 'SYS', default: '720', values: 'count', isInstallation: true },
  SYS006: {
    label: parameterLabels.SYS006,
    typeCode: 'SYS',
    default: '1',
    isOfPages: true,
    values: check(
      [
        '隐藏辅助单位、辅助数量和换算率',
        '隱藏輔助單位、輔助數量和換算率',
        'Auxiliary unit, quantity and rate are hidden',
      ],
      ['显示辅助单位、辅助数量和换算率', '顯示輔助單位、輔助數量和換算率', 'Shows auxiliary unit, quantity and rate'],
    ),
  },
  SYS007: {
    label: parameterLabels.SYS007,
    typeCode: 'SYS',
    default: '2',
    isOfPages: true,
    values: {
      0: ['不显示单位', '不顯示單位', 'Units are not shown'],
      1: ['在数值旁显示单位', '在數值旁顯示單位', 'Shows the unit beside values'],
      2: ['显示单位列', '顯示單位欄', 'Shows a unit column'],
    },
  },
  SYS014: { label: parameterLabels.SYS014, typeCode: 'SYS', default: '自由项', values: 'text', isOfPages: true },
  SYS018: { label: parameterLabels.SYS018, typeCode: 'SYS', default: '图号', values: 'text', isOfPages: true },
  SYS021: {
    label: parameterLabels.SYS021,
    typeCode: 'SYS',
    default: '1',
    values: check(
      ['制单人可以审核自己的单据', '製單人可以審核自己的單據', 'Creators may audit their own documents'],
      ['制单人不能审核自己的单据', '製單人不能審核自己的單據', 'Creators cannot audit their own documents'],
    ),
  },
  SYS022: { label: parameterLabels.SYS022, typeCode: 'SYS', default: '90', values: 'count', isInstallation: true },
  SYS023: { label: parameterLabels.SYS023, typeCode: 'SYS', default: '0', values: 'count', isInstallation: true },
  SYS030: { label: parameterLabels.SYS030, typeCode: 'SYS', default: '180', values: 'count', isInstallation: true },
  SYS031: {
    label: parameterLabels.SYS031,
    typeCode: 'SYS',
    default: '',
    values: 'text',
    max: 500,
    isInstallation: true,
  },
  SD003: {
    label: parameterLabels.SD003,
    typeCode: 'SD',
    default: '0',
    isOfPages: true,
    values: check(
      ['隐藏零售价列', '隱藏零售價欄', 'Retail price column hidden'],
      ['显示零售价列', '顯示零售價欄', 'Shows the retail price column'],
    ),
  },
  SD032: { label: parameterLabels.SD032, typeCode: 'SD', default: '50000', values: 'count', most: 999_999_999_999 },
  SD004: { label: parameterLabels.SD004, typeCode: 'SD', default: 'PC01', values: 'text', max: 50 },
  SD005: {
    label: parameterLabels.SD005,
    typeCode: 'SD',
    default: '0',
    values: check(
      [
        '没有价格的产品不能赠送或试用',
        '沒有價格的產品不能贈送或試用',
        'Products without a price cannot be given or tried',
      ],
      [
        '没有价格的产品可以赠送和试用',
        '沒有價格的產品可以贈送和試用',
        'Products without a price may be given and tried',
      ],
    ),
  },
  SD006: {
    label: parameterLabels.SD006,
    typeCode: 'SD',
    default: '0',
    values: check(
      ['订单单价必须等于系统取价', '訂單單價必須等於系統取價', 'Order prices must equal the resolved price'],
      ['订单单价可以手工修改', '訂單單價可以手工修改', 'Order prices may be typed by hand'],
    ),
  },
  SD007: {
    label: parameterLabels.SD007,
    typeCode: 'SD',
    default: '0',
    values: check(
      ['阶梯价按每行数量', '階梯價按每行數量', 'Ladders look at each line'],
      ['阶梯价按同一物料的合计数量', '階梯價按同一物料的合計數量', 'Ladders look at all lines of a material'],
    ),
  },
  SD008: {
    label: parameterLabels.SD008,
    typeCode: 'SD',
    default: '0',
    values: check(
      ['一张订单可以有多个品牌', '一張訂單可以有多個品牌', 'An order may hold several brands'],
      ['一张订单只能有一个品牌', '一張訂單只能有一個品牌', 'An order holds one brand only'],
    ),
  },
  SD013: { label: parameterLabels.SD013, typeCode: 'SD', default: '7', values: 'count' },
  SD014: { label: parameterLabels.SD014, typeCode: 'SD', default: '30', values: 'count' },
  SD017: {
    label: parameterLabels.SD017,
    typeCode: 'SD',
    default: '1',
    values: check(
      ['不检查付款', '不檢查付款', 'Payment is not asked for'],
      ['款到发货客户付清才能放行', '款到發貨客戶付清才能放行', 'Cash customers are released when fully paid'],
    ),
  },
  SD019: {
    label: parameterLabels.SD019,
    typeCode: 'SD',
    default: '0',
    values: check(
      ['客户只看到有货、少量或无货', '客戶只看到有貨、少量或無貨', 'Customers see in stock, few left or out of stock'],
      ['客户看到可用量', '客戶看到可用量', 'Customers see how much is available'],
    ),
  },
  SD021: { label: parameterLabels.SD021, typeCode: 'SD', default: '30', values: 'count', most: 100 },
  SD026: {
    label: parameterLabels.SD026,
    typeCode: 'SD',
    default: '1',
    isPosting: true,
    values: check(
      ['关闭不扣回', '關閉不扣回', 'A close charges nothing'],
      [
        '关闭后不再达到的阶梯价按差额扣回',
        '關閉後不再達到的階梯價按差額扣回',
        'A close charges for ladders that are no longer reached',
      ],
    ),
  },
  SD028: { label: parameterLabels.SD028, typeCode: 'SD', default: '3', values: 'count' },
  SD033: { label: parameterLabels.SD033, typeCode: 'SD', default: '7', values: 'count' },
  ST002: {
    label: parameterLabels.ST002,
    typeCode: 'STK',
    default: '0',
    isPosting: true,
    values: check(
      ['可用量不足时不能审核', '可用量不足時不能審核', 'Audit fails when too little is available'],
      ['可用量可以为负', '可用量可以為負', 'Available may become negative'],
    ),
  },
  ST003: {
    label: parameterLabels.ST003,
    typeCode: 'STK',
    default: '0',
    isPosting: true,
    values: check(
      ['现存量不足时不能出库', '現存量不足時不能出庫', 'Outbound fails when stock is short'],
      ['现存量可以为负', '現存量可以為負', 'On-hand may become negative'],
    ),
  },
  ST010: {
    label: parameterLabels.ST010,
    typeCode: 'STK',
    default: '0',
    values: check(
      ['放行后由仓库审核出库单', '放行後由倉庫審核出庫單', 'The warehouse audits the outbound after release'],
      ['放行同时审核出库单', '放行同時審核出庫單', 'Release audits the outbound at once'],
    ),
  },
  ST014: {
    label: parameterLabels.ST014,
    typeCode: 'STK',
    default: '0',
    values: check(
      ['拣货单不必扫码', '揀貨單不必掃碼', 'Picking lists need no scan'],
      [
        '每一件按拣货单扫码后才能出库',
        '每一件按揀貨單掃碼後才能出庫',
        'Every piece is scanned against the picking list before it leaves',
      ],
    ),
  },
  FD003: {
    label: parameterLabels.FD003,
    typeCode: 'SD',
    default: '1',
    isPosting: true,
    values: check(
      ['收款全部记入预存款', '收款全部記入預存款', 'Receipts go to cash'],
      ['收款先偿还已用授信', '收款先償還已用授信', 'Receipts repay used credit first'],
    ),
  },
  FD004: { label: parameterLabels.FD004, typeCode: 'SD', default: '12', isPosting: true, values: 'count' },
  RB001: {
    label: parameterLabels.RB001,
    typeCode: 'RB',
    default: '1',
    values: {
      0: ['不控制', '不控制', 'None'],
      1: ['提醒', '提醒', 'Warn'],
      2: ['阻止超预算单据', '阻止超預算單據', 'Block over-budget documents'],
    },
  },
  INT001: {
    label: parameterLabels.INT001,
    typeCode: 'SD',
    default: '0',
    values: check(
      ['订单不推送', '訂單不推送', 'Orders are not pushed'],
      ['审核后的订单推送到外部系统', '審核後的訂單推送到外部系統', 'Audited orders are pushed to the external system'],
    ),
  },
  WF002: {
    label: parameterLabels.WF002,
    typeCode: 'SYS',
    default: '1',
    values: check(
      ['每一环节都要审批', '每一環節都要審批', 'Everybody approves every step'],
      [
        '刚审批过的人在下一环节自动通过',
        '剛審批過的人在下一環節自動通過',
        'Whoever has just approved passes the next step',
      ],
    ),
  },
  WF003: { label: parameterLabels.WF003, typeCode: 'SYS', default: '24', values: 'count' },
} as const satisfies Readonly<Record<string, Parameter>>;

export type ParamCode = keyof typeof parameters;
export const parameterAt = (code: string): Parameter | undefined =>
  Object.hasOwn(parameters, code) ? parameters[code as ParamCode] : undefined;

/** Whether a parameter takes this value. */
export function takes({ values, max = 20, most = 99_999 }: Parameter, value: string): boolean {
  if (values === 'text') return value.trim() !== '' && value.length <= max;
  if (values === 'count') return /^\d{1,12}$/.test(value) && Number.parseInt(value, 10) <= most;
  return Object.hasOwn(values, value);
}

/** Where values may stand; null where nobody set one. */
export interface ParamValues {
  readonly organisation: string | null;
  readonly tenant: string | null;
  readonly system: string | null;
}
export type ParamLevel = keyof ParamValues | 'default';
export interface Resolved {
  readonly value: string;
  readonly from: ParamLevel;
  readonly trace: readonly { readonly from: ParamLevel; readonly value: string }[];
}

/**
 * The nearest value holds: organisation, tenant, system, default. A value that the parameter does not take is passed
 * over. The trace names all that there are, nearest first.
 */
export function resolveParam(code: ParamCode, given: ParamValues): Resolved {
  const parameter: Parameter = parameters[code];
  const levels =
    parameter.isInstallation === true ? (['system'] as const) : (['organisation', 'tenant', 'system'] as const);
  const set = levels.flatMap((from) => {
    const value = given[from];
    return value !== null && takes(parameter, value) ? [{ from, value }] : [];
  });
  const last = { from: 'default', value: parameter.default } as const;
  return { ...(set[0] ?? last), trace: [...set, last] };
}
