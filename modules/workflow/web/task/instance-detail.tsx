import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Pagination, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { defaultPageSize, pageSizes } from '#platform/model/envelope.ts';
import type { Label } from '#platform/model/label.ts';
import { instantText, StatusTag } from '#platform/web/cell/cell.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { Picture } from '#platform/web/cell/picture.tsx';
import { spanText } from '#platform/web/date/span.ts';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import { go } from '#platform/web/route/route.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { taskResult } from '#workflow/model/choices.ts';
import { billRoute } from './task-places.ts';
import { deedTexts, taskTexts } from './task-texts.ts';
import { trailQuery, type TrailRow } from './trail.ts';
import '#platform/web/look/page.css';
import './task.css';

/** Most want to see where it stands; whoever wants to move in it waits a moment for that. */
const InstanceViewer = late<{ readonly processInstanceId: string }>(
  'instance-viewer',
  chunk(
    () => import('./instance-viewer.tsx'),
    (module) => module.InstanceViewer,
  ),
  () => <Skeleton active />,
);

/** One process: the drawing with where it stands, and below it who did what (000 §2). */
export function InstanceDetail(): ReactNode {
  const {
    id = '',
    title,
    page: { query },
  } = useTab();
  const { data: rows, error, refetch, dataUpdatedAt, isFetching } = useQuery(trailQuery(id));
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (rows === undefined) return <Skeleton active className="card" />;
  const [about] = rows;
  const route = about === undefined ? undefined : billRoute({ ...about });
  return (
    <div className="instance-detail panel">
      <header className="card panel-head">
        <div className="panel-title">
          <h1>{title}</h1>
          {about !== undefined && (
            <span className="bill-code">
              {about.processDefinitionName} · {about.billCode} · {about.starterName}
            </span>
          )}
        </div>
        <div className="buttons">
          <Button
            icon={<ReloadOutlined spin={isFetching} />}
            data-verb="refresh"
            aria-label={say(taskTexts.refresh)}
            title={say(taskTexts.refresh)}
            onClick={() => void refetch()}
          />
          {route !== undefined && (
            <Button
              type="primary"
              ghost
              data-verb="openBill"
              onClick={() => {
                go(route);
              }}
            >
              {say(taskTexts.openBill, { code: about?.billCode ?? '' })}
            </Button>
          )}
        </div>
      </header>
      <Diagram id={id} drawnAt={dataUpdatedAt} />
      <section className="card section">
        <div className="section-title">
          <h2>{say(taskTexts.circulation)}</h2>
        </div>
        <Circulation rows={rows} isPaged={query['pid'] === '0'} />
      </section>
    </div>
  );
}

function Diagram({ id, drawnAt }: { readonly id: string; readonly drawnAt: number }): ReactNode {
  const [isClose, setClose] = useState(false);
  return (
    <section className="card section">
      <div className="section-title">
        <h2>{say(taskTexts.diagram)}</h2>
        <span className="instance-legend">
          <Legend />
          <Button
            size="small"
            type="link"
            data-verb="interactive"
            onClick={() => {
              setClose(!isClose);
            }}
          >
            {say(isClose ? taskTexts.asPicture : taskTexts.interactive)}
          </Button>
        </span>
      </div>
      {/* The address of the picture is that of a moment: what was done since is drawn into the next one. */}
      {isClose ? (
        <InstanceViewer processInstanceId={id} />
      ) : (
        <div className="instance-picture" data-testid="diagram">
          <Picture
            key={drawnAt}
            className="diagram"
            path="/activiti/his/getInstImage"
            params={{ processInstanceId: id, _t: drawnAt }}
            alt={say(taskTexts.diagram)}
          />
        </div>
      )}
    </section>
  );
}

const Legend = (): ReactNode => (
  <>
    <span>
      <i style={{ color: '#fa8c16' }} />
      {say(taskTexts.current)}
    </span>
    <span>
      <i style={{ color: '#389e0d' }} />
      {say(taskTexts.done)}
    </span>
  </>
);

/** Everything at once; by pages only where the list stands at the top of a tree (pid "0"). */
function Circulation({ rows, isPaged }: { readonly rows: readonly TrailRow[]; readonly isPaged: boolean }): ReactNode {
  const [{ page, size }, setPage] = useState({ page: 1, size: defaultPageSize });
  const shown = isPaged ? rows.slice((page - 1) * size, page * size) : rows;
  return (
    <div className="circulation" data-testid="circulation">
      <table className="plain-table">
        <thead>
          <tr>
            {columns.map(([key, label]) => (
              <th key={key} data-column={key} className={key === 'durationInSeconds' ? 'number' : ''}>
                {say(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id} data-action={row.action}>
              <td>
                {row.activityName}
                <Deed row={row} />
              </td>
              <td>
                {row.ownerName === null || row.ownerName === row.assigneeName
                  ? row.assigneeName
                  : say(taskTexts.forWhom, { name: row.assigneeName ?? '', owner: row.ownerName })}
              </td>
              <td className="nowrap">{instantText(row.startTime)}</td>
              <td className="nowrap">{row.endTime === null ? '' : instantText(row.endTime)}</td>
              <td className="circulation-comment">{row.comment}</td>
              <td className="number nowrap" title={say(taskTexts.seconds, { n: row.durationInSeconds })}>
                {row.action === 'open'
                  ? say(taskTexts.waiting, { span: spanText(row.durationInSeconds) })
                  : spanText(row.durationInSeconds)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isPaged && (
        <div className="circulation-pager">
          <Pagination
            size="small"
            current={page}
            pageSize={size}
            total={rows.length}
            showSizeChanger
            pageSizeOptions={[...pageSizes]}
            onChange={(next, nextSize) => {
              setPage({ page: nextSize === size ? next : 1, size: nextSize });
            }}
          />
        </div>
      )}
    </div>
  );
}

const columns: readonly (readonly [string, Label])[] = [
  ['activityName', taskTexts.taskName],
  ['assigneeName', taskTexts.doneBy],
  ['startTime', taskTexts.startTime],
  ['endTime', taskTexts.endTime],
  ['comment', taskTexts.comment],
  ['durationInSeconds', taskTexts.duration],
];

function Deed({ row: { action, result } }: { readonly row: TrailRow }): ReactNode {
  if (action in deedTexts)
    return (
      <>
        {' '}
        <StatusTag tone={action === 'open' ? 'orange' : 'grey'}>{say(deedTexts[action] ?? taskTexts.done)}</StatusTag>
      </>
    );
  const known = result === null ? undefined : taskResult[result as keyof typeof taskResult];
  return known === undefined ? null : (
    <>
      {' '}
      <StatusTag tone={known[3]}>{say([known[0], known[1], known[2]])}</StatusTag>
    </>
  );
}
