import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Input, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { done } from '#platform/web/action/perform.ts';
import { get, put } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { measureText, typedDecimal } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { redOf, type BlueLine, type RedAsked, type RedReason } from '#invoice/model/red/red-lines.ts';
import { redReason } from '#invoice/model/value/choices.ts';
import { redTexts as texts } from './red-texts.ts';
import './red.css';

interface OfferedLine extends BlueLine {
  readonly productName: string;
  readonly unitName: string | null;
  readonly room: string;
  readonly proposed: string | null;
}
interface Offer {
  readonly isByProvider: boolean;
  readonly returns: readonly string[];
  readonly lines: readonly OfferedLine[];
}
interface Said {
  readonly redReason: RedReason;
  readonly buyerUsedFlag: '0' | '1';
  readonly redConfirmNo: string | null;
  readonly lines?: readonly RedAsked[];
}
type Numbers = Readonly<Record<number, string>>;

/** 红冲: why, whether the buyer has used it, and how much of which lines. */
export const reverse = async ([bill]: readonly Row[]): Promise<boolean> => {
  if (bill === undefined) return false;
  const said = await openDialog<Said>((close) => <RedDialog bill={bill} onClose={close} />);
  return (
    said !== undefined && done(() => put(`${invoiceMaintain.path}/redReverse`, { ids: [textAt(bill, 'id')], ...said }))
  );
};

const isNumber = (text: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(text);
const money = (amount: string): string => measureText(amount, { measure: 'amount' });
const quantity = (number: string): string => measureText(number, { measure: 'quantity' });

interface DialogProps {
  readonly bill: Row;
  readonly onClose: (said?: Said) => void;
}

function RedDialog({ bill, onClose }: DialogProps): ReactNode {
  const id = textAt(bill, 'id');
  const [asking, setAsking] = useState<Asking>({ why: '02', isUsed: false, confirmNo: '', typed: {} });
  const { data: offer, error } = useQuery({
    queryKey: ['red', id],
    queryFn: () => get<Offer>(`${invoiceMaintain.path}/${id}/red`, {}, { isSilent: true }),
    gcTime: 0,
    retry: false,
  });
  const { why, isUsed, confirmNo, typed } = asking;
  const lines = offer?.lines ?? [];
  const isWhole = why === '01';
  const asked = isWhole ? wholeOf(lines) : askedOf(lines, typed, why);
  const red = asked.length === 0 ? null : redOf(why, lines, asked);
  const isFit = red !== null && !('error' in red) && lines.every((line) => isTold(line, typed[line.lineNo]));
  const total = red === null || 'error' in red ? '0' : red.total;
  return (
    <Dialog
      open
      width={860}
      title={say(texts.title, { number: textAt(bill, 'invoiceNumber') })}
      okText={say(texts.verb)}
      cancelText={say(common.cancel)}
      okButtonProps={{ disabled: !isFit, danger: true }}
      onOk={() => {
        onClose({
          redReason: why,
          buyerUsedFlag: isUsed ? '1' : '0',
          redConfirmNo: confirmNo.trim() === '' ? null : confirmNo.trim(),
          ...(isWhole ? {} : { lines: asked }),
        });
      }}
      onCancel={() => {
        onClose();
      }}
    >
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      <Head asking={asking} isByProvider={offer?.isByProvider !== false} onChange={setAsking} />
      <Told why={why} offer={offer} />
      <Lines lines={lines} asked={asked} asking={asking} onChange={setAsking} />
      <Sum bill={bill} total={total} isByProvider={offer?.isByProvider === true} />
    </Dialog>
  );
}

interface SumProps {
  readonly bill: Row;
  readonly total: string;
  readonly isByProvider: boolean;
}
function Sum({ bill, total, isByProvider }: SumProps): ReactNode {
  return (
    <>
      {isByProvider && <p className="red-told">{say(texts.fromProvider)}</p>}
      <div className="red-sum" data-testid="red-sum">
        <span>
          {say(texts.total)} <b>{money(total)}</b>
        </span>
        <span>
          {say(texts.leftAfter)} <b>{money(plus(leftOf(bill), total))}</b>
        </span>
      </div>
    </>
  );
}

interface Asking {
  readonly why: RedReason;
  readonly isUsed: boolean;
  readonly confirmNo: string;
  readonly typed: Numbers;
}
interface PartProps {
  readonly asking: Asking;
  readonly onChange: (asking: Asking) => void;
}

interface HeadProps extends PartProps {
  readonly isByProvider: boolean;
}
/** Where a provider sees to confirmations there is nothing to be said of them. */
function Head({ asking, isByProvider, onChange }: HeadProps): ReactNode {
  const { redReason: field, redConfirmNo } = invoiceMaintain.head;
  return (
    <div className="red-head">
      <Segmented
        data-field="redReason"
        aria-label={say(field.label)}
        value={asking.why}
        options={Object.entries(redReason).map(([value, label]) => ({ value, label: say(label) }))}
        onChange={(value) => {
          onChange({ ...asking, why: value as RedReason });
        }}
      />
      {isByProvider ? null : (
        <>
          <Checkbox
            data-field="buyerUsedFlag"
            checked={asking.isUsed}
            onChange={({ target }) => {
              onChange({ ...asking, isUsed: target.checked });
            }}
          >
            {say(texts.used)}
          </Checkbox>
          <Input
            data-field="redConfirmNo"
            maxLength={50}
            value={asking.confirmNo}
            aria-label={say(redConfirmNo.label)}
            placeholder={say(redConfirmNo.label)}
            onChange={({ target }) => {
              onChange({ ...asking, confirmNo: target.value });
            }}
          />
        </>
      )}
    </div>
  );
}

interface LinesProps extends PartProps {
  readonly lines: readonly OfferedLine[];
  readonly asked: readonly RedAsked[];
}
function Lines({ lines, asked, asking, onChange }: LinesProps): ReactNode {
  const { why, typed } = asking;
  return (
    <div className="red-lines">
      <div className="red-line head">
        <span>{say(texts.goods)}</span>
        <span className="number">{say(texts.number)}</span>
        <span className="number">{say(texts.left)}</span>
        <span className="number">{say(texts.now)}</span>
        <span className="number">{say(texts.amount)}</span>
      </div>
      {lines.map((line) => (
        <RedRow
          key={line.lineNo}
          line={line}
          isFixed={why === '01' || (why === '03' && line.number !== '')}
          typed={numberIn(why, asked, line, typed)}
          amount={amountOf(why, lines, asked, line)}
          onChange={(number) => {
            onChange({ ...asking, typed: { ...typed, [line.lineNo]: number } });
          }}
        />
      ))}
    </div>
  );
}

const leftOf = (bill: Row): string => minus(textAt(bill, 'totalAmount') || '0', textAt(bill, 'redAmount') || '0');

function Told({ why, offer }: { readonly why: RedReason; readonly offer: Offer | undefined }): ReactNode {
  if (why === '01') return <Alert type="info" showIcon title={say(texts.wholeOnly)} />;
  if (why !== '02' || offer === undefined || offer.returns.length === 0) return null;
  return <Alert type="info" showIcon title={say(texts.proposed, { codes: offer.returns.join('、') })} />;
}

const wholeOf = (lines: readonly OfferedLine[]): readonly RedAsked[] =>
  lines.map(({ lineNo, number }) => ({ lineNo, number: number === '' ? '1' : number }));

/** What was typed, else what a return proposes; 03 is of what has no number. */
function askedOf(lines: readonly OfferedLine[], typed: Numbers, why: RedReason): readonly RedAsked[] {
  return lines.flatMap((line): RedAsked[] => {
    if (why === '03' && line.number !== '') return [];
    const number = typed[line.lineNo] ?? (why === '02' ? (line.proposed ?? '') : '');
    return isNumber(number) && !isZero(number) ? [{ lineNo: line.lineNo, number }] : [];
  });
}

const isTold = ({ room }: OfferedLine, number = ''): boolean =>
  number === '' || (isNumber(number) && compare(number, room) <= 0);

/** What stands in the cell: a whole reversal shows all of a line whatever was typed before. */
function numberIn(why: RedReason, asked: readonly RedAsked[], { lineNo }: OfferedLine, typed: Numbers): string {
  const own = asked.find((each) => each.lineNo === lineNo)?.number ?? '';
  return why === '01' ? own : (typed[lineNo] ?? own);
}

/** What a line comes to, its discount with it. */
function amountOf(
  why: RedReason,
  lines: readonly OfferedLine[],
  asked: readonly RedAsked[],
  { lineNo }: OfferedLine,
): string {
  const own = asked.filter((each) => each.lineNo === lineNo);
  const red = own.length === 0 ? null : redOf(why === '01' ? '04' : why, lines, own);
  return red === null || 'error' in red ? '' : negated(red.total);
}

interface RowProps {
  readonly line: OfferedLine;
  readonly isFixed: boolean;
  readonly typed: string;
  readonly amount: string;
  readonly onChange: (number: string) => void;
}
function RedRow({ line, isFixed, typed, amount, onChange }: RowProps): ReactNode {
  const isWrong = !isTold(line, typed);
  const isGone = isZero(line.room);
  return (
    <div className="red-line" data-line={line.lineNo}>
      <span>{line.productName}</span>
      <span className="number" data-short={say(texts.number)}>
        {line.number === '' ? '' : `${quantity(line.number)} ${line.unitName ?? ''}`}
      </span>
      <span className="number" data-short={say(texts.left)}>
        {line.number === '' ? '' : quantity(line.room)}
      </span>
      {line.number === '' ? (
        <Checkbox
          data-field="number"
          disabled={isFixed || isGone}
          checked={typed === '1'}
          onChange={({ target }) => {
            onChange(target.checked ? '1' : '');
          }}
        >
          {say(texts.wholeLine)}
        </Checkbox>
      ) : (
        <Input
          className="number"
          inputMode="decimal"
          maxLength={17}
          disabled={isFixed || isGone}
          value={typed}
          status={isWrong ? 'error' : ''}
          aria-invalid={isWrong}
          aria-label={`${line.productName} ${say(texts.now)}`}
          title={isWrong ? say(texts.above, { n: quantity(line.room) }) : ''}
          data-field="number"
          onChange={({ target }) => {
            onChange(typedDecimal(target.value.trim()));
          }}
        />
      )}
      <span className="number" data-short={say(texts.amount)}>
        {amount === '' ? '' : money(amount)}
      </span>
    </div>
  );
}
