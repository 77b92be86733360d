import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { instant, text } from '#platform/model/field.ts';
import { get, put } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { Cell } from '#platform/web/cell/cell.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { accessTexts } from './access-texts.ts';
import './access.css';

interface Online {
  readonly id: string;
  readonly username: string;
  readonly realName: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: string;
  readonly seenAt: string;
}

export async function showSessions(users: readonly Row[]): Promise<boolean> {
  await openDialog((close) => (
    <SessionsDialog
      users={users}
      onClose={() => {
        close();
      }}
    />
  ));
  return false;
}

const columns = [accessTexts.person, accessTexts.from, accessTexts.device, accessTexts.since, accessTexts.lastSeen];
const time = instant(accessTexts.since);
const words = text(accessTexts.device);

function SessionsDialog({
  users,
  onClose,
}: {
  readonly users: readonly Row[];
  readonly onClose: () => void;
}): ReactNode {
  const mayEnd = useCan()('sys:user:disable');
  const userIds = users.map((user) => textAt(user, 'id')).join(',');
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['sessions', userIds],
    staleTime: 0,
    queryFn: () =>
      get<{ readonly list: readonly Online[] }>(
        '/sys/user/session/page',
        { userIds, page: 1, limit: 500 },
        { isSilent: true },
      ),
  });
  const end = async ({ id, realName }: Online): Promise<void> => {
    if (!(await feedback.confirm(say(accessTexts.confirmForceOut, { who: realName }), { isDanger: true }))) return;
    await put('/sys/user/session/end', { ids: [id] }).catch(() => undefined);
    void refetch();
  };
  const who = users
    .slice(0, 3)
    .map((user) => textAt(user, 'realName'))
    .join('、');
  return (
    <Dialog
      centered
      width={860}
      footer={null}
      title={say(accessTexts.sessionsOf, { who: users.length > 3 ? `${who} …` : who })}
      onCancel={onClose}
    >
      {error !== null && <Failed text={error.message} onRetry={() => void refetch()} />}
      {isLoading && <Skeleton active />}
      {data !== undefined && data.list.length === 0 && <p className="quiet">{say(accessTexts.nobodyOnline)}</p>}
      {data !== undefined && data.list.length > 0 && (
        <SessionTable sessions={data.list} onEnd={mayEnd ? (each) => void end(each) : undefined} />
      )}
    </Dialog>
  );
}

function SessionTable({
  sessions,
  onEnd,
}: {
  readonly sessions: readonly Online[];
  /** Absent for who may not. */
  readonly onEnd: ((session: Online) => void) | undefined;
}): ReactNode {
  return (
    <div className="sessions">
      <table className="plain-table">
        <thead>
          <tr>
            {columns.map((label) => (
              <th key={label[2]}>{say(label)}</th>
            ))}
            {onEnd !== undefined && <th aria-label={say(accessTexts.forceOut)} />}
          </tr>
        </thead>
        <tbody>
          {sessions.map((each) => (
            <tr key={each.id} data-row-key={each.username}>
              <td>{each.realName}</td>
              <td>{each.ip}</td>
              <td className="device" title={each.userAgent ?? ''}>
                <Cell field={words} value={each.userAgent} />
              </td>
              <td>
                <Cell field={time} value={each.createdAt} />
              </td>
              <td>
                <Cell field={time} value={each.seenAt} />
              </td>
              {onEnd !== undefined && (
                <td>
                  <Button
                    type="link"
                    size="small"
                    danger
                    data-verb="forceOut"
                    onClick={() => {
                      onEnd(each);
                    }}
                  >
                    {say(accessTexts.forceOut)}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
