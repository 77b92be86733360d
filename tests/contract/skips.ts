/** Tests of a run by file, as far as skips are concerned. */
type Files = Readonly<Record<string, readonly { readonly title: string; readonly state: string }[]>>;

/** Files in which a test does not run for a reason that is no absence; a skip anywhere else fails in CI. */
const knownSkips: Readonly<Record<string, string>> = {
  'tests/conformance/every-noun.test.ts': 'a noun is not asked for calls that it does not have',
  'tests/conformance/every-verb.test.ts': 'a document is not asked for verbs that it does not have',
  'tests/contract/fields.test.ts': 'a noun without a screen has no columns to compare',
  'tests/proof/crash.test.ts': 'controls run with PROOF_CONTROLS=1',
  'tests/proof/job.test.ts': 'controls run with PROOF_CONTROLS=1',
};

/** Says what was skipped; how many of those count as failures. Whoever runs tests by name skips the others. */
export function tellSkips(files: Files, isCi = process.env['CI'] === 'true'): number {
  let silent = 0;
  for (const [file, tests] of Object.entries(files)) {
    const skipped = tests.filter(({ state }) => state === 'skipped');
    if (skipped.length === 0) continue;
    const reason = knownSkips[file];
    console.log(
      `skipped: ${file}: ${reason === undefined ? skipped.map(({ title }) => title).join('; ') : `${skipped.length}, ${reason}`}`,
    );
    if (reason === undefined && isCi) silent += skipped.length;
  }
  if (silent > 0) {
    console.log(`${silent} tests were skipped, and nobody has said why: tests/contract/skips.ts`);
    process.exitCode = 1;
  }
  return silent;
}
