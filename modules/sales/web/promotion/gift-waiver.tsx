import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Skeleton } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { compare, decimalPattern, minus, plus } from '#platform/model/decimal.ts';
import { spokenLabel } from '#platform/model/field.ts';
import { ReasonInput } from '#platform/web/action/reason-input.tsx';
import { get, post, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { waiverKey, type GiftWaiver, type ShortGift, type ShortGifts } from '#promotion/model/waiver/gift-waiver.ts';
import { order } from '#sales/model/order/order.ts';
import { piecesText } from './promotion-told.ts';
import { waiverTexts } from './waiver-texts.ts';
import '#sales/web/delivery/delivery.css';

export async function giftWaive([bill]: readonly Row[]): Promise<boolean> {
  if (bill === undefined) return false;
  const isDone = await openDialog<true>((close) => <WaiverDialog bill={bill} onClose={close} />);
  if (isDone === true) feedback.success(say(texts.done));
  void listsChanged();
  return isDone === true;
}

interface DialogProps {
  readonly bill: Row;
  readonly onClose: (isDone?: true) => void;
}

/** How many of each are given up; null where nobody typed: then all that is not there. */
type Typed = Readonly<Record<string, string>>;

const offeredFor = ({ waived, short }: ShortGift): string => plus(waived, short);
const isFit = (number: string, { number: given, waived }: ShortGift): boolean =>
  decimalPattern.test(number) && compare(number, '0') >= 0 && compare(number, plus(given, waived)) <= 0;

/** The save makes the order anew without them, and refuses what is there after all. */
async function save(id: string, gifts: readonly ShortGift[], typed: Typed, reason: string): Promise<void> {
  const bill = await get<Row>(`${order.path}/${id}`);
  const { giftWaivers } = bill as { readonly giftWaivers?: readonly GiftWaiver[] | null };
  const told = new Set(gifts.map(waiverKey));
  const asked = gifts.map((gift) => ({
    policyCode: gift.policyCode,
    ruleNo: gift.ruleNo,
    productCode: gift.productCode,
    number: typed[waiverKey(gift)] ?? offeredFor(gift),
    reason,
  }));
  await put(order.path, {
    ...bill,
    giftWaivers: [
      ...(giftWaivers ?? []).filter((waiver) => !told.has(waiverKey(waiver))),
      ...asked.filter(({ number }) => compare(number, '0') > 0),
    ],
  });
}

interface WaiverWork {
  readonly found: { readonly data: ShortGifts | undefined; readonly error: Error | null };
  readonly numberOf: (gift: ShortGift) => string;
  readonly type: (gift: ShortGift, number: string) => void;
  /** More is given up than before: that wants a reason, and a house that lets it. */
  readonly isRaised: boolean;
  readonly isFitting: boolean;
  readonly isSending: boolean;
  readonly send: (reason: string) => Promise<void>;
}
function useWaiver({ bill, onClose }: DialogProps): WaiverWork {
  const owner = useId();
  const [typed, setTyped] = useState<Typed>({});
  const [isSending, setSending] = useState(false);
  const id = textAt(bill, 'id');
  const found = useQuery({
    queryKey: ['shortGifts', owner],
    queryFn: () => post<ShortGifts>(`${order.path}/giftShort`, { id }, { isSilent: true }),
    gcTime: 0,
  });
  const gifts = found.data?.gifts ?? [];
  const numberOf = (gift: ShortGift): string => typed[waiverKey(gift)] ?? offeredFor(gift);
  return {
    found,
    numberOf,
    type(gift, number) {
      setTyped({ ...typed, [waiverKey(gift)]: number });
    },
    isRaised: gifts.some((gift) => isFit(numberOf(gift), gift) && compare(numberOf(gift), gift.waived) > 0),
    isFitting:
      gifts.every((gift) => isFit(numberOf(gift), gift)) && gifts.some((gift) => numberOf(gift) !== gift.waived),
    isSending,
    async send(reason) {
      setSending(true);
      try {
        await save(id, gifts, typed, reason);
        onClose(true);
      } catch {
        setSending(false);
      }
    },
  };
}

function WaiverDialog(props: DialogProps): ReactNode {
  const [reason, setReason] = useState('');
  const { found, numberOf, type, isRaised, isFitting, isSending, send } = useWaiver(props);
  const isAllowed = !isRaised || (found.data?.isWaivable === true && reason.trim() !== '');
  return (
    <Dialog
      open
      width={760}
      title={say(texts.verbTitle, { verb: say(waiverTexts.giftWaive), what: textAt(props.bill, 'code') })}
      okText={say(waiverTexts.giftWaive)}
      cancelText={say(texts.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: !isFitting || !isAllowed }}
      onOk={() => void send(reason.trim())}
      onCancel={() => {
        props.onClose();
      }}
    >
      {found.error !== null && <Alert type="error" showIcon title={found.error.message} />}
      {found.data === undefined ? (
        found.error === null && <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : found.data.gifts.length === 0 ? (
        <p className="quiet">{say(waiverTexts.noneShort)}</p>
      ) : (
        <>
          {!found.data.isWaivable && <Alert type="warning" showIcon title={say(waiverTexts.notHere)} />}
          <Gifts gifts={found.data.gifts} numberOf={numberOf} onType={type} />
          <ReasonInput value={reason} onChange={setReason} />
        </>
      )}
    </Dialog>
  );
}

interface GiftsProps {
  readonly gifts: readonly ShortGift[];
  readonly numberOf: (gift: ShortGift) => string;
  readonly onType: (gift: ShortGift, number: string) => void;
}
function Gifts({ gifts, numberOf, onType }: GiftsProps): ReactNode {
  return (
    <table className="sign-lines" data-dialog="giftWaive">
      <thead>
        <tr>
          <th>{say(spokenLabel(order.lines.productCode))}</th>
          <th>{say(waiverTexts.activity)}</th>
          <th className="number">{say(waiverTexts.earned)}</th>
          <th className="number">{say(waiverTexts.there)}</th>
          <th className="number">{say(waiverTexts.givenUp)}</th>
        </tr>
      </thead>
      <tbody>
        {gifts.map((gift) => (
          <tr key={waiverKey(gift)} data-gift={gift.productCode}>
            <td>
              <span className="sign-product">{gift.productName}</span>{' '}
              <span className="sign-code">{gift.productCode}</span>
            </td>
            <td>{gift.policyName}</td>
            <td className="number">{piecesText(plus(gift.number, gift.waived))}</td>
            <td className="number">{piecesText(minus(gift.number, gift.short))}</td>
            <td className="number">
              <Input
                size="small"
                inputMode="decimal"
                maxLength={12}
                aria-label={`${say(waiverTexts.givenUp)} ${gift.productCode}`}
                status={isFit(numberOf(gift), gift) ? '' : 'error'}
                value={numberOf(gift)}
                onChange={({ target }) => {
                  onType(gift, target.value.trim());
                }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
