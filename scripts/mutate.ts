/**
 * Small faults in the cores that decide about money, one at a time, and whether a test sees them: `npm run mutate --
 * --count 300 --seed 17 --set promotions`. What survives is a rule that nobody holds, or a fault that changes nothing;
 * those stand in mutate/argued.ts with their reason. Ends with 1 below nine in ten.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { argued } from './mutate/argued.ts';
import { chosen, mutantsOf, type Mutant } from './mutate/mutants.ts';

interface Judged {
  readonly cores: readonly string[];
  /** Pure ones, the quickest first: what they do not see is shown to the next. */
  readonly tests: readonly string[];
}

/** The cores by set, and the tests that judge them. */
const sets: Readonly<Record<string, readonly Judged[]>> = {
  promotions: [
    {
      cores: [
        'modules/promotion/model/engine/*.ts',
        'modules/promotion/model/kept/*.ts',
        'modules/promotion/model/{chosen-goods,facts,gift-choice,gift-share,promotion-record,typed-price,usage}.ts',
      ],
      tests: [
        'modules/promotion/model/**/*.test.ts',
        'tests/acceptance/{payable,promotion,promotion-input,promotion-kept,promotion-left}.test.ts',
        'tests/acceptance/promotion-properties.test.ts',
      ],
    },
    {
      cores: ['modules/price/model/{kit,price,price-search}.ts'],
      tests: [
        'modules/price/model/**/*.test.ts',
        'tests/acceptance/{price,payable,kit,floor}.test.ts',
        'tests/proof/properties.test.ts',
      ],
    },
  ],
  returns: [
    {
      cores: [
        'modules/promotion/model/points/{earned-points,points-life,taken-points}.ts',
        'modules/promotion/model/rebate/*.ts',
      ],
      tests: ['modules/promotion/model/{points,rebate}/*.test.ts', 'tests/acceptance/points.test.ts'],
    },
    {
      cores: [
        'modules/sales/model/revision/{exchange-cover,revised-order}.ts',
        'modules/sales/model/order/order-{charge,close}.ts',
      ],
      tests: [
        'modules/sales/model/{order,revision}/*.test.ts',
        'tests/acceptance/{revision,payable,settlement}.test.ts',
      ],
    },
    {
      cores: ['modules/promotion/model/kept/*.ts', 'modules/promotion/model/gift-share.ts'],
      tests: [
        'modules/promotion/model/{,kept/}*.test.ts',
        'tests/acceptance/{payable,promotion,promotion-kept,promotion-left,return-properties}.test.ts',
        'tests/acceptance/promotion-properties.test.ts',
      ],
    },
    {
      cores: ['modules/data/model/goods/kit-back.ts', 'modules/sales/model/refund/refund-curve.ts'],
      tests: [
        'modules/data/model/goods/*.test.ts',
        'modules/sales/model/refund/*.test.ts',
        'tests/acceptance/kit.test.ts',
      ],
    },
    {
      cores: ['platform/model/share.ts', 'modules/funds/model/settlement.ts', 'modules/price/model/kit.ts'],
      tests: [
        '{modules/funds/model/*,modules/price/model/*,tests/acceptance/share}.test.ts',
        'tests/acceptance/{kit,payable,revision,settlement}.test.ts',
        'tests/proof/properties.test.ts',
      ],
    },
  ],
  invoices: [
    {
      cores: ['modules/invoice/model/{printed,red,source}/*.ts'],
      tests: ['modules/invoice/model/{printed,red,source}/*.test.ts', 'tests/acceptance/invoice.test.ts'],
    },
    {
      cores: [
        'modules/expense/model/budget/{budget-check,control}.ts',
        'modules/expense/model/policy/{deductible-tax,policy,policy-row,trip}.ts',
      ],
      tests: ['modules/expense/model/{budget,policy}/*.test.ts', 'tests/acceptance/expense.test.ts'],
    },
    {
      cores: [
        'modules/expense/model/claim/{claim-invoice,claim-sums,invoice-qr}.ts',
        'modules/expense/model/loan/loan-offset.ts',
      ],
      tests: ['modules/expense/model/{claim,loan}/*.test.ts', 'tests/acceptance/{claim,loan}.test.ts'],
    },
  ],
};
/** Long enough for all of them; a fault that makes a loop without end is caught by it. */
const patience = 60_000;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '17' },
    /**
     * Which cores: `promotions` and prices, `returns` with points, rebates and revisions, or `invoices` with claims.
     */
    set: { type: 'string', default: 'promotions' },
    /** Only faults whose name holds this, to try again what survived. */
    of: { type: 'string', default: '' },
    lanes: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
});
/** A core that was moved is no core without faults. */
const namedFiles = (pattern: string): readonly string[] => {
  const alone = /^(.*)\{(.*)\}(.*)$/.exec(pattern);
  const patterns =
    alone === null ? [pattern] : (alone[2] ?? '').split(',').map((name) => `${alone[1]}${name}${alone[3]}`);
  return patterns.flatMap((each) => {
    const files = filesOf(each);
    if (files.length === 0) throw new Error(`no file is called ${each}`);
    return files;
  });
};
const number = (text: string): number => Number.parseInt(text, 10);
const filesOf = (pattern: string): readonly string[] => globSync(pattern).toSorted();
const coresOf = ({ cores }: Judged): readonly string[] =>
  cores.flatMap(namedFiles).filter((file) => !file.endsWith('.test.ts'));
const judged = sets[values.set] ?? [];
if (judged.length === 0) throw new Error(`no such set: ${values.set} (${Object.keys(sets).join(', ')})`);
const testsOf = new Map(
  judged.flatMap((group) => coresOf(group).map((file) => [file, group.tests.map(filesOf)] as const)),
);
const mutants = [...testsOf.keys()].flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')));
const picked = chosen(mutants, number(values.count), number(values.seed)).filter(({ name }) =>
  name.includes(values.of),
);

const survivors: Mutant[] = [];
const left = [...picked];
await tryItself();
await Promise.all(Array.from({ length: number(values.lanes) }, work));
const byFile = Map.groupBy(
  picked.toSorted((a, b) => a.file.localeCompare(b.file)),
  ({ file }) => file,
);
const killedIn = (own: readonly Mutant[]): number => own.filter((mutant) => !survivors.includes(mutant)).length;
const named = new Set(
  Object.values(sets)
    .flat()
    .flatMap(coresOf)
    .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
    .map(({ name }) => name),
);
const stale = Object.keys(argued).filter((name) => !named.has(name));
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
if (stale.length > 0) console.error(`argued, and no fault of that name any more:\n${stale.join('\n')}`);
process.exitCode = told.share < 0.9 || unargued.length > 0 || stale.length > 0 ? 1 : 0;

/** Nothing is said about faults unless the tests are green without one and red with the coarsest. */
async function tryItself(): Promise<void> {
  for (const file of judged.flatMap((group) => coresOf(group).slice(0, 1))) {
    const coarse = { file, start: 0, end: readFileSync(file, 'utf8').length, text: 'throw new Error();' };
    if (await isSeen({ ...coarse, end: 0, text: '' })) throw new Error(`the tests of ${file} fail without a fault`);
    if (!(await isSeen(coarse))) throw new Error(`the tests of ${file} do not meet it`);
  }
}

async function work(): Promise<void> {
  for (let mutant = left.pop(); mutant !== undefined; mutant = left.pop()) {
    if (left.length % 50 === 0) console.error(`${left.length} to try`);
    if (await isSeen(mutant)) continue;
    survivors.push(mutant);
    if (!values.json) console.log(`survived: ${mutant.name} (line ${mutant.line})`);
  }
}

type Fault = Pick<Mutant, 'file' | 'start' | 'end' | 'text'>;

async function isSeen(fault: Fault): Promise<boolean> {
  for (const files of testsOf.get(fault.file) ?? [])
    if (files.length > 0 && (await isSeenBy(files, fault))) return true;
  return false;
}

function isSeenBy(files: readonly string[], fault: Fault): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('vitest', ['run', '--config', 'vitest.mutate.config.ts', ...files], {
      env: { ...process.env, MUTANT: JSON.stringify(fault), PROPERTY_RUNS: '150', PROOF_CASES: '50' },
      stdio: 'ignore',
      timeout: patience,
      // One in a loop without end does not hear a kinder word.
      killSignal: 'SIGKILL',
    });
    child.on('close', (code) => {
      resolve(code !== 0);
    });
  });
}
