import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sandboxAccount, type PendingBill } from '#scripts/demo-data/sandbox.ts';

export { sandboxAccount, type PendingBill } from '#scripts/demo-data/sandbox.ts';

/**
 * An ERP for tests and demonstrations: it knows bills, believes nobody without a signature and answers each nonce once.
 */
export interface SandboxSystem {
  readonly url: string;
  /** What it was asked, in order. */
  readonly asked: readonly Asked[];
  /** What it holds; a test writes into it. */
  readonly bills: SandboxBill[];
  /** The next answers, before it goes on as usual. */
  readonly moods: Mood[];
  /** Bills that wait for a decision elsewhere; one that was decided waits no more. */
  readonly pending: PendingBill[];
  /** Decisions that arrived, each key once. */
  readonly decided: Decided[];
  /** Bills that were pushed here, each key once. */
  readonly pushed: Pushed[];
  /** The key of every push, repeated ones too. */
  readonly keys: string[];
  /** Who has which password here; a test writes into it. */
  readonly users: Map<string, string>;
  /** Passwords it was asked about, in order. */
  readonly verified: { readonly user: string; readonly password: string }[];
  close(): Promise<void>;
}
export interface Asked {
  readonly type: string;
  readonly organizeCode: string;
  readonly code?: string;
  readonly startExecuteTime?: string;
  readonly lastExecuteTime?: string;
}
export interface SandboxBill {
  readonly type: string;
  readonly billNo: string;
  readonly billDate: string;
  readonly organizeCode: string;
  readonly [key: string]: unknown;
}
export interface Decided {
  readonly key: string;
  readonly type: string;
  readonly billCode: string;
  readonly result: string;
  readonly message: string;
  readonly approverCode: string;
  readonly approverName: string;
}
export interface Pushed {
  readonly key: string;
  readonly type: string;
  readonly version: number;
  readonly bill: { readonly billNo: string; readonly [key: string]: unknown };
}
export type Mood = 'hang' | 'redirect' | 'nonsense' | 'broken' | 'huge' | ((reply: ServerResponse) => void);

export async function startExchangeSystem({
  port = 0,
  bills = [],
  pending = [],
  users = {},
  ackMs = 0,
}: {
  readonly port?: number;
  /** How long it thinks about a bill that is pushed. */ readonly ackMs?: number;
  readonly bills?: readonly SandboxBill[];
  readonly pending?: readonly PendingBill[];
  readonly users?: Readonly<Record<string, string>>;
} = {}): Promise<SandboxSystem> {
  const asked: Asked[] = [];
  const held: SandboxBill[] = [...bills];
  const moods: Mood[] = [];
  const waiting: PendingBill[] = [...pending];
  const decided: Decided[] = [];
  const pushed: Pushed[] = [];
  const keys: string[] = [];
  const known = new Map(Object.entries(users));
  const verified: { user: string; password: string }[] = [];
  const nonces = new Set<string>();
  const server: Server = createServer((request, reply) => {
    void bodyOf(request).then((body) => {
      const mood = moods.shift();
      if (mood !== undefined) return act(mood, reply);
      if (
        request.method !== 'POST' ||
        !/^\/erp\/(bills\/(query|pending|result|push)|users\/verify)$/.test(request.url ?? '')
      )
        return answer(reply, 404, { code: 404, msg: 'no such call' });
      if (!isSigned(request, body, nonces)) return answer(reply, 401, { code: 401, msg: 'who are you' });
      if (request.url === '/erp/users/verify') {
        const typed = JSON.parse(body) as { user: string; password: string };
        verified.push(typed);
        const right = known.get(typed.user) === typed.password;
        return answer(reply, 200, { code: 0, msg: 'ok', data: { right } });
      }
      if (request.url === '/erp/bills/pending')
        return answer(reply, 200, {
          code: 0,
          msg: 'ok',
          data: {
            bills: waiting
              .filter(({ type }) => type === (JSON.parse(body) as { type: string }).type)
              .map(({ type: _type, ...bill }) => bill),
          },
        });
      if (request.url === '/erp/bills/result') {
        const decision = JSON.parse(body) as Decided;
        if (decided.some(({ key }) => key === decision.key)) return answer(reply, 200, { code: 0, msg: 'ok' });
        const at = waiting.findIndex(({ type, billCode }) => type === decision.type && billCode === decision.billCode);
        if (at < 0) return answer(reply, 200, { code: 1, msg: `单据 ${decision.billCode} 不在审批中` });
        waiting.splice(at, 1);
        decided.push(decision);
        return answer(reply, 200, { code: 0, msg: 'ok' });
      }
      if (request.url === '/erp/bills/push') {
        const push = JSON.parse(body) as Pushed;
        keys.push(push.key);
        const isRefused = push.bill.billNo.endsWith('X99');
        if (!isRefused && !pushed.some(({ key }) => key === push.key)) pushed.push(push);
        return void setTimeout(() => {
          answer(reply, 200, isRefused ? { code: 1, msg: `单据 ${push.bill.billNo} 已锁定` } : { code: 0, msg: 'ok' });
        }, ackMs);
      }
      const query = JSON.parse(body) as Asked;
      asked.push(query);
      if (query.code?.endsWith('X99') === true)
        return answer(reply, 200, { code: 1, msg: `单据 ${query.code} 已锁定` });
      const found = held.filter(
        (bill) =>
          bill.type === query.type &&
          (query.code === undefined
            ? bill.organizeCode === query.organizeCode &&
              bill.billDate >= (query.startExecuteTime ?? '') &&
              bill.billDate <= (query.lastExecuteTime ?? '')
            : bill.billNo === query.code),
      );
      return answer(reply, 200, { code: 0, msg: 'ok', data: { bills: found } });
    });
  });
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/erp`,
    asked,
    bills: held,
    moods,
    pending: waiting,
    decided,
    pushed,
    keys,
    users: known,
    verified,
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}

/** Written from the description of the exchange and not with the client's code. */
export function isSigned(
  { headers, url = '' }: IncomingMessage,
  body: string,
  nonces: Set<string>,
  { account, secret }: { readonly account: string; readonly secret: string } = sandboxAccount,
): boolean {
  const said = (name: string): string => String(headers[name] ?? '');
  const [time, nonce] = [said('x-time'), said('x-nonce')];
  if (Math.abs(Number.parseInt(time, 10) - Date.now()) > 60_000 || !/^[0-9a-f]{32}$/.test(nonce) || nonces.has(nonce))
    return false;
  nonces.add(nonce);
  const text = `POST\n${url}\n${time}\n${nonce}\n${createHash('sha256').update(body).digest('hex')}`;
  return (
    said('x-account') === account && said('x-signature') === createHmac('sha256', secret).update(text).digest('hex')
  );
}

function act(mood: Mood, reply: ServerResponse): void {
  if (typeof mood === 'function') mood(reply);
  else if (mood === 'redirect') reply.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  else if (mood === 'nonsense') reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>');
  else if (mood === 'broken') reply.destroy();
  else if (mood === 'huge') reply.writeHead(200).end(Buffer.alloc(9 * 1024 * 1024, ' '));
}

function answer(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
