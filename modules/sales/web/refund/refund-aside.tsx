import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { compare, plus } from '#platform/model/decimal.ts';
import type { BillOf } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { post } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import type { OwnAsideProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { exchanging, isBack } from '#sales/model/refund/choices.ts';
import type { RefundQuote, RefundReceipt, RefundRecord } from '#sales/model/refund/refund-record.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { ExchangeSum } from './exchange-lines.tsx';
import { RefundCurve } from './refund-curve.tsx';
import { refundTexts } from './refund-texts.ts';
import { hasKept, RefundWhy } from './refund-why.tsx';
import './refund.css';

/** Beside a return: what it gives back and why; once goods came in, as it was posted with each movement. */
export function RefundAside({ record }: OwnAsideProps): ReactNode {
  const { orderType, newAmount, totalAmount } = record as Readonly<Record<string, string | null | undefined>>;
  return (
    <>
      {orderType === exchanging && <ExchangeSum newAmount={newAmount ?? '0'} backAmount={totalAmount ?? '0'} />}
      <Reasons record={record} />
      <Curves record={record} />
    </>
  );
}

function Reasons({ record }: Pick<OwnAsideProps, 'record'>): ReactNode {
  const { estimate, receipts } = record as {
    readonly estimate?: RefundRecord | null;
    readonly receipts?: readonly RefundReceipt[] | null;
  };
  const about = ['code', 'customerName', 'orderCode']
    .map((key) => textAt(record, key))
    .filter(Boolean)
    .join(' · ');
  if (receipts == null || receipts.length === 0)
    return estimate == null ? null : <Told record={estimate} isEstimate about={about} />;
  return receipts.map(({ movementId, movementCode, record: posted, exchanged = [] }) => (
    <section key={movementId}>
      {receipts.length > 1 && <h3>{say(refundTexts.receipt, { code: movementCode })}</h3>}
      <Told record={posted} about={about} />
      {exchanged.length > 0 && (
        <p className="refund-note" data-testid="refund-exchanged">
          {say(refundTexts.exchanged, { points: plus(...exchanged.map(({ number }) => number)) })}
        </p>
      )}
    </section>
  ));
}

interface ToldProps {
  readonly record: RefundRecord;
  readonly isEstimate?: boolean;
  readonly about: string;
}
/** The reasons, and a step away every line of the order. */
const Told = ({ record, isEstimate = false, about }: ToldProps): ReactNode => (
  <>
    <RefundWhy record={record} isEstimate={isEstimate} />
    {hasKept(record) && (
      <Button
        size="small"
        className="refund-open"
        data-verb="wholeOrder"
        onClick={() => void wholeOrder().then((open) => open({ record, isEstimate, about }))}
      >
        {say(refundTexts.whole)}
      </Button>
    )}
  </>
);
const wholeOrder = chunk(
  () => import('./whole-order.tsx'),
  ({ openWholeOrder }) => openWholeOrder,
);

interface Waiting {
  readonly id?: string;
  readonly orderCode?: string | null;
  readonly returnReason?: string | null;
  readonly billStatus?: string;
  readonly rowVersion?: number;
  readonly lines?: BillOf<typeof refund>['lines'];
  readonly estimate?: RefundRecord | null;
  readonly receipts?: readonly RefundReceipt[] | null;
}
const waits: ReadonlySet<string> = new Set([refund.states.saved.code, refund.states.stashed.code]);

/** Of a return that waits: what more or fewer pieces of each of its lines would give back. */
function Curves({ record }: Pick<OwnAsideProps, 'record'>): ReactNode {
  const { id, orderCode, returnReason, receipts, estimate, billStatus, rowVersion, lines = [] } = record as Waiting;
  const isWaiting = waits.has(billStatus ?? '') && orderCode != null && (receipts ?? []).length === 0;
  const back = lines.filter((line) => isBack(line));
  const [first] = back.toSorted((a, b) => compare(b.amount ?? '0', a.amount ?? '0'));
  const can = useCan();
  const mayAsk = can(permissionOf(refund, 'save')) || can(permissionOf(refund, 'update'));
  const { data } = useQuery({
    queryKey: ['return', 'curve', id, rowVersion, first?.id],
    queryFn: () =>
      post<RefundQuote>(
        `${refund.path}/calculate`,
        {
          orderCode,
          id,
          returnReason,
          lines: back.map(({ orderLineId, productCode, number, missing }) => ({
            orderLineId,
            productCode,
            number,
            missing,
          })),
          curveOf: first?.orderLineId,
        },
        { isSilent: true },
      ),
    enabled: isWaiting && mayAsk && estimate?.basis === 'kept' && first !== undefined,
    retry: false,
  });
  if (data === undefined || first === undefined) return null;
  return <RefundCurve curve={data.curve} name={first.productName ?? first.productCode} chosen={first.number} />;
}
