import { useState, type ReactNode } from 'react';
import { lineRows, type LineErrors } from '#platform/web/document/lines.ts';
import { LineTable } from '#platform/web/document/line-table.tsx';
import { EntityTable } from '#platform/web/list/entity-table.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { SearchForm } from '#platform/web/list/search-form.tsx';
import { columnsOf, filtersOf } from '#platform/web/value/shown.ts';
import { firstPage, type List as Read } from '#platform/web/record/use-list.ts';
import { createSelection } from '#platform/web/grid/selection.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { bill, kind, kinds, lines, thing, things } from './specimens.ts';

const nothing = (): void => undefined;
export const read = (rows: readonly Row[], failure: string | null = null): Read => ({
  rows,
  total: rows.length,
  isCapped: false,
  isLoading: false,
  failure,
  reload: nothing,
});

export function Filters(): ReactNode {
  const filters = filtersOf(thing, thing.list.filters);
  return (
    <div className="list-page gallery-filters">
      <div className="card">
        <SearchForm
          filters={filters}
          initial={{ name: '乳胶漆', madeOnStart: '2026-03-01', madeOnEnd: '2026-03-31' }}
          onSearch={nothing}
        />
      </div>
    </div>
  );
}

export function List(): ReactNode {
  const [selection] = useState(() => {
    const made = createSelection((row) => textAt(row, 'id'));
    made.replace(things.slice(1, 3));
    return made;
  });
  return (
    <div className="card list-card">
      <div className="list-main">
        <EntityTable
          noun={thing}
          columns={columnsOf(thing, thing.list.columns)}
          list={read(things)}
          asked={firstPage}
          onAsk={nothing}
          height={240}
          linkKey="code"
          onOpen={nothing}
          selection={selection}
          rowButtons={() => (
            <a role="button" tabIndex={-1}>
              {say(texts.edit)}
            </a>
          )}
        />
      </div>
    </div>
  );
}

export function Tree(): ReactNode {
  return (
    <div className="card list-card">
      <div className="list-main">
        <EntityTable
          noun={kind}
          columns={columnsOf(kind, kind.list.columns)}
          list={read(kinds)}
          asked={firstPage}
          onAsk={nothing}
          height={180}
        />
      </div>
    </div>
  );
}

const complaints: LineErrors = new Map([
  ['l2', { number: '> 0' }],
  ['l4', { thingCode: '?' }],
]);

export function Lines(): ReactNode {
  const [rows] = useState(() => {
    const made = lineRows(bill.lines, lines, false);
    made.complain(complaints);
    return made;
  });
  return (
    <div className="gallery-lines">
      <LineTable document={bill} rows={rows} isRead={false} />
    </div>
  );
}
