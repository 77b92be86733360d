import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { spokenLabel } from '#platform/model/field.ts';
import { post, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { done } from '#platform/web/action/perform.ts';
import { ReasonKindInput } from '#platform/web/action/reason-input.tsx';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { tellMade } from '#platform/web/standing/made.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { idsOf, textAt, type Row } from '#platform/web/value/row.ts';
import { returnReason } from '#sales/model/order/choices.ts';
import type { RefundQuote } from '#sales/model/refund/refund-record.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { priceText } from '#sales/web/promotion/promotion-told.ts';
import { ExchangePart, type NewGoods } from './exchange-lines.tsx';
import { backLines, backRows, fits, isNumber, type BackRow, type Numbers } from './back-rows.ts';
import { RefundCurve } from './refund-curve.tsx';
import { RefundWhy } from './refund-why.tsx';
import { refundTexts } from './refund-texts.ts';
import '#sales/web/delivery/delivery.css';
import './refund.css';

/** Goods of an order come back: how many of each, why, and what that gives back; the return opens for the next step. */
export const giveBack = async ([bill]: readonly Row[]): Promise<boolean> => {
  if (bill === undefined) return false;
  const id = await openDialog<string>((close) => <ReturnDialog bill={bill} onClose={close} />);
  if (id === undefined) return false;
  await tellMade(refund, [id], { opensOne: true });
  void listsChanged();
  return true;
};

export const askForRest = async (rows: readonly Row[]): Promise<boolean> =>
  (await feedback.confirm(say(refundTexts.confirmInbound, { count: rows.length }))) &&
  done(() => put(`${refund.path}/inbound`, idsOf(rows)));

interface DialogProps {
  readonly bill: Row;
  readonly onClose: (id?: string) => void;
}

/** What of a return is asked about: the same reckoning as at the save. */
interface Question {
  readonly orderCode: string;
  readonly reason: string;
  readonly lines: readonly object[];
  readonly goods: readonly NewGoods[];
  /** The line whose numbers are compared. */
  readonly curveOf: string | null;
}
function useReturn({ orderCode, reason, lines, goods, curveOf }: Question) {
  const newLines = goods
    .filter(({ number }) => isNumber(number))
    .map(({ productCode, number }) => ({ productCode, number }));
  return useQuery({
    queryKey: ['return', orderCode, reason, lines, newLines, curveOf],
    queryFn: () =>
      post<RefundQuote>(
        `${refund.path}/calculate`,
        { orderCode, returnReason: reason, lines, newLines, curveOf },
        { isSilent: true },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}

/** Writes the return; refused, the dialog stays as it is. */
function useSend(onClose: DialogProps['onClose'], bodyOf: () => object) {
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      onClose((await post<{ readonly id: string }>(refund.path, bodyOf())).id);
    } catch {
      setSending(false);
    }
  };
  return { isSending, send };
}

/** What is typed in the dialog, and what the house says to it. */
function useBack(bill: Row) {
  const [numbers, setNumbers] = useState<Numbers>({});
  const [typed, setTyped] = useState<string | null>(null);
  const [reason, setReason] = useState('0');
  const [isExchange, setExchange] = useState(false);
  const [goods, setGoods] = useState<readonly NewGoods[]>([]);
  // Lines are known by the first answer; until then nothing is typed.
  const [known, setKnown] = useState<RefundQuote['lines']>([]);
  const rows = backRows(known, reason, numbers);
  const sent = backLines(rows, numbers);
  const out = isExchange ? goods : [];
  const { data, error } = useReturn({
    orderCode: textAt(bill, 'code'),
    reason,
    lines: sent,
    goods: out,
    curveOf: typed,
  });
  if (data !== undefined && data.lines !== known) setKnown(data.lines);
  const isFit =
    sent.length > 0 &&
    rows.every((row) => fits(row, numbers)) &&
    (!isExchange || (goods.length > 0 && goods.every(({ number }) => isNumber(number))));
  const type = (key: string, number: string): void => {
    setNumbers({ ...numbers, [key]: number });
    if (rows.some((row) => row.key === key && row.kind === 'goods')) setTyped(key);
  };
  const takeAll = (): void => {
    setNumbers(Object.fromEntries(rows.filter(({ kind }) => kind === 'goods').map(({ key, room }) => [key, room])));
  };
  const compared = rows.find(({ key }) => key === typed);
  const chosen = { reason, setReason, isExchange, setExchange, goods, setGoods, out };
  return { ...chosen, numbers, rows, sent, data, error, isFit, type, takeAll, compared };
}

function ReturnDialog({ bill, onClose }: DialogProps): ReactNode {
  const back = useBack(bill);
  const { rows, sent, data, error, numbers, isExchange, goods, compared, type } = back;
  const { isSending, send } = useSend(onClose, () => ({
    organizeCode: textAt(bill, 'organizeCode'),
    orderCode: textAt(bill, 'code'),
    orderType: isExchange ? '5' : '2',
    returnReason: back.reason,
    lines: [...sent, ...back.out.map(({ productCode, number }) => ({ direction: '1', productCode, number }))],
  }));
  return (
    <Dialog
      open
      width={760}
      // It grows as answers come: centred, what the hand is about to press would move away under it.
      className="return-dialog"
      title={say(isExchange ? refundTexts.exchangeTitle : refundTexts.title, { code: textAt(bill, 'code') })}
      okText={say(isExchange ? refundTexts.saveExchange : refundTexts.save)}
      cancelText={say(texts.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: !back.isFit }}
      onOk={() => void send()}
      onCancel={() => {
        onClose();
      }}
    >
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      <Reason
        reason={back.reason}
        isExchange={isExchange}
        onExchange={back.setExchange}
        hasGoods={rows.length > 0}
        onReason={back.setReason}
        onAll={back.takeAll}
      />
      {data !== undefined && rows.length === 0 && <p className="quiet">{say(refundTexts.nothing)}</p>}
      {rows.length > 0 && <BackLines rows={rows} numbers={numbers} onChange={type} />}
      {isExchange && rows.length > 0 && (
        <ExchangePart goods={goods} data={goods.length === 0 ? undefined : data} onChange={back.setGoods} />
      )}
      {compared !== undefined && data !== undefined && (
        <RefundCurve
          curve={data.curve}
          name={compared.productName ?? compared.productCode}
          chosen={numbers[compared.key] ?? '0'}
          onChoose={(number) => {
            type(compared.key, number === '0' ? '' : number);
          }}
        />
      )}
      {rows.length > 0 && <Told record={sent.length === 0 ? null : (data?.record ?? null)} />}
    </Dialog>
  );
}

interface ReasonProps {
  readonly reason: string;
  readonly isExchange: boolean;
  readonly onExchange: (isExchange: boolean) => void;
  readonly hasGoods: boolean;
  readonly onReason: (reason: string) => void;
  readonly onAll: () => void;
}
const Reason = ({ reason, isExchange, onExchange, hasGoods, onReason, onAll }: ReasonProps): ReactNode => (
  <div className="return-reason">
    <Segmented
      value={isExchange ? '5' : '2'}
      options={[
        { value: '2', label: say(refundTexts.return) },
        { value: '5', label: say(refundTexts.exchange) },
      ]}
      onChange={(value) => {
        onExchange(value === '5');
      }}
    />
    <ReasonKindInput kinds={returnReason} value={reason} onChange={onReason} />
    <Button size="small" disabled={!hasGoods} onClick={onAll}>
      {say(refundTexts.all)}
    </Button>
  </div>
);

const Told = ({ record }: { readonly record: RefundQuote['record'] }): ReactNode => (
  <div className="return-why" aria-live="polite">
    {record === null ? (
      <p className="quiet">{say(refundTexts.none)}</p>
    ) : (
      <RefundWhy record={record} isEstimate isShort />
    )}
  </div>
);

interface BackProps {
  readonly rows: readonly BackRow[];
  readonly numbers: Numbers;
  readonly onChange: (key: string, number: string) => void;
}
const BackLines = ({ rows, numbers, onChange }: BackProps): ReactNode => (
  <div className="return-lines">
    <table className="sign-lines">
      <thead>
        <tr>
          <th>{say(spokenLabel(refund.lines.productCode))}</th>
          <th className="number">{say(refund.lines.price.label)}</th>
          <th className="number">{say(refundTexts.room)}</th>
          <th>{say(refundTexts.back)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <BackLine key={row.key} row={row} numbers={numbers} onChange={onChange} />
        ))}
      </tbody>
    </table>
  </div>
);

function BackLine({ row, numbers, onChange }: Omit<BackProps, 'rows'> & { readonly row: BackRow }): ReactNode {
  const { key, kind, productCode, productName, room, line } = row;
  const name = productName ?? productCode;
  const what = kind === 'missing' ? say(refundTexts.lacks, { name: productCode }) : productCode;
  return (
    <tr data-product={productCode} data-kind={kind}>
      <td>
        {kind === 'missing' ? (
          <span className="return-lack">{say(refundTexts.lacks, { name })}</span>
        ) : (
          <>
            <span className="sign-product">{name}</span>
            <span className="sign-code">{productCode}</span>
          </>
        )}
        {kind === 'part' && <span className="return-part">{say(refundTexts.component)}</span>}
        {kind === 'goods' && line.isGift && <span className="return-gift">{say(refundTexts.gift)}</span>}
      </td>
      <td className="number">{kind === 'goods' ? priceText(line.price) : null}</td>
      <td className="number">
        {room} {kind === 'goods' ? line.unit : null}
      </td>
      <td>
        <Input
          size="small"
          inputMode="decimal"
          aria-label={`${what} ${say(refundTexts.back)}`}
          value={numbers[key] ?? ''}
          status={fits(row, numbers) ? '' : 'error'}
          onChange={({ target }) => {
            onChange(key, target.value.trim());
          }}
        />
      </td>
    </tr>
  );
}
