/**
 * `npm run check`: types of the three floors, lint, boundaries. Two steps at a time.
 * The model floor is checked three times on purpose: alone it must compile without Node and without a browser.
 * One thread per step: more threads check the shared types once each and cost twice the CPU.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const budget = 12; // CPU seconds in all; more and people stop running it

/** Longest first, so that the last one does not run alone. */
const steps: readonly { readonly name: string; readonly command: readonly [file: string, ...args: string[]] }[] = [
  {
    name: 'server types',
    command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.server.json', '--singleThreaded'],
  },
  { name: 'lint', command: ['node_modules/oxlint/bin/oxlint'] },
  { name: 'web types', command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json', '--singleThreaded'] },
  {
    name: 'model types',
    command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.model.json', '--singleThreaded'],
  },
  { name: 'boundaries', command: ['scripts/boundaries.ts'] },
];

const started = performance.now();
const waiting = [...steps];
const failed: string[] = [];
let cpuSeen = childCpu();
let cpuTotal = 0;

await Promise.all([lane(), lane()]);

const seconds = (performance.now() - started) / 1000;
console.log(line(failed.length === 0 ? 'ok' : 'FAIL', 'check', seconds, cpuTotal));
if (cpuTotal > budget) console.log(`over the budget of ${budget} s CPU`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function lane(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const begun = performance.now();
    const { status, output } = await run(step.command);
    const seen = childCpu();
    const cpu = seen - cpuSeen;
    cpuSeen = seen;
    cpuTotal += cpu;
    if (status !== 0) failed.push(step.name);
    console.log(line(status === 0 ? 'ok' : 'FAIL', step.name, (performance.now() - begun) / 1000, cpu));
    if (status !== 0) console.log(output);
  }
}

function run(command: readonly string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ status: code ?? 1, output: output.trimEnd() });
    });
  });
}

/**
 * CPU seconds of all children that have ended. Two that end in the same instant share one figure; the total is right.
 * Linux only, else 0.
 */
function childCpu(): number {
  try {
    const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(afterName[13]) + Number(afterName[14])) / 100;
  } catch {
    return 0;
  }
}

function line(verdict: string, name: string, wall: number, cpu: number): string {
  return `${verdict.padEnd(5)} ${name.padEnd(13)} ${wall.toFixed(1).padStart(5)} s ${cpu.toFixed(1).padStart(6)} s CPU`;
}
