import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import { spokenLabel } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { get, post, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { ReasonInput } from '#platform/web/action/reason-input.tsx';
import { done } from '#platform/web/action/perform.ts';
import { idsOf, textAt, type Row } from '#platform/web/value/row.ts';
import { tellMade } from '#platform/web/standing/made.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { delivery } from '#sales/model/delivery.ts';
import { deliveryRelease } from '#sales/model/delivery-release.ts';
import { order } from '#sales/model/order/order.ts';
import { deliveryTexts } from './delivery-texts.ts';
import './delivery.css';

type Act = (rows: readonly Row[]) => Promise<boolean>;

/** Asks, calls, and says what came of it. The client has told a refusal already. */
const deed =
  (
    question: Label,
    call: (rows: readonly Row[]) => Promise<{ readonly ids?: readonly string[] } | null>,
    told: Label = texts.done,
    isDanger = false,
  ): Act =>
  async (rows) => {
    if (!(await feedback.confirm(say(question, { count: rows.length }), isDanger ? { isDanger } : {}))) return false;
    return done(
      () => call(rows),
      (answer) => say(told, { count: answer?.ids?.length ?? rows.length }),
    );
  };

/** What was made is named, with a link to each. */
export const pushDown: Act = async (rows) => {
  if (!(await feedback.confirm(say(deliveryTexts.confirmPushDown, { count: rows.length })))) return false;
  try {
    const { ids } = await post<{ readonly ids: readonly string[] }>(`${order.path}/pushDown`, idsOf(rows));
    await tellMade(delivery, ids);
    return true;
  } catch {
    return false;
  } finally {
    void listsChanged();
  }
};
export const push = deed(
  deliveryTexts.confirmPush,
  (rows) => put(`${order.path}/push`, idsOf(rows)),
  deliveryTexts.queued,
);
export const release = deed(
  deliveryTexts.confirmRelease,
  (rows) => put(`${deliveryRelease.path}/release`, idsOf(rows)),
  deliveryTexts.released,
);
export const unrelease = deed(deliveryTexts.confirmUnrelease, (rows) =>
  put(`${deliveryRelease.path}/unrelease`, idsOf(rows)),
);
export const unsign = deed(
  deliveryTexts.confirmUnsign,
  (rows) => put(`${delivery.path}/unsign`, idsOf(rows)),
  texts.done,
  true,
);
const signAll = deed(deliveryTexts.confirmSign, (rows) => put(`${delivery.path}/sign`, idsOf(rows)));

/** Sales must know what to mend. */
export const refuse: Act = async (rows) => {
  const operateMsg = await openDialog<string>((close) => <RefuseDialog count={rows.length} onClose={close} />);
  return (
    operateMsg !== undefined && done(() => put(`${deliveryRelease.path}/refuse`, { ids: idsOf(rows), operateMsg }))
  );
};

function RefuseDialog({
  count,
  onClose,
}: {
  readonly count: number;
  readonly onClose: (reason?: string) => void;
}): ReactNode {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open
      title={say(deliveryTexts.confirmRefuse, { count })}
      okText={say(deliveryTexts.refuse)}
      cancelText={say(texts.cancel)}
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      onOk={() => {
        onClose(reason.trim());
      }}
      onCancel={() => {
        onClose();
      }}
    >
      <ReasonInput value={reason} onChange={setReason} />
    </Dialog>
  );
}

/** Several are signed in full; of one, every line can be told. */
export const sign: Act = async (rows) => {
  const [row] = rows;
  if (rows.length !== 1 || row === undefined) return signAll(rows);
  const bill = await get<{ readonly id: string; readonly code: string; readonly lines: readonly Row[] }>(
    `${delivery.path}/${textAt(row, 'id')}`,
  );
  const isDone = await openDialog<true>((close) => <SignDialog bill={bill} onClose={close} />);
  if (isDone === true) feedback.success(say(texts.done));
  void listsChanged();
  return isDone === true;
};

function SignDialog({
  bill,
  onClose,
}: {
  readonly bill: { readonly id: string; readonly code: string; readonly lines: readonly Row[] };
  readonly onClose: (isDone?: true) => void;
}): ReactNode {
  const lines = bill.lines.filter((line) => compare(textAt(line, 'outNumber') || '0', '0') > 0);
  const [signed, setSigned] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(lines.map((line) => [textAt(line, 'id'), textAt(line, 'outNumber')])),
  );
  const [isSending, setSending] = useState(false);
  const isFit = lines.every((line) => canBeSigned(line, signed[textAt(line, 'id')]));
  const short = isFit
    ? plus(...lines.map((line) => minus(textAt(line, 'outNumber'), signed[textAt(line, 'id')] ?? '0')))
    : '0';
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      await put(`${delivery.path}/sign`, [
        {
          id: bill.id,
          lines: lines.map((line) => ({ id: textAt(line, 'id'), signedNumber: signed[textAt(line, 'id')] })),
        },
      ]);
      onClose(true);
    } catch {
      setSending(false);
    }
  };
  return (
    <Dialog
      open
      width={720}
      title={say(deliveryTexts.signTitle, { code: bill.code })}
      okText={say(deliveryTexts.sign)}
      cancelText={say(texts.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: !isFit }}
      onOk={() => void send()}
      onCancel={() => {
        onClose();
      }}
    >
      <SignedLines
        lines={lines}
        signed={signed}
        onChange={(id, number) => {
          setSigned({ ...signed, [id]: number });
        }}
      />
      {compare(short, '0') > 0 && (
        <p className="sign-short" role="status">
          {say(deliveryTexts.shortNotice, { number: short })}
        </p>
      )}
    </Dialog>
  );
}

/** No more is signed for than has left. */
const canBeSigned = (line: Row, number = ''): boolean =>
  /^\d+(\.\d{1,4})?$/.test(number) && compare(number, textAt(line, 'outNumber')) <= 0;

function SignedLines({
  lines,
  signed,
  onChange,
}: {
  readonly lines: readonly Row[];
  readonly signed: Readonly<Record<string, string>>;
  readonly onChange: (id: string, number: string) => void;
}): ReactNode {
  return (
    <table className="sign-lines">
      <thead>
        <tr>
          <th>{say(spokenLabel(delivery.lines.productCode))}</th>
          <th>{say(delivery.lines.spec.label)}</th>
          <th className="number">{say(delivery.lines.outNumber.label)}</th>
          <th>{say(delivery.lines.signedNumber.label)}</th>
          <th className="number">{say(deliveryTexts.short)}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const id = textAt(line, 'id');
          return (
            <tr key={id}>
              <td>
                <span className="sign-product">{textAt(line, 'productName')}</span>{' '}
                <span className="sign-code">{textAt(line, 'productCode')}</span>
              </td>
              <td>{textAt(line, 'spec')}</td>
              <td className="number">{textAt(line, 'outNumber')}</td>
              <td>
                <Input
                  size="small"
                  inputMode="decimal"
                  aria-label={`${textAt(line, 'productCode')} ${say(delivery.lines.signedNumber.label)}`}
                  value={signed[id] ?? ''}
                  status={canBeSigned(line, signed[id]) ? '' : 'error'}
                  onChange={({ target }) => {
                    onChange(id, target.value.trim());
                  }}
                />
              </td>
              <td className="number">
                {canBeSigned(line, signed[id]) ? minus(textAt(line, 'outNumber'), signed[id] ?? '0') : '–'}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
