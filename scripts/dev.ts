// npm run dev: the API, started anew when a file of the server changes, the web with hot reload, and the types of both,
// looked at anew with every save: neither Node nor vite reads them. Ctrl+C stops all.
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const apiPort = process.env['PORT'] ?? '8080';
const webPort = process.env['WEB_PORT'] ?? '5173';
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');

const children: readonly ChildProcess[] = [
  start('api', ['--watch', '--watch-preserve-output', 'apps/api/main.ts'], {
    PORT: apiPort,
    DRAIN_SECONDS: '0',
  }),
  start('web', [vite, 'apps/web', '--port', webPort, '--strictPort', '--clearScreen', 'false'], {
    API_URL: `http://127.0.0.1:${apiPort}`,
  }),
];
const compilers = ['server', 'web'].map((floor) => start(`${floor} types`, typesOf(floor), {}));
console.log(`web  http://127.0.0.1:${webPort}  (reloads by itself)\napi  http://127.0.0.1:${apiPort}/api`);

let isStopping = false;
function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  for (const child of [...children, ...compilers]) child.kill('SIGTERM');
}
process.once('SIGINT', () => {
  stop(0);
});
process.once('SIGTERM', () => {
  stop(0);
});
// API and web are of no use without each other; without the compiler they are.
for (const child of children)
  child.once('exit', (code) => {
    stop(code ?? 0);
  });

/** What the compiler knows of each text is kept, so that the next start looks only at what changed. */
function typesOf(floor: string): string[] {
  const info = `.tmp/dev/${floor}.tsbuildinfo`;
  return ['node_modules/typescript/bin/tsc', '--project', `tsconfig.${floor}.json`, '--tsBuildInfoFile', info].concat(
    '--watch --preserveWatchOutput --noEmit --incremental --pretty false'.split(' '),
  );
}

function start(name: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  // A group of its own: Ctrl+C reaches this process alone, which then stops all in order.
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.setEncoding('utf8').on('data', (text: string) => {
      to.write(text.replace(/^(?=.)/gm, `${name} │ `));
    });
  }
  return child;
}
