import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { instantText, StatusTag } from '#platform/web/cell/cell.tsx';
import type { OwnAsideProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { textAt } from '#platform/web/value/row.ts';
import { taskResult } from '#workflow/model/choices.ts';
import { trailQuery } from './trail.ts';

/** Which way a document went: each step, who took it and what was said. */
export function TrailAside({ record }: OwnAsideProps): ReactNode {
  const { data, isError, error, refetch } = useQuery(trailQuery(textAt(record, 'processInstanceId')));
  if (isError)
    return (
      <p className="quiet" role="alert">
        {error.message}{' '}
        <Button type="link" size="small" data-verb="retry" onClick={() => void refetch()}>
          {say(common.retry)}
        </Button>
      </p>
    );
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <ol className="history-log" data-testid="trail-aside">
      {data.map(({ id, activityName, assigneeName, startTime, endTime, comment, result }) => {
        const known = result === null ? undefined : taskResult[result as keyof typeof taskResult];
        return (
          <li key={id}>
            <div className="history-who">
              <strong>{activityName}</strong>
              <span>{assigneeName}</span>
              {known !== undefined && <StatusTag tone={known[3]}>{say([known[0], known[1], known[2]])}</StatusTag>}
              <time dateTime={endTime ?? startTime}>{instantText(endTime ?? startTime)}</time>
            </div>
            {comment !== null && comment !== '' && <p className="history-message">{comment}</p>}
          </li>
        );
      })}
    </ol>
  );
}
