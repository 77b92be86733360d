import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentCommit, reports } from './report.ts';
import { contractFile, contractFolder } from './shared.ts';

export interface Claims {
  readonly pickers: { readonly live: number; readonly total: number; readonly missing: readonly string[] };
  readonly acceptance: { readonly claimed: number; readonly total: number; readonly missing: readonly number[] };
  readonly warnings: readonly string[];
}

/** Statements that say no more than which screens there are: they hold when each of them counts in this very run. */
function statementsSeen(missing: readonly string[]): ReadonlySet<number> {
  const { screens } = contractFile('screens.json');
  const inArea = (...areas: string[]): readonly string[] =>
    screens.filter(({ area }) => areas.includes(area)).map(({ key }) => key);
  const screensOf = new Map<number, readonly string[]>([
    [346, screens.filter(({ menuUrl }) => menuUrl !== undefined).map(({ key }) => key)],
    [348, ['customer', 'customerGroup', 'customerTrade', 'customerLevel', 'customerArea']],
    [349, inArea('invoice')],
    [350, inArea('order')],
    [351, inArea('stock')],
    [352, inArea('sale')],
    [353, ['tenant', 'tenantRole', 'tenantParam']],
  ]);
  return new Set([...screensOf].filter(([, keys]) => !keys.some((key) => missing.includes(key))).map(([at]) => at));
}

/**
 * What passing tests of this commit claim in their titles: `[A123]` a statement, `[picker:customer]` a picker that was
 * opened from a screen of the menu. Whoever stood in the gallery claims no picker.
 */
export function readClaims(missingScreens: readonly string[]): Claims {
  const { commit } = currentCommit();
  const all = reports();
  const fresh = all.filter((report) => report.commit === commit);
  const told = fresh.flatMap(({ files }) => Object.values(files).flat());
  const claimed = (pattern: RegExp, by = told): ReadonlySet<string> => {
    const marked = (state: string): string[] =>
      by
        .filter((test) => test.state === state)
        .flatMap(({ title }) => [...title.matchAll(pattern)].map(([, mark = '']) => mark));
    // One failing test is enough to take a claim back.
    const failed = new Set(marked('failed'));
    return new Set(marked('passed').filter((mark) => !failed.has(mark)));
  };
  const pickers = contractFile('pickers.json').pickers.map(({ key }) => key);
  const statements = [...readFileSync(join(contractFolder, 'acceptance.md'), 'utf8').matchAll(/^(\d+)\. /gm)].map(
    ([, number = '']) => Number.parseInt(number, 10),
  );
  const opened = claimed(
    /\[picker:(\w+)\]/g,
    told.filter(({ isInGallery }) => isInGallery !== true),
  );
  const shown = claimed(/\[A(\d+)\]/g);
  const missingPickers = pickers.filter((key) => !opened.has(key));
  const seen = statementsSeen(missingScreens);
  const missing = statements.filter((number) => !shown.has(String(number)) && !seen.has(number));
  return {
    pickers: { live: pickers.length - missingPickers.length, total: pickers.length, missing: missingPickers },
    acceptance: { claimed: statements.length - missing.length, total: statements.length, missing },
    warnings: [
      ...all
        .filter((report) => report.commit !== commit)
        .map(
          ({ name, commit: other }) =>
            `the ${name} report is of ${other.slice(0, 8)}, not of this commit, and does not count: run the tests again`,
        ),
      ...fresh
        .filter(({ isDirty }) => isDirty)
        .map(({ name }) => `the ${name} report was made with changes that are not committed`),
      ...['unit', 'e2e']
        .filter((name) => !all.some((report) => report.name.startsWith(name)))
        .map((name) => `there is no ${name} report: run npm ${name === 'unit' ? 'test' : 'run e2e'} first`),
    ],
  };
}
