import { compare, isZero, lesser, minus, negated, plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { checkBudget } from '#expense/model/budget/budget-check.ts';
import { monthOf, ownerKey, type BudgetKey, type BudgetOwner } from '#expense/model/budget/budget-ledger.ts';
import { givenBack, showUnheld } from './budget-back.ts';
import { moveBudget, type BudgetMove } from './budget-move.ts';
import { budgetFigures } from './budget-reads.ts';
import { budgetOver } from './budget-refusals.ts';
import {
  accountOf,
  controlFor,
  isSameOwner,
  monthsOf,
  openBook,
  type Book,
  type BudgetLine,
  type BudgetRows,
} from './open-book.ts';

/** Lines that take more than their budget gives. Where that is forbidden they are refused instead. */
export interface BudgetWarning extends BudgetOwner {
  readonly accountName: string;
  readonly available: string;
  readonly over: string;
  readonly lineIds: readonly string[];
}

/** What a document holds or uses from now on, as it is told. */
export interface Granted {
  readonly warnings: readonly BudgetWarning[];
  /** Line by line what applications held of it. */
  readonly taken: ReadonlyMap<string, string>;
}

interface Held extends BudgetKey {
  readonly docId: string;
  readonly lineId: string;
  readonly amount: string;
}
interface Demand {
  readonly line: BudgetLine;
  readonly key: BudgetKey;
}

/** What a save is told: whether its lines would fit, with nothing held and nothing refused. */
export async function foreseeBudget(
  ctx: Command,
  source: Source,
  lines: readonly BudgetLine[],
  organizeCode: string | null,
): Promise<readonly BudgetWarning[]> {
  const book = await openBook(ctx, source, { lines, organizeCode }, budgetFigures);
  const demands = demandsOf(book, lines);
  return judged(book, demands, releasesOf(book, source, lines)).map(({ isForbidden: _, ...warning }) => warning);
}

/**
 * PRE: holds what a document asks for until it is decided (domain §8.4). What it held before is replaced, and what it
 * takes over of an application is held by that no longer. Called last of all ledgers.
 */
export async function holdBudget(
  ctx: Command,
  source: Source,
  lines: readonly BudgetLine[],
  organizeCode: string | null,
): Promise<Granted> {
  const book = await openBook(ctx, source, { lines, organizeCode });
  const demands = demandsOf(book, lines);
  const releases = releasesOf(book, source, lines);
  const warnings = allowed(judged(book, demands, releases));
  moveBudget(ctx, source, [...releases, ...demands.map((demand) => moveOf(demand, 'PRE', 'pre'))]);
  showUnheld(ctx, lines);
  return { warnings, taken: takenBy(releases) };
}

/**
 * REL: what the document holds is free again; an application that is not closed holds again what these lines have of
 * it, as far as that fits.
 */
export async function releaseBudget(
  ctx: Command,
  source: Source,
  lines: readonly BudgetLine[] = [],
  organizeCode: string | null = null,
): Promise<void> {
  const book = await openBook(ctx, source, { back: lines, organizeCode });
  const freed = book.rows.budgetHolds.filter(({ docId }) => docId === source.id).map(relOf);
  moveBack(ctx, source, { book, freed, lines });
}

/**
 * REL: an approver has lowered lines that hold. What they took over of an application and need no longer (`givenUp`) it
 * holds again as far as that fits, the rest is free; nothing that is lowered can be over.
 */
export async function lowerBudget(
  ctx: Command,
  source: Source,
  lines: readonly BudgetLine[],
  { givenUp, organizeCode }: { readonly givenUp: readonly BudgetLine[]; readonly organizeCode: string | null },
): Promise<void> {
  const book = await openBook(ctx, source, { back: givenUp, organizeCode });
  const wanted = (id: string): string => lines.find(({ lineId }) => lineId === id)?.amount ?? '0';
  const freed = book.rows.budgetHolds
    .filter(({ docId, lineId, amount }) => docId === source.id && compare(amount, wanted(lineId)) > 0)
    .map((hold) => relOf({ ...hold, amount: minus(hold.amount, wanted(hold.lineId)) }));
  moveBack(ctx, source, { book, freed, lines: givenUp });
}

/**
 * USE: what was approved of each line, in the month in which it was held unless that year was closed since (D5a). Lines
 * that were never held are checked like those that are.
 */
export async function useBudget(
  ctx: Command,
  source: Source,
  lines: readonly BudgetLine[],
  organizeCode: string | null,
): Promise<Granted> {
  const book = await openBook(ctx, source, { lines, organizeCode });
  const demands = demandsOf(book, lines).map((demand) => whereHeld(book.rows, source, demand));
  const releases = releasesOf(book, source, lines);
  const warnings = allowed(judged(book, demands, releases));
  moveBudget(ctx, source, [...releases, ...demands.map((demand) => moveOf(demand, 'USE', 'used'))]);
  showUnheld(ctx, lines);
  return { warnings, taken: takenBy(releases) };
}

/** UNUSE: an approval is taken back; nothing of the document is held until it is sent in anew. */
export async function unuseBudget(
  ctx: Command,
  source: Source,
  lines: readonly BudgetLine[],
  organizeCode: string | null,
): Promise<void> {
  const book = await openBook(ctx, source, { back: lines, organizeCode });
  const freed = book.rows.budgetUses
    .filter(({ docId }) => docId === source.id)
    .map(({ lineId, amount, docId: _, ...key }): BudgetMove => ({
      ...key,
      lineId,
      postType: 'UNUSE',
      change: { used: negated(amount) },
    }));
  moveBack(ctx, source, { book, freed, lines });
}

interface Return {
  readonly book: Book;
  readonly freed: readonly BudgetMove[];
  readonly lines: readonly BudgetLine[];
}

function moveBack(ctx: Command, source: Source, { book, freed, lines }: Return): void {
  moveBudget(ctx, source, [...freed, ...givenBack(book, lines, freed)]);
  showUnheld(ctx, lines);
}

const demandsOf = ({ rows }: Book, lines: readonly BudgetLine[]): readonly Demand[] =>
  lines.flatMap((line, at) => {
    const key = rows.budgetPlaces[at];
    return key === undefined || isZero(line.amount) ? [] : [{ line, key }];
  });

/** A year that is closed since is budgeted in the first open month. */
function whereHeld(rows: BudgetRows, source: Source, { line, key }: Demand): Demand {
  const held = rows.budgetHolds.find(({ docId, lineId }) => docId === source.id && lineId === line.lineId);
  return { line, key: held !== undefined && held.year === key.year && isSameOwner(held, key) ? held : key };
}

const relOf = ({ lineId, docId, amount, ...key }: Held): BudgetMove => ({
  ...key,
  lineId,
  holder: { docId, lineId },
  postType: 'REL',
  change: { pre: negated(amount) },
});

const moveOf = ({ line, key }: Demand, postType: 'PRE' | 'USE', figure: 'pre' | 'used'): BudgetMove => ({
  ...key,
  lineId: line.lineId,
  postType,
  change: { [figure]: line.amount },
});

/**
 * What the document held, and what its lines take over of applications: at most what those hold. Of an application goes
 * what is claimed of it, tax and all: it would hold the tax for ever, with nothing left to claim.
 */
function releasesOf({ rows }: Book, source: Source, lines: readonly BudgetLine[]): readonly BudgetMove[] {
  const own = rows.budgetHolds.filter(({ docId }) => docId === source.id);
  const left = new Map(rows.budgetHolds.map((hold) => [hold, hold.amount]));
  const taken = lines.flatMap(({ lineId, takes }): BudgetMove[] => {
    if (takes == null || own.some((each) => each.lineId === lineId)) return [];
    const hold = rows.budgetHolds.find((each) => each.docId === takes.docId && each.lineId === takes.lineId);
    if (hold === undefined) return [];
    const amount = lesser(takes.amount, left.get(hold) ?? '0');
    left.set(hold, minus(left.get(hold) ?? '0', amount));
    return isZero(amount) ? [] : [{ ...relOf({ ...hold, amount }), lineId }];
  });
  return [...own.map(relOf), ...taken];
}

const takenBy = (releases: readonly BudgetMove[]): ReadonlyMap<string, string> =>
  new Map(
    releases.flatMap(({ lineId, holder, change }) =>
      holder === undefined || holder.lineId === lineId ? [] : [[lineId, negated(change.pre ?? '0')]],
    ),
  );

interface Judged extends BudgetWarning {
  readonly isForbidden: boolean;
}

/**
 * Budget by budget, all lines of a document together. What a line held already in its month is its own and is not asked
 * for again, even where others have overdrawn the budget since.
 */
function judged(book: Book, demands: readonly Demand[], releases: readonly BudgetMove[]): readonly Judged[] {
  const owners = new Map(demands.map(({ key }) => [ownerKey(key), key]));
  return [...owners.values()].flatMap((owner): Judged[] => {
    const own = demands.filter(({ key }) => isSameOwner(key, owner));
    const freed = releases.filter((move) => isSameOwner(move, owner));
    const parts = own.map((demand) => ({ ...demand, covered: coveredOf(demand, freed) }));
    const months = monthsOf(book.rows, owner).map((month) => {
      const here = (key: BudgetKey): boolean => monthOf(key.period) === month.month;
      const gone = freed.filter(here).map(({ change }) => change.pre ?? '0');
      const kept = parts.filter(({ key }) => here(key)).map(({ covered }) => covered);
      return { ...month, pre: plus(month.pre, ...gone, ...kept) };
    });
    const asked = parts.map(({ line, key, covered }) => ({
      month: monthOf(key.period),
      amount: minus(line.amount, covered),
    }));
    const control = controlFor(
      book,
      owner,
      own.map(({ line }) => line),
    );
    const found = checkBudget(months, asked, { horizon: book.horizon, control });
    if (found.result === 'OK') return [];
    const { year, deptCode, budgetAccountCode, projectCode } = owner;
    return [
      {
        year,
        deptCode,
        budgetAccountCode,
        projectCode,
        accountName: accountOf(book, owner)?.name ?? budgetAccountCode,
        available: found.available,
        over: found.over,
        lineIds: own.map(({ line }) => line.lineId),
        isForbidden: found.result === 'E-BUDGET-OVER',
      },
    ];
  });
}

function allowed(found: readonly Judged[]): readonly BudgetWarning[] {
  const refused = found.find(({ isForbidden }) => isForbidden);
  if (refused !== undefined)
    throw budgetOver({ account: refused.accountName, avail: refused.available, over: refused.over });
  return found.map(({ isForbidden: _, ...warning }) => warning);
}

function coveredOf({ line, key }: Demand, freed: readonly BudgetMove[]): string {
  const own = freed.filter(({ lineId, period }) => lineId === line.lineId && period === key.period);
  return lesser(line.amount, negated(plus('0', ...own.map(({ change }) => change.pre ?? '0'))));
}
