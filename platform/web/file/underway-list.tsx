import { CloseOutlined, LoadingOutlined, RedoOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { texts } from './texts.ts';
import { sizeText, type Uploads } from './use-uploads.ts';

/** Files on their way: how far each is, why one failed, and what can be done about it. */
export function UnderwayList({
  uploads: { underway, retry, remove },
}: {
  readonly uploads: Pick<Uploads, 'underway' | 'retry' | 'remove'>;
}): ReactNode {
  if (underway.length === 0) return null;
  return (
    <ul className="file-list" aria-live="polite">
      {underway.map(({ key, name, size, state, share, why }) => (
        <li key={key} className="file-row" data-upload={state}>
          <span className={`file-sign ${state === 'failed' ? 'file-sign-bad' : ''}`}>
            {state === 'failed' ? <WarningOutlined /> : <LoadingOutlined />}
          </span>
          <span className="file-text">
            <span className="file-name" title={name}>
              {name}
            </span>
            <span className={state === 'failed' ? 'file-why' : 'file-note'}>
              {state === 'failed'
                ? say(texts.failed, { why })
                : state === 'waiting'
                  ? `${say(texts.waiting)} · ${sizeText(size)}`
                  : `${say(texts.sending, { percent: Math.round(share * 100) })} · ${sizeText(size)}`}
            </span>
            {state === 'sending' && <Progress size="small" showInfo={false} percent={Math.round(share * 100)} />}
          </span>
          {state === 'failed' && (
            <Button
              type="text"
              size="small"
              icon={<RedoOutlined />}
              data-verb="retryUpload"
              aria-label={`${say(texts.retry)} ${name}`}
              title={say(texts.retry)}
              onClick={() => {
                retry(key);
              }}
            />
          )}
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            data-verb="removeUpload"
            aria-label={say(texts.remove, { name })}
            title={say(texts.remove, { name })}
            onClick={() => {
              remove(key);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
