import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { compare } from '#platform/model/decimal.ts';
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
import type { RefundQuote, ReturnableLine } from '#sales/model/refund/refund-record.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { moneyText } from '#sales/web/promotion/promotion-told.ts';
import { ExchangePart, type NewGoods } from './exchange-lines.tsx';
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

type Numbers = Readonly<Record<string, string>>;

interface DialogProps {
  readonly bill: Row;
  readonly onClose: (id?: string) => void;
}

/** What may come back, and what the chosen numbers would give: the same reckoning as at the save. */
function useReturn({ bill }: DialogProps, numbers: Numbers, reason: string, goods: readonly NewGoods[]) {
  const orderCode = textAt(bill, 'code');
  const lines = Object.entries(numbers)
    .filter(([, number]) => isNumber(number))
    .map(([orderLineId, number]) => ({ orderLineId, number }));
  const newLines = goods
    .filter(({ number }) => isNumber(number))
    .map(({ productCode, number }) => ({ productCode, number }));
  return useQuery({
    queryKey: ['return', orderCode, reason, lines, newLines],
    queryFn: () =>
      post<RefundQuote>(
        `${refund.path}/calculate`,
        { orderCode, returnReason: reason, lines, newLines },
        { isSilent: true },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}
const isNumber = (text: string): boolean => /^\d+(\.\d{1,4})?$/.test(text) && compare(text, '0') > 0;

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

function ReturnDialog(props: DialogProps): ReactNode {
  const { bill, onClose } = props;
  const [numbers, setNumbers] = useState<Numbers>({});
  const [reason, setReason] = useState('0');
  const [isExchange, setExchange] = useState(false);
  const [goods, setGoods] = useState<readonly NewGoods[]>([]);
  const out = isExchange ? goods : [];
  const { data, error } = useReturn(props, numbers, reason, out);
  const lines = (data?.lines ?? []).filter(({ room }) => compare(room, '0') > 0);
  const back = lines.filter(({ orderLineId }) => isNumber(numbers[orderLineId] ?? ''));
  const isFit =
    back.length > 0 &&
    back.every((line) => fits(line, numbers)) &&
    (!isExchange || (goods.length > 0 && goods.every(({ number }) => isNumber(number))));
  const { isSending, send } = useSend(onClose, () => ({
    organizeCode: textAt(bill, 'organizeCode'),
    orderCode: textAt(bill, 'code'),
    orderType: isExchange ? '5' : '2',
    returnReason: reason,
    lines: [
      ...back.map(({ orderLineId, productCode }) => ({ orderLineId, productCode, number: numbers[orderLineId] })),
      ...out.map(({ productCode, number }) => ({ direction: '1', productCode, number })),
    ],
  }));
  return (
    <Dialog
      open
      width={760}
      centered
      title={say(isExchange ? refundTexts.exchangeTitle : refundTexts.title, { code: textAt(bill, 'code') })}
      okText={say(isExchange ? refundTexts.saveExchange : refundTexts.save)}
      cancelText={say(texts.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: !isFit }}
      onOk={() => void send()}
      onCancel={() => {
        onClose();
      }}
    >
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      <Reason
        reason={reason}
        isExchange={isExchange}
        onExchange={setExchange}
        hasGoods={lines.length > 0}
        onReason={setReason}
        onAll={() => {
          setNumbers(Object.fromEntries(lines.map(({ orderLineId, room }) => [orderLineId, room])));
        }}
      />
      {data !== undefined && lines.length === 0 && <p className="quiet">{say(refundTexts.nothing)}</p>}
      {lines.length > 0 && <BackLines lines={lines} numbers={numbers} onChange={setNumbers} />}
      {isExchange && lines.length > 0 && (
        <ExchangePart goods={goods} data={goods.length === 0 ? undefined : data} onChange={setGoods} />
      )}
      {lines.length > 0 && <Told record={back.length === 0 ? null : (data?.record ?? null)} />}
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

const fits = ({ orderLineId, room }: ReturnableLine, numbers: Numbers): boolean => {
  const text = numbers[orderLineId] ?? '';
  return text === '' || (isNumber(text) && compare(text, room) <= 0);
};

interface BackProps {
  readonly lines: readonly ReturnableLine[];
  readonly numbers: Numbers;
  readonly onChange: (numbers: Numbers) => void;
}
function BackLines({ lines, numbers, onChange }: BackProps): ReactNode {
  return (
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
          {lines.map((line) => {
            const { orderLineId: id, productCode, productName, isGift, price, room, unit } = line;
            return (
              <tr key={id} data-product={productCode}>
                <td>
                  <span className="sign-product">{productName}</span>
                  <span className="sign-code">{productCode}</span>
                  {isGift && <span className="return-gift">{say(refundTexts.gift)}</span>}
                </td>
                <td className="number">{moneyText(price)}</td>
                <td className="number">
                  {room} {unit}
                </td>
                <td>
                  <Input
                    size="small"
                    inputMode="decimal"
                    aria-label={`${productCode} ${say(refundTexts.back)}`}
                    value={numbers[id] ?? ''}
                    status={fits(line, numbers) ? '' : 'error'}
                    onChange={({ target }) => {
                      onChange({ ...numbers, [id]: target.value.trim() });
                    }}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
