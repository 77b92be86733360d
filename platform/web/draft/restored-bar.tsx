import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { instantText, today } from '#platform/web/cell/cell.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import type { Draft } from './keeper.ts';
import { texts } from './texts.ts';
import './draft.css';

interface RestoredBarProps {
  readonly draft: Draft;
  readonly record: Row | undefined;
  readonly isRead?: boolean;
  readonly onDiscard: () => void;
}

/** Says quietly that what is on screen was typed before and is not saved yet. */
export function RestoredBar({ draft, record, isRead = false, onDiscard }: RestoredBarProps): ReactNode {
  const isOlder = record !== undefined && draft.baseVersion !== record['rowVersion'];
  const discard = async (): Promise<void> => {
    if (await feedback.confirm(say(texts.discardAsk), { isDanger: true })) onDiscard();
  };
  return (
    <div className="restored" role="status" data-testid="restored">
      <HistoryOutlined />
      <span>{say(isRead ? texts.waiting : texts.restored, { time: momentText(draft.updateDate) })}</span>
      {isOlder && !isRead && (
        <span className="quiet">
          {say(texts.newerVersion, { editor: textAt(record, 'updaterName') || textAt(record, 'creatorName') })}
        </span>
      )}
      <Button type="link" size="small" data-verb="discard" onClick={() => void discard()}>
        {say(texts.discard)}
      </Button>
    </div>
  );
}

/** 10:32 of today; with its day when it was another one. */
export function momentText(iso: string): string {
  const text = instantText(iso);
  return text.startsWith(today()) ? text.slice(11, 16) : text.slice(5, 16);
}
