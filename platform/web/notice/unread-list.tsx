import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { exportRoute } from '#platform/model/export.ts';
import { downloadPath } from '#platform/model/file.ts';
import { put } from '#platform/web/api/client.ts';
import { download } from '#platform/web/api/download.ts';
import { meQuery, useMe, type Me } from '#platform/web/api/me.ts';
import { listsChanged, queries } from '#platform/web/api/queries.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { isPageOf } from '#platform/web/link/openable.ts';
import { say } from '#platform/web/text/language.ts';
import { useDictLabel } from '#platform/web/reference/use-ref.ts';
import { pagesOf } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';
import { openNotice } from './notice-dialog.tsx';
import { noticeTexts } from './texts.ts';
import { unreadQuery, type UnreadMessage, type UnreadNotice } from './unread.ts';

/** The newest that is unread: a notice opens here, a message opens the record it is about. */
export function UnreadList({ onLeave }: { readonly onLeave: () => void }): ReactNode {
  const { data } = useQuery(unreadQuery);
  const me = useMe();
  const hasScreen = me !== undefined && pagesOf(me.nav).has('sys-mynotice');
  const count = (data?.notices ?? 0) + (data?.messages ?? 0);
  const readAll = async (): Promise<void> => {
    try {
      await Promise.all([put('/sys/notice/mynotice/read', {}), put('/sys/message/mine/read', {})]);
    } finally {
      void queries.invalidateQueries({ queryKey: unreadQuery.queryKey });
      void listsChanged();
    }
  };
  return (
    <div className="unread-list" data-popup="unread">
      <div className="unread-head">
        <h2>{say(noticeTexts.unread)}</h2>
        {count > 0 && (
          <Button type="link" size="small" data-verb="readAll" onClick={() => void readAll()}>
            {say(noticeTexts.allRead)}
          </Button>
        )}
      </div>
      {data !== undefined && count === 0 && <p className="quiet">{say(noticeTexts.nothing)}</p>}
      {data !== undefined && data.notices > 0 && <h3>{say(noticeTexts.notices)}</h3>}
      {data?.newestNotices.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} onLeave={onLeave} />
      ))}
      <More count={(data?.notices ?? 0) - (data?.newestNotices.length ?? 0)} />
      {data !== undefined && data.messages > 0 && <h3>{say(noticeTexts.messages)}</h3>}
      {data?.newestMessages.map((message) => (
        <MessageItem key={message.id} message={message} onLeave={onLeave} />
      ))}
      <More count={(data?.messages ?? 0) - (data?.newestMessages.length ?? 0)} />
      {hasScreen && (
        <div className="unread-foot">
          <Button
            type="link"
            size="small"
            data-verb="myNotices"
            onClick={() => {
              onLeave();
              go('sys-mynotice');
            }}
          >
            {say(noticeTexts.seeAll)}
          </Button>
        </div>
      )}
    </div>
  );
}

const More = ({ count }: { readonly count: number }): ReactNode =>
  count > 0 ? <p className="quiet unread-more">{say(noticeTexts.more, { count })}</p> : null;

interface NoticeItemProps {
  readonly notice: UnreadNotice;
  readonly onLeave: () => void;
}
function NoticeItem({ notice: { id, title, senderName, date }, onLeave }: NoticeItemProps): ReactNode {
  return (
    <button
      type="button"
      className="unread-item"
      title={title}
      data-notice={id}
      onClick={() => {
        onLeave();
        void openNotice(id, 'app');
      }}
    >
      <span>{title}</span>
      <small>
        {senderName} · {instantText(date)}
      </small>
    </button>
  );
}

function MessageItem({
  message: { id, title, content, senderName, date, routeName, businessKey },
  onLeave,
}: {
  readonly message: UnreadMessage;
  readonly onLeave: () => void;
}): ReactNode {
  const label = useDictLabel('message_title', title);
  const open = (): void => {
    onLeave();
    void put(`/sys/message/mine/read/${id}`, {})
      .catch(() => undefined)
      .finally(() => {
        void queries.invalidateQueries({ queryKey: unreadQuery.queryKey });
        void listsChanged();
      });
    if (routeName === exportRoute && businessKey !== null) return void download(downloadPath, { id: businessKey });
    // A business key names its kind of document before the id: SO:<id>.
    const about = /^(?:\w+:)?([\w-]+)$/.exec(businessKey ?? '')?.[1];
    const me = queries.getQueryData<Me>(meQuery.queryKey);
    if (routeName !== null && me !== undefined && isPageOf(me, routeName))
      go(about === undefined ? routeName : `${routeName}__read__${about}`);
  };
  return (
    <button type="button" className="unread-item" title={content} data-message={id} onClick={open}>
      <span>{label}</span>
      <span className="quiet">{content}</span>
      <small>
        {senderName} · {instantText(date)}
      </small>
    </button>
  );
}
