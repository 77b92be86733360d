/**
 * npm run affected [-- --since main] [-- --list] [-- --all]: runs the tests that a change can break, and says why each.
 * The change is what is not committed, or the last commit when everything is. Tests of nouns in general (conformance)
 * run whenever a model or a server changed. Browser tests and proofs are named; `--all` runs them, too.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { affectedBy } from './affected-tests.ts';
import { graphOf, sourceFiles } from './import-graph.ts';

const { values: options } = parseArgs({
  options: {
    since: { type: 'string' },
    list: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
/** Which configuration runs a test, and whether it runs without being asked for: those of the browser take minutes. */
const runs = [
  { what: 'browser tests', config: 'vitest.e2e.config.ts', holds: /^tests\/e2e\//, isAsked: true },
  { what: 'proofs', config: 'vitest.proof.config.ts', holds: /^tests\/proof\//, isAsked: true },
  { what: 'tests', config: 'vitest.config.ts', holds: /^/, isAsked: false },
] as const;

const changed = changes();
const texts = sourceFiles();
for (const path of globSync('database/**/*.sql')) texts.set(path, readFileSync(path, 'utf8'));
const affected = new Map(affectedBy(changed, texts, graphOf(texts)));
const isOfNouns = changed.find((path) => /\/(model|server)\/|^database\//.test(path) && !path.endsWith('.test.ts'));
if (isOfNouns !== undefined)
  for (const path of globSync('tests/conformance/**/*.test.ts'))
    if (!affected.has(path)) affected.set(path, `looks at every noun and route, and ${isOfNouns} changed`);

console.log(`changed: ${changed.join(', ') || 'nothing'}`);
for (const [path, why] of affected) console.log(`${path}\n    ${why}`);
process.exitCode = runs
  .toReversed()
  .map((run) => runSome(run))
  .some((isRed) => isRed)
  ? 1
  : 0;

/** Against a commit, or what is not committed, or the last commit. */
function changes(): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  if (options.since !== undefined) return [...git('diff', '--name-only', options.since), ...untracked];
  const open = [...git('diff', '--name-only', 'HEAD'), ...untracked];
  return open.length > 0 ? open : git('diff', '--name-only', 'HEAD~1', 'HEAD');
}

function runSome({ what, config, holds, isAsked }: (typeof runs)[number]): boolean {
  const mine = [...affected.keys()].filter((path) => runs.find((run) => run.holds.test(path))?.holds === holds);
  if (mine.length === 0) return false;
  const isLeft = options.list || (isAsked && !options.all);
  console.log(`── ${mine.length} ${what}${isLeft && !options.list ? ', not run here (--all runs them)' : ''}`);
  if (isLeft) return false;
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...mine];
  return spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0;
}
