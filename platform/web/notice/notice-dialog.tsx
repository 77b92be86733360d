import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { files } from '#platform/model/field.ts';
import { get, put } from '#platform/web/api/client.ts';
import { listsChanged, queries } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { instantText } from '#platform/web/cell/cell.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { LateUploadField } from '#platform/web/file/late-upload-field.tsx';
import { say } from '#platform/web/text/language.ts';
import { RichText } from '#platform/web/rich-text/rich-text.tsx';
import { noticeTexts } from './texts.ts';
import { unreadQuery } from './unread.ts';
import './bell.css';

interface Notice {
  readonly id: string;
  readonly title: string;
  readonly senderName: string | null;
  readonly senderDate: string;
  readonly content: string;
  readonly attachments: string | null;
  readonly readStatus: string;
}

/** Shows a notice to its receiver; shown is read. */
export async function openNotice(id: string, scope: 'app' | 'tab' = 'tab'): Promise<void> {
  await openDialog(
    (close) => (
      <NoticeDialog
        id={id}
        onClose={() => {
          close();
        }}
      />
    ),
    { scope },
  );
}

function NoticeDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const {
    data: notice,
    error,
    refetch,
  } = useQuery({
    queryKey: ['notice', id],
    queryFn: () => get<Notice>(`/sys/notice/mynotice/${id}`, undefined, { isSilent: true }),
    gcTime: 0,
  });
  const isUnread = notice?.readStatus === '0';
  useEffect(() => {
    if (!isUnread) return;
    put(`/sys/notice/mynotice/read/${id}`, {}, { isSilent: true }).then(
      () => {
        void queries.invalidateQueries({ queryKey: unreadQuery.queryKey });
        void listsChanged();
      },
      () => undefined,
    );
  }, [id, isUnread]);
  return (
    <Dialog
      title={notice?.title ?? say(noticeTexts.notices)}
      width={720}
      onCancel={onClose}
      footer={
        <Button type="primary" data-verb="close" onClick={onClose}>
          {say(noticeTexts.close)}
        </Button>
      }
    >
      {error !== null && <Failed text={error.message} onRetry={() => void refetch()} />}
      {error === null && notice === undefined && <Skeleton active />}
      {notice !== undefined && (
        <>
          <p className="notice-facts">
            {say(noticeTexts.from, { sender: notice.senderName ?? '', date: instantText(notice.senderDate) })}
          </p>
          <div className="notice-body" data-notice-body>
            <RichText html={notice.content} />
          </div>
          {notice.attachments !== null && (
            <div className="notice-files">
              <LateUploadField field={attachments} value={notice.attachments} disabled onChange={() => undefined} />
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

const attachments = files(noticeTexts.attachments);
