import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import type { ImportState, ImportedRow } from '#platform/model/import.ts';
import { get } from '#platform/web/api/client.ts';
import { downloadFile } from '#platform/web/file/download-file.ts';
import { LineGrid } from '#platform/web/grid/line-grid.tsx';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { mendsIn, rowColumns, sheetOf, type Sheet } from './sheet.ts';
import { texts } from './texts.ts';
import type { Work } from './use-import.ts';

interface RowStepProps {
  readonly noun: Entity;
  readonly state: ImportState;
  readonly work: Work;
  readonly onCancel: () => void;
}
const pageSize = 200;

/** What is wrong, cell by cell, to be mended here or in the file; then all of it or what is good goes in. */
export function RowStep({ noun, state, work, onCancel }: RowStepProps): ReactNode {
  const [page, setPage] = useState<RowPage>({ isWrong: state.wrong > 0, after: 0 });
  const { isWrong, after } = page;
  const { data } = useQuery({
    queryKey: ['importRows', state.id, isWrong, after, state.wrong, state.good],
    gcTime: 0,
    queryFn: () =>
      get<readonly ImportedRow[]>(`/sys/import/${state.id}/rows`, {
        wrong: isWrong ? '1' : '0',
        after,
        limit: pageSize,
      }),
    // The sheet holds what a person is writing: it is made once per answer.
    select: sheetOf,
    structuralSharing: false,
  });
  return (
    <div className="import-rows">
      <RowBar
        state={state}
        page={page}
        onPage={setPage}
        lastRow={data !== undefined && data.rows.length === pageSize ? (data.rows.at(-1)?.row ?? 0) : null}
      />
      {data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : data.rows.length === 0 ? (
        <p className="import-none quiet">{say(texts.none)}</p>
      ) : (
        <SheetGrid key={data.key} noun={noun} state={state} sheet={data} />
      )}
      <div data-dialog="import" className="dialog-footer import-footer">
        {data !== undefined && data.rows.length > 0 && <MendButton key={data.key} sheet={data} work={work} />}
        <span className="push-right" />
        <Button onClick={onCancel}>{say(state.successCount > 0 ? texts.close : common.cancel)}</Button>
        <ApplyButtons noun={noun} state={state} work={work} />
      </div>
    </div>
  );
}

interface RowPage {
  readonly isWrong: boolean;
  /** The row of the file that the page begins behind. */
  readonly after: number;
}
interface RowBarProps {
  readonly state: ImportState;
  readonly page: RowPage;
  readonly onPage: (page: RowPage) => void;
  /** Where the next page begins; null when this is the last. */
  readonly lastRow: number | null;
}
function RowBar({ state, page, onPage, lastRow }: RowBarProps): ReactNode {
  return (
    <div className="import-bar">
      <span role="status" data-testid="import-counts">
        {say(texts.counts, { total: state.good + state.wrong, good: state.good, wrong: state.wrong })}
      </span>
      <Checkbox
        checked={page.isWrong}
        data-verb="wrongOnly"
        onChange={({ target }) => {
          onPage({ isWrong: target.checked, after: 0 });
        }}
      >
        {say(texts.wrongOnly)}
      </Checkbox>
      {page.after > 0 && (
        <Button
          size="small"
          onClick={() => {
            onPage({ ...page, after: 0 });
          }}
        >
          {say(texts.first)}
        </Button>
      )}
      {lastRow !== null && (
        <Button
          size="small"
          data-verb="nextRows"
          onClick={() => {
            onPage({ ...page, after: lastRow });
          }}
        >
          {say(texts.more, { count: pageSize })}
        </Button>
      )}
      <Button
        size="small"
        className="push-right"
        icon={<DownloadOutlined />}
        data-verb="marked"
        onClick={() => void downloadFile(`/sys/import/${state.id}/file`)}
      >
        {say(texts.marked)}
      </Button>
    </div>
  );
}

function ApplyButtons({ noun, state, work }: Omit<RowStepProps, 'onCancel'>): ReactNode {
  return (
    <>
      {/* What has no list of its own goes in whole. */}
      {state.wrong > 0 && noun.screen !== undefined && (
        <Button
          data-verb="applyGood"
          disabled={state.good === 0}
          onClick={() => {
            work.apply(true);
          }}
        >
          {say(texts.applyGood, { count: state.good })}
        </Button>
      )}
      <Button
        type="primary"
        data-verb="applyAll"
        disabled={state.wrong > 0 || state.good === 0}
        onClick={() => {
          work.apply(false);
        }}
      >
        {say(texts.applyAll)}
      </Button>
    </>
  );
}

function SheetGrid({
  noun,
  state,
  sheet,
}: {
  readonly noun: Entity;
  readonly state: ImportState;
  readonly sheet: Sheet;
}): ReactNode {
  const [columns] = useState(() => rowColumns(noun, state.columns, sheet));
  return (
    <div className="import-grid">
      <LineGrid label={say(texts.rows)} rows={sheet.store} columns={columns} />
    </div>
  );
}

/** Lights up when something was written. */
function MendButton({ sheet, work }: { readonly sheet: Sheet; readonly work: Work }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const count = useWatch(sheet.store, () => {
    const { cells, dropped } = mendsIn(sheet);
    return cells.length + dropped.length;
  });
  const save = async (): Promise<void> => {
    const { cells, dropped } = mendsIn(sheet);
    setBusy(true);
    await work
      .mend(cells, dropped)
      .catch(() => undefined)
      .finally(() => {
        setBusy(false);
      });
  };
  return (
    <Button data-verb="recheck" loading={isBusy} disabled={count === 0} onClick={() => void save()}>
      {say(texts.recheck)}
    </Button>
  );
}
