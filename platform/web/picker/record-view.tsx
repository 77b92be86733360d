import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import { get } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { FieldGrid } from '#platform/web/form/form-fields.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/** A record to be read, over whatever is being chosen: the choice goes on afterwards. */
export function viewRecord(entity: Entity, row: Row): Promise<unknown> {
  return openDialog((close) => (
    <Dialog
      centered
      width={860}
      footer={null}
      className="record-view"
      title={say(texts.panelTitle, { action: say(texts.read), screen: say(entity.label) })}
      onCancel={() => {
        close();
      }}
    >
      <RecordView entity={entity} id={textAt(row, 'id')} />
    </Dialog>
  ));
}

function RecordView({ entity, id }: { readonly entity: Entity; readonly id: string }): ReactNode {
  const {
    data: record,
    error,
    refetch,
  } = useQuery({
    queryKey: ['list', 'view', entity.name, id],
    queryFn: () => get<Row>(`${entity.path}/${id}`, undefined, { isSilent: true }),
  });
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (record === undefined) return <Skeleton active />;
  const fields = Object.entries(entity.fields)
    .filter(([, field]) => field.kind !== 'secret' && field.virtual !== true)
    .map(([key, field]) => ({ key, field }));
  return (
    <div className="panel">
      <FieldGrid isRead fields={fields} record={record} />
    </div>
  );
}
