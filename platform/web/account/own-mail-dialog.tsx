import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Switch } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { get, put } from '#platform/web/api/client.ts';
import { queries } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { say } from '#platform/web/text/language.ts';
import { ownMailTitle } from './own-mail-title.ts';
import './own-mail.css';

interface Wish {
  readonly kind: string;
  readonly label: string;
  readonly isWanted: boolean;
}
interface OwnMail {
  readonly email: string | null;
  readonly kinds: readonly Wish[];
}

const mailTexts = {
  reaches: [
    '以下消息除铃铛外，还会发送到 {email}。',
    '以下訊息除鈴鐺外，還會發送到 {email}。',
    'Beside the bell, these messages also go to {email}.',
  ],
  noAddress: [
    '您的账号没有邮箱，暂不会收到邮件；请管理员在用户资料中填写。',
    '您的帳號沒有電子郵箱，暫不會收到郵件；請管理員在使用者資料中填寫。',
    'Your account has no mail address, so no mail reaches you. An administrator can enter one in your user record.',
  ],
} as const satisfies Readonly<Record<string, Label>>;

const path = '/sys/user/mail';
const queryKey = ['ownMail'];

export function openOwnMailDialog(): Promise<undefined> {
  return openDialog<undefined>(
    (close) => (
      <OwnMailDialog
        onClose={() => {
          close();
        }}
      />
    ),
    { scope: 'app' },
  );
}

function OwnMailDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => get<OwnMail>(path, {}, { isSilent: true }),
    staleTime: 0,
  });
  return (
    <Dialog centered width={460} footer={null} title={say(ownMailTitle)} onCancel={onClose}>
      {error !== null && <Failed text={error.message} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
      {data !== undefined && (
        <div className="own-mail">
          {data.email === null ? (
            <Alert type="info" showIcon title={say(mailTexts.noAddress)} />
          ) : (
            <p className="quiet">{say(mailTexts.reaches, { email: data.email })}</p>
          )}
          <ul>
            {data.kinds.map((wish) => (
              <WishLine key={wish.kind} wish={wish} />
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

/** Kept as soon as it is pressed; what was not kept falls back, and the client has said why. */
function WishLine({ wish: { kind, label, isWanted } }: { readonly wish: Wish }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const keep = async (wanted: boolean): Promise<void> => {
    setBusy(true);
    await put(path, { kind, isWanted: wanted }, { isDialog: true }).catch(() => null);
    await queries.invalidateQueries({ queryKey });
    setBusy(false);
  };
  return (
    <li>
      <label htmlFor={`own-mail-${kind}`}>{label}</label>
      <Switch
        id={`own-mail-${kind}`}
        data-kind={kind}
        checked={isWanted}
        loading={isBusy}
        onChange={(wanted) => void keep(wanted)}
      />
    </li>
  );
}
