import { z } from 'zod';
import type { Document } from '#platform/model/document.ts';
import type { belongsTo } from '#platform/model/preset.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { DocumentHooks, DocumentService } from '#platform/server/document/serve.ts';

/** Another system that holds bills: where it is, and who we are to it. */
export interface ExchangeSystem {
  readonly code: string;
  readonly name: string;
  readonly url: string;
  readonly account: string;
  readonly secret: string;
}

/** What went over the line, for the log. */
export interface Exchange {
  readonly url: string;
  readonly sent: string;
  readonly received: string;
  readonly costTime: number;
}
/** `unread` are the numbers of bills that make no sense; one of them keeps the others from nobody. */
export interface Exchanged<Bill> extends Exchange {
  readonly bills: readonly Bill[];
  readonly unread: readonly string[];
}

/**
 * What a bill says is known to whoever asks for it; the line only has to find its number in one that makes no sense.
 */
export interface BillForm<Bill> {
  readonly schema: z.ZodType<Bill>;
  readonly number: string;
}

/** Thrown by an adapter: the refusal to show, and what the log keeps of the call that failed. */
export class ExchangeFault extends Error {
  readonly refusal: Error;
  readonly call: Exchange;

  constructor(cause: Error, call: Exchange) {
    super(cause.message);
    this.name = 'ExchangeFault';
    this.refusal = cause;
    this.call = call;
  }
}

/** What waits for a decision over there: bills of one type. */
export interface PendingQuery {
  readonly type: string;
}

/** What was decided here. `key` is the same however often it is sent: the other side decides once. */
export interface Decision {
  readonly key: string;
  readonly type: string;
  readonly billCode: string;
  readonly result: string;
  readonly message: string;
  readonly approverCode: string;
  readonly approverName: string;
  readonly time: string;
}

/**
 * A bill of ours, told to the other side. `key` is the same however often this version of it is sent: the other side
 * takes it once. Of two versions the higher is the later.
 */
export interface BillPush {
  readonly key: string;
  readonly type: string;
  readonly version: number;
  readonly bill: Readonly<Record<string, unknown>>;
}

/** A password that the other side keeps, as somebody typed it here. */
export interface TypedPassword {
  readonly user: string;
  readonly password: string;
}

/** What it answered to a question whose words only the asker knows. */
export type Answered<Answer> = Exchange & { readonly answer: Answer };

/** How one kind of system is asked. A new kind is a file beside rest-system.ts. */
export interface ExchangeAdapter {
  queryBills<Bill>(system: ExchangeSystem, query: object, form: BillForm<Bill>): Promise<Exchanged<Bill>>;
  pendingBills<Bill>(system: ExchangeSystem, query: PendingQuery, form: BillForm<Bill>): Promise<Exchanged<Bill>>;
  sendDecision(system: ExchangeSystem, decision: Decision): Promise<Exchange>;
  pushBill(system: ExchangeSystem, push: BillPush): Promise<Exchange>;
  /** What comes back for the log, of a fault as well, holds neither the password nor a word that could repeat it. */
  checkPassword(system: ExchangeSystem, typed: TypedPassword): Promise<Exchange & { readonly isRight: boolean }>;
  /** Any other question, at a place below its address. */
  ask<Answer>(
    system: ExchangeSystem,
    place: string,
    question: object,
    form: z.ZodType<Answer>,
  ): Promise<Answered<Answer>>;
}

/** More in one answer is refused: whoever asks narrows the days. */
export const mostBills = 500;

/** A figure comes as text; a number of JSON is taken as it is written where it has no exponent. */
export const figure = z.union([z.string().max(40), z.number()]).transform(String);
export const word = z.string().max(500);
export const billNumber = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[^\u0000-\u001f]+$/);

/** All that has to be known of a bill in order to take it: its number, and whose it is. */
export interface ForeignBill {
  readonly billNo: string;
  readonly [belongsTo.organization]?: string | null | undefined;
}

/** A kind of bill that can be downloaded: which document it becomes, and how. */
export interface BillKind<Bill extends ForeignBill> {
  /** On the wire; the document declares it. */
  readonly type: string;
  readonly document: Document;
  readonly hooks: DocumentHooks;
  /** The body that a person would send to save it. */
  readonly bodyOf: (bill: Bill, organization: string) => Readonly<Record<string, unknown>>;
  /** Fields that the server keeps, as they are for a document that nobody typed. */
  readonly kept?: Readonly<Record<string, unknown>>;
}

export const billKind = <Bill extends ForeignBill>({
  service,
  ...kind
}: Omit<BillKind<Bill>, 'hooks' | 'type'> & { readonly service: DocumentService }): BillKind<Bill> => ({
  ...kind,
  type: kind.document.downloadType ?? '',
  hooks: service.document ?? {},
});

export const systemDown = refusal('E-EXCHANGE-DOWN', 20130, [
  '外部系统【{system}】无法访问：{why}',
  '外部系統【{system}】無法存取：{why}',
  'The external system {system} cannot be reached: {why}',
]);
export const systemRefused = refusal('E-EXCHANGE-REFUSED', 20131, [
  '外部系统【{system}】拒绝了请求：{why}',
  '外部系統【{system}】拒絕了請求：{why}',
  'The external system {system} refused: {why}',
]);
export const systemUnclear = refusal('E-EXCHANGE-UNCLEAR', 20132, [
  '外部系统【{system}】返回的内容无法识别',
  '外部系統【{system}】回傳的內容無法識別',
  'What the external system {system} answered is not understood',
]);
export const tooManyBills = refusal('E-EXCHANGE-MANY', 20133, [
  '一次最多下载{max}张单据，请缩小日期范围',
  '一次最多下載{max}張單據，請縮小日期範圍',
  'At most {max} documents at a time; narrow the days',
]);
