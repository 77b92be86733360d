import { Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/** A record that could not be read: what the server said, and one more try. */
export function Failed({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }): ReactNode {
  return (
    <div className="card">
      <Result
        status="warning"
        title={say(texts.detailFailed)}
        subTitle={text}
        extra={
          <Button data-verb="retry" onClick={onRetry}>
            {say(texts.retry)}
          </Button>
        }
      />
    </div>
  );
}
