import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { grouped } from '#platform/model/decimal.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { InboxRow } from '#workflow/model/inbox.ts';
import { longestOpinion } from '#workflow/web/task/approval-comments.tsx';
import { summaryOf } from './inbox-data.ts';
import { inboxTexts } from './inbox-texts.ts';

/** One summary and one 同意; answers the remark, undefined when it was left. */
export const approveTogether = (rows: readonly InboxRow[]): Promise<string | undefined> =>
  openDialog<string>((close) => <BulkSummary rows={rows} onClose={close} />);

interface Summarised {
  readonly rows: readonly InboxRow[];
}
const money = (amount: string | null): string => (amount === null ? '–' : grouped(amount, 2));

function BulkSummary({ rows, onClose }: Summarised & { readonly onClose: (remark?: string) => void }): ReactNode {
  const [remark, setRemark] = useState('');
  return (
    <Dialog
      open
      width={520}
      className="bulk-summary"
      title={say(inboxTexts.bulkTitle, { n: rows.length })}
      onCancel={() => {
        onClose();
      }}
      footer={
        <div data-dialog="together" className="dialog-footer">
          <Button
            onClick={() => {
              onClose();
            }}
          >
            {say(texts.cancel)}
          </Button>
          <Button
            type="primary"
            autoFocus
            data-verb="confirm"
            onClick={() => {
              onClose(remark.trim());
            }}
          >
            {say(inboxTexts.approve)}
          </Button>
        </div>
      }
    >
      <Figures rows={rows} />
      <Rows rows={rows} />
      <Input
        data-field="remark"
        maxLength={longestOpinion}
        aria-label={say(inboxTexts.remark)}
        placeholder={say(inboxTexts.remarkHint)}
        value={remark}
        onChange={({ target }) => {
          setRemark(target.value);
        }}
        onPressEnter={() => {
          onClose(remark.trim());
        }}
      />
    </Dialog>
  );
}

function Figures({ rows }: Summarised): ReactNode {
  const { sum, largest, lowestMargin, odd } = summaryOf(rows);
  return (
    <>
      <dl className="bulk-figures" data-testid="bulk-figures">
        <div>
          <dt>{say(inboxTexts.sum)}</dt>
          <dd>{money(sum)}</dd>
        </div>
        <div>
          <dt>{say(inboxTexts.largest)}</dt>
          <dd>
            {money(largest?.amount ?? null)} <span className="quiet">{largest?.title}</span>
          </dd>
        </div>
        {lowestMargin !== null && (
          <div>
            <dt>{say(inboxTexts.lowest)}</dt>
            <dd>{lowestMargin}%</dd>
          </div>
        )}
      </dl>
      {odd > 0 && <p className="tone-unusual">{say(inboxTexts.odd, { n: odd })}</p>}
    </>
  );
}

const Rows = ({ rows }: Summarised): ReactNode => (
  <ul className="bulk-rows">
    {rows.map(({ taskId, title, billCode, amount, glance }) => (
      <li key={taskId}>
        <span className="bulk-name">{title}</span>
        <span className="quiet">{billCode}</span>
        <span className={`bulk-glance tone-${glance?.tone ?? 'plain'}`}>{glance?.text}</span>
        <span className="number">{money(amount)}</span>
      </li>
    ))}
  </ul>
);
