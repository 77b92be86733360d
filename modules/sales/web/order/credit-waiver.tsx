import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { compare } from '#platform/model/decimal.ts';
import { put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { ReasonInput } from '#platform/web/action/reason-input.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { order } from '#sales/model/order/order.ts';
import { orderTexts } from './order-texts.ts';

export async function creditWaive([bill]: readonly Row[]): Promise<boolean> {
  if (bill === undefined) return false;
  const isDone = await openDialog<true>((close) => <WaiverDialog bill={bill} onClose={close} />);
  if (isDone === true) feedback.success(say(texts.done));
  void listsChanged();
  return isDone === true;
}

/** How much, and why; what is too little is said by the server, which knows what is missing. */
function WaiverDialog({ bill, onClose }: { readonly bill: Row; readonly onClose: (isDone?: true) => void }): ReactNode {
  const [waiverAmount, setAmount] = useState(textAt(bill, 'waiverAmount'));
  const [reason, setReason] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      await put(`${order.path}/creditWaive`, {
        ids: [textAt(bill, 'id')],
        waiverAmount,
        ...(reason.trim() === '' ? {} : { operateMsg: reason.trim() }),
      });
      onClose(true);
    } catch {
      setSending(false);
    }
  };
  const isFit = /^\d{1,12}(\.\d{1,2})?$/.test(waiverAmount) && compare(waiverAmount, '0') > 0;
  const label = say(order.head.waiverAmount.label);
  return (
    <Dialog
      open
      title={say(texts.verbTitle, { verb: say(orderTexts.creditWaive), what: textAt(bill, 'code') })}
      okText={say(orderTexts.creditWaive)}
      cancelText={say(texts.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: !isFit }}
      onOk={() => void send()}
      onCancel={() => {
        onClose();
      }}
    >
      <div data-field="waiverAmount">
        <div className="read-label">{label}</div>
        <Input
          aria-label={label}
          inputMode="decimal"
          value={waiverAmount}
          maxLength={15}
          onChange={({ target }) => {
            setAmount(target.value.trim());
          }}
        />
      </div>
      <ReasonInput value={reason} onChange={setReason} />
    </Dialog>
  );
}
