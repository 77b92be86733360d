// npm run dev: the API, started anew when a file of the server changes, and the web with hot reload. Ctrl+C stops both.
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const apiPort = process.env['PORT'] ?? '8080';
const webPort = process.env['WEB_PORT'] ?? '5173';
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');

const children: readonly ChildProcess[] = [
  start('api', ['--watch', '--watch-preserve-output', 'apps/api/main.ts'], { PORT: apiPort }),
  start('web', [vite, 'apps/web', '--port', webPort, '--strictPort', '--clearScreen', 'false'], {
    API_URL: `http://127.0.0.1:${apiPort}`,
  }),
];
console.log(`web  http://127.0.0.1:${webPort}  (reloads by itself)\napi  http://127.0.0.1:${apiPort}/api`);

let isStopping = false;
function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}
process.once('SIGINT', () => {
  stop(0);
});
process.once('SIGTERM', () => {
  stop(0);
});
// One without the other is of no use.
for (const child of children)
  child.once('exit', (code) => {
    stop(code ?? 0);
  });

function start(name: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  // A group of its own: Ctrl+C reaches this process alone, which then stops both in order.
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
