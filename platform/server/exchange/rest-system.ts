import { createHash, createHmac, randomBytes } from 'node:crypto';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as safeRequest } from 'node:https';
import { z } from 'zod';
import type { Label } from '#platform/model/label.ts';
import type { Refusal } from '#platform/model/refusal.ts';
import { checkedAgents, ForbiddenAddress, type Outbound } from '#platform/server/network/outbound.ts';
import {
  ExchangeFault,
  mostBills,
  systemDown,
  systemRefused,
  systemUnclear,
  tooManyBills,
  type BillForm,
  type Exchange,
  type ExchangeAdapter,
  type ExchangeSystem,
} from './port.ts';

export interface RestSettings {
  readonly isPrivateAllowed: () => boolean;
  /** Milliseconds for the whole call. */
  readonly patience?: number;
  readonly resolve?: Outbound['resolve'];
}

const mostRead = 8 * 1024 * 1024;
const safePorts: readonly number[] = [443, 8443];

const why = {
  address: ['不允许连接这个地址', '不允許連線這個位址', 'connections to this address are not allowed'],
  silence: ['没有在规定时间内应答', '沒有在規定時間內回應', 'it did not answer in time'],
  broken: ['连接失败', '連線失敗', 'the connection failed'],
  moved: [
    '它让我们去别的地址（不跟随跳转）',
    '它讓我們去別的位址（不跟隨跳轉）',
    'it sends us elsewhere, and redirects are not followed',
  ],
  key: ['账号或密钥不正确', '帳號或金鑰不正確', 'the account or the secret is wrong'],
  status: ['状态码不正常', '狀態碼不正常', 'an unexpected status'],
  large: ['返回的内容过大', '回傳的內容過大', 'the answer is too large'],
  unsaid: ['原因不予记录', '原因不予記錄', 'for a reason that is not kept'],
} as const satisfies Readonly<Record<string, Label>>;

const answer = z.object({
  code: z.number(),
  msg: z.string().max(2000).default(''),
  data: z.looseObject({ bills: z.array(z.unknown()).optional() }).nullish(),
});

const verdict = z.object({ right: z.boolean() });
/** A person waits for it, and so does everybody whose connection is held meanwhile. */
const signInPatience = 5000;

/**
 * Systems that speak JSON: POST {url}/bills/query, /bills/pending, /bills/result, /bills/push and /users/verify, or
 * another place that the asker knows; the body is the question. Every request is signed with the secret over method,
 * path, time, nonce and body, so the secret itself never travels and an answer to an old request is asked for in vain.
 */
export function restSystem({ isPrivateAllowed, patience = 20_000, resolve }: RestSettings): ExchangeAdapter {
  async function ask<Read>(
    system: ExchangeSystem,
    place: string,
    question: object,
    read: (reply: Reply) => Read,
    wait = patience,
  ): Promise<Read & Exchange> {
    const started = performance.now();
    const url = addressOf(system.url, place);
    const sent = JSON.stringify(question);
    let received = '';
    try {
      if (url === null) throw systemDown({ system: system.name, why: why.address });
      const outbound: Outbound = {
        isPrivateAllowed: isPrivateAllowed(),
        ports: url.protocol === 'https:' ? safePorts : [],
        ...(resolve === undefined ? {} : { resolve }),
      };
      const reply = await send(url, sent, signed(system, url, sent), outbound, wait).catch((error: unknown) => {
        throw downBy(system, error);
      });
      received = reply.text;
      return { ...read(reply), url: url.href, sent, received, costTime: performance.now() - started };
    } catch (error) {
      throw new ExchangeFault(error as Error, {
        url: url?.href ?? system.url,
        sent,
        received,
        costTime: performance.now() - started,
      });
    }
  }
  return {
    queryBills: (system, query, form) => ask(system, 'bills/query', query, (reply) => billsIn(system, reply, form)),
    pendingBills: (system, query, form) => ask(system, 'bills/pending', query, (reply) => billsIn(system, reply, form)),
    sendDecision: (system, decision) =>
      ask(system, 'bills/result', decision, (reply) => {
        answerIn(system, reply);
        return {};
      }),
    pushBill: (system, push) =>
      ask(system, 'bills/push', push, (reply) => {
        answerIn(system, reply);
        return {};
      }),
    checkPassword: (system, typed) =>
      unquoted(
        typed.user,
        ask(system, 'users/verify', typed, (reply) => verdictIn(system, reply), Math.min(patience, signInPatience)),
      ),
    ask: (system, place, question, form) =>
      ask(system, place, question, (reply) => {
        const read = form.safeParse(answerIn(system, reply).data);
        if (!read.success) throw systemUnclear({ system: system.name });
        return { answer: read.data };
      }),
  };
}

function addressOf(typed: string, place: string): URL | null {
  const url = URL.parse(typed);
  if (
    url === null ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.username !== '' ||
    url.password !== ''
  )
    return null;
  return new URL(`${url.origin}${url.pathname.replace(/\/+$/, '')}/${place}`);
}

/** What is signed, line by line; the other side computes the same. */
export const signatureOf = (
  secret: string,
  {
    path,
    time,
    nonce,
    body,
  }: { readonly path: string; readonly time: string; readonly nonce: string; readonly body: string },
): string =>
  createHmac('sha256', secret)
    .update(['POST', path, time, nonce, createHash('sha256').update(body).digest('hex')].join('\n'))
    .digest('hex');

function signed({ account, secret }: ExchangeSystem, url: URL, body: string): Record<string, string> {
  const [time, nonce] = [String(Date.now()), randomBytes(16).toString('hex')];
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-account': account,
    'x-time': time,
    'x-nonce': nonce,
    'x-signature': signatureOf(secret, { path: url.pathname, time, nonce, body }),
  };
}

interface Reply {
  readonly status: number;
  readonly text: string;
}
class TooLarge extends Error {}

async function send(
  url: URL,
  body: string,
  headers: Record<string, string>,
  outbound: Outbound,
  patience: number,
): Promise<Reply> {
  const agents = checkedAgents(outbound);
  const signal = AbortSignal.timeout(patience);
  try {
    const reply = await new Promise<IncomingMessage>((done, fail) => {
      const asked =
        url.protocol === 'https:'
          ? safeRequest(url, { method: 'POST', headers, signal, agent: agents.safe }, done)
          : plainRequest(url, { method: 'POST', headers, signal, agent: agents.plain }, done);
      asked.on('error', fail);
      asked.end(body);
    });
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of reply) {
      size += (piece as Buffer).length;
      if (size > mostRead) throw new TooLarge();
      pieces.push(piece as Buffer);
    }
    return { status: reply.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') };
  } finally {
    agents.plain.destroy();
    agents.safe.destroy();
  }
}

function downBy({ name }: ExchangeSystem, error: unknown): Refusal {
  const { name: kind, code = '' } = error as Error & { code?: string };
  const reason =
    error instanceof ForbiddenAddress
      ? why.address
      : error instanceof TooLarge
        ? why.large
        : /Abort|Timeout/.test(`${kind} ${code}`)
          ? why.silence
          : why.broken;
  return systemDown({ system: name, why: reason });
}

/** What it said, once it is sure that it said yes. */
function answerIn(system: ExchangeSystem, { status, text }: Reply, unsaid?: Label): z.output<typeof answer> {
  const called = { system: system.name };
  if (status >= 300 && status < 400) throw systemDown({ ...called, why: why.moved });
  if (status === 401 || status === 403) throw systemRefused({ ...called, why: why.key });
  if (status !== 200) throw systemDown({ ...called, why: why.status });
  const read = answer.safeParse(jsonIn(text));
  if (!read.success) throw systemUnclear(called);
  if (read.data.code !== 0)
    throw systemRefused({
      ...called,
      why: unsaid ?? read.data.msg.replace(/[\u0000-\u001f]+/g, ' ').slice(0, 200),
    });
  return read.data;
}

/** Its own words are left out: a system may answer "no such password: …". */
function verdictIn(system: ExchangeSystem, reply: Reply): { isRight: boolean } {
  const { data } = answerIn(system, reply, why.unsaid);
  const read = verdict.safeParse(data);
  if (!read.success) throw systemUnclear({ system: system.name });
  return { isRight: read.data.right };
}

/** Whoever logs a call logs what it sent: of a password that is who was asked for, and what the answer came to. */
async function unquoted<Read extends { readonly isRight: boolean }>(
  user: string,
  asked: Promise<Read & Exchange>,
): Promise<Read & Exchange> {
  const sent = JSON.stringify({ user, password: '…' });
  try {
    const done = await asked;
    return { ...done, sent, received: JSON.stringify({ right: done.isRight }) };
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error;
    throw new ExchangeFault(error.refusal, { ...error.call, sent, received: '' });
  }
}

function billsIn<Bill>(
  system: ExchangeSystem,
  reply: Reply,
  { schema, number }: BillForm<Bill>,
): { bills: readonly Bill[]; unread: readonly string[] } {
  const bills = answerIn(system, reply).data?.bills ?? [];
  if (bills.length > mostBills) throw tooManyBills({ max: mostBills });
  const reads = bills.map((bill) => ({ bill, ...schema.safeParse(bill) }));
  return {
    bills: reads.flatMap(({ data }) => (data === undefined ? [] : [data])),
    unread: reads.flatMap(({ bill, success }, i) => (success ? [] : [numberIn(bill, number) ?? `#${i + 1}`])),
  };
}

function numberIn(bill: unknown, key: string): string | undefined {
  const number = ((bill ?? {}) as Readonly<Record<string, unknown>>)[key];
  return typeof number === 'string' && number !== ''
    ? number.replace(/[\u0000-\u001f]+/g, ' ').slice(0, 50)
    : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
