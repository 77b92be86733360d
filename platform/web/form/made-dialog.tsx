import { CheckCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/** Records that came with a new one. */
export interface Made {
  readonly what: string;
  readonly names: readonly string[];
}

const title: Label = ['{what} 已创建', '{what} 已建立', '{what} was created'];
const nothing: Label = ['无', '無', 'None'];

/** What one save made: a tenant comes with its account, roles, numbers. The form it came from is closed already. */
export async function showMade(what: string, made: readonly Made[]): Promise<void> {
  await openDialog<true>(
    (close) => (
      <MadeDialog
        what={what}
        made={made}
        onClose={() => {
          close(true);
        }}
      />
    ),
    { scope: 'app' },
  );
}

function MadeDialog({
  what,
  made,
  onClose,
}: {
  readonly what: string;
  readonly made: readonly Made[];
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog
      centered
      width={560}
      title={
        <>
          <CheckCircleFilled className="made-icon" /> {say(title, { what })}
        </>
      }
      onCancel={onClose}
      footer={
        <div data-dialog="made" className="dialog-footer">
          <Button type="primary" data-verb="confirm" onClick={onClose}>
            {say(texts.confirm)}
          </Button>
        </div>
      }
    >
      <dl className="made">
        {made.map(({ what: kind, names }) => (
          <div key={kind} data-made={kind}>
            <dt>
              {kind} <span className="quiet">{names.length}</span>
            </dt>
            <dd>{names.length === 0 ? <span className="quiet">{say(nothing)}</span> : names.join('、')}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
