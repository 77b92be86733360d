import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { composeRoutes, fileStores, serverModules } from '#apps/api/compose.ts';
import { serveHealth } from '#apps/api/health.ts';
import { models } from '#apps/api/modules.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { formOf, pdf } from '#tests/files.ts';
import { openWorld, type World } from '#tests/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-full-'));
const usual = process.env['FILES_FOLDER'];
let world: World;
let app: FastifyInstance;
const log: string[] = [];
let isMounted = true;
let port = 0;
beforeAll(async () => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    isMounted = false;
    return;
  }
  process.env['FILES_FOLDER'] = folder;
  world = await openWorld('full');
  const stores = fileStores(world.door);
  app = buildApp({
    door: world.door,
    routes: composeRoutes(world.door, serverModules, stores),
    modules: models,
    logTo: { write: (line) => void log.push(line) },
  });
  serveHealth(app, { stores, isReady: async () => true });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  if (isMounted) {
    await app.close();
    await world.close();
    execFileSync('umount', [folder]);
  }
  rmSync(folder, { recursive: true, force: true });
  if (usual === undefined) delete process.env['FILES_FOLDER'];
  else process.env['FILES_FOLDER'] = usual;
});

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: number; readonly data?: { readonly key?: string }; readonly uploads?: boolean };
}

describe('a store without room', () => {
  test('R1, R2: says so itself, in the log and in /readyz; the connection goes on; room again is files again', async (ctx) => {
    if (!isMounted) ctx.skip('no tmpfs can be mounted here');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (method: string, path: string, form?: ReturnType<typeof formOf>): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const headers = {
          token: world.first.token,
          ...form?.headers,
          ...(form === undefined ? {} : { 'content-length': String(form.payload.length) }),
        };
        const sending = request({ host: '127.0.0.1', port, method, path, agent, headers }, (reply) => {
          json(reply).then((body) => {
            resolve({ status: reply.statusCode ?? 0, body: body as Answer['body'] });
          }, reject);
        });
        sending.setTimeout(10_000, () => sending.destroy(new Error(`${path} hangs`)));
        sending.once('error', reject).end(form?.payload);
      });
    const upload = (bytes: number): Promise<Answer> =>
      ask('POST', '/api/sys/oss/upload', formOf(Buffer.concat([pdf(), Buffer.alloc(bytes, 32)]), 'big.pdf'));
    const ready = (): Promise<Answer> => ask('GET', '/readyz');

    expect((await upload(1000)).body.code).toBe(0);
    expect(await ready()).toEqual({ status: 200, body: { ready: true, uploads: true } });
    writeFileSync(join(folder, 'others'), Buffer.alloc(700_000));
    const refused = await upload(3_000_000);
    expect(refused.body.data?.key).toBe('E-STORE-FULL');
    expect(log.filter((line) => line.includes('ENOSPC') && line.includes('"level":50'))).toHaveLength(1);
    // What is left is less than a probe takes.
    const used = Number.parseInt(
      execFileSync('df', ['--output=avail', '-B1', folder]).toString().split('\n')[1] ?? '',
      10,
    );
    writeFileSync(join(folder, 'rest'), Buffer.alloc(Math.max(0, used - 8192)));
    expect(await ready()).toEqual({ status: 200, body: { ready: true, uploads: false } });
    // The same connection, and everything that needs no room.
    expect((await ask('GET', '/api/data/bd/brand/page')).body.code).toBe(0);
    for (const left of ['others', 'rest']) rmSync(join(folder, left));
    expect((await ready()).body.uploads).toBe(true);
    expect((await upload(1000)).body.code).toBe(0);
    agent.destroy();
  });
});
