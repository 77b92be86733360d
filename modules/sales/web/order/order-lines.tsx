import { componentsIn } from '#data/model/goods/combination.ts';
import { QuestionCircleOutlined, WarningFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { decimalPattern, minus, round } from '#platform/model/decimal.ts';
import { price as priceField, quantity } from '#platform/model/field.ts';
import { post } from '#platform/web/api/client.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { useRefName } from '#platform/web/reference/use-ref.ts';
import type { LineToolsProps, LiveAnswer, LiveLine, LiveLines } from '#platform/web/registry/live-lines.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import type { PriceRecord } from '#price/model/price-record.ts';
import type { Quote, QuotedLine } from '#sales/model/order/quote.ts';
import type { AboutOrder } from './order-means.tsx';
import { orderTexts } from './order-texts.ts';
import { priceTexts } from './price-texts.ts';
import { columnTexts } from '#sales/web/promotion/kind-texts.ts';
import {
  ExplanationButton,
  explanationSetting,
  giftMark,
  promotionColumns,
  type LineFacts,
} from '#sales/web/promotion/promotion-columns.tsx';
import { unchosenText } from '#sales/web/promotion/unchosen.ts';
import { useSumKey } from '#sales/web/promotion/off-cell.tsx';
import { kindsByLine } from '#sales/web/promotion/promotion-kinds.ts';
import './price.css';

// As the order's own fields; importing the order here would tear it out of the definitions that come with every list.
const number = quantity(priceTexts.available);
const price = priceField(priceTexts.lastPrice);

const templates = chunk(
  () => import('./order-templates.tsx'),
  ({ openTemplates }) => openTemplates,
);
const explain = chunk(
  () => import('./price-trace.tsx'),
  ({ explainPrice }) => explainPrice,
);

/** While an order is written: its prices, what is free in the warehouse, what the customer paid before, and why. */
export const orderLines: LiveLines = {
  headKeys: [
    'organizeCode',
    'customerCode',
    'orderType',
    'channelCode',
    'brandCode',
    'saleTypeCode',
    'billDate',
    'storageCode',
    'shippingLocationCode',
    'freightAmount',
    'allowanceAmount',
    'roundingAmount',
    'waiverAmount',
    'giftChoices',
    'giftWaivers',
  ],
  lineKeys: [
    'productCode',
    'number',
    'price',
    'freeTermCode',
    'outStorageCode',
    'lineType',
    'rate',
    'taxRate',
    'ruleNo',
  ],
  ask,
  summary: chunk(
    () => import('./order-means.tsx'),
    ({ OrderMeans }) => OrderMeans,
  ),
  failed: columnTexts.failed,
  beside: {
    shortcut: 'F8',
    setting: explanationSetting,
    label: columnTexts.why,
    load: async () => (await import('#sales/web/promotion/promotion-panel.tsx')).PromotionDock,
  },
  warnOf: unchosenText,
  Tools: OrderTools,
  filledIn: (line) =>
    recordIn(line)?.source === 'typed' || recordIn(line) === undefined
      ? {}
      : { price: (line as { readonly price?: unknown }).price },
  hints: { outStorageCode: (facts) => <UsualPlace code={factsIn(facts)?.storageCode ?? ''} /> },
  // What is free is seen without scrolling on a small laptop, too.
  yielding: ['model', 'assistUnitName'],
  // Beside the comments: a name says its spec, and why a price is what it is stays in sight.
  yieldingInRead: ['spec'],
  markOf: giftMark,
  // Behind what is typed: number and price are pasted from a sheet as neighbours.
  columns: [
    ...promotionColumns,
    {
      key: '$why',
      label: priceTexts.whyShort,
      after: 'amount',
      width: 52,
      align: 'center',
      isInRead: true,
      textOf: () => '',
      render: (row, facts) => <Why row={row} quoted={factsIn(facts)} />,
      open: explainLine,
    },
    {
      key: '$available',
      label: priceTexts.available,
      after: 'amount',
      width: 88,
      align: 'right',
      textOf: (_row, facts) => supplyText(factsIn(facts)) ?? factsIn(facts)?.available ?? '',
      render: (row, facts) => <Available row={row} quoted={factsIn(facts)} />,
    },
    {
      key: '$lastPrice',
      label: priceTexts.lastPrice,
      after: '$why',
      width: 96,
      align: 'right',
      textOf: (_row, facts) => factsIn(facts)?.lastPrice ?? '',
      render: (_row, facts) => <LastPrice quoted={factsIn(facts)} />,
      open: explainLine,
    },
  ],
};

function OrderTools(props: LineToolsProps): ReactNode {
  useSumKey();
  return (
    <>
      <Button size="small" data-verb="templates" onClick={() => void templates().then((open) => open(props))}>
        {say(orderTexts.templates)}
      </Button>
      {!props.isRead && <ExplanationButton />}
    </>
  );
}

async function ask(
  { waiverAmount, giftChoices, giftWaivers, ...head }: Row,
  lines: readonly Row[],
): Promise<LiveAnswer> {
  if (textAt(head, 'customerCode') === '' || textAt(head, 'organizeCode') === '')
    return { lines: lines.map(() => unknown) };
  // What costs so much for one is already worth knowing while the number is still being typed.
  const {
    lines: quoted,
    credit,
    totals: { discount, freight },
    promotions,
    storageCode,
    refusals,
  } = await post<Quote>(
    '/channelsale/order/calculate',
    {
      ...sendable(head),
      giftChoices,
      giftWaivers,
      lines: lines.map((line) => ({ ...sendable(line), number: numberOf(line) ?? '1' })),
    },
    { isSilent: true },
  );
  const about: AboutOrder = {
    credit,
    orderType: textAt(head, 'orderType'),
    waiver: textAt({ waiverAmount }, 'waiverAmount'),
    discount,
    freight,
    promotions,
    storageCode,
    refusals,
  };
  const kinds = kindsByLine(promotions?.trace ?? []);
  return {
    about,
    lines: lines.map((line, at): LiveLine => {
      const answer = quoted[at];
      if (answer === undefined) return unknown;
      const { price: resolved, amount } = answer;
      const isFree = ['1', '4'].includes(textAt(line, 'lineType'));
      return {
        // Beside a typed price nothing is filled in; the amount is that of the typed one.
        fills: isFree
          ? { price: '0' }
          : resolved === null || decimalPattern.test(textAt(line, 'price'))
            ? {}
            : { price: round(resolved, 4) },
        follows: numberOf(line) === null || amount === null ? {} : { amount: round(amount, 2) },
        facts: { ...answer, lineNo: at + 1, kinds: kinds.get(at + 1) ?? [], told: promotions } satisfies LineFacts,
      };
    }),
  };
}

const unknown: LiveLine = { fills: {}, follows: {}, facts: undefined };
const figures = new Set(['price', 'rate', 'taxRate', 'freightAmount', 'allowanceAmount', 'roundingAmount']);
const longestCode = 50;
/** One wrong cell is told at its place; the figures of all the others are worked out without it. */
const sendable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      (figures.has(key) ? decimalPattern.test(textAt(row, key)) : textAt(row, key).length <= longestCode)
        ? value
        : null,
    ]),
  );
/** What is typed may not be a number yet. */
const numberOf = (line: Row): string | null =>
  decimalPattern.test(textAt(line, 'number')) ? textAt(line, 'number') : null;
const factsIn = (facts: unknown): QuotedLine | undefined => facts as QuotedLine | undefined;
const recordIn = ({ priceTrace }: Row): PriceRecord | undefined => (priceTrace ?? undefined) as PriceRecord | undefined;

/** What a customer is told instead of a figure. */
const supplyText = (quoted: QuotedLine | undefined): string | undefined =>
  quoted?.supply == null
    ? undefined
    : say({ enough: priceTexts.enough, few: priceTexts.few, none: priceTexts.gone }[quoted.supply]);

function Available({ row, quoted }: { readonly row: Row; readonly quoted: QuotedLine | undefined }): ReactNode {
  if (quoted?.available == null) return supplyText(quoted) ?? '';
  const shown = measureText(quoted.available, number);
  const wanted = numberOf(row);
  if (!quoted.isShort || wanted === null) return shown;
  const missing = say(priceTexts.short, { number: minus(wanted, quoted.available) });
  return (
    <span className="price-short" title={missing} data-short>
      <WarningFilled aria-label={missing} /> {shown}
    </span>
  );
}

/** Which warehouse the available number is of. */
const UsualPlace = ({ code }: { readonly code: string }): ReactNode => code !== '' && <PlaceName code={code} />;
const PlaceName = ({ code }: { readonly code: string }): ReactNode => useRefName('storageList', code);

const LastPrice = ({ quoted }: { readonly quoted: QuotedLine | undefined }): ReactNode =>
  quoted?.lastPrice == null ? '' : measureText(quoted.lastPrice, price);

function Why({ row, quoted }: { readonly row: Row; readonly quoted: QuotedLine | undefined }): ReactNode {
  if (toldOf(row, quoted) === undefined) return '';
  const [refused] = quoted?.refusals ?? [];
  const label = refused?.msg ?? say(priceTexts.why);
  return (
    <button
      type="button"
      className="icon-button"
      tabIndex={-1}
      data-verb="why"
      aria-label={label}
      title={label}
      onClick={() => {
        explainLine(row, quoted);
      }}
    >
      {refused === undefined ? <QuestionCircleOutlined /> : <WarningFilled className="price-warning" />}
    </button>
  );
}

/** What of the price can be explained: as it is asked for now, or as it was saved. */
const toldOf = (row: Row, quoted: QuotedLine | undefined): Pick<QuotedLine, 'trace' | 'names'> | undefined =>
  textAt(row, 'productCode') === '' ? undefined : (quoted ?? recordIn(row));

/** Why the price, and what this customer paid before. */
function explainLine(row: Row, facts: unknown): boolean {
  const quoted = factsIn(facts);
  const told = toldOf(row, quoted);
  if (told === undefined) return false;
  const product = textAt(row, 'productName') || textAt(row, 'productCode');
  const components = componentsIn((row as { readonly components?: unknown }).components);
  void explain().then((explainPrice) =>
    explainPrice({
      product,
      trace: told.trace,
      names: told.names,
      ...(components.length === 0 ? {} : { kit: { number: textAt(row, 'number'), components } }),
      ...(quoted === undefined ? {} : { refusals: quoted.refusals, history: quoted.history }),
    }),
  );
  return true;
}
