import { fill, textOf, type Label, type Language } from './label.ts';

/** A value of a refusal's text: plain, or itself a text in three languages (a verb, a state, a field). */
export type RefusalParam = string | number | Label | null | undefined;
export type RefusalParams = Readonly<Record<string, RefusalParam>>;

/** `lines.2.productCode`, the label of the field, and why. */
export interface Place {
  readonly path: string;
  readonly field: Label;
  readonly reason: Label;
}

/**
 * An expected "no": raised where the rule lives, translated where it leaves. It has no stack worth reading;
 * anything else that is thrown is a fault.
 */
export class Refusal extends Error {
  readonly key: string;
  readonly code: number;
  readonly text: Label;
  readonly params: RefusalParams;
  /** Where in the form it hurts; the form shows each at its field. */
  readonly places: readonly Place[];

  constructor(
    kind: { readonly key: string; readonly code: number; readonly text: Label },
    params: RefusalParams,
    places: readonly Place[] = [],
  ) {
    super(kind.key);
    this.name = 'Refusal';
    this.key = kind.key;
    this.code = kind.code;
    this.text = kind.text;
    this.params = params;
    this.places = places;
  }

  textIn(language: Language): string {
    return fill(textOf(this.text, language), this.paramsIn(language));
  }

  paramsIn(language: Language): Record<string, string | number> {
    return Object.fromEntries(
      Object.entries(this.params).map(([name, value]) => [
        name,
        Array.isArray(value) ? textOf(value as unknown as Label, language) : ((value ?? '') as string | number),
      ]),
    );
  }
}

/** Of several documents that were asked for at once, the one that refuses is named (domain C4). */
export function refusedAmong<E>(error: E, billCode: string, count: number): E | Refusal {
  if (!(error instanceof Refusal) || count <= 1) return error;
  if (error.params['code'] === billCode && error.text[0].includes('{code}')) return error;
  const {
    key,
    code,
    text: [cn, tw, en],
    params,
    places,
  } = error;
  return new Refusal(
    { key, code, text: [`【{billCode}】${cn}`, `【{billCode}】${tw}`, `{billCode}: ${en}`] },
    { ...params, billCode },
    places,
  );
}

/** Of those that refuse as many are named; the rest is counted. */
const namedAtMost = 5;
const allNamed: Label = ['{list}', '{list}', '{list}'];
const someNamed: Label = ['{list}; 共 {count} 张', '{list}; 共 {count} 張', '{list}; {count} in all'];

/** Several documents refuse, each for its own reason: whoever asked learns all of it at once. */
export function refusedTogether(refused: readonly (readonly [billCode: string, error: Refusal])[]): Refusal {
  const [[, { key, code }] = ['', notFound()]] = refused;
  const named = refused.slice(0, namedAtMost).map(([billCode, error]) => refusedAmong(error, billCode, 2));
  const told = (language: Language): string => named.map((error) => error.textIn(language)).join('; ');
  const text: Label = refused.length > namedAtMost ? someNamed : allNamed;
  const list: Label = [told('zh-CN'), told('zh-TW'), told('en-US')];
  return new Refusal({ key, code, text }, { list, count: refused.length });
}

/** Declares one refusal; calling it makes the error to throw: `throw stale()`. */
export function refusal(
  key: string,
  code: number,
  text: Label,
): (params?: RefusalParams, places?: readonly Place[]) => Refusal {
  return (params = {}, places = []) => new Refusal({ key, code, text }, params, places);
}

export const notLoggedIn = refusal('E-SESSION', 401, [
  '登录已过期，请重新登录',
  '登入已過期，請重新登入',
  'The session has expired, sign in again',
]);
export const sessionEnded = refusal('E-SESSION-ENDED', 10001, [
  '会话已被结束，请重新登录',
  '會話已被結束，請重新登入',
  'The session was ended, sign in again',
]);
export const notPermitted = refusal('E-PERM', 403, ['没有操作权限', '沒有操作權限', 'No permission']);
export const notFound = refusal('E-NOT-FOUND', 404, ['记录不存在', '記錄不存在', 'Record not found']);
export const noSuchCall = refusal('E-NO-CALL', 404, ['接口不存在', '介面不存在', 'No such call']);
export const duplicate = refusal('E-DUPLICATE', 10002, [
  '{field}【{value}】已存在',
  '{field}【{value}】已存在',
  '{field} {value} already exists',
]);
export const hasChildren = refusal('E-CHILDREN', 10008, [
  '【{code}】存在下级，不能删除',
  '【{code}】存在下級，不能刪除',
  '{code} has children and cannot be deleted',
]);
export const inUse = refusal('E-INUSE', 10009, [
  '已被引用：{refs}，不能{verb}',
  '已被引用：{refs}，不能{verb}',
  'In use by {refs}; cannot {verb}',
]);
export const stateForbids = refusal('E-STATE', 10010, [
  '单据【{code}】当前状态为{status}，不能{verb}',
  '單據【{code}】目前狀態為{status}，不能{verb}',
  'Document {code} is {status}; cannot {verb}',
]);
export const isCancelled = refusal('E-CANCELLED', 10010, ['单据已作废', '單據已作廢', 'The document is voided']);
export const inApproval = refusal('E-INAPPROVAL', 10010, [
  '单据【{code}】审批中，请在流程中处理',
  '單據【{code}】審批中，請在流程中處理',
  'Document {code} is in approval; handle it in the workflow',
]);
export const onceAudited = refusal('E-DEL-AUDITED', 10010, [
  '曾审核的单据不能删除，请作废',
  '曾審核的單據不能刪除，請作廢',
  'A document that was approved once cannot be deleted; void it',
]);
export const periodClosed = refusal('E-PERIOD', 20012, [
  '会计期间【{period}】已结账',
  '會計期間【{period}】已結帳',
  'Accounting period {period} is closed',
]);
export const periodMissing = refusal('E-PERIOD-NONE', 20091, [
  '【{date}】没有已开启的会计期间',
  '【{date}】沒有已開啟的會計期間',
  'No open accounting period holds {date}',
]);
export const overlaps = refusal('E-OVERLAP', 20306, [
  '与【{code}】生效期间重叠',
  '與【{code}】生效期間重疊',
  'Overlaps {code}',
]);
export const reasonMissing = refusal('E-REASON', 10003, ['请填写原因', '請填寫原因', 'Enter a reason']);
export const dateAhead = refusal('E-FUTURE-DATE', 20092, [
  '单据日期不能晚于今天',
  '單據日期不能晚於今天',
  'The document date is in the future',
]);
export const dateBeforeSource = refusal('E-DATE-ORDER', 20093, [
  '日期不能早于来源单据【{code}】的日期{date}',
  '日期不能早於來源單據【{code}】的日期{date}',
  'The date is before {date} of the source document {code}',
]);
export const dateInPast = refusal('E-BILL-DATE', 20015, [
  '单据日期早于今天，需要补录权限',
  '單據日期早於今天，需要補錄權限',
  'The document date is in the past; back-dating needs a permission',
]);
export const stale = refusal('E-VERSION', 10011, [
  '【{code}】已被{editor}修改，请刷新后重试',
  '【{code}】已被{editor}修改，請重新整理後再試',
  '{code} was changed by {editor}, refresh and retry',
]);
export const staleBill = refusal('E-VERSION', 10011, [
  '单据已被他人修改，请刷新后重试',
  '單據已被他人修改，請重新整理後再試',
  'The document was changed by someone else, refresh and retry',
]);
export const otherTenant = refusal('E-TENANT', 10012, [
  '租户与当前会话不一致，请重新登录',
  '租戶與目前會話不一致，請重新登入',
  'The tenant differs from the session; sign in again',
]);
export const passwordIsDue = refusal('E-PASSWORD-DUE', 20040, [
  '请先修改密码',
  '請先修改密碼',
  'Change the password first',
]);
export const notConfirmed = refusal('E-STEP-UP', 20041, [
  '该操作需要再次验证身份',
  '該操作需要再次驗證身分',
  'Confirm who you are to do this',
]);
export const selfAudit = refusal('E-SELF-AUDIT', 20006, [
  '制单人不能审核自己的单据',
  '製單人不能審核自己的單據',
  'Nobody approves a document of his own',
]);
export const hasDownstream = refusal('E-DOWNSTREAM', 20007, [
  '已生成下游单据【{codes}】，不能{verb}',
  '已產生下游單據【{codes}】，不能{verb}',
  'Downstream documents {codes} exist; cannot {verb}',
]);
export const keyReused = refusal('E-IDEMPOTENCY', 20030, [
  '同一幂等键已用于不同的请求',
  '同一冪等鍵已用於不同的請求',
  'The idempotency key was used for another request',
]);
export const tooMany = refusal('E-TOO-MANY', 10003, ['一次最多{max}条', '一次最多{max}筆', 'At most {max} at a time']);
export const busy = refusal('E-BUSY', 503, [
  '系统繁忙，请稍后再试',
  '系統繁忙，請稍後再試',
  'The system is busy, try again shortly',
]);

export const tooLarge = refusal('E-AMOUNT-MAX', 10003, [
  '金额超出最大值',
  '金額超出最大值',
  'The amount exceeds the maximum',
]);

const invalidKind = {
  key: 'E-INVALID',
  code: 10003,
  text: ['{field}：{reason}', '{field}：{reason}', '{field}: {reason}'] as const,
};
/** Worded by 000 §5. */
const malformedKind = {
  key: 'E-INVALID',
  code: 10003,
  text: ['{field}格式错误', '{field}格式錯誤', '{field} format error'] as const,
};
/** Every place at once: a form that shows one error per attempt makes its user guess. */
export function invalidAt(places: readonly Place[]): Refusal {
  const first = places[0];
  if (first?.reason === reasons.tooLarge) return tooLarge({}, places);
  return new Refusal(
    first?.reason === reasons.format ? malformedKind : invalidKind,
    { field: first?.field, reason: first?.reason },
    places,
  );
}

/** A refusal's own words, for the place where it hurts. */
export const filledText = (refused: Refusal): Label => [
  refused.textIn('zh-CN'),
  refused.textIn('zh-TW'),
  refused.textIn('en-US'),
];

/** What the form shows at the place. */
export function complaintAt({ field, reason }: Place, language: Language): string {
  return reason === reasons.format
    ? fill(textOf(malformedKind.text, language), { field: textOf(field, language) })
    : textOf(reason, language);
}

/** Reasons that complete "{field}: …"; the first two are worded by 000 §5. */
export const reasons = {
  required: ['必填项不能为空', '必填項不能為空', 'Required field cannot be empty'],
  format: ['格式错误', '格式錯誤', 'format error'],
  tooLong: ['超过最大长度', '超過最大長度', 'is too long'],
  tooLarge: tooLarge().text,
  unknown: ['不存在或已停用', '不存在或已停用', 'does not exist or is disabled'],
  unknownField: ['不认识的字段', '不認識的欄位', 'is not a known field'],
  taken: ['已存在', '已存在', 'already exists'],
  notChosen: ['不在可选范围内', '不在可選範圍內', 'is not one of the choices'],
  notAllowed: ['不允许使用', '不允許使用', 'is not allowed'],
  outsideScope: ['超出您的数据权限', '超出您的資料權限', 'is outside your data scope'],
  unchangeable: ['保存后不能修改', '儲存後不能修改', 'cannot change once saved'],
  handedDown: ['由上级租户下发，不能修改', '由上級租戶下發，不能修改', 'was handed down and cannot change here'],
  beforeStart: ['不能早于开始日期', '不能早於開始日期', 'cannot be before the start date'],
  noLines: ['至少需要一行明细', '至少需要一行明細', 'needs at least one line'],
} as const satisfies Readonly<Record<string, Label>>;
