import { z } from 'zod';
import type { Answered, ExchangeAdapter, ExchangeSystem } from '#platform/server/exchange/port.ts';
import type { CallOutcome, ProviderCall, RedCall } from '#invoice/model/provider/progress.ts';

const number = z.string().regex(/^[0-9A-Za-z]{8,30}$/);
const stand = z.object({
  state: z.enum(['PENDING', 'ISSUED', 'FAILED', 'UNKNOWN']),
  invoiceNumber: number.nullish(),
  invoiceDate: z.iso.date().nullish(),
  msg: z.string().max(2000).nullish(),
});
const confirmation = z.object({
  state: z.enum(['PENDING', 'WAITING', 'AGREED', 'REFUSED', 'EXPIRED', 'WITHDRAWN', 'FAILED', 'UNKNOWN']),
  redConfirmNo: z
    .string()
    .regex(/^[0-9A-Za-z]{4,50}$/)
    .nullish(),
  deadline: z.iso.datetime({ offset: true }).nullish(),
  msg: z.string().max(2000).nullish(),
});
const paper = z.object({ file: z.base64().min(1) });

/** What a provider said of a request, and what that is to us. */
export interface Heard {
  readonly outcome: CallOutcome;
  readonly invoiceNumber: string | null;
  readonly invoiceDate: string | null;
  readonly message: string | null;
  /** Of a red confirmation: its number, and until when the buyer may answer. */
  readonly redConfirmNo: string | null;
  readonly deadline: string | null;
  readonly file: Buffer | null;
}

/** What it is asked about: our number of the request, all that stands on the paper, and its number once it has one. */
export interface Asking {
  readonly requestId: string;
  readonly body: object;
  readonly invoiceNumber: string | null;
}

/** Where each call goes below the address of the provider. */
export const places = {
  issue: 'invoices/issue',
  query: 'invoices/query',
  file: 'invoices/file',
  redConfirm: 'invoices/redConfirm',
  redQuery: 'invoices/redQuery',
  redWithdraw: 'invoices/redWithdraw',
} as const satisfies Readonly<Record<ProviderCall, string>>;

/** What is sent is the same at every try: the provider knows a request by our number of it. */
export function questionOf(call: ProviderCall, { requestId, body, invoiceNumber }: Asking): object {
  if (call === 'issue' || call === 'redConfirm') return { requestId, ...body };
  return call === 'file' ? { requestId, invoiceNumber, format: 'pdf' } : { requestId };
}

/**
 * Providers that speak JSON as other systems do (exchange/rest-system.ts). One whose words are others is a file beside
 * this one.
 */
export async function askProvider(
  adapter: ExchangeAdapter,
  system: ExchangeSystem,
  call: ProviderCall,
  asking: Asking,
): Promise<Answered<Heard>> {
  const question = questionOf(call, asking);
  if (call === 'file') {
    const { answer, ...exchange } = await adapter.ask(system, places.file, question, paper);
    const file = Buffer.from(answer.file, 'base64');
    // A picture of what was sent and received belongs into the log; the file itself is kept elsewhere.
    return { ...exchange, received: `pdf ${file.length}`, answer: { ...unheard, outcome: 'fetched', file } };
  }
  if (call !== 'issue' && call !== 'query') {
    const { answer, ...exchange } = await adapter.ask(system, places[call], question, confirmation);
    return { ...exchange, answer: confirmationHeard(call, answer) };
  }
  const { answer, ...exchange } = await adapter.ask(system, places[call], question, stand);
  const { invoiceNumber = null, invoiceDate = null, msg: message = null } = answer;
  const isWhole = invoiceNumber !== null && invoiceDate !== null;
  const outcome = answer.state === 'ISSUED' && !isWhole ? 'lost' : outcomes[call][answer.state];
  return { ...exchange, answer: { ...unheard, outcome, invoiceNumber, invoiceDate, message } };
}

/** What is agreed to without a number cannot be issued: that is as good as no answer. */
function confirmationHeard(call: RedCall, said: z.infer<typeof confirmation>): Heard {
  const { state, redConfirmNo = null, deadline = null, msg: message = null } = said;
  const outcome = state === 'AGREED' && redConfirmNo === null ? 'lost' : confirmed[call][state];
  return { ...unheard, outcome, redConfirmNo, deadline, message };
}

export const unheard: Heard = {
  outcome: 'lost',
  invoiceNumber: null,
  invoiceDate: null,
  message: null,
  redConfirmNo: null,
  deadline: null,
  file: null,
};
const ended = { REFUSED: 'buyerRefused', EXPIRED: 'expired', WITHDRAWN: 'withdrawn' } as const;
const confirmed = {
  redConfirm: { ...ended, PENDING: 'taken', WAITING: 'atBuyer', AGREED: 'agreed', FAILED: 'refused', UNKNOWN: 'lost' },
  redQuery: {
    ...ended,
    PENDING: 'pending',
    WAITING: 'atBuyer',
    AGREED: 'agreed',
    FAILED: 'refused',
    UNKNOWN: 'unknown',
  },
  // What is not there, or was never made, is taken back; what stays stands as it says.
  redWithdraw: {
    ...ended,
    PENDING: 'pending',
    WAITING: 'atBuyer',
    AGREED: 'kept',
    FAILED: 'withdrawn',
    UNKNOWN: 'withdrawn',
  },
} as const satisfies Readonly<Record<RedCall, Readonly<Record<string, CallOutcome>>>>;
const outcomes = {
  issue: { PENDING: 'taken', ISSUED: 'issued', FAILED: 'refused', UNKNOWN: 'lost' },
  query: { PENDING: 'pending', ISSUED: 'issued', FAILED: 'refused', UNKNOWN: 'unknown' },
} as const satisfies Readonly<Record<'issue' | 'query', Readonly<Record<string, CallOutcome>>>>;
