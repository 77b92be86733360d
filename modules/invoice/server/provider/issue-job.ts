import { setTimeout as rest } from 'node:timers/promises';
import { z } from 'zod';
import type { Label } from '#platform/model/label.ts';
import { Refusal } from '#platform/model/refusal.ts';
import { commandOn, type Command } from '#platform/server/command/command.ts';
import type { Caller } from '#platform/server/db/door.ts';
import { ExchangeFault, type Answered, type Exchange, type ExchangeAdapter } from '#platform/server/exchange/port.ts';
import { putMade, type MadeFile } from '#platform/server/file/made-file.ts';
import { serveJob, type JobHandler, type JobHost } from '#platform/server/job/handler.ts';
import { logInterface, type InterfaceEntry } from '#platform/server/log/interface-log.ts';
import { invoicePoll } from '#invoice/model/provider/job.ts';
import {
  callFor,
  isEnded,
  progressAfter,
  usualPlan,
  type Progress,
  type ProviderCall,
  type RequestState,
  type RetryPlan,
} from '#invoice/model/provider/progress.ts';
import { endExpired } from '#invoice/server/maintain/red-end.ts';
import { confirmationKind } from '#invoice/server/maintain/requests.ts';
import { askProvider, places, questionOf, unheard, type Heard } from './adapter.ts';
import { markCalling, nextDue, originOf, soonDue, systemOf, writeProgress, type Taken } from './request-rows.ts';
import { heldFor, settle, tellGivenUp } from './settle.ts';
import { settleConfirmation } from './settle-red.ts';

export interface IssueOptions {
  readonly adapter: ExchangeAdapter;
  readonly plan?: RetryPlan;
  /** Calls under way at once. */
  readonly lanes?: number;
  /** How long a call is waited for before somebody else looks after its request. */
  readonly leaseSeconds?: number;
  /** A run stays when something is due so soon; and leaves after a while all the same. */
  readonly lingerMs?: number;
  readonly longestMs?: number;
}

type Settings = Required<IssueOptions>;

/**
 * J05. Asks the provider, hears what became of it, fetches the file and mails it. A call is announced before it is
 * made and settled after it was answered, each in a transaction of its own: whoever dies in between leaves a request
 * that is looked for under its number and never sent as a new one.
 */
export const invoicePollJob = (options: IssueOptions): JobHandler => {
  const settings: Settings = {
    plan: usualPlan,
    lanes: 4,
    leaseSeconds: 60,
    lingerMs: 6000,
    longestMs: 50_000,
    ...options,
  };
  return serveJob(invoicePoll, z.strictObject({}), {
    repeat: async (host, _params, run) => {
      const until = performance.now() + settings.longestMs;
      await inRun(host, run, endExpired);
      await Promise.all(Array.from({ length: settings.lanes }, () => lane(host, run, settings, until)));
    },
  });
};

async function lane(host: JobHost, run: Caller, settings: Settings, until: number): Promise<void> {
  while (performance.now() < until) {
    if (await step(host, run, settings)) continue;
    const {
      results: [[soon]],
    } = await host.door.read(run, [soonDue(settings.lingerMs)]);
    if (soon?.ms === null || soon === undefined) return;
    await rest(Math.max(20, soon.ms));
  }
}

/** One call of one request; false when none is due. */
async function step(host: JobHost, run: Caller, settings: Settings): Promise<boolean> {
  const claimed = await claim(host, run, settings);
  if (claimed === null) return false;
  const { call, taken } = claimed;
  if (call === null) return true;
  const told = await asked(settings, taken, call);
  const file = await storedFile(host, run, taken, told.heard);
  try {
    const isOurs = await hear(host, run, settings, { taken, call, told, file });
    if (!isOurs) await file?.letGo();
  } catch (error) {
    // What was heard is lost like an answer: the lease ends, and it is asked for again.
    host.log.warn({ err: error, invoice: taken.code }, 'what a provider answered could not be written');
  }
  return true;
}

async function inRun<Result>({ door }: JobHost, run: Caller, work: (ctx: Command) => Promise<Result>): Promise<Result> {
  const tx = door.transaction(run);
  try {
    await tx.run([]);
    const result = await work(commandOn(tx, originOf('run' in run ? run.run : '')));
    await tx.commit();
    return result;
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}

const died: Label = ['调用中断，结果未知', '呼叫中斷，結果未知', 'The call was cut off; what came of it is not known'];
const switchedOff: Label = ['开票服务已停用', '開票服務已停用', 'The provider of invoices is switched off'];

/** A request with the call that is announced for it; without one where a call that was cut off was written down. */
async function claim(
  host: JobHost,
  run: Caller,
  { plan, leaseSeconds }: Settings,
): Promise<{ readonly taken: Taken; readonly call: ProviderCall | null } | null> {
  return inRun(host, run, async (ctx) => {
    const [taken] = await ctx.rows(nextDue());
    const call = taken === undefined ? null : callFor(taken.state as RequestState);
    if (taken === undefined || call === null) return null;
    if (taken.calling === null) {
      markCalling(ctx, taken, call, leaseSeconds);
      return { taken, call };
    }
    const lost = taken.calling as ProviderCall;
    const message = died[0];
    logInterface(ctx, { ...entryOf(taken, lost, unsent(taken, lost)), isDone: false, errorMsg: message });
    const next = progressAfter(progressOf(taken), 'lost', plan);
    writeProgress(ctx, taken.id, { ...next, message });
    tellGivenUp(ctx, taken, next.state, message);
    return { taken, call: null };
  });
}

const isConfirmation = ({ kind }: Taken): boolean => kind === confirmationKind;
const progressOf = ({ state, faults, polls }: Taken): Progress => ({ state: state as RequestState, faults, polls });
const unsent = (taken: Taken, call: ProviderCall): Exchange => ({
  url: `${taken.url ?? ''}/${places[call]}`,
  sent: JSON.stringify(questionOf(call, { ...taken, requestId: taken.id, body: taken.body as object })),
  received: '',
  costTime: 0,
});

interface Told {
  readonly heard: Heard;
  readonly exchange: Exchange;
  readonly why: string | null;
}

async function asked({ adapter }: Settings, taken: Taken, call: ProviderCall): Promise<Told> {
  try {
    if (!taken.isOn) throw new ExchangeFault(new Error(switchedOff[0]), unsent(taken, call));
    const { answer, ...exchange }: Answered<Heard> = await askProvider(adapter, systemOf(taken), call, {
      requestId: taken.id,
      body: taken.body as object,
      invoiceNumber: taken.invoiceNumber,
    });
    return { heard: answer, exchange, why: answer.outcome === 'refused' ? (answer.message ?? '') : null };
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error;
    const { refusal: cause } = error;
    const why = cause instanceof Refusal ? cause.textIn('zh-CN') : cause.message;
    return { heard: { ...unheard, message: why }, exchange: error.call, why };
  }
}

/** Only what is a PDF is kept as one; anything else is as good as no answer. */
async function storedFile(host: JobHost, run: Caller, taken: Taken, { file }: Heard): Promise<MadeFile | null> {
  if (file === null) return null;
  return putMade(host, run, { name: `发票_${taken.invoiceNumber ?? taken.code}`, bytes: file, type: 'pdf' });
}

interface Hearing {
  readonly taken: Taken;
  readonly call: ProviderCall;
  readonly told: Told;
  readonly file: MadeFile | null;
}

/**
 * Writes what came of a call. An answer that comes when its request is already in other hands is in the log, and
 * nothing follows from it: what it says will be said again to whoever asks now.
 */
function hear(host: JobHost, run: Caller, { plan }: Settings, { taken, call, told, file }: Hearing): Promise<boolean> {
  const { heard, exchange, why } = told;
  return inRun(host, run, async (ctx) => {
    const {
      invoices: [invoice],
      requests: [now],
    } = await ctx.all(heldFor(taken));
    logInterface(ctx, {
      ...entryOf(taken, call, exchange),
      isDone: why === null,
      ...(why === null ? {} : { errorMsg: why }),
    });
    if (invoice === undefined || now?.calling == null || now.attempts !== taken.attempts + 1) return false;
    const outcome = heard.outcome === 'fetched' && file === null ? 'lost' : heard.outcome;
    const next = progressAfter(progressOf(taken), outcome, plan);
    // Somebody took the confirmation back while it was asked for: that is told next, whatever stands there.
    if (now.state !== taken.state && !isEnded(outcome)) {
      writeProgress(ctx, taken.id, { state: now.state as RequestState, faults: 0, polls: 0, pause: 0, message: why });
      return true;
    }
    const message = why ?? heard.message;
    const told = { taken, heard: { ...heard, outcome, message }, file, next };
    const state = await (isConfirmation(taken) ? settleConfirmation(ctx, told) : settle(ctx, invoice, told));
    writeProgress(ctx, taken.id, { ...next, state, message });
    tellGivenUp(ctx, taken, state, message ?? '');
    return true;
  });
}

const entryOf = (
  taken: Taken,
  call: ProviderCall,
  { url, sent, received, costTime }: Exchange,
): Omit<InterfaceEntry, 'isDone'> => ({
  url,
  systemCode: taken.systemCode,
  interfaceType: '1',
  logType: '0',
  requestBody: sent,
  responseBody: received,
  costTime,
  businessCode: taken.code,
});
