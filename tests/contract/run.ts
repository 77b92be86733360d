// npm run contract [-- --json]: starts the product on the demo database and prints how much of the contract it covers.
// npm run contract -- --check: fails when a count is below tests/contract/expected.json, as the last step after the
// tests. npm run contract -- --update: writes the counts of this run there.
// npm run contract -- --screens masterData,globalConfig: opens only the screens of these areas or keys.
import { parseArgs } from 'node:util';
import { coverCalls } from './calls.ts';
import { readClaims } from './claims.ts';
import { compareWithExpected, keepCounts, type Counts } from './expected.ts';
import { coverScreens } from './screens.ts';
import { contractIsHere } from './shared.ts';
import { openSubject, type Subject } from './subject.ts';

const {
  values: { json: isJson, check: isCheck, update: isUpdate, screens: wanted },
} = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    screens: { type: 'string' },
  },
});

if (!contractIsHere) {
  console.error('skipped: the contract is not here (QUDAO_SHARED, default ../shared)');
  if (isCheck) process.exitCode = 1;
} else {
  const subject = await openSubject();
  try {
    if (wanted === undefined) await tellAll(subject);
    else await tellScreens(subject, wanted.split(','));
  } finally {
    await subject.close();
  }
}

async function tellAll(subject: Subject): Promise<void> {
  const calls = await coverCalls(subject);
  const { complaints, ...screens } = await coverScreens(subject);
  const { pickers, acceptance, warnings } = readClaims(screens.missing);
  for (const warning of warnings) console.error(`warning: ${warning}`);
  if (isJson) console.log(JSON.stringify({ screens, calls, pickers, acceptance }));
  else {
    console.log(
      `screens ${screens.live}/${screens.total}\ncalls ${calls.live}/${calls.total}\npickers ${pickers.live}/${pickers.total}\nacceptance ${acceptance.claimed}/${acceptance.total}`,
    );
    // Whatever does not count says why.
    for (const [key, complaint] of Object.entries(complaints)) console.error(`screen ${key}: ${complaint}`);
    for (const call of calls.missing) console.error(`call ${call}${call.endsWith(')') ? '' : ' (no route)'}`);
    console.error(`statements that nothing shows: ${acceptance.missing.join(', ')}`);
    console.error(`pickers that no test opened from a screen: ${pickers.missing.join(', ')}`);
    console.error(`exceptions: ${calls.exceptions.length} calls of the contract are absent on purpose or templates`);
  }
  hold({ screens: screens.live, calls: calls.live, pickers: pickers.live, acceptance: acceptance.claimed });
}

function hold(counts: Counts): void {
  if (isUpdate) keepCounts(counts);
  if (!isCheck) return;
  const { below, above } = compareWithExpected(counts);
  for (const line of above) console.log(`${line}: npm run contract -- --update`);
  for (const line of below) console.error(line);
  if (below.length > 0) process.exitCode = 1;
}

async function tellScreens(subject: Subject, only: readonly string[]): Promise<void> {
  const { live, total, complaints } = await coverScreens(subject, only);
  console.log(`screens ${live}/${total}`);
  for (const [key, complaint] of Object.entries(complaints)) console.error(`screen ${key}: ${complaint}`);
}
