import { snakeCase } from '#platform/model/envelope.ts';
import { classesIn } from '#platform/model/entity.ts';
import type { Label } from '#platform/model/label.ts';
import type { Noun } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { Report } from '#platform/model/report.ts';
import type { Statement } from '#platform/server/db/statement.ts';
import { groupMenuOf, type Asked } from '#platform/server/list/filter.ts';
import { planList } from '#platform/server/list/list.ts';
import { answeredKeys, exportedOf, listedFields, selectedSql, type Exported } from './columns.ts';

/** How a list becomes a file: its columns, and the statement that answers every row of a search. */
export interface Exporter {
  readonly name: string;
  readonly title: Label;
  /** One of them is enough; a file that is made later is made under the first. */
  readonly permissions: readonly [string, ...string[]];
  readonly columns: readonly Exported[];
  readonly rows: (asked: Asked) => Statement;
}

export function nounExporter(noun: Noun): Exporter {
  const columns = exportedOf(listedFields(noun), noun.list.columns);
  const answered = answeredKeys(noun);
  const classes = [noun.kind === 'entity' ? (classesIn(noun) ?? []) : []].flat();
  return {
    name: noun.name,
    title: noun.label,
    permissions: [permissionOf(noun, 'export'), ...classes.map((each) => permissionOf(each, 'export'))],
    columns,
    rows(asked) {
      // The list sorts only its newest rows by a column without an index; a file sorts all of them.
      const { sort: _sort, order: _order, orderField: _field, page: _page, after: _after, ...search } = asked;
      const { rows } = planList(
        noun,
        { ...search, limit: '-1' },
        { whole: true, wide: true, groupMenu: noun.kind === 'entity' ? groupMenuOf(noun, asked) : null },
      );
      return chosen(rows, columns, answered, asked);
    },
  };
}

export function reportExporter(report: Report, rows: (asked: Asked) => Statement): Exporter {
  const columns = exportedOf(report.fields, report.list.columns);
  return {
    name: report.name,
    title: report.label,
    permissions: [permissionOf(report, 'export')],
    columns,
    rows: (asked) => chosen(rows(asked), columns, null, {}),
  };
}

/** All columns in their declared order whatever was chosen: every other choice would be another prepared statement. */
function chosen(
  { text, values }: Statement,
  columns: readonly Exported[],
  answered: ReadonlySet<string> | null,
  { orderField, order }: Asked,
): Statement {
  const sorted = columns.find(({ key }) => key === orderField || snakeCase(key) === orderField);
  const direction = order === 'asc' || order === 'ascending' ? 'asc' : 'desc';
  const by = sorted === undefined ? '' : ` order by ${snakeCase(sorted.key)} ${direction}`;
  return {
    text: `select ${columns.map((column) => selectedSql(column, answered)).join(', ')} from (${text}) x${by}`,
    values,
  };
}
