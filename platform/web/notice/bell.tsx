import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import { noticeTexts } from './texts.ts';
import { unreadQuery } from './unread.ts';
import './bell.css';

const most = 99;
const UnreadList = late<{ readonly onLeave: () => void }>(
  'unread-list',
  chunk(
    () => import('./unread-list.tsx'),
    ({ UnreadList: List }) => List,
  ),
  () => <div className="unread-list" />,
);

/** How much is unread, and the newest of it. */
export function Bell(): ReactNode {
  const { data } = useQuery(unreadQuery);
  const [isOpen, setOpen] = useState(false);
  const newest = data?.newestMessages[0];
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    // What was unread already when the page opened is no news, nor is an older one that stands first when a newer was
    // read.
    if (newest !== undefined && known.current !== null && newest.date > known.current)
      feedback.info(say(noticeTexts.arrived, { content: newest.content }));
    known.current =
      newest === undefined
        ? (known.current ?? '')
        : known.current === null || newest.date > known.current
          ? newest.date
          : known.current;
  }, [data, newest]);
  const count = (data?.notices ?? 0) + (data?.messages ?? 0);
  const label =
    count === 0 ? say(noticeTexts.unread) : say(noticeTexts.unreadCount, { count: count > most ? `${most}+` : count });
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      onOpenChange={setOpen}
      popupRender={() => (
        <UnreadList
          onLeave={() => {
            setOpen(false);
          }}
        />
      )}
    >
      <Button
        type="text"
        className="bell"
        icon={<BellOutlined />}
        aria-label={label}
        title={label}
        data-verb="bell"
        data-unread={count}
      >
        {count > 0 && (
          <span className="bell-count" aria-hidden>
            {count > most ? `${most}+` : count}
          </span>
        )}
      </Button>
    </Dropdown>
  );
}
