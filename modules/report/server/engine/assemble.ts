import type { Cell, Pivot, PivotColumn, PivotRow } from '#report/model/answer.ts';
import type { RowOf } from '#platform/server/db/statement.ts';
import type { groupShape } from './pivot.ts';
import type { Question } from './question.ts';

type Group = RowOf<typeof groupShape>;

/** The groups of a statement as a sheet: rows with their cells, columns with their sums. */
export function assemble(
  question: Question,
  groups: readonly Group[],
  { mayCost, today }: { readonly mayCost: boolean; readonly today: string },
): Pivot {
  const isCompared = question.before !== null;
  const cellOf = (own: readonly Group[]): Cell => ({
    now: figuresOf(own, 0) ?? question.measures.map(() => null),
    before: isCompared ? (figuresOf(own, 1) ?? question.measures.map(() => null)) : null,
  });
  const rows = Map.groupBy(
    groups.filter(({ isRow }) => isRow),
    ({ place }) => place ?? 0,
  );
  const heads = Map.groupBy(
    groups.filter(({ isRow, isColumn }) => !isRow && isColumn && question.columns !== null),
    ({ b }) => b ?? '',
  );
  const list = [...rows].map(([place, own]): PivotRow => {
    const [first] = own;
    const cells = Map.groupBy(
      own.filter(({ isColumn }) => isColumn && question.columns !== null),
      ({ b }) => b ?? '',
    );
    return {
      key: first?.a ?? null,
      name: first?.aName ?? null,
      place,
      soFar: first?.soFar ?? null,
      ...cellOf(own.filter((group) => isSum(group, question))),
      cells: Object.fromEntries([...cells].map(([key, cell]) => [key, cellOf(cell)])),
    };
  });
  return {
    figure: question.figure.code,
    rows: question.rows,
    columns: question.columns,
    measures: question.measures,
    span: question.span,
    before: question.before,
    total: groups.find(({ total }) => total !== null)?.total ?? 0,
    list,
    heads: [...heads].map(([, own]): PivotColumn => ({
      key: own[0]?.b ?? null,
      name: own[0]?.bName ?? null,
      ...cellOf(own),
    })),
    sum: cellOf(groups.filter((group) => !group.isRow && isSum(group, question))),
    mayCost,
    hidden: question.hidden,
    today,
  };
}

/** Without columns every row is its own sum. */
const isSum = ({ isColumn }: Group, { columns }: Question): boolean => columns === null || !isColumn;

function figuresOf(own: readonly Group[], side: number): readonly (string | null)[] | null {
  const found = own.find((group) => group.side === side)?.figures;
  return found === undefined ? null : found.map((each: string | null) => each);
}
