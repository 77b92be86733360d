import { useQuery } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { ref } from '#platform/model/field.ts';
import { CallError, get, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { texts } from '#platform/web/text/texts.ts';
import { user } from '#system/model/user.ts';
import { accessTexts } from './access-texts.ts';
import './access.css';

const parts = ['customers', 'departments', 'bills', 'drafts', 'roles', 'subAccounts'] as const;
type Handed = Readonly<Record<(typeof parts)[number], number>>;
const successor = ref(accessTexts.successor, () => user, { key: 'id', required: true });

export async function handOver([leaver]: readonly Row[]): Promise<boolean> {
  return (
    leaver !== undefined &&
    (await openDialog<boolean>((close) => <HandoverDialog leaver={leaver} onClose={close} />)) === true
  );
}

interface DialogProps {
  readonly leaver: Row;
  readonly onClose: (isDone?: boolean) => void;
}

function HandoverDialog({ leaver, onClose }: DialogProps): ReactNode {
  const from = textAt(leaver, 'id');
  const [to, setTo] = useState<Row | null>(null);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { data: handed, error } = useQuery({
    queryKey: ['handover', from],
    queryFn: () => get<Handed>('/sys/user/handover', { from }, { isSilent: true }),
    staleTime: 0,
  });
  const perform = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await put('/sys/user/handover', { from, to: textAt(to ?? {}, 'id') }, { isDialog: true, isSilent: true });
    } catch (reason) {
      setFailure(reason instanceof CallError ? reason.message : String(reason));
      setBusy(false);
      return;
    }
    void listsChanged();
    feedback.success(say(texts.done));
    onClose(true);
  };
  return (
    <Dialog
      centered
      width={480}
      title={say(accessTexts.handoverOf, { who: textAt(leaver, 'realName') })}
      okText={say(accessTexts.handover)}
      cancelText={say(texts.cancel)}
      okButtonProps={{ danger: true, disabled: to === null || handed === undefined }}
      confirmLoading={isBusy}
      onCancel={() => {
        onClose();
      }}
      onOk={() => void perform()}
    >
      <p className="quiet">{say(accessTexts.handoverHelp)}</p>
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      {handed !== undefined && <HandedTable handed={handed} />}
      <Form layout="vertical" className="stacked">
        <Form.Item label={say(accessTexts.successor)} required>
          <RefInput
            field={successor}
            value={textAt(to ?? {}, 'id')}
            name={textAt(to ?? {}, 'realName')}
            onChange={(_id, row) => {
              setTo(row);
            }}
          />
        </Form.Item>
      </Form>
      {failure !== '' && <Alert type="warning" showIcon title={failure} />}
    </Dialog>
  );
}

function HandedTable({ handed }: { readonly handed: Handed }): ReactNode {
  return (
    <table className="plain-table handover">
      <tbody>
        {parts.map((part) => (
          <tr key={part}>
            <th>{say(accessTexts[part])}</th>
            <td className="number">{handed[part]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
