/**
 * What the test reports hold against this commit, for the end of `.ci/run`: whoever reads only the last page of a log
 * must see what failed. `node tests/contract/failures.ts files <report>` names the files in which something failed;
 * without arguments everything is told.
 */
import { reports } from './report.ts';

const [what, name] = process.argv.slice(2);
for (const report of reports()) {
  for (const [file, tests] of Object.entries(report.files)) {
    const failed = tests.filter(({ state }) => state === 'failed');
    if (what === 'files') {
      if (report.name === name && failed.length > 0) console.log(file);
      continue;
    }
    for (const { title, why } of failed) console.log(`FAILED ${report.name} ${file}: ${title}\n${why ?? ''}`);
    for (const { title, why } of tests.filter((test) => test.state === 'passed' && test.why !== undefined))
      console.log(`second try ${report.name} ${file}: ${title}\n${why ?? ''}`);
  }
}
