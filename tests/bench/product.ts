import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** The product as it runs in production: one process of its own, warnings only in its log. */
export interface Product {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

export const root = join(import.meta.dirname, '../..');

export async function startProduct(
  databaseUrl: string,
  port: number,
  flags: readonly string[] = [],
  {
    withWorker = false,
    env = {},
    folder = root,
  }: {
    readonly withWorker?: boolean;
    readonly env?: Readonly<Record<string, string>>;
    /** Where its source stands. */ readonly folder?: string;
  } = {},
): Promise<Product> {
  const child = spawn(process.execPath, [...flags, 'apps/api/main.ts', ...(withWorker ? [] : ['--only', 'api'])], {
    cwd: folder,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await untilReady(child, port);
  return {
    pid: child.pid ?? 0,
    port,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) {
          resolve();
          return;
        }
        child.once('exit', () => {
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the product ended with code ${child.exitCode} before it was ready`);
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  child.kill('SIGKILL');
  throw new Error('the product was not ready within a minute');
}
