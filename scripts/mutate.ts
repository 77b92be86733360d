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
  'modules/promotion/model/{chosen-goods,earned-credit,facts,gift-choice,gift-share,kept-promotions,payable}.ts',
  'modules/promotion/model/{promotion-record,typed-price,usage}.ts',
  'modules/price/model/{kit,price,price-search}.ts',
];
const tests = [
  'modules/promotion/model/**/*.test.ts',
  'tests/acceptance/promotion{,-kept,-properties}.test.ts',
  'tests/acceptance/{price,payable,kit,floor}.test.ts',
];
/** Long enough for all of them; a fault that makes a loop without end is caught by it. */
const patience = 90_000;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '17' },
    /** Only faults whose name holds this, to try again what survived. */
    of: { type: 'string', default: '' },
    lanes: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
});
const number = (text: string): number => Number.parseInt(text, 10);
const mutants = cores
  .flatMap((pattern) => globSync(pattern))
  .filter((file) => !file.endsWith('.test.ts'))
  .toSorted()
  .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')));
const picked = chosen(mutants, number(values.count), number(values.seed)).filter(({ name }) =>
  name.includes(values.of),
);

const survivors: Mutant[] = [];
const left = [...picked];
const files = tests.flatMap((pattern) => globSync(pattern));
await tryItself();
await Promise.all(Array.from({ length: number(values.lanes) }, work));
const byFile = Map.groupBy(
  picked.toSorted((a, b) => a.file.localeCompare(b.file)),
  ({ file }) => file,
);
const killedIn = (own: readonly Mutant[]): number => own.filter((mutant) => !survivors.includes(mutant)).length;
const unargued = survivors.filter(({ name }) => argued[name] === undefined);
const told = {
  all: mutants.length,
  tried: picked.length,
  killed: killedIn(picked),
  share: Number((killedIn(picked) / picked.length).toFixed(3)),
  files: Object.fromEntries([...byFile].map(([file, own]) => [file, `${killedIn(own)} of ${own.length}`])),
  survivors: survivors.map(({ name, line }) => ({ name, line, why: argued[name] ?? null })),
};
const summary = `${told.killed} of ${picked.length} seen, ${unargued.length} of the rest unargued`;
console.log(values.json ? JSON.stringify(told, null, 1) : `${summary}\n${JSON.stringify(told.files, null, 1)}`);
process.exitCode = told.share < 0.9 || unargued.length > 0 ? 1 : 0;

/** Nothing is said about faults unless the tests are green without one and red with the coarsest. */
async function tryItself(): Promise<void> {
  const file = 'modules/promotion/model/engine/evaluate.ts';
  const end = readFileSync(file, 'utf8').length;
  if (await isSeen(null)) throw new Error('the tests fail without a fault');
  if (!(await isSeen({ file, start: 0, end, text: 'throw new Error();', line: 1, was: '', name: '' })))
    throw new Error('the tests do not meet what is changed');
}

async function work(): Promise<void> {
  for (let mutant = left.pop(); mutant !== undefined; mutant = left.pop()) {
    if (await isSeen(mutant)) continue;
    survivors.push(mutant);
    if (!values.json) console.log(`survived: ${mutant.name} (line ${mutant.line})`);
  }
}

function isSeen(mutant: Mutant | null): Promise<boolean> {
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
