import { BulbFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { compare, decimalPattern, plus } from '#platform/model/decimal.ts';
import { quantity } from '#platform/model/field.ts';
import type { LiveSummaryProps } from '#platform/web/registry/live-lines.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { QuotedPromotions } from '#sales/model/order/quote.ts';
import type { LineFacts } from './promotion-columns.tsx';
import { nextSteps, shareMissing, stepText } from './next-step.ts';
import { promotionTexts } from './promotion-texts.ts';
import './promotion-strip.css';

const field = quantity(promotionTexts.given);
/** Nobody doubles his order for a gift: what is farther away is no hint. */
const farthest = '0.5';

interface PromotionHintProps extends Pick<LiveSummaryProps, 'lines' | 'onEdit' | 'onGo'> {
  readonly promotions: QuotedPromotions | null;
}
/** The nearest step to more, and a button that takes it. */
export function PromotionHint({ promotions, lines, onEdit, onGo }: PromotionHintProps): ReactNode {
  const [nearest] = promotions === null ? [] : nextSteps(promotions);
  if (promotions === null || nearest === undefined || compare(shareMissing(nearest.way), farthest) > 0) return null;
  const { hint } = nearest;
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
      <span>
        {say(promotionTexts.hintOf, {
          step: stepText(hint, promotions.names),
          activity: promotions.names[hint.activity] ?? hint.activity,
        })}
      </span>
      <Button size="small" data-verb="takeHint" onClick={take}>
        {say(promotionTexts.addPieces, { number })}
      </Button>
    </div>
  );
}
