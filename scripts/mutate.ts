/**
 * Small faults in the cores that decide about money, one at a time, and whether a test sees them: `npm run mutate --
 * --count 300 --seed 17`. What survives is a rule that nobody holds, or a fault that changes nothing; those stand in
 * mutate/argued.ts with their reason. Ends with 1 below nine in ten.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { argued } from './mutate/argued.ts';
import { chosen, mutantsOf, type Mutant } from './mutate/mutants.ts';

const cores = [
  'modules/promotion/model/engine/*.ts',
  'modules/promotion/model/{gift-share,typed-price}.ts',
  'modules/price/model/{price,price-search,payable,kit}.ts',
];
const tests = [
  'tests/acceptance/promotion.test.ts',
  'tests/acceptance/promotion-properties.test.ts',
  'tests/acceptance/{price,payable,kit,floor}.test.ts',
];
/** Long enough for all of them; a fault that makes a loop without end is caught by it. */
const patience = 90_000;
const lanes = 2;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '17' },
    json: { type: 'boolean', default: false },
  },
});
const mutants = cores
  .flatMap((pattern) => globSync(pattern))
  .toSorted()
  .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')));
const picked = chosen(mutants, Number.parseInt(values.count, 10), Number.parseInt(values.seed, 10));
const nameOf = ({ file, line, was, text }: Mutant): string =>
  `${file}:${line} ${was} → ${text}`.replaceAll(/\s+/g, ' ');

const survivors: Mutant[] = [];
const left = [...picked];
const files = tests.flatMap((pattern) => globSync(pattern));
await Promise.all(Array.from({ length: lanes }, work));
const unargued = survivors.filter((mutant) => argued[nameOf(mutant)] === undefined);
const killed = picked.length - survivors.length;
const told = {
  all: mutants.length,
  tried: picked.length,
  killed,
  share: Number((killed / picked.length).toFixed(3)),
  survivors: survivors.map((mutant) => ({ mutant: nameOf(mutant), why: argued[nameOf(mutant)] ?? null })),
};
console.log(
  values.json ? JSON.stringify(told, null, 1) : `${killed} of ${picked.length} seen, ${unargued.length} unargued`,
);
process.exitCode = told.share < 0.9 ? 1 : 0;

async function work(): Promise<void> {
  for (let mutant = left.pop(); mutant !== undefined; mutant = left.pop()) {
    if (await isSeen(mutant)) continue;
    survivors.push(mutant);
    if (!values.json) console.log(`survived: ${nameOf(mutant)}`);
  }
}

function isSeen(mutant: Mutant): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('vitest', ['run', '--config', 'vitest.mutate.config.ts', ...files], {
      env: { ...process.env, MUTANT: JSON.stringify(mutant), PROPERTY_RUNS: '150' },
      stdio: 'ignore',
      timeout: patience,
    });
    child.on('close', (code) => {
      resolve(code !== 0);
    });
  });
}
