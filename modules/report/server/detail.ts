import { snakeCase } from '#platform/model/envelope.ts';
import { statement } from '#platform/server/db/statement.ts';
import { valuesFrom, type Values } from '#platform/server/list/filter.ts';
import { detailOf, type DetailKey } from '#report/model/detail.ts';
import type { DimensionKey } from '#report/model/dimension.ts';
import { filterSql } from '#report/server/engine/pivot.ts';
import type { Question } from '#report/server/engine/question.ts';
import { detailSources } from '#report/server/engine/sources.ts';

/** The rows behind a figure, the latest first, and what all of them add up to. */
export function detailStatements(key: DetailKey, question: Question) {
  const source = detailSources[key];
  const from = (values: Values): string => {
    const wanted = {
      ...question.span,
      dimensions: new Set<DimensionKey>(question.filters.map(([each]) => each)),
      measures: new Set(question.measures),
      values,
    };
    return `(${source.rows(wanted)}) s where ${filterSql(question.filters, values)}`;
  };
  const [listed, counted] = [valuesFrom(), valuesFrom()];
  // As texts: what is read as JSON would lose the last places of money.
  const columns = ['docType', 'docId', ...detailOf(key).map(({ key: each }) => each)].map(
    (each) => `'${each}', s."${snakeCase(each)}"::text`,
  );
  return {
    list: statement(
      { row: 'json' },
      `
        select jsonb_build_object(${columns.join(', ')}) as row
        from ${from(listed)}
        order by s.day desc, s.doc_code desc
        limit ${listed.next(question.limit)} offset ${listed.next(question.offset)}`,
      listed.list,
    ),
    counted: statement(
      { total: 'integer', sum: 'decimal' },
      `select count(*)::integer as total, coalesce(${source.sum}, 0) as sum from ${from(counted)}`,
      counted.list,
    ),
  };
}
