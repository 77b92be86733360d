import { WarningFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

const failed: Label = [
  '价格和可用量未能算出，显示的可能是之前的结果',
  '價格和可用量未能算出，顯示的可能是之前的結果',
  'Prices and stock could not be worked out; what is shown may be older',
];

interface LiveFailedProps {
  /** What else the document says of it. */
  readonly also: Label | undefined;
  readonly onRetry: () => void;
}
/** Below lines whose figures were asked for in vain. */
export function LiveFailed({ also, onRetry }: LiveFailedProps): ReactNode {
  return (
    <div className="live-failed" role="alert" data-testid="live-failed">
      <WarningFilled /> {say(failed)}
      {also !== undefined && ` · ${say(also)}`} ·{' '}
      <button type="button" className="grid-link" data-verb="retry" onClick={onRetry}>
        {say(texts.retry)}
      </button>
    </div>
  );
}
