import { GiftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { isZero, plus } from '#platform/model/decimal.ts';
import { amount } from '#platform/model/field.ts';
import { useSetting } from '#platform/web/api/setting.ts';
import type { LiveColumn } from '#platform/web/registry/live-lines.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { QuotedLine, QuotedPromotions } from '#sales/model/order/quote.ts';
import { columnTexts, kindTexts } from './kind-texts.ts';
import { kindsByLine, type PromotionKind } from './promotion-kinds.ts';
import type { LineSum } from './line-parts.ts';
import { OffCell } from './off-cell.tsx';
import { isBought, promotionsKey, type SavedPromotions } from './shown-order.ts';
import './promotion.css';

/** What is told of a line, with what promotions did to it. */
export interface LineFacts extends QuotedLine {
  readonly kinds: readonly PromotionKind[];
  /** What its sum is explained by; null where no activity is in force. */
  readonly told: Pick<QuotedPromotions, 'trace' | 'names'> | null;
  /** Its place in the question, from 1. */
  readonly lineNo: number;
}
const factsIn = (facts: unknown): LineFacts | undefined => facts as LineFacts | undefined;

/** Of a line that nobody wrote. */
export const giftMark = (line: Row): ReactNode | undefined =>
  isBought(line) ? undefined : <GiftOutlined aria-label={say(columnTexts.given)} title={say(columnTexts.given)} />;

export const explanationSetting = 'order.promotions.open';

export function ExplanationButton(): ReactNode {
  const [isOpen, keep] = useSetting(explanationSetting, false, (value) => typeof value === 'boolean');
  return (
    <Button
      size="small"
      data-verb="explainPromotions"
      aria-pressed={isOpen}
      onClick={() => {
        keep(!isOpen);
      }}
    >
      {say(columnTexts.why)} <kbd className="promo-key">F8</kbd>
    </Button>
  );
}

const field = amount(columnTexts.off);
function offText(row: Row, facts: unknown): string {
  const off = factsIn(facts)?.promoAmount ?? textAt(row, 'promoAmount');
  return off === '' || isZero(off) ? '' : `−${measureText(off, field)}`;
}
/** As it is quoted, or as it was saved; null of a line that nothing came off. */
function sumOf(row: Row, facts: unknown): LineSum | null {
  const quoted = factsIn(facts);
  const { [promotionsKey]: saved } = row as { readonly [promotionsKey]?: SavedPromotions };
  const off = quoted?.promoAmount ?? textAt(row, 'promoAmount');
  const paid = quoted === undefined ? textAt(row, 'amount') : (quoted.amount ?? '');
  const told = quoted?.told ?? (saved && { trace: saved.record.outcome.trace, names: saved.record.names });
  if (told == null || off === '' || isZero(off) || paid === '') return null;
  return {
    ...told,
    id: textAt(row, 'id'),
    lineNo: quoted?.lineNo ?? saved?.lineNo ?? 0,
    number: textAt(row, 'number'),
    price: quoted === undefined ? textAt(row, 'typedPrice') || textAt(row, 'listPrice') : textAt(row, 'price'),
    amount: plus(paid, off),
    off,
  };
}

const kindsIn = (row: Row, facts: unknown): readonly PromotionKind[] =>
  factsIn(facts)?.kinds ?? savedKinds((row as { readonly [promotionsKey]?: SavedPromotions })[promotionsKey]);

function savedKinds(saved: SavedPromotions | undefined): readonly PromotionKind[] {
  if (saved === undefined) return [];
  const { record, lineNo } = saved;
  const kinds = kindsBy.get(record) ?? kindsByLine(record.outcome.trace);
  kindsBy.set(record, kinds);
  return kinds.get(lineNo) ?? [];
}
/** Asked for by every line that is drawn. */
const kindsBy = new WeakMap<SavedPromotions['record'], ReturnType<typeof kindsByLine>>();

export const promotionColumns: readonly LiveColumn[] = [
  {
    key: '$promo',
    label: columnTexts.off,
    after: 'price',
    width: 84,
    align: 'right',
    isInRead: true,
    textOf: offText,
    render: (row, facts) => <OffCell shown={offText(row, facts)} sum={sumOf(row, facts)} />,
  },
  {
    key: '$kinds',
    label: columnTexts.kinds,
    after: 'amount',
    width: 104,
    isInRead: true,
    textOf: (row, facts) =>
      kindsIn(row, facts)
        .map((kind) => say(kindTexts[kind]))
        .join(' '),
    render: (row, facts) =>
      kindsIn(row, facts).map((kind) => (
        <span key={kind} className="promo-kind" data-kind={kind}>
          {say(kindTexts[kind])}
        </span>
      )),
  },
];
