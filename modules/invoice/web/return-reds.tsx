import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { get } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { issueStatus, redConfirmStatus } from '#invoice/model/value/choices.ts';
import { nameIn, redTexts as texts } from './red-texts.ts';
import './red.css';

interface Proposed {
  readonly invoiceId: string;
  readonly code: string;
  readonly invoiceNumber: string | null;
  readonly totalAmount: string;
  readonly lines: readonly { readonly lineNo: number; readonly productName: string; readonly number: string }[];
}
interface Made {
  readonly id: string;
  readonly code: string;
  readonly invoiceNumber: string | null;
  readonly totalAmount: string | null;
  readonly issueStatus: string;
  readonly originalCode: string | null;
  readonly redConfirmStatus: string;
  readonly redConfirmNo: string | null;
  readonly redConfirmMsg: string | null;
}
interface Reds {
  readonly proposed: readonly Proposed[];
  readonly reds: readonly Made[];
}

/** Which invoices a return takes back, and which red ones do already. Nothing changes here: an invoice is opened. */
export const showReds = async ([bill]: readonly Row[]): Promise<boolean> => {
  if (bill === undefined) return false;
  const id = await openDialog<string>((close) => <ReturnReds bill={bill} onClose={close} />);
  if (id !== undefined) go(`invoice-maintain__read__${id}`);
  return false;
};

interface Props {
  readonly bill: Row;
  readonly onClose: (invoiceId?: string) => void;
}

function ReturnReds({ bill, onClose }: Props): ReactNode {
  const id = textAt(bill, 'id');
  const { data, error } = useQuery({
    queryKey: ['reds', id],
    queryFn: () => get<Reds>(`${invoiceMaintain.path}/reds`, { refundId: id }, { isSilent: true }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog
      open
      width={640}
      title={say(texts.ofReturnTitle, { code: textAt(bill, 'code') })}
      footer={
        <Button
          onClick={() => {
            onClose();
          }}
        >
          {say(texts.close)}
        </Button>
      }
      onCancel={() => {
        onClose();
      }}
    >
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      {data !== undefined && <RedList reds={data} onOpen={onClose} />}
    </Dialog>
  );
}

interface ListProps {
  readonly reds: Reds;
  readonly onOpen: (invoiceId: string) => void;
}
function RedList({ reds: { proposed, reds }, onOpen }: ListProps): ReactNode {
  if (proposed.length + reds.length === 0) return <Alert type="info" showIcon title={say(texts.nothing)} />;
  return (
    <>
      {proposed.length > 0 && (
        <section className="red-part" data-testid="reds-proposed">
          <h4>{say(texts.proposal)}</h4>
          {proposed.map(({ invoiceId, invoiceNumber, code, lines, totalAmount }) => (
            <Invoice
              key={invoiceId}
              name={invoiceNumber ?? code}
              told={lines.map(({ productName, number }) => `${productName} × ${quantity(number)}`).join('；')}
              amount={totalAmount}
              onOpen={() => {
                onOpen(invoiceId);
              }}
            />
          ))}
        </section>
      )}
      {reds.length > 0 && (
        <section className="red-part" data-testid="reds-made">
          <h4>{say(texts.made)}</h4>
          {reds.map((made) => (
            <Invoice
              key={made.id}
              name={made.invoiceNumber ?? made.code}
              told={toldOf(made)}
              amount={made.totalAmount ?? '0'}
              onOpen={() => {
                onOpen(made.id);
              }}
            />
          ))}
        </section>
      )}
    </>
  );
}

/** One without a number is as far as its confirmation, and says why it does not go on. */
function toldOf({ originalCode, invoiceNumber, redConfirmNo, redConfirmMsg, ...made }: Made): string {
  const stand =
    invoiceNumber === null && made.issueStatus === '0'
      ? nameIn(redConfirmStatus, made.redConfirmStatus)
      : nameIn(issueStatus, made.issueStatus);
  return [originalCode, stand, redConfirmNo, invoiceNumber === null && redConfirmMsg]
    .filter((each) => each !== null && each !== '' && each !== false)
    .join(' · ');
}

const quantity = (number: string): string => measureText(number, { measure: 'quantity' });

interface InvoiceProps {
  readonly name: string;
  readonly told: string;
  readonly amount: string;
  readonly onOpen: () => void;
}
const Invoice = ({ name, told, amount, onOpen }: InvoiceProps): ReactNode => (
  <div className="red-invoice">
    <span>
      <b>{name}</b>
      <br />
      <span className="quiet">{told}</span>
    </span>
    <span className="number">{measureText(amount, { measure: 'amount' })}</span>
    <Button type="link" data-verb="openInvoice" onClick={onOpen}>
      {say(texts.open)}
    </Button>
  </div>
);
