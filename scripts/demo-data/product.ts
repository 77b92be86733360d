import { models } from '#apps/api/modules.ts';
import { composeRoutes, fileStores, jobHandlers } from '#apps/api/compose.ts';
import type { Envelope } from '#platform/model/envelope.ts';
import { openDoor, type Caller, type Door } from '#platform/server/db/door.ts';
import { buildApp, hashOf } from '#platform/server/http/app.ts';
import { startJobs } from '#platform/server/job/runner.ts';

export type Body = Readonly<Record<string, unknown>>;

/** One logged-in person. What the product refuses is an error here: demo data is meant to be right. */
export interface Session {
  readonly username: string;
  readonly tenantCode: string;
  /** What the door knows this person by. */
  readonly caller: Caller;
  get<Data>(path: string): Promise<Data>;
  put<Data = void>(path: string, body: unknown): Promise<Data>;
  /** Tries what the product must refuse, and answers the code of the refusal. */
  refused(path: string, body: unknown): Promise<number>;
  /** Asks for something that is done and told, and answers what is told. */
  ask<Data>(path: string, body: Body): Promise<Data>;
  /** Creates a record and answers its id. */
  post(path: string, body: Body): Promise<string>;
  upload(path: string, name: string, bytes: Buffer): Promise<{ readonly id: string; readonly url: string }>;
}

/** The product in this process, spoken to by its calls alone. */
export interface Product {
  readonly door: Door;
  logIn(username: string, password: string): Promise<Session>;
  /** The worker's half, until it is told to stop. */
  startJobs(): { stop(): Promise<void> };
  close(): Promise<void>;
}

/** As many requests under way as a few busy people would have; more only wait for each other on two cores. */
const atOnce = 4;

export async function startProduct(url: string): Promise<Product> {
  const door = openDoor({ url });
  // A fault must be seen, and standard output belongs to the list of accounts.
  const app = buildApp({
    door,
    modules: models,
    routes: composeRoutes(door),
    logLevel: 'error',
    logTo: process.stderr,
  });
  await app.ready();
  const calls = callsTo(app);
  return {
    door,
    startJobs: () =>
      startJobs({ host: { door, stores: fileStores(door), log: app.log, models }, handlers: jobHandlers() }),
    logIn: (username, password) => logIn(calls, username, password),
    async close() {
      await app.close();
      await door.close();
    },
  };
}

type Method = 'GET' | 'POST' | 'PUT';
type Call = <Data>(
  method: Method,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
) => Promise<Data>;
interface Calls {
  /** With the refusal, where it is one. */
  readonly answered: <Data>(...of: Parameters<Call>) => Promise<Envelope<Data>>;
  /** Throws what was refused. */
  readonly call: Call;
}

function callsTo(app: ReturnType<typeof buildApp>): Calls {
  const turns = turnstile(atOnce);
  async function answered<Data>(
    method: Method,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<Envelope<Data>> {
    const reply = await turns(() =>
      app.inject({
        method,
        url: `/api${path}`,
        headers: { 'accept-language': 'zh-CN', 'user-agent': 'qudao demo', ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    );
    return reply.json<Envelope<Data>>();
  }

  async function call<Data>(
    method: Method,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<Data> {
    const { code, msg, data } = await answered<Data>(method, path, body, headers);
    if (code !== 0)
      throw new Error(
        `${method} ${path} was refused: ${code} ${msg} ${JSON.stringify(data)}\n` +
          (JSON.stringify(body)?.slice(0, 1000) ?? ''),
      );
    return data;
  }

  return { answered, call };
}

async function logIn({ answered, call }: Calls, username: string, password: string): Promise<Session> {
  const { token, tenantCode } = await call<{ token: string; tenantCode: string }>(
    'POST',
    '/login',
    { username, password },
    {},
  );
  const headers = { token, tenant_code: tenantCode };
  let secret = password;
  /** Whoever writes roles is asked again who he is, every five minutes. */
  const write = async <Data>(method: 'PUT' | 'POST', path: string, body: unknown): Promise<Data> => {
    const { code, data } = await answered<Data>(method, path, body, headers);
    if (code === 0) return data;
    if (code === 20041) await call('POST', '/sys/user/confirm', { password: secret }, headers);
    return call<Data>(method, path, body, headers);
  };
  return {
    username,
    tenantCode,
    caller: { sid: hashOf(token), tenant: null, permissions: null, soft: null },
    get: (path) => call('GET', path, undefined, headers),
    put: async <Data>(path: string, body: unknown): Promise<Data> => {
      const data = await write<Data>('PUT', path, body);
      const { newPassword } = body as { readonly newPassword?: string };
      if (path === '/sys/user/password' && newPassword !== undefined) secret = newPassword;
      return data;
    },
    refused: async (path, body) => {
      const { code } = await answered('PUT', path, body, headers);
      if (code === 0) throw new Error(`PUT ${path} was expected to be refused: ${JSON.stringify(body)}`);
      return code;
    },
    ask: (path, body) => call('POST', path, body, headers),
    post: async (path, body) => (await write<{ id: string }>('POST', path, body)).id,
    upload: (path, name, bytes) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), name);
      return call('POST', path, form, headers);
    },
  };
}

function turnstile(limit: number): <Result>(work: () => PromiseLike<Result>) => Promise<Result> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (inside >= limit)
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
