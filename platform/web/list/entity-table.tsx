import { LockOutlined } from '@ant-design/icons';
import { Button, Pagination } from 'antd';
import { useEffect, useMemo, type ReactNode } from 'react';
import { plus } from '#platform/model/decimal.ts';
import { pageSizes } from '#platform/model/envelope.ts';
import { isSummed, type DecimalField } from '#platform/model/field.ts';
import type { Column, ColumnState } from '#platform/web/column/column.ts';
import { ListGrid } from '#platform/web/grid/list-grid.tsx';
import type { Selection } from '#platform/web/grid/selection.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { say } from '#platform/web/text/language.ts';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { useRowHeight } from '#platform/web/look/density.ts';
import { texts } from '#platform/web/text/texts.ts';
import { gridColumns, type Words } from '#platform/web/record/grid-columns.tsx';
import { isDecimal, measureText } from '#platform/web/value/measure.ts';
import { useMissingNames } from '#platform/web/record/ref-names.ts';
import { textAt, treeOf, type Branch, type Row } from '#platform/web/value/row.ts';
import type { Shown } from '#platform/web/value/shown.ts';
import { useDicts } from '#platform/web/record/use-dicts.ts';
import { isPaged, type Asked, type List } from '#platform/web/record/use-list.ts';
import '#platform/web/look/page.css';

interface EntityTableProps {
  readonly noun: Listed;
  readonly columns: readonly Shown[];
  readonly list: List;
  readonly asked: Asked;
  readonly onAsk: (next: Asked) => void;
  readonly selection?: Selection | undefined;
  /** A press anywhere in a row chooses it. */
  readonly choice?: 'one' | 'many';
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** What the link does, where it is not the same as opening the row. */
  readonly onLink?: ((row: Row) => void) | undefined;
  readonly onDelete?: (() => void) | undefined;
  /** The column whose cell is a link that opens the record. */
  readonly linkKey?: string | undefined;
  readonly words?: Words | undefined;
  readonly rowButtons?: ((row: Row) => ReactNode) | undefined;
  readonly buttonsWidth?: number | undefined;
  readonly columnState?: ColumnState;
  readonly onColumnState?: (next: ColumnState) => void;
  /** Of the grid alone; without it the grid takes the room there is. */
  readonly height?: number;
  /** What to do about an empty list. */
  readonly remedy?: ReactNode;
  /** Said of an empty list, instead of the usual. */
  readonly empty?: ReactNode;
  /** Something stands beside it: dates are short and names are cut. */
  readonly isNarrow?: boolean;
  /** Told of the row that has the cursor; draws nothing. */
  readonly onFocusRow?: ((row: Row | undefined) => void) | undefined;
  /** What the space bar does, where it does not tick. */
  readonly onSpace?: (() => void) | undefined;
  readonly pageSizes?: readonly number[];
}

/** The table of every list and picker. */
export function EntityTable(props: EntityTableProps): ReactNode {
  const { noun, columns: shown, list, asked, onAsk, selection, choice, onOpen, onDelete } = props;
  const {
    columnState,
    onColumnState,
    height,
    remedy,
    empty,
    onFocusRow,
    onSpace,
    pageSizes: sizes = pageSizes,
  } = props;
  const paged = isPaged(noun);
  const rowHeight = useRowHeight();
  const rows = useMemo((): readonly Branch[] => (paged ? list.rows : treeOf(list.rows)), [paged, list.rows]);
  const columns = useTableColumns(props, rows);
  const keyOf = useMemo(() => {
    const places = new Map(list.rows.map((row, at) => [row, String(at)]));
    // Rows of a report have no id; they are told apart by their place.
    return (row: Row): string => (selection?.keyOf(row) ?? textAt(row, 'id')) || (places.get(row) ?? '');
  }, [list.rows, selection]);
  useEffect(() => {
    selection?.refresh(list.rows);
  }, [selection, list.rows]);
  return (
    <>
      <div className="entity-table" style={height === undefined ? undefined : { flex: `0 1 ${height}px` }}>
        <ListGrid
          label={say(noun.label)}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          question={JSON.stringify(asked)}
          isTree={!paged}
          rowHeight={rowHeight}
          isLoading={list.isLoading}
          sorts={asked.sort === undefined ? [] : [asked.sort]}
          onSort={(sorts) => {
            onAsk({ ...asked, sort: sorts.at(-1), page: 1 });
          }}
          selection={selection}
          choice={choice}
          onOpen={onOpen}
          onDelete={onDelete}
          onColumnState={onColumnState}
          {...(columnState === undefined ? {} : { columnState })}
          onFocusRow={onFocusRow}
          onSpace={onSpace}
          empty={<EmptyList noun={noun} list={list} remedy={remedy} said={empty} />}
        />
      </div>
      {paged && (
        <div className="pager">
          <PageTotals columns={columns} shown={shown} rows={list.rows} />
          <Pages list={list} asked={asked} sizes={sizes} onAsk={onAsk} />
        </div>
      )}
    </>
  );
}

function useTableColumns(props: EntityTableProps, rows: readonly Branch[]): readonly Column[] {
  const { noun, columns: shown, list, onOpen, onLink = onOpen, linkKey, rowButtons, buttonsWidth } = props;
  const { isNarrow = false, words } = props;
  const paged = isPaged(noun);
  const fields = useMemo(() => shown.map(({ field }) => field), [shown]);
  const dicts = useDicts(fields);
  const names = useMissingNames(shown, list.rows);
  const { unitOf, decimalsOf } = useParamEffects(fields);
  return useMemo(
    () =>
      gridColumns({
        columns: shown,
        rows: list.rows,
        dicts,
        names,
        levels: paged ? 0 : levelsOf(rows),
        linkKey,
        onOpen: onLink,
        card: noun.kind === 'document' ? noun.name : undefined,
        words,
        rowButtons,
        buttonsWidth,
        unitOf,
        decimalsOf,
        isNarrow,
      }),
    [
      noun,
      shown,
      list.rows,
      rows,
      paged,
      dicts,
      names,
      linkKey,
      onLink,
      words,
      rowButtons,
      buttonsWidth,
      unitOf,
      decimalsOf,
      isNarrow,
    ],
  );
}

interface PagesProps extends Pick<EntityTableProps, 'list' | 'asked' | 'onAsk'> {
  readonly sizes: readonly number[];
}
function Pages({ list, asked, sizes, onAsk }: PagesProps): ReactNode {
  return (
    <Pagination
      size="small"
      current={asked.page}
      pageSize={asked.limit}
      total={list.total}
      pageSizeOptions={[...sizes]}
      showSizeChanger
      showTotal={(count) => say(list.isCapped ? texts.totalCapped : texts.total, { count: counted.format(count) })}
      onChange={(page, limit) => {
        onAsk({ ...asked, limit, page: limit === asked.limit ? page : 1 });
      }}
    />
  );
}

const counted = new Intl.NumberFormat('en');
const levelsOf = (branches: readonly Branch[]): number =>
  Math.max(0, ...branches.map(({ children = [] }) => 1 + levelsOf(children)));

const skeletonRows = 20;
/**
 * A list that is read for the first time has the shape of its rows; an empty one says so and what to do; a failed one
 * says why, with the trace that the server's message names.
 */
function EmptyList({
  noun,
  list,
  remedy,
  said,
}: {
  readonly noun: Listed;
  readonly list: List;
  readonly remedy: ReactNode;
  readonly said: ReactNode;
}): ReactNode {
  if (list.isForbidden) {
    return (
      <div className="empty-list" role="alert" data-state="forbidden">
        <LockOutlined />
        <strong>{say(texts.listForbidden, { noun: say(noun.label) })}</strong>
        {say(texts.askAdministrator)}
      </div>
    );
  }
  if (list.failure !== null) {
    return (
      <div className="empty-list" role="alert" data-state="failed">
        <strong>{say(texts.listFailed)}</strong>
        {list.failure}{' '}
        <Button type="link" size="small" data-verb="retry" onClick={list.reload}>
          {say(texts.retry)}
        </Button>
      </div>
    );
  }
  if (list.isLoading)
    return (
      <div className="grid-skeleton" aria-hidden>
        {Array.from({ length: skeletonRows }, (_each, at) => (
          <i key={at} />
        ))}
      </div>
    );
  return (
    <div className="empty-list" data-state="empty">
      {said ?? (
        <>
          {say(gridTexts.noRowsOf, { noun: say(noun.label) })}
          {remedy !== undefined && remedy !== false && <> · {remedy}</>}
        </>
      )}
    </div>
  );
}

/** Pails and boxes are no sum, nor are two currencies; a quantity that names no unit may be of any. */
function isOfOneUnit({ measure, unitFrom }: DecimalField, rows: readonly Row[]): boolean {
  const units = (key: string): number => new Set(rows.map((row) => textAt(row, key))).size;
  if (measure === 'quantity') return unitFrom !== undefined && units(unitFrom) === 1;
  return units('currency') <= 1;
}

/** Amounts of this page add up; those of the other pages are not here to be added. */
function PageTotals({
  columns,
  shown,
  rows,
}: {
  readonly columns: readonly Column[];
  readonly shown: readonly Shown[];
  readonly rows: readonly Row[];
}): ReactNode {
  const summed = shown.flatMap(({ key, field, valueKey }) => {
    if (field.kind !== 'decimal' || !isSummed(field) || !isOfOneUnit(field, rows)) return [];
    return [{ key, field, total: plus(...rows.map((row) => textAt(row, valueKey)).filter(isDecimal)) }];
  });
  if (summed.length === 0 || rows.length === 0) return <span />;
  return (
    <span className="page-totals">
      {say(gridTexts.thisPage)}
      {summed.slice(0, 3).map(({ key, field, total }) => (
        <span key={key} data-page-total={key}>
          {columns.find((column) => column.key === key)?.title} <b>{measureText(total, field)}</b>
        </span>
      ))}
    </span>
  );
}
