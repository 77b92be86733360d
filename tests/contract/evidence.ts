import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/**
 * Evidence of writes: which routes of the product answered a write with code 0 while tests of this commit ran. `npm run
 * contract` counts a write of the contract only when it stands here.
 */
const root = '.tmp/evidence';
const noted = new Set<string>();
let file: string | undefined;

/** `PUT /channelsale/order/{id}`: the same route whatever it and the contract call its parameters. */
export const routeName = (method: string, path: string): string =>
  `${method} ${path.replace(/^\/api/, '').replaceAll(/:\w+|\{\w+\}/g, '{}')}`;

/** Every write that this product answers with code 0 is noted once. */
export function noteWritesOf(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' && isDone(reply.statusCode, payload))
      note(routeName(request.method, request.routeOptions.url ?? ''));
    return payload;
  });
}

/** Writes that succeeded under this commit, by their route. */
export function writesDone(): ReadonlySet<string> {
  const folder = folderOfCommit();
  try {
    return new Set(
      readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)),
    );
  } catch {
    return new Set();
  }
}

/** A file that was asked for with POST is an answer, too; everything else says its code. */
const isDone = (status: number, payload: unknown): boolean =>
  status === 200 && (typeof payload !== 'string' || /^\{"code":0[,}]/.test(payload));

function note(route: string): void {
  if (noted.has(route)) return;
  noted.add(route);
  if (file === undefined) {
    const folder = folderOfCommit();
    mkdirSync(folder, { recursive: true });
    file = join(folder, `writes-${process.pid}.txt`);
  }
  appendFileSync(file, `${route}\n`);
}

function folderOfCommit(): string {
  try {
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return join(root, head.trim());
  } catch {
    return join(root, 'unknown');
  }
}
