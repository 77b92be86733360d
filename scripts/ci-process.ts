/**
 * A command of CI with its log: it writes to a file, and what the file gains is shown. Not a pipe: a browser or a
 * server that outlives its step would keep the pipe open, and the run would wait for ever.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

export interface Ended {
  readonly isOk: boolean;
  readonly seconds: number;
}

export interface Command {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly log: string;
  /** Milliseconds without a word, after which a command hangs and is ended with all it started. */
  readonly silence: number;
}

/** Groups that run now: whoever stops the run stops them, too. */
const running = new Set<number>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const group of running) end(group);
    process.exit(1);
  });

export function runLogged({ words: [program = '', ...args], env = {}, log, silence }: Command): Promise<Ended> {
  const begun = performance.now();
  const file = openSync(log, 'w');
  const show = follower(log);
  return new Promise((resolve) => {
    // A group of its own: what the command leaves behind ends with it.
    const child = spawn(program, args, {
      stdio: ['ignore', file, file],
      env: { ...process.env, ...env },
      detached: true,
    });
    const group = child.pid;
    if (group !== undefined) running.add(group);
    let spoken = performance.now();
    const following = setInterval(() => {
      if (show() > 0) spoken = performance.now();
      if (performance.now() - spoken < silence || group === undefined) return;
      console.log(`ended: it said nothing for ${(silence / 60_000).toFixed(0)} min`);
      end(group);
    }, 200);
    const finish = (isOk: boolean): void => {
      clearInterval(following);
      if (group !== undefined) {
        end(group);
        running.delete(group);
      }
      show();
      closeSync(file);
      resolve({ isOk, seconds: (performance.now() - begun) / 1000 });
    };
    child.once('error', (error) => {
      console.log(String(error));
      finish(false);
    });
    child.once('exit', (code) => {
      finish(code === 0);
    });
  });
}

function end(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}

/** Shows what the file has gained since the last time, and answers how many bytes. */
function follower(path: string): () => number {
  const file = openSync(path, 'r');
  const part = Buffer.alloc(65_536);
  let at = 0;
  return () => {
    const before = at;
    for (let size = readSync(file, part, 0, part.length, at); size > 0;) {
      process.stdout.write(Buffer.from(part.subarray(0, size)));
      at += size;
      size = readSync(file, part, 0, part.length, at);
    }
    return at - before;
  };
}
