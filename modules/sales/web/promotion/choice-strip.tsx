import { GiftOutlined, WarningFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { compare, plus } from '#platform/model/decimal.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import type { LiveSummaryProps } from '#platform/web/registry/live-lines.ts';
import { say } from '#platform/web/text/language.ts';
import type { Bounds, ChoiceFault, Entitlement } from '#promotion/model/engine/outcome.ts';
import { giftWarnings } from '#promotion/model/gift-choice.ts';
import type { QuotedPromotions } from '#sales/model/order/quote.ts';
import { moneyText, piecesText } from './promotion-told.ts';
import { promotionTexts } from './promotion-texts.ts';
import './promotion-strip.css';

const open = chunk(
  () => import('./gift-choosing.ts'),
  ({ chooseForOrder }) => chooseForOrder,
);

/** Why what was chosen does not hold any more: fewer goods earn less. */
const faults: Readonly<Record<ChoiceFault, Label>> = {
  tooMany: giftWarnings.numberOver,
  tooMuch: giftWarnings.amountOver,
  noNumber: giftWarnings.numberMissing,
  notOffered: promotionTexts.strange,
  notWhole: giftWarnings.notWhole,
};

interface ChoiceStripProps extends Pick<LiveSummaryProps, 'head' | 'onHead'> {
  readonly promotions: QuotedPromotions;
  readonly storageCode: string | null;
}
/** What the order lets one choose, and the button that opens the choice. */
export function ChoiceStrip({ promotions, storageCode, head, onHead }: ChoiceStripProps): ReactNode {
  const { entitlements, names } = promotions;
  if (entitlements.length === 0) return null;
  const [fault] = entitlements.flatMap(({ error }) => error ?? []);
  return (
    <div className="promo-choices" data-testid="gift-choices">
      <GiftOutlined />
      <span>
        {say(promotionTexts.mayChoose, { offers: entitlements.map((each) => offerText(each, names)).join(' / ') })}
      </span>
      {fault !== undefined && (
        <strong className="promo-fault" role="alert">
          <WarningFilled /> {say(faults[fault])}
        </strong>
      )}
      <Button
        size="small"
        data-verb="chooseGifts"
        onClick={() => void open().then((choose) => choose({ promotions, storageCode, head: head(), onHead }))}
      >
        {say(promotionTexts.choose)}
      </Button>
    </div>
  );
}

function limitText({ number, amount }: Bounds): string {
  return [
    ...(number === null ? [] : [say(promotionTexts.pieces, { number: piecesText(number) })]),
    ...(amount === null ? [] : [say(promotionTexts.money, { amount: moneyText(amount) })]),
  ].join(' + ');
}

/** What earlier orders left is told where it adds to what may be chosen. */
const addedBy = (bound: string | null | undefined): string | null =>
  bound != null && compare(bound, '0') > 0 ? bound : null;

function offerText(
  { activity, chosen, maxNumber, maxAmount, leftOver }: Entitlement,
  names: QuotedPromotions['names'],
): string {
  const limit = limitText({ number: maxNumber, amount: maxAmount });
  const before = limitText({ number: addedBy(leftOver?.number), amount: addedBy(leftOver?.amount) });
  return [
    names[activity] ?? activity,
    ...(limit === '' ? [] : [say(promotionTexts.atMost, { limit })]),
    ...(before === '' ? [] : [say(promotionTexts.leftOver, { limit: before })]),
    chosen.length === 0
      ? say(promotionTexts.unchosen)
      : say(promotionTexts.chosenPieces, { number: piecesText(plus('0', ...chosen.map(({ number }) => number))) }),
  ].join(' · ');
}
