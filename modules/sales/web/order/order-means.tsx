import { WarningFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { compare, decimalPattern, isZero, minus, plus } from '#platform/model/decimal.ts';
import { amount as amountField } from '#platform/model/field.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { say } from '#platform/web/text/language.ts';
import type { LiveSummaryProps } from '#platform/web/registry/live-lines.ts';
import { splitByMeans, type Means } from '#funds/model/means.ts';
import type { Quote, QuotedLine } from '#sales/model/order/quote.ts';
import { atLeastZero } from '#funds/model/settlement.ts';
import { ChoiceStrip } from '#sales/web/promotion/choice-strip.tsx';
import { GivenStrip } from '#sales/web/promotion/given-strip.tsx';
import { PromotionHint } from '#sales/web/promotion/promotion-hint.tsx';
import { orderTexts } from './order-texts.ts';
import './order-means.css';

export interface AboutOrder {
  readonly credit: Means | null;
  readonly orderType: string;
  readonly waiver: string;
  readonly discount: string;
  readonly freight: string;
  readonly promotions: Quote['promotions'];
  readonly storageCode: Quote['storageCode'];
  readonly refusals: Quote['refusals'];
}

/** Whoever sends goods back takes up nothing. */
const returning = '2';

/**
 * Below the lines of an order that is being written: what is short, what the customer can pay with, what this order
 * takes of it, and what audit would refuse.
 */
export function OrderMeans({ about, lines, totals, onEdit, onGo, head, onHead }: LiveSummaryProps): ReactNode {
  const {
    credit = null,
    orderType = '',
    waiver = '',
    discount = '0',
    freight = '0',
    promotions = null,
    storageCode = null,
    refusals = [],
  } = (about ?? {}) as Partial<AboutOrder>;
  // The sum of the lines as they stand; an answer under way may still be of the numbers before.
  const given = promotions?.given ?? [];
  const goods = plus(totals.get('amount') ?? '0', ...given.map(({ amount }) => amount));
  const payable = atLeastZero(plus(minus(goods, discount), freight));
  const short = lines.flatMap(({ facts }, at) => ((facts as QuotedLine | undefined)?.isShort === true ? [at] : []));
  return (
    <>
      <GivenStrip given={given} />
      {promotions !== null && (
        <ChoiceStrip promotions={promotions} storageCode={storageCode} head={head} onHead={onHead} />
      )}
      <PromotionHint promotions={promotions} lines={lines} onEdit={onEdit} onGo={onGo} />
      <div className="order-means" data-testid="order-means">
        {short[0] !== undefined && (
          <button
            type="button"
            className="order-short"
            data-verb="firstShort"
            onClick={() => {
              onGo(short[0] ?? 0, 'number');
            }}
          >
            <WarningFilled /> {say(orderTexts.shortLines, { count: short.length })}
          </button>
        )}
        {!(isZero(discount) && isZero(freight)) && (
          <span className="order-figures">
            <span className="quiet">{say(orderTexts.payable)}</span> <b data-means="payable">{shown(payable)}</b>
          </span>
        )}
        {refusals.map(({ key, msg }) => (
          <strong key={key} className="order-refused" role="status" data-means="refused">
            <WarningFilled /> {msg}
          </strong>
        ))}
        {credit !== null && orderType !== returning && <Credit means={credit} amount={payable} waiver={waiver} />}
      </div>
    </>
  );
}

function Credit({
  means,
  amount,
  waiver,
}: {
  readonly means: Means;
  readonly amount: string;
  readonly waiver: string;
}): ReactNode {
  const { rebate, cash, credit, isControlled, isCashOnly, overdue } = means;
  const split = splitByMeans(means, amount, decimalPattern.test(waiver) ? waiver : '0');
  const isTaking = compare(amount, '0') > 0;
  return (
    <>
      <Figures
        of="means"
        label={say(orderTexts.means)}
        rebate={rebate}
        cash={cash}
        credit={isCashOnly && isControlled ? '0' : credit}
      />
      {isTaking && (
        <Figures
          of="takes"
          label={say(orderTexts.takes)}
          rebate={split.rebate}
          cash={split.cash}
          credit={split.credit}
        />
      )}
      <span className="order-verdict" role="status">
        {!isControlled && <span className="quiet">{say(orderTexts.unlimited)}</span>}
        {overdue !== null && (
          <strong className="order-refused" data-means="overdue">
            <WarningFilled /> {say(orderTexts.overdue, { days: overdue.days, amount: shown(overdue.amount) })}
          </strong>
        )}
        {isTaking && split.shortage !== null && (
          <strong className="order-refused" data-means="short">
            <WarningFilled /> {say(orderTexts.short, { amount: shown(split.shortage) })}
          </strong>
        )}
        {isTaking && isControlled && split.shortage === null && overdue === null && (
          <span className="order-covered">✓ {say(orderTexts.covered)}</span>
        )}
      </span>
    </>
  );
}

/** What has nothing in it is still said: nought of credit is an answer. */
function Figures({
  of,
  label,
  rebate,
  cash,
  credit,
}: {
  readonly of: string;
  readonly label: string;
  readonly rebate: string;
  readonly cash: string;
  readonly credit: string;
}): ReactNode {
  const parts = [
    ['rebate', orderTexts.rebate, rebate],
    ['cash', orderTexts.cash, cash],
    ['credit', orderTexts.credit, credit],
  ] as const;
  return (
    <span className="order-figures" data-means={of}>
      <span className="quiet">{label}</span>
      {parts.map(([key, name, value]) => (
        <span key={key}>
          <span className="quiet">{say(name)}</span> <b data-means={`${of}.${key}`}>{shown(value)}</b>
        </span>
      ))}
    </span>
  );
}

const field = amountField(orderTexts.takes);
const shown = (value: string): string => measureText(value, field);
