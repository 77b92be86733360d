import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Evidence of writes: which calls that a test made as somebody were answered with code 0 under this commit. `npm run
 * contract` counts a write of the contract only when it stands here.
 */
const root = '.tmp/evidence';
const noted = new Set<string>();
let file: string | undefined;

const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** `PUT /channelsale/order/{}`: the same call whatever its record, and whatever the contract calls its parameter. */
export const callName = (method: string, path: string): string =>
  `${method} ${(path.split('?')[0] ?? '').replaceAll(/\{\w+\}/g, '{}').replaceAll(id, '{}')}`;

/** The write that this answer proves; null for reads, refusals, faults, files and calls that only try. */
export function writeShown(method: string, path: string, code: number): string | null {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  return method === 'GET' || code !== 0 || query.has('preview') || query.has('check') ? null : callName(method, path);
}

export function noteWrite(method: string, path: string, code: number): void {
  const call = writeShown(method, path, code);
  if (call === null || noted.has(call)) return;
  noted.add(call);
  if (file === undefined) {
    const folder = folderOfCommit();
    mkdirSync(folder, { recursive: true });
    file = join(folder, `writes-${process.pid}.txt`);
  }
  appendFileSync(file, `${call}\n`);
}

/** Writes that succeeded under this commit. */
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

function folderOfCommit(): string {
  try {
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return join(root, head.trim());
  } catch {
    return join(root, 'unknown');
  }
}
