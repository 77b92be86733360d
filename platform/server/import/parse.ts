import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { busy, type Refusal } from '#platform/model/refusal.ts';
import { limits, type FileFaultName } from '#platform/server/sheet/file-fault.ts';
import type { Said } from '#platform/server/sheet/read-process.ts';
import { badFile } from './refusals.ts';
import type { SheetRow } from '#platform/server/sheet/read-xlsx.ts';

/** The last one says how many rows there were. */
export interface Batch {
  readonly rows: readonly SheetRow[];
  readonly share: number;
  readonly total?: number;
}

/** Readers at work in this process; a hundred people who press the button at once must not starve everybody else. */
const most = 2;
const waiting = 20;
let working = 0;
const queue: (() => void)[] = [];

/**
 * How long a reader may say nothing. Whoever listens takes his time, so the whole has no limit but the reader's own.
 */
const silence = 60_000;

/** Takes the batches of a file as the reader says them, and hears when all of it was sound. */
export interface Keeper {
  add(line: string): void;
  keep(): void;
}

/**
 * The rows of a file, read in a process of its own that is ended with the loop. With a keeper only the first batch is
 * answered: the rest goes to the keeper as it was said.
 */
export async function* parsed(bytes: Readable, kind: 'xlsx' | 'csv', keeper?: Keeper): AsyncGenerator<Batch> {
  await turn();
  const child = reader(kind);
  const feeding = pipeline(bytes, child.stdin as NodeJS.WritableStream).catch(() => undefined);
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
    child.once('error', () => {
      resolve();
    });
  });
  try {
    const lines = createInterface({ input: child.stdout as Readable, crlfDelay: Infinity })[Symbol.asyncIterator]();
    for (let isFirst = true; ;) {
      const { value, done } = await within(lines.next(), child);
      // Ended without a word: out of memory, or stopped from outside.
      if (done === true) throw refusedFile('bomb');
      if (keeper !== undefined && value.startsWith('{"rows":')) {
        keeper.add(value);
        if (!isFirst) continue;
        isFirst = false;
      }
      const said = JSON.parse(value) as Said;
      if ('fault' in said) throw refusedFile(said.fault);
      if (!('end' in said)) {
        yield said;
        continue;
      }
      keeper?.keep();
      yield { rows: [], share: 1, total: said.end };
      return;
    }
  } finally {
    child.kill('SIGKILL');
    bytes.destroy();
    await Promise.all([gone, feeding]);
    working -= 1;
    queue.shift()?.();
  }
}

const root = join(import.meta.dirname, '../../..');
/** The parser of XML and what it stands on: all of node_modules that a stranger's file can reach. */
const parserPackages = ['saxes', 'xmlchars'];

function reader(...told: readonly string[]): ChildProcess {
  const folder = join(root, 'platform/server/sheet');
  return fork(join(folder, 'read-process.ts'), told, {
    execArgv: [
      '--permission',
      `--allow-fs-read=${folder}/*`,
      `--allow-fs-read=${join(root, 'package.json')}`,
      ...parserPackages.map((name) => `--allow-fs-read=${join(root, 'node_modules', name)}`),
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${limits.heapMb}`,
    ],
    env: {},
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
}

async function turn(): Promise<void> {
  if (working >= most) {
    if (queue.length >= waiting) throw busy();
    await new Promise<void>((resolve) => {
      queue.push(resolve);
    });
  }
  working += 1;
}

function within<Value>(work: Promise<Value>, child: ChildProcess): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(refusedFile('late'));
    }, silence);
  });
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}

const refusedFile = (fault: FileFaultName): Refusal => badFile(fault);
