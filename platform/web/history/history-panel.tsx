import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { HistoryOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { get } from '#platform/web/api/client.ts';
import { openDialog } from '#platform/web/page/dialogs.tsx';
import { instantText } from '#platform/web/cell/cell.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { Changes, operationLabel, type ChangeSet } from './changes.tsx';
import { LinkedDocuments } from './linked-documents.tsx';
import { keepsVersions, openVersions } from './open-versions.ts';
import { texts } from './texts.ts';
import './history.css';

interface HistoryButtonProps {
  readonly noun: Entity | Document;
  readonly record: Row;
}

export function openHistory({ noun, record }: HistoryButtonProps): void {
  const what = textAt(record, noun.kind === 'document' ? 'code' : noun.nameField);
  void openDialog((close) => <HistoryDrawer noun={noun} id={textAt(record, 'id')} what={what} onClose={close} />);
}

/** Beside the verbs of every saved record. */
export function HistoryButton(props: HistoryButtonProps): ReactNode {
  return (
    <Button
      icon={<HistoryOutlined />}
      data-verb="history"
      onClick={() => {
        openHistory(props);
      }}
    >
      {say(texts.history)}
    </Button>
  );
}

interface HistoryDrawerProps {
  readonly noun: Entity | Document;
  readonly id: string;
  readonly what: string;
  readonly onClose: () => void;
}

function HistoryDrawer({ noun, id, what, onClose }: HistoryDrawerProps): ReactNode {
  return (
    <Drawer
      open
      getContainer={false}
      size={520}
      className="history"
      title={say(texts.historyOf, { what })}
      extra={
        keepsVersions(noun) && (
          <Button
            data-verb="versions"
            onClick={() => {
              onClose();
              openVersions(noun, id, what);
            }}
          >
            {say(texts.versions)}
          </Button>
        )
      }
      onClose={() => {
        onClose();
      }}
    >
      {noun.kind === 'document' && (
        <>
          <h3>{say(texts.links)}</h3>
          <LinkedDocuments noun={noun} id={id} onOpened={onClose} />
        </>
      )}
      <h3>{say(texts.log)}</h3>
      <Log noun={noun} id={id} />
    </Drawer>
  );
}

interface Entry {
  readonly id: string;
  readonly operation: string;
  readonly creatorName: string;
  readonly createDate: string;
  readonly message: string | null;
  readonly changes: ChangeSet | null;
}

/** Read each time it is opened: what happened since is what is asked for. */
export function Log({ noun, id }: { readonly noun: Entity | Document; readonly id: string }): ReactNode {
  const { data, isError, refetch, error } = useQuery({
    queryKey: ['history', noun.name, id],
    queryFn: () => get<readonly Entry[]>('/sys/history', { noun: noun.name, id }, { isSilent: true }),
    gcTime: 0,
    staleTime: 0,
  });
  if (isError)
    return (
      <p className="quiet">
        {say(texts.unreadable)} · {error.message}{' '}
        <Button type="link" size="small" onClick={() => void refetch()}>
          ↻
        </Button>
      </p>
    );
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (data.length === 0) return <p className="quiet">{say(texts.nothing)}</p>;
  return (
    <ol className="history-log">
      {data.map(({ id: key, operation, creatorName, createDate, message, changes }) => (
        <li key={key} data-operation={operation}>
          <div className="history-who">
            <strong>{say(operationLabel(noun, operation))}</strong>
            <span>{creatorName}</span>
            <time dateTime={createDate}>{instantText(createDate)}</time>
          </div>
          {message !== null && message !== '' && <p className="history-message">{message}</p>}
          {changes !== null && <Changes noun={noun} changes={changes} />}
        </li>
      ))}
    </ol>
  );
}
