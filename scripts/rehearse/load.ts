import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formOf, pdf } from '#tests/files.ts';
import type { ClientTask } from '#tests/proof/crash-client.ts';
import { until } from './cluster.ts';
import { freePorts, root } from './parts.ts';

export interface LoadOptions {
  readonly folder: string;
  readonly url: string;
  readonly token: string;
  readonly orders: readonly string[];
  readonly customers: readonly string[];
}

/** An upload that was acknowledged: which bytes must be there. */
export interface KeptFile {
  readonly id: string;
  readonly sha256: string;
}

/** Two processes of the product and eleven clients that ask until they are answered, with the same key. */
export interface Load {
  /** When something was acknowledged. */
  readonly acks: readonly number[];
  readonly files: readonly KeptFile[];
  /** Answers that were neither done nor busy, among the uploads. */
  readonly faults: readonly string[];
  /** Where the clients wrote what they asked for and what they got. */
  readonly records: readonly string[];
  /** Processes of the product that ended by themselves. */
  readonly deaths: readonly string[];
  /** Milliseconds that the slowest answer of readiness took. */
  readonly slowestReady: () => number;
  finish(): Promise<void>;
  /** Every file that was acknowledged, downloaded and compared; answers what is wrong. */
  checkFiles(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function startLoad({ folder, url, token, orders, customers }: LoadOptions): Promise<Load> {
  const ports = await freePorts(2);
  const deaths: string[] = [];
  const files = join(folder, 'files');
  mkdirSync(files, { recursive: true });
  let isOver = false;
  const products = ports.map((port) => {
    const log = openSync(join(folder, `product-${port}.log`), 'a');
    const child = spawn(process.execPath, ['apps/api/main.ts', '--no-web'], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url, PORT: String(port), FILES_FOLDER: files, LOG_LEVEL: 'warn' },
      stdio: ['ignore', log, log],
    });
    child.once('exit', (code, name) => {
      if (!isOver) deaths.push(`the product at ${port} ended by itself: ${code ?? name}`);
    });
    return child;
  });
  const readiness = watchReadiness(ports, () => isOver);
  await until('two products', () => readiness.areReady(), 120);
  const acks: number[] = [];
  const stopFile = join(folder, 'stop');
  const tasks = [0, 1].map((n): ClientTask => ({
    file: join(folder, `client-${n}.log`),
    stopFile,
    name: `storm${n}`,
    ports,
    token,
    clients: 5,
    customers,
    all: orders,
    own: orders.filter((_, i) => i % 2 === n),
  }));
  const clients = tasks.map((task) =>
    startClient(task, (count) => acks.push(...Array.from({ length: count }, Date.now))),
  );
  const uploads = startUploads({ ports, token, isOver: () => isOver, onAck: () => void acks.push(Date.now()) });
  return {
    acks,
    deaths,
    files: uploads.kept,
    faults: uploads.faults,
    records: tasks.map(({ file }) => file),
    slowestReady: readiness.slowest,
    async finish() {
      writeFileSync(stopFile, '');
      await until('the last answers', () => clients.every(({ exitCode }) => exitCode !== null), 120);
      isOver = true;
      await uploads.ended;
    },
    checkFiles: () => wrongFiles(ports[0] ?? 0, token, uploads.kept),
    async stop() {
      isOver = true;
      writeFileSync(stopFile, '');
      for (const child of [...products, ...clients]) child.kill('SIGTERM');
      await sleep(1000);
      for (const child of [...products, ...clients]) child.kill('SIGKILL');
    },
  };
}

function startClient(task: ClientTask, onAcks: (count: number) => void): ChildProcess {
  const child = spawn(process.execPath, ['tests/proof/crash-client.ts'], {
    cwd: root,
    env: { ...process.env, PROOF_TASK: JSON.stringify(task) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (part: Buffer) => {
    onAcks(part.toString().split('.').length - 1);
  });
  return child;
}

/** A balancer asks all the time whether a process is ready, and waits half a second for the answer. */
function watchReadiness(
  ports: readonly number[],
  isOver: () => boolean,
): { readonly areReady: () => boolean; readonly slowest: () => number } {
  const ready = new Map<number, boolean>();
  let slowest = 0;
  async function watch(port: number): Promise<void> {
    while (!isOver()) {
      const began = performance.now();
      const answered = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(8000) }).catch(
        (error: Error) => (error.name === 'TimeoutError' ? null : undefined),
      );
      // Nobody listens yet: that is no slow answer.
      if (answered !== undefined && ready.get(port) !== undefined)
        slowest = Math.max(slowest, performance.now() - began);
      if (answered !== undefined) ready.set(port, answered?.ok ?? false);
      await sleep(250);
    }
  }
  for (const port of ports) void watch(port);
  return { areReady: () => ports.every((port) => ready.get(port) === true), slowest: () => slowest };
}

interface UploadOptions {
  readonly ports: readonly number[];
  readonly token: string;
  readonly isOver: () => boolean;
  readonly onAck: () => void;
}
interface Uploads {
  readonly kept: readonly KeptFile[];
  readonly faults: readonly string[];
  readonly ended: Promise<void>;
}

const keep = encodeURIComponent('{"keep":"1"}');

function startUploads({ ports, token, isOver, onAck }: UploadOptions): Uploads {
  const kept: KeptFile[] = [];
  const faults: string[] = [];
  async function upload(n: number): Promise<void> {
    const bytes = pdf(`rehearsal ${n} ${randomUUID()}`);
    for (let tries = 0; ; tries += 1) {
      const form = formOf(bytes, `rehearsal-${n}.pdf`);
      const answer = await fetch(`http://127.0.0.1:${ports[(n + tries) % 2]}/api/sys/oss/upload?extraParams=${keep}`, {
        method: 'POST',
        headers: { ...form.headers, token, 'idempotency-key': `upload-${n}` },
        body: new Uint8Array(form.payload),
        signal: AbortSignal.timeout(8000),
      }).then(
        (reply) => reply.json() as Promise<{ code: number; msg: string; data: { id: string } | null }>,
        () => null,
      );
      if (answer?.code === 0) {
        kept.push({ id: answer.data?.id ?? '', sha256: createHash('sha256').update(bytes).digest('hex') });
        onAck();
        return;
      }
      if (answer !== null && answer.code !== 503) {
        faults.push(`upload: ${answer.code} ${answer.msg}`);
        return;
      }
      await sleep(100 + Math.random() * 100);
    }
  }
  const ended = (async () => {
    for (let n = 0; !isOver(); n += 1) {
      await upload(n);
      await sleep(50);
    }
  })();
  return { kept, faults, ended };
}

async function wrongFiles(port: number, token: string, kept: readonly KeptFile[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { id, sha256 } of kept) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/sys/oss/download?id=${id}`, { headers: { token } });
    const bytes = Buffer.from(await reply.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      wrong.push(`file ${id}: ${bytes.toString('utf8').slice(0, 100)}`);
  }
  return wrong;
}
