import { CheckCircleFilled, CloseOutlined, MinusCircleOutlined, WarningFilled } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { isZero } from '#platform/model/decimal.ts';
import { momentWords } from '#platform/web/date/moment.ts';
import type { LiveBesideProps } from '#platform/web/registry/live-lines.ts';
import type { OwnAsideProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import type { TraceStep } from '#promotion/model/engine/outcome.ts';
import type { OtherDays, Quote, QuotedPromotions } from '#sales/model/order/quote.ts';
import { columnTexts } from './kind-texts.ts';
import {
  appliedIn,
  appliedText,
  moneyText,
  passedIn,
  passedText,
  piecesText,
  stepsAbout,
  toldByQuote,
  toldByRecord,
  typeText,
  worthText,
  type PromotionsTold,
} from './promotion-told.ts';
import { nextSteps, percentGone, stepText, wayText } from './next-step.ts';
import { promotionTexts, reasonTexts } from './promotion-texts.ts';
import { waiverTexts } from './waiver-texts.ts';
import './promotion-panel.css';

/** While an order is written: why its promotions are what they are, as the last quote has it. */
export function PromotionDock({ about, isFailed, onClose }: LiveBesideProps): ReactNode {
  const { promotions = null } = (about ?? {}) as Partial<Pick<Quote, 'promotions'>>;
  const [line, choose] = useState<number | null>(null);
  return (
    <>
      <div className="aside-tabs promo-head">
        <h2>{say(promotionTexts.why)}</h2>
        {promotions !== null && <LineChoice told={toldByQuote(promotions)} line={line} onChoose={choose} />}
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          data-verb="closePromotions"
          aria-label={say(promotionTexts.close)}
          onClick={onClose}
        />
      </div>
      <div className="aside-body" data-testid="promotions">
        {isFailed && (
          <p className="promo-failed" role="alert">
            <WarningFilled /> {say(columnTexts.failed)}
          </p>
        )}
        <Explanation told={promotions === null ? null : toldByQuote(promotions)} line={line}>
          {promotions !== null && line === null && <NextTiers promotions={promotions} />}
        </Explanation>
      </div>
    </>
  );
}

/** Beside an order that is read: as it was saved. */
export function PromotionAside({ record }: OwnAsideProps): ReactNode {
  const { promoTrace } = record as { readonly promoTrace?: PromotionRecord | null };
  const [line, choose] = useState<number | null>(null);
  const told = promoTrace == null ? null : toldByRecord(promoTrace);
  return (
    <div data-testid="promotions">
      {told !== null && (
        <div className="promo-choice">
          <LineChoice told={told} line={line} onChoose={choose} />
        </div>
      )}
      <Explanation told={told} line={line} />
    </div>
  );
}

interface LineChoiceProps {
  readonly told: PromotionsTold;
  readonly line: number | null;
  readonly onChoose: (line: number | null) => void;
}
function LineChoice({ told: { trace }, line, onChoose }: LineChoiceProps): ReactNode {
  const lines = [...new Set(trace.flatMap((step) => [...step.lines, ...step.locked]))].toSorted((a, b) => a - b);
  return (
    <Select
      size="small"
      value={line ?? 0}
      data-testid="promotion-line"
      aria-label={say(promotionTexts.wholeOrder)}
      options={[
        { value: 0, label: say(promotionTexts.wholeOrder) },
        ...lines.map((each) => ({ value: each, label: say(promotionTexts.line, { line: each }) })),
      ]}
      onChange={(chosen: number) => {
        onChoose(chosen === 0 ? null : chosen);
      }}
    />
  );
}

interface ExplanationProps {
  /** Null where no activity is under way. */
  readonly told: PromotionsTold | null;
  readonly line: number | null;
  /** Between the figures and the reasons. */
  readonly children?: ReactNode;
}
export function Explanation({ told, line, children }: ExplanationProps): ReactNode {
  if (told === null) return <p className="quiet">{say(promotionTexts.nothing)}</p>;
  const about = stepsAbout(told.trace, line);
  const applied = appliedIn(about);
  const passed = passedIn(told.trace, about);
  // What is not on that day has to do with no line.
  const others = line === null ? told.otherDays : [];
  return (
    <div className="promo-told">
      {line === null && <Figures told={told} />}
      {children}
      {applied.length + passed.length + others.length === 0 && (
        <p className="quiet">{say(promotionTexts.nothingOfLine)}</p>
      )}
      {applied.length > 0 && (
        <section>
          <h3>
            {say(promotionTexts.applied)} <small>{applied.length}</small>
          </h3>
          {applied.map((step) => (
            <Applied key={step.seq} step={step} told={told} />
          ))}
        </section>
      )}
      {line === null && told.waived.length > 0 && <Waived told={told} />}
      {passed.length + others.length > 0 && (
        <section>
          <h3>
            {say(promotionTexts.passed)} <small>{passed.length + others.length}</small>
            <span className="quiet">{say(promotionTexts.nearestFirst)}</span>
          </h3>
          {passed.map((step) => (
            <div key={step.seq} className="promo-step" data-passed={step.reason}>
              <MinusCircleOutlined className="quiet" />
              <span>{told.names[step.activity] ?? step.activity}</span>
              <span className="promo-reason" data-reason={step.reason}>
                {say(reasonTexts[step.reason])}
              </span>
              <p>{passedText(step, told)}</p>
            </div>
          ))}
          {others.map((each) => (
            <OtherDay key={each.activity} days={each} />
          ))}
        </section>
      )}
    </div>
  );
}

/** What ended shortly before the day of the order, or begins shortly after it. */
function OtherDay({ days: { name, startDate, endDate, isOver } }: { readonly days: OtherDays }): ReactNode {
  return (
    <div className="promo-step" data-passed="DATE">
      <MinusCircleOutlined className="quiet" />
      <span>{name}</span>
      <span className="promo-reason" data-reason="DATE">
        {say(reasonTexts.DATE)}
      </span>
      <p>{isOver ? say(promotionTexts.ended, { date: endDate }) : say(promotionTexts.begins, { date: startDate })}</p>
    </div>
  );
}

/** Gifts that the order earned and does not give: who gave them up, when and why. */
function Waived({ told: { waived, names } }: { readonly told: PromotionsTold }): ReactNode {
  return (
    <section data-testid="waived">
      <h3>
        {say(waiverTexts.waived)} <small>{waived.length}</small>
      </h3>
      {waived.map(({ activity, ruleNo, productCode, number, reason, by, at }) => (
        <div key={`${activity} ${ruleNo} ${productCode}`} className="promo-step" data-waived={productCode}>
          <MinusCircleOutlined className="quiet" />
          <span>{names[productCode] ?? productCode}</span>
          <b className="promo-worth">{say(promotionTexts.pieces, { number: piecesText(number) })}</b>
          <p>{names[activity] ?? activity}</p>
          <p>{say(waiverTexts.byWhom, { by, at: momentWords(at), reason })}</p>
        </div>
      ))}
    </section>
  );
}

/** How far it is to more, as bars: what is hatched is missing. */
function NextTiers({ promotions }: { readonly promotions: QuotedPromotions }): ReactNode {
  const steps = nextSteps(promotions);
  if (steps.length === 0) return null;
  return (
    <section>
      <h3>
        {say(promotionTexts.nextTier)}
        <span className="quiet">{say(promotionTexts.nearestFirst)}</span>
      </h3>
      {steps.map(({ hint, way }) => (
        <div key={hint.seq} className="promo-way" data-next={hint.activity}>
          <span>{promotions.names[hint.activity] ?? hint.activity}</span>
          <span className="promo-far">{wayText(way)}</span>
          <span className="promo-bar" role="img" aria-label={wayText(way)}>
            <span style={{ width: `${percentGone(way)}%` }} />
          </span>
          <p>{stepText(hint, promotions.names)}</p>
        </div>
      ))}
    </section>
  );
}

function Figures({ told: { off, given, worth, credited } }: { readonly told: PromotionsTold }): ReactNode {
  const figures = [
    ['saved', promotionTexts.saved, moneyText(off)],
    ['given', promotionTexts.given, piecesText(given)],
    ['credited', promotionTexts.credited, moneyText(credited)],
  ] as const;
  return (
    <dl className="promo-figures">
      {figures.map(([key, label, figure]) => (
        <div key={key}>
          <dt>{say(label)}</dt>
          <dd data-figure={key}>{figure}</dd>
          {key === 'given' && !isZero(worth) && (
            <dd className="quiet promo-counts">{say(promotionTexts.worth, { amount: moneyText(worth) })}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Applied({ step, told }: { readonly step: TraceStep; readonly told: PromotionsTold }): ReactNode {
  const shares = step.effects.flatMap((effect) => (effect.kind === 'off' ? [effect] : []));
  return (
    <div className="promo-step" data-applied={step.activity}>
      <CheckCircleFilled className="promo-good" />
      <span>
        <b>{told.names[step.activity] ?? step.activity}</b>{' '}
        {step.type !== null && <span className="promo-reason">{typeText(step, told.terms)}</span>}
      </span>
      <b className="promo-worth">{worthText(step)}</b>
      <p>{appliedText(step, told.terms)}</p>
      {shares.length > 1 && (
        <p>
          {shares.map(({ lineNo, amount }) => (
            <span key={lineNo} className="promo-share">
              {say(promotionTexts.line, { line: lineNo })} <b>−{moneyText(amount)}</b>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
