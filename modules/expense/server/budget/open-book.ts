import { plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { RowsOf } from '#platform/server/db/statement.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { paramIn } from '#system/server/setting/param.ts';
import type { BudgetControl, BudgetHorizon, BudgetMonth } from '#expense/model/budget/budget-check.ts';
import { monthOf, ownerKey, type BudgetOwner } from '#expense/model/budget/budget-ledger.ts';
import { controlOf } from '#expense/model/budget/control.ts';
import type { Taken } from '#expense/model/claim/claim-sums.ts';
import { budgetReads, type budgetFigures } from './budget-reads.ts';

/** A line of a document that takes of a budget. */
export interface BudgetLine {
  readonly lineId: string;
  readonly deptCode: string;
  readonly budgetAccountCode: string;
  readonly projectCode?: string | null;
  /** The day of the expense: its month is the budget's. */
  readonly date: string;
  readonly amount: string;
  /** How strict its item is, where the item says so. */
  readonly itemControl?: string | null;
  /** The line of an application whose hold it takes over, and at most how much of that. */
  readonly takes?: Taken | null;
}

export type BudgetRows = RowsOf<ReturnType<typeof budgetFigures>>;

/** Budgets as they stand, held for as long as whoever opened them decides. */
export interface Book {
  readonly rows: BudgetRows;
  readonly horizon: BudgetHorizon;
  readonly house: string;
}

/** `lines` take of budgets, `back` gives back what it has of applications. */
interface Asked {
  readonly organizeCode: string | null;
  readonly lines?: readonly BudgetLine[];
  readonly back?: readonly BudgetLine[];
}

export async function openBook(
  ctx: Command,
  source: Source,
  { organizeCode, lines = [], back = [] }: Asked,
  reads: (...asked: Parameters<typeof budgetFigures>) => ReturnType<typeof budgetFigures> = budgetReads,
): Promise<Book> {
  const places = lines.map(({ deptCode, budgetAccountCode, projectCode, date }) => ({
    deptCode,
    budgetAccountCode,
    projectCode: projectCode ?? '',
    date,
  }));
  const documents = [source.id, ...applicationsOf([...lines, ...back])];
  const rows = await ctx.all(reads(places, { organizeCode, documents }));
  const param = (code: 'RB001' | 'RB002'): string => paramIn(rows.budgetParams, code, organizeCode);
  return { rows, horizon: param('RB002') as BudgetHorizon, house: param('RB001') };
}

export const applicationsOf = (lines: readonly BudgetLine[]): readonly string[] => [
  ...new Set(lines.flatMap(({ takes }) => (takes == null ? [] : [takes.docId]))),
];

export const isSameOwner = (a: BudgetOwner, b: BudgetOwner): boolean => ownerKey(a) === ownerKey(b);

export const monthsOf = (
  { budgetMonths }: Pick<BudgetRows, 'budgetMonths'>,
  owner: BudgetOwner,
): readonly BudgetMonth[] =>
  budgetMonths
    .filter((row) => isSameOwner(row, owner))
    .map(({ period, init, adj, pre, used }) => ({ month: monthOf(period), budget: plus(init, adj), pre, used }));

export const accountOf = ({ rows }: Book, { budgetAccountCode }: BudgetOwner) =>
  rows.budgetAccounts.find(({ code }) => code === budgetAccountCode);

/** How strictly a budget holds for lines that are judged together: as the strictest of them. */
export const controlFor = (
  book: Book,
  owner: BudgetOwner,
  lines: readonly Pick<BudgetLine, 'itemControl'>[],
): BudgetControl =>
  lines
    .map((line) => controlOfLine(book, owner, line))
    .toSorted()
    .at(-1) ?? '0';

function controlOfLine(book: Book, owner: BudgetOwner, { itemControl = null }: Pick<BudgetLine, 'itemControl'>) {
  const head = book.rows.budgetHeads.findLast(
    ({ year, deptCode, projectCode }) =>
      year === owner.year && deptCode === owner.deptCode && projectCode === owner.projectCode,
  );
  const account = accountOf(book, owner)?.control ?? null;
  return controlOf({ item: itemControl, account, head: head?.control ?? null, house: book.house }).control;
}
