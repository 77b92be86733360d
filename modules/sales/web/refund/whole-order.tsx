import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import { spokenLabel } from '#platform/model/field.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { say } from '#platform/web/text/language.ts';
import type { RefundRecord } from '#sales/model/refund/refund-record.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { moneyText, piecesText } from '#sales/web/promotion/promotion-told.ts';
import { wholeRows, type WholeRow } from './refund-told.ts';
import { refundTexts } from './refund-texts.ts';
import { RefundWhy } from './refund-why.tsx';
import './refund.css';

interface Whole {
  readonly record: RefundRecord;
  readonly isEstimate: boolean;
  /** Number, customer and order: what is printed is read without the page. */
  readonly about: string;
}

/** The reasons of a refund with every line of its order, on screen and on paper. */
export const openWholeOrder = (whole: Whole): Promise<unknown> =>
  openDialog((close) => (
    <Dialog
      open
      width={900}
      className="refund-whole"
      title={
        <>
          {say(refundTexts.why)} <span className="quiet">{whole.about}</span>
        </>
      }
      onCancel={() => {
        close();
      }}
      footer={
        <Button
          icon={<PrinterOutlined />}
          data-verb="printWhy"
          onClick={() => {
            window.print();
          }}
        >
          {say(refundTexts.printWhy)}
        </Button>
      }
    >
      <WholeTable record={whole.record} />
      <RefundWhy record={whole.record} isEstimate={whole.isEstimate} isShort />
    </Dialog>
  ));

function WholeTable({ record }: { readonly record: RefundRecord }): ReactNode {
  const { paid, withheldBefore, owed } = record;
  const rows = wholeRows(record);
  const sumOf = (key: 'bought' | 'back' | 'kept'): string => piecesText(plus('0', ...rows.map((row) => row[key])));
  return (
    <>
      <p className="quiet">{say(refundTexts.wholeNote)}</p>
      <table className="plain-table refund-lines" data-testid="whole-order">
        <thead>
          <tr>
            <th>{say(spokenLabel(refund.lines.productCode))}</th>
            {[
              refundTexts.bought,
              refundTexts.paid,
              refundTexts.backNumber,
              refundTexts.kept,
              refundTexts.owed,
              refundTexts.given,
            ].map((label) => (
              <th key={label[0]} className="number">
                {say(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <WholeLine key={row.key} row={row} />
          ))}
          {!isZero(withheldBefore) && (
            <tr>
              <td colSpan={6}>{say(refundTexts.before)}</td>
              <td className="number">{moneyText(withheldBefore)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th>Σ</th>
            <th className="number">{sumOf('bought')}</th>
            <th className="number">{moneyText(paid)}</th>
            <th className="number">{sumOf('back')}</th>
            <th className="number">{sumOf('kept')}</th>
            <th className="number">{moneyText(owed)}</th>
            <th className="number">{moneyText(minus(plus(paid, withheldBefore), owed))}</th>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

function WholeLine({
  row: { name, isGift, bought, paid, back, kept, owed, refund: given },
}: {
  readonly row: WholeRow;
}): ReactNode {
  return (
    <tr data-back={isZero(back) ? undefined : true} data-loss={compare(given, '0') < 0 ? true : undefined}>
      <td>
        {name} {isGift && <span className="return-gift">{say(refundTexts.gift)}</span>}
      </td>
      <td className="number">{piecesText(bought)}</td>
      <td className="number">{moneyText(paid)}</td>
      <td className="number">{piecesText(back)}</td>
      <td className="number">{piecesText(kept)}</td>
      <td className="number">{moneyText(owed)}</td>
      <td className="number">{moneyText(given)}</td>
    </tr>
  );
}
