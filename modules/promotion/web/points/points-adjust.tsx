import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { ReasonInput } from '#platform/web/action/reason-input.tsx';
import { post } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { textAt } from '#platform/web/value/row.ts';
import { pointsAccount } from '#promotion/model/points/points-account.ts';
import { pointsTexts } from './points-texts.ts';

export async function adjustPoints(): Promise<void> {
  const isDone = await openDialog<true>((close) => <AdjustDialog onClose={close} />);
  if (isDone === true) feedback.success(say(texts.done));
  void listsChanged();
}

/** Whose, how many, and why: without a reason nobody could explain them later. */
function AdjustDialog({ onClose }: { readonly onClose: (isDone?: true) => void }): ReactNode {
  const [{ customerCode, customerName }, setCustomer] = useState({ customerCode: '', customerName: '' });
  const [points, setPoints] = useState('');
  const [remark, setRemark] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      await post(`${pointsAccount.path}/adjust`, { customerCode, points, remark: remark.trim() });
      onClose(true);
    } catch {
      setSending(false);
    }
  };
  const isFit = customerCode !== '' && /^-?[1-9]\d{0,8}$/.test(points) && remark.trim() !== '';
  const { customerCode: field } = pointsAccount.fields;
  return (
    <Dialog
      open
      title={say(pointsTexts.adjust)}
      okText={say(pointsTexts.adjust)}
      cancelText={say(texts.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: !isFit }}
      onOk={() => void send()}
      onCancel={() => {
        onClose();
      }}
    >
      <div data-field="customerCode">
        <div className="read-label">{say(pointsTexts.customer)}</div>
        <RefInput
          field={field}
          label={say(pointsTexts.customer)}
          value={customerCode}
          name={customerName}
          onChange={(value, row) => {
            setCustomer({ customerCode: value ?? '', customerName: row === null ? '' : textAt(row, 'name') });
          }}
        />
      </div>
      <div data-field="points">
        <div className="read-label">{say(pointsTexts.howMany)}</div>
        <Input
          aria-label={say(pointsTexts.howMany)}
          inputMode="numeric"
          placeholder={say(pointsTexts.sign)}
          value={points}
          maxLength={10}
          onChange={({ target }) => {
            setPoints(target.value.trim());
          }}
        />
      </div>
      <ReasonInput value={remark} onChange={setRemark} />
    </Dialog>
  );
}
