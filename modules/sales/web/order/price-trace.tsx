import { CheckCircleFilled, InfoCircleOutlined, MinusCircleOutlined, WarningFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { explodedOf, type Component } from '#data/model/goods/combination.ts';
import { fixed } from '#platform/model/decimal.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { isDecimal, measureText } from '#platform/web/value/measure.ts';
import { say } from '#platform/web/text/language.ts';
import { pricingModes } from '#price/model/price-book.ts';
import type { PriceStep } from '#price/model/price-trace.ts';
import { dimensionLabel } from '#price/model/price-scope.ts';
import type { QuotedLine } from '#sales/model/order/quote.ts';
import { priceTexts } from './price-texts.ts';
import './price.css';

export interface Explained {
  readonly product: string;
  readonly trace: readonly PriceStep[];
  readonly names: Readonly<Record<string, string>>;
  readonly refusals?: QuotedLine['refusals'];
  /** Undefined where nobody asked for it. */
  readonly history?: QuotedLine['history'];
  /** What a kit holds, as its order keeps it, and how many kits. */
  readonly kit?: { readonly number: string; readonly components: readonly Component[] };
}

export const explainPrice = (explained: Explained): Promise<unknown> =>
  openDialog((close) => (
    <WhyDialog
      explained={explained}
      onClose={() => {
        close();
      }}
    />
  ));

function WhyDialog({
  explained: { product, trace, names, refusals = [], history, kit },
  onClose,
}: {
  readonly explained: Explained;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog
      centered
      width={560}
      title={say(priceTexts.whyOf, { product })}
      onCancel={onClose}
      footer={
        <Button type="primary" data-verb="close" onClick={onClose}>
          {say(priceTexts.close)}
        </Button>
      }
    >
      <div className="price-why" data-testid="price-why">
        {refusals.map(({ key, msg }) => (
          <p key={key + msg} className="price-refused" role="alert">
            <WarningFilled /> {msg}
          </p>
        ))}
        {trace.length === 0 ? (
          <p className="quiet">{say(priceTexts.noTrace)}</p>
        ) : (
          <ol className="price-steps">
            {trace.map((step, at) => (
              <li key={at} data-step={step.kind}>
                {iconOf(step)}
                <span>{stepText(step, names)}</span>
              </li>
            ))}
          </ol>
        )}
        {kit !== undefined && <Components {...kit} />}
        {history !== undefined && <History history={history} />}
      </div>
    </Dialog>
  );
}

/** What leaves the warehouse for the line, and what of its amount each bears (A15). */
function Components({ number, components }: NonNullable<Explained['kit']>): ReactNode {
  const pieces = explodedOf({ productCode: '', components }, number);
  return (
    <section className="price-history" data-testid="kit-components">
      <h3>{say(priceTexts.components)}</h3>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{say(priceTexts.component)}</th>
            <th className="number">{say(priceTexts.inKit)}</th>
            <th className="number">{say(priceTexts.inLine)}</th>
            <th className="number">{say(priceTexts.share)}</th>
          </tr>
        </thead>
        <tbody>
          {components.map(({ productCode, productName, number: each, amount }, at) => (
            <tr key={productCode}>
              <td>
                {productCode} {productName}
              </td>
              <td className="number">{measureText(each, pieceField)}</td>
              <td className="number">{measureText(pieces[at]?.number ?? '', pieceField)}</td>
              <td className="number">{measureText(amount, amountField)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
const pieceField = { measure: 'quantity' } as const;
const amountField = { measure: 'amount' } as const;

function History({ history }: { readonly history: QuotedLine['history'] }): ReactNode {
  return (
    <section className="price-history">
      <h3>{say(priceTexts.history)}</h3>
      {history.length === 0 && <p className="quiet">{say(priceTexts.noHistory)}</p>}
      {history.length > 0 && (
        <table className="plain-table">
          <tbody>
            {history.map(({ price, billDate, code }) => (
              <tr key={code}>
                <td>{billDate}</td>
                <td>{code}</td>
                <td className="number">{shown(price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function iconOf({ kind }: PriceStep): ReactNode {
  switch (kind) {
    case 'passed':
      return <MinusCircleOutlined className="quiet" />;
    case 'floor':
    case 'none':
      return <WarningFilled className="price-warning" />;
    case 'typed':
      return <InfoCircleOutlined />;
    default:
      return <CheckCircleFilled className="price-step" />;
  }
}

const passedTexts = {
  date: priceTexts.passedDate,
  number: priceTexts.passedNumber,
  excluded: priceTexts.passedExcluded,
  outranked: priceTexts.passedOutranked,
  rule: priceTexts.passedRule,
} as const;

/** One step in words: what happened to the price, with its figures. */
export function stepText(step: PriceStep, names: Readonly<Record<string, string>>): string {
  const called = (code: string): string => (names[code] === undefined ? code : `${names[code]} ${code}`);
  switch (step.kind) {
    case 'passed':
      return say(passedTexts[step.why], { strategy: called(step.strategy) });
    case 'strategy':
      return strategyText(step, called(step.strategy));
    case 'benchmark':
      return say(step.isDefaultClass ? priceTexts.benchmarkDefault : priceTexts.benchmark, {
        benchmark: step.benchmark,
        priceClass: step.priceClass,
        price: shown(step.price),
      });
    case 'assist':
      return say(priceTexts.assist, { price: shown(step.price), rate: plainly(step.rate), result: shown(step.result) });
    case 'method':
      return methodText(step);
    case 'tier':
      return say(priceTexts.tier, {
        number: plainly(step.number),
        startNumber: plainly(step.startNumber),
        result: shown(step.result),
      });
    case 'bands':
      return say(priceTexts.bands, {
        bands: step.bands.map(({ number, price }) => `${plainly(number)} × ${shown(price)}`).join(' + '),
        amount: step.amount,
        result: shown(step.result),
      });
    case 'colour':
      return say(priceTexts.colour, { colour: step.colour, fee: shown(step.fee), result: shown(step.result) });
    case 'typed':
      return say(priceTexts.typed, { price: shown(step.price) });
    case 'floor':
      return say(priceTexts.floor, { floor: shown(step.floor) });
    case 'none':
      return say(priceTexts.none);
  }
}

type StepOf<Kind extends PriceStep['kind']> = Extract<PriceStep, { readonly kind: Kind }>;

function strategyText(step: StepOf<'strategy'>, strategy: string): string {
  const [customer, product] = [
    dimensionLabel(step.customer) ?? priceTexts.everybody,
    dimensionLabel(step.product) ?? priceTexts.everything,
  ];
  const decides = say(priceTexts.strategy, {
    strategy,
    customer: say(customer),
    product: say(product),
  });
  return step.mode === pricingModes.fixed
    ? `${decides} · ${say(priceTexts.fixed, { value: shown(step.value) })}`
    : decides;
}

function methodText(step: StepOf<'method'>): string {
  const figures = {
    base: shown(step.base),
    value: step.mode === pricingModes.amountOff ? shown(step.value) : plainly(step.value),
    result: shown(step.result),
  };
  return say(
    step.mode === pricingModes.rate
      ? priceTexts.rate
      : step.mode === pricingModes.costPlus
        ? priceTexts.costPlus
        : priceTexts.amountOff,
    figures,
  );
}

const shown = (price: string): string => (isDecimal(price) ? fixed(price, 4) : price);
/** 10.000000 is ten. */
const plainly = (figure: string): string => (figure.includes('.') ? figure.replace(/\.?0+$/, '') : figure);
