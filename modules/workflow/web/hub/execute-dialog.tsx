import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { post } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { exchangeInterface } from '#workflow/model/hub-work.ts';
import { hubTexts } from './hub-texts.ts';
import './hub.css';

interface Executed {
  readonly code: string;
  readonly name: string;
  readonly msg: string;
  readonly isDone: boolean;
  readonly failed: readonly { readonly billCode: string; readonly reason: string }[];
}
const key = 'hub-execute';

/** Another system may take its time; what came of it is told exchange by exchange. */
export async function executeExchanges(rows: readonly Row[]): Promise<boolean> {
  feedback.progress(key, say(hubTexts.executing));
  let done: readonly Executed[];
  try {
    done = await post<readonly Executed[]>(`${exchangeInterface.path}/execute`, {
      codes: rows.map((row) => textAt(row, 'code')),
    });
  } catch (error) {
    note('execute', error);
    return false;
  } finally {
    feedback.over(key);
    void listsChanged();
  }
  const [only] = done;
  if (done.length === 1 && only?.isDone === true && only.failed.length === 0) feedback.success(only.msg);
  else await openDialog<boolean>((close) => <ExecutedDialog done={done} onClose={close} />);
  return true;
}

function ExecutedDialog({
  done,
  onClose,
}: {
  readonly done: readonly Executed[];
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog
      title={say(hubTexts.executed)}
      width={720}
      onCancel={() => {
        onClose();
      }}
      footer={
        <Button
          type="primary"
          data-verb="confirm"
          onClick={() => {
            onClose();
          }}
        >
          {say(hubTexts.close)}
        </Button>
      }
    >
      <div className="hub-executed">
        {done.map(({ code, name, msg, isDone, failed }) => (
          <Alert
            key={code}
            type={!isDone ? 'error' : failed.length > 0 ? 'warning' : 'success'}
            showIcon
            title={`${name}（${code}）`}
            description={
              <>
                <p>{msg}</p>
                {failed.length > 0 && (
                  <ul className="hub-bills" aria-label={say(hubTexts.failures)}>
                    {failed.map(({ billCode, reason }, i) => (
                      <li key={`${billCode} ${i}`}>
                        <span>{billCode}</span>
                        <span>{reason}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </>
            }
          />
        ))}
      </div>
    </Dialog>
  );
}
