import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { applicationSettings, runPgbench, type Script } from './bare.ts';
import { adminUrlOf, appUrlOf } from './data.ts';
import { cpuFor, measure, NothingMeasured, type Cpu, type Stretch, type Work } from './gauge.ts';
import type { Job, Order, Outcome } from './load.ts';
import { startProduct, type Product } from './product.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { tokenOf } from './scale.ts';
import { startSpy, type Sent } from './spy.ts';

/** A measuring stand: a database, the product on it, and the means to load it or the bare database. */
export interface Stand {
  readonly adminUrl: string;
  readonly product: Product;
  /** A load of its own process; every call of `run` goes on where the last one stopped. */
  http(job: Omit<Job, 'port'>): {
    run(seconds: number): Promise<Stretch>;
    /** So many calls, all of them counted: for two products that are to do the same. */
    calls(calls: number): Promise<Cpu>;
    stop(): void;
  };
  bare(
    script: Script,
    how: {
      clients: number;
      asApplication?: boolean;
      settings?: readonly string[];
      name?: string;
      /**
       * Seconds before it is looked at. pgbench makes new connections each time, and each of them plans every statement
       * once: for the thirty of an audit that took longer than the stretch, and bare was measured as slow as the
       * product, whose connections have their plans.
       */
      warm?: number;
    },
  ): (seconds: number) => Promise<Stretch>;
}

export function standOn(database: string, product: Product): Stand {
  const adminUrl = adminUrlOf(database);
  const superuser = decodeURIComponent(new URL(adminUrl).username);
  let runs = 0;
  /** Where the clients of a run of pgbench begin to count, so that no two runs name the same posting or order. */
  const counter = (): Readonly<Record<string, string>> => ({ k: String((runs += 1) * 1_000_000) });
  return {
    adminUrl,
    product,
    http(job) {
      const child = fork(new URL('load.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      child.send({ prepare: { ...job, port: product.port } } satisfies Order);
      return {
        run: (seconds) =>
          again(() =>
            measure(
              { run: loaded(child, { run: seconds }), adminUrl, application: 'qudao-', pid: product.pid },
              seconds,
            ),
          ),
        calls: (calls) =>
          cpuFor(async () => (await loaded(child, { calls })).times.length, {
            adminUrl,
            application: 'qudao-',
            pid: product.pid,
          }),
        stop: () => {
          child.kill();
        },
      };
    },
    bare:
      (script, { clients, asApplication = false, settings = applicationSettings, name = 'bench-bare', warm = 0 }) =>
      (seconds) =>
        again(() =>
          measure(
            {
              run: runPgbench(script, {
                adminUrl,
                user: asApplication ? 'qudao_app' : superuser,
                clients,
                seconds: warm + seconds,
                settings: asApplication ? [] : settings,
                name,
                more: counter(),
              }),
              adminUrl,
              application: name,
              pid: null,
              warm,
            },
            Math.ceil(seconds),
          ),
        ),
  };
}

/**
 * What autovacuum does a minute after the first postings. Without it ledgers that were empty are read as if they still
 * were: the machine's own cluster may have it switched off.
 */
export const analyze = (adminUrl: string): Promise<void> =>
  asAdministrator(adminUrl, async (client) => {
    await client.query('analyze');
  });

/** A machine that stood still for a moment leaves nothing to measure: once more then. */
async function again(stretch: () => Promise<Stretch>): Promise<Stretch> {
  try {
    return await stretch();
  } catch (error) {
    if (!(error instanceof NothingMeasured)) throw error;
    return stretch();
  }
}

async function loaded(child: ChildProcess, order: Order): Promise<Work> {
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const ended = (): void => {
      reject(new Error('the load generator ended'));
    };
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as Outcome);
    });
    child.send(order);
  });
  if (outcome.wrong !== null)
    throw new Error(`the product answered: ${Buffer.from(outcome.wrong, 'latin1').toString('utf8').slice(0, 1500)}`);
  return outcome;
}

/** A request as bytes. */
export function request(
  method: string,
  path: string,
  tenant: number,
  { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
): string {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} /api${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `token: ${tokenOf(tenant)}`,
    `tenant_code: ${tenant}`,
    'accept-language: zh-CN',
    'user-agent: bench',
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${payload}`).toString('utf8');
}

export const sidOf = (tenant: number): string => createHash('sha256').update(tokenOf(tenant)).digest('hex');

export interface Captured {
  readonly writes: Sent[][];
  readonly reply: { readonly data: never } & Record<string, unknown>;
  readonly etag: string | null;
}

/**
 * What each call sends to PostgreSQL, heard between the product and the database. Each call is made by `prepare` first,
 * so that its session is awake.
 */
export async function capture<Name extends string>(
  database: string,
  port: number,
  calls: readonly {
    name: Name;
    method: string;
    path: string;
    tenant: number;
    body?: unknown;
    headers?: Readonly<Record<string, string>>;
  }[],
  flags: readonly string[] = [],
): Promise<Record<Name, Captured>> {
  const target = new URL(appUrlOf(database));
  const spy = await startSpy({ host: target.hostname, port: Number.parseInt(target.port || '5432', 10) });
  const through = new URL(target);
  through.port = String(spy.port);
  const product = await startProduct(through.href, port, flags);
  try {
    const send = async ({
      method,
      path,
      tenant,
      body,
      headers,
    }: Omit<(typeof calls)[number], 'name'>): Promise<{ reply: Captured['reply']; etag: string | null }> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method,
        headers: {
          token: tokenOf(tenant),
          tenant_code: String(tenant),
          'user-agent': 'bench',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const reply = (await answer.json()) as Captured['reply'] & { code: number };
      if (reply.code !== 0) throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
      return { reply, etag: answer.headers.get('etag') };
    };
    const found = {} as Record<Name, Captured>;
    for (const { name, ...call } of calls) {
      // The first call of a session also touches its row, a moment after it was answered.
      await send({ method: 'GET', path: '/sys/menu/permissions', tenant: call.tenant });
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
      spy.take();
      const answered = await send(call);
      found[name] = { ...answered, writes: spy.take() };
    }
    return found;
  } finally {
    await product.stop();
    await spy.close();
  }
}
