import { z } from 'zod';
import type { Document } from '#platform/model/document.ts';
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

/** One bill by its number, or those of a range of days, both counted. */
export type BillQuery = { readonly type: string; readonly organizeCode: string } & (
  | { readonly code: string }
  | { readonly startExecuteTime: string; readonly lastExecuteTime: string }
);

/** What went over the line, for the log. */
export interface Exchange {
  readonly url: string;
  readonly sent: string;
  readonly received: string;
  readonly costTime: number;
}
/** `unread` are the numbers of bills that make no sense; one of them keeps the others from nobody. */
export interface Exchanged extends Exchange {
  readonly bills: readonly ExternalBill[];
  readonly unread: readonly string[];
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
export interface ExchangedPending extends Exchange {
  readonly bills: readonly PendingBill[];
  readonly unread: readonly string[];
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

/** How one kind of system is asked. A new kind is a file beside rest-system.ts. */
export interface ExchangeAdapter {
  queryBills(system: ExchangeSystem, query: BillQuery): Promise<Exchanged>;
  pendingBills(system: ExchangeSystem, query: PendingQuery): Promise<ExchangedPending>;
  sendDecision(system: ExchangeSystem, decision: Decision): Promise<Exchange>;
  pushBill(system: ExchangeSystem, push: BillPush): Promise<Exchange>;
}

/** More in one answer is refused: whoever asks narrows the days. */
export const mostBills = 500;

/** A figure comes as text; a number of JSON is taken as it is written where it has no exponent. */
const figure = z.union([z.string().max(40), z.number()]).transform(String);
const word = z.string().max(500);

/**
 * The bill of another system in the words of the exchange. What a kind of bill does not know it leaves out; what we do
 * not know we leave there.
 */
export const externalBill = z.object({
  billNo: z
    .string()
    .trim()
    .min(1)
    .max(50)
    .regex(/^[^\u0000-\u001f]+$/),
  billDate: z.string().max(10).nullish(),
  organizeCode: word.nullish(),
  customerCode: word.nullish(),
  supplierCode: word.nullish(),
  storageCode: word.nullish(),
  moveType: word.nullish(),
  requiredDate: z.string().max(10).nullish(),
  remark: word.nullish(),
  lines: z
    .array(
      z.object({
        materialCode: word.nullish(),
        number: figure.nullish(),
        price: figure.nullish(),
        taxRate: figure.nullish(),
        storageCode: word.nullish(),
        remark: word.nullish(),
      }),
    )
    .max(2000),
});
export type ExternalBill = z.infer<typeof externalBill>;

/**
 * A bill that waits. What it is shown by beside these is its own affair: any further field is kept as it came,
 * `submitTime` among them.
 */
export const pendingBill = z
  .object({
    billCode: z
      .string()
      .trim()
      .min(1)
      .max(50)
      .regex(/^[^\u0000-\u001f]+$/),
    billDate: z.iso.date().nullish(),
    summary: word.nullish(),
    amount: figure.nullish(),
    organizeCode: word.nullish(),
    submitterCode: word.nullish(),
    submitterName: word.nullish(),
    approverCode: word.nullish(),
    lines: z
      .array(z.record(z.string().max(50), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])))
      .max(200)
      .nullish(),
  })
  .catchall(z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]))
  .refine((bill) => Object.keys(bill).length <= 100);
export type PendingBill = z.infer<typeof pendingBill>;

/** A kind of bill that can be downloaded: which document it becomes, and how. */
export interface BillKind {
  /** On the wire; the document declares it. */
  readonly type: string;
  readonly document: Document;
  readonly hooks: DocumentHooks;
  /** The body that a person would send to save it. */
  readonly bodyOf: (bill: ExternalBill, organizeCode: string) => Readonly<Record<string, unknown>>;
  /** Fields that the server keeps, as they are for a document that nobody typed. */
  readonly kept?: Readonly<Record<string, unknown>>;
}

export const billKind = ({
  service,
  ...kind
}: Omit<BillKind, 'hooks' | 'type'> & { readonly service: DocumentService }): BillKind => ({
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
  'At most {max} bills at a time; narrow the days',
]);
