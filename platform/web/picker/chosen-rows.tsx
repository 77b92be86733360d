import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { gridColumns } from '#platform/web/record/grid-columns.tsx';
import type { Shown } from '#platform/web/value/shown.ts';
import { useDicts } from '#platform/web/record/use-dicts.ts';
import { ListGrid } from '#platform/web/grid/list-grid.tsx';
import type { Selection } from '#platform/web/grid/selection.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { pickerTexts } from './texts.ts';

interface ChosenRowsProps {
  readonly columns: readonly Shown[];
  readonly selection: Selection;
  readonly isMultiple: boolean;
}

/** What was chosen so far, on whatever page: each row can be taken back. */
export function ChosenRows({ columns, selection, isMultiple }: ChosenRowsProps): ReactNode {
  const rows = useWatch(selection, (chosen) => chosen);
  const dicts = useDicts(useMemo(() => columns.map(({ field }) => field), [columns]));
  const shown = useMemo(
    () =>
      gridColumns({
        columns,
        rows,
        dicts,
        rowButtons: (row) => (
          <button
            type="button"
            className="icon-button"
            tabIndex={-1}
            data-verb="unchoose"
            aria-label={say(texts.removeLine)}
            onClick={() => {
              selection.drop([row]);
            }}
          >
            <CloseOutlined />
          </button>
        ),
      }).map((column) => ({ ...column, isSortable: false })),
    [columns, rows, dicts, selection],
  );
  return (
    <div className={isMultiple ? 'chosen-rows' : 'chosen-rows chosen-one'} data-testid="chosen">
      <div className="chosen-head">
        <strong>{say(texts.selected, { count: rows.length })}</strong>
        <Button
          type="link"
          size="small"
          disabled={rows.length === 0}
          onClick={() => {
            selection.replace([]);
          }}
        >
          {say(texts.clearSelection)}
        </Button>
      </div>
      <div className="chosen-grid">
        <ListGrid
          label={say(texts.selected, { count: rows.length })}
          columns={shown}
          rows={rows}
          keyOf={selection.keyOf}
          rowHeight={28}
          empty={<p className="chosen-none">{say(pickerTexts.noneChosen)}</p>}
        />
      </div>
    </div>
  );
}
