import { BulbFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { decimalPattern, plus } from '#platform/model/decimal.ts';
import { quantity } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import type { LiveSummaryProps } from '#platform/web/registry/live-lines.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { Hint } from '#promotion/model/engine/hint.ts';
import type { RuleType } from '#promotion/model/engine/rule.ts';
import type { QuotedPromotions } from '#sales/model/order/quote.ts';
import type { LineFacts } from './promotion-columns.tsx';
import { promotionTexts } from './promotion-texts.ts';
import './promotion-strip.css';

/** What more pieces bring, by what the rule does. */
const hintTexts: Readonly<Record<RuleType, Label>> = {
  P001: promotionTexts.hintGift,
  P002: promotionTexts.hintGift,
  P003: promotionTexts.hintOff,
  P004: promotionTexts.hintGift,
  P005: promotionTexts.hintGift,
  P006: promotionTexts.hintCredit,
  P007: promotionTexts.hintOff,
};
const field = quantity(promotionTexts.given);

interface PromotionHintProps extends Pick<LiveSummaryProps, 'lines' | 'onEdit' | 'onGo'> {
  readonly promotions: QuotedPromotions | null;
}
/** The nearest step to more, and a button that takes it. */
export function PromotionHint({ promotions, lines, onEdit, onGo }: PromotionHintProps): ReactNode {
  const [hint] = promotions?.hints ?? [];
  if (promotions === null || hint === undefined) return null;
  const at = lines.findIndex(({ facts }) => (facts as LineFacts | undefined)?.lineNo === hint.lineNo);
  const row = lines[at]?.row;
  // Somebody types on: what was found out is of another line.
  if (row === undefined || textAt(row, 'productCode') !== hint.productCode) return null;
  const number = measureText(hint.number, field);
  const take = (): void => {
    const now = textAt(row, 'number');
    onEdit(at, { number: plus(decimalPattern.test(now) ? now : '0', hint.number) });
    onGo(at, 'number');
  };
  return (
    <div className="promo-hint" data-testid="promotion-hint">
      <BulbFilled />
      <span>{sentenceOf(hint, number, textAt(row, 'productName'), promotions.names)}</span>
      <Button size="small" data-verb="takeHint" onClick={take}>
        {say(promotionTexts.addPieces, { number })}
      </Button>
    </div>
  );
}

const sentenceOf = (hint: Hint, number: string, product: string, names: QuotedPromotions['names']): string =>
  say(hintTexts[hint.type], {
    number,
    product: product || hint.productCode,
    activity: names[hint.activity] ?? hint.activity,
  });
