/**
 * npm run walk [-- --json] [--only order] [--share 10 [--turn 3]]: opens every entry of the menu as seven people would,
 * in three languages, looks at it at two widths, follows the first link of every column, and tells what nobody should
 * have to meet: a required column out of sight, a link that leads nowhere, a raw key, a code where a name exists, a
 * column without a single value, a clipped text. `--share 10` walks a tenth, another one for each commit. `--pictures
 * folder` keeps a picture of every screen; `--lanes 1` leaves a core to whoever else works on the machine.
 */
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openSubject, type Session, type Subject } from '#tests/contract/subject.ts';
import { openBrowser } from '#tests/e2e/browser.ts';
import { git } from './visual-base.ts';
import { accounts } from './walk/accounts.ts';
import { excepted } from './walk/excepted.ts';
import { walkScreens, type Fault } from './walk/screens.ts';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    account: { type: 'string' },
    languages: { type: 'string', default: 'zh-CN,zh-TW,en-US' },
    widths: { type: 'string', default: '1280,1440' },
    share: { type: 'string', default: '1' },
    turn: { type: 'string' },
    pictures: { type: 'string' },
    lanes: { type: 'string', default: '2' },
  },
});
const share = Number.parseInt(options.share, 10);
const languages = (['zh-CN', 'en-US', 'zh-TW'] as const).filter((each) => options.languages.includes(each));
const widths = options.widths.split(',').map(Number);
/** More than this is no longer an exception. */
const most = 10;

interface Way {
  readonly account: string;
  readonly language: (typeof languages)[number];
  /** Every how many-th screen is opened, and which of them is the first. */
  readonly step: number;
  readonly first: number;
}

/**
 * A share of all ways, the same for a commit however often it is walked: each account with one language, and of its
 * screens so many that the share is met. The next commit walks another share.
 */
function ways(): readonly Way[] {
  const people = Object.keys(accounts).filter((name) => options.account === undefined || name === options.account);
  const all = people.flatMap((account) => languages.map((language) => ({ account, language, step: 1, first: 0 })));
  if (share <= 1) return all;
  const step = Math.max(1, Math.round(share / languages.length));
  const turn = turnOf(options.turn) % (step * languages.length);
  return people.flatMap((account, at) => {
    const language = languages[(at + turn) % languages.length];
    const first = (at + Math.floor(turn / languages.length)) % step;
    return language === undefined ? [] : [{ account, language, step, first }];
  });
}

/** Which of the shares: told, or by the commit. */
const turnOf = (told: string | undefined): number =>
  told === undefined ? Number.parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16) : Number.parseInt(told, 10);

const started = performance.now();
const faults: Fault[] = [];
let lists = 0;
let links = 0;
const subject = await openSubject();
const browser = await openBrowser();
try {
  const sessions = new Map<string, Session>();
  for (const [account, where] of Object.entries(accounts)) sessions.set(account, await subject.enter(where));
  const work = [...ways()];
  await Promise.all(Array.from({ length: Number.parseInt(options.lanes, 10) }, () => lane(work, sessions)));
} finally {
  await browser.close();
  await subject.close();
}
report();

async function lane(work: Way[], sessions: ReadonlyMap<string, Session>): Promise<void> {
  for (let way = work.shift(); way !== undefined; way = work.shift()) {
    const session = sessions.get(way.account);
    if (session !== undefined) await walk(browser, subject, way, session);
  }
}

async function walk(of: Browser, { url }: Subject, way: Way, session: Session): Promise<void> {
  const { account, language, step, first } = way;
  const followsLinks = share > 1 || language === languages[0];
  const isWanted = (screen: string, at: number): boolean =>
    (options.only === undefined || screen.includes(options.only)) && at % step === first;
  const pictures =
    options.pictures === undefined ? undefined : `${options.pictures}/${account.replace(' ', '-')}-${language}-`;
  const walked = await walkScreens(of, { url, session, language, widths, followsLinks, isWanted, pictures });
  lists += walked.lists;
  links += walked.links;
  const found = walked.faults.map((fault) => ({ account, ...fault }));
  faults.push(...found);
  if (!options.json) for (const fault of found) console.log(lineOf(fault));
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.error(`${account}, ${language}: ${walked.screens} screens, ${walked.lists} lists, ${minutes} min`);
}

function lineOf(fault: Fault): string {
  const { account = '', screen, language, width } = fault;
  const reason = excepted(fault);
  return `${account} ${screen} ${language} ${width}: ${fault.fault}${reason === undefined ? '' : ` (${reason})`}`;
}

function report(): void {
  const told = faults.map((fault) => ({ ...fault, excepted: excepted(fault) }));
  const open = told.filter((fault) => fault.excepted === undefined);
  if (options.json) console.log(JSON.stringify({ lists, links, faults: told }, null, 1));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.error(
    `${lists} lists, ${links} links, ${open.length} faults, ${told.length - open.length} excepted, ${seconds} s`,
  );
  const kinds = new Set(told.filter((fault) => fault.excepted !== undefined).map((fault) => fault.fault));
  process.exitCode = open.length > 0 || kinds.size > most ? 1 : 0;
}
