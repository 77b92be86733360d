import { PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { useQuery } from '@tanstack/react-query';
import { openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { attachmentsQuery } from './attachments-query.ts';
import { texts } from './texts.ts';
import './file.css';

/** Beside the verbs of a saved record whose noun has attachments, with how many there are. */
export function AttachmentsButton({
  noun,
  record,
}: {
  readonly noun: Entity | Document;
  readonly record: Row;
}): ReactNode {
  const { data = [] } = useQuery({
    ...attachmentsQuery(noun, textAt(record, 'id')),
    enabled: noun.attachments === true,
  });
  if (noun.attachments !== true) return null;
  const open = async (): Promise<void> => {
    const { Attachments } = await import('./attachments.tsx');
    await openDialog((close) => <Attachments noun={noun} record={record} onClose={close} />);
  };
  const label = data.length === 0 ? say(texts.attachments) : `${say(texts.attachments)} (${data.length})`;
  return (
    <Button
      icon={<PaperClipOutlined />}
      data-verb="attachments"
      aria-label={label}
      title={label}
      onClick={() => void open()}
    >
      {say(texts.attachments)}
      {data.length > 0 && <span className="file-count">{data.length}</span>}
    </Button>
  );
}
