import { Button, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CallError, put } from '#platform/web/api/client.ts';
import { Dialog } from '#platform/web/page/dialogs.tsx';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { stockCount } from '#stock/model/count.ts';
import { beep, ScanInput } from './picking-dialog.tsx';
import { scanOf } from './scan.ts';
import { stockTexts } from './stock-texts.ts';
import './count.css';

export interface CountedBill {
  readonly id: string;
  readonly code: string;
  readonly lines: readonly Row[];
}
interface Told {
  readonly isWrong: boolean;
  readonly text: string;
  readonly lineId?: string;
}
interface Entry {
  readonly lineId?: string;
  readonly barcode?: string;
  readonly number: string;
  readonly isMore?: boolean;
}

/** Answers whether anything was counted. */
export const countDialog = (bill: CountedBill, close: (isChanged?: boolean) => void): ReactNode => (
  <CountDialog bill={bill} onClose={close} />
);

const quantity = (value: string): string => (value === '' ? '' : measureText(value, { measure: 'quantity' }));
/** What somebody is asked to tell of a line: the recount where one was asked for. */
const numberOf = (line: Row): string =>
  textAt(line, textAt(line, 'recountFlag') === '1' ? 'countNumber2' : 'countNumber');

function CountDialog({
  bill,
  onClose,
}: {
  readonly bill: CountedBill;
  readonly onClose: (isChanged: boolean) => void;
}): ReactNode {
  const { lines, told, isChanged, enter } = useCounting(bill);
  const again = lines.filter((line) => textAt(line, 'recountFlag') === '1');
  const shown = again.length > 0 ? again : lines;
  const done = shown.filter((line) => numberOf(line) !== '').length;
  return (
    <Dialog
      open
      width={640}
      title={say(stockTexts.countTitle, { code: bill.code })}
      onCancel={() => {
        onClose(isChanged);
      }}
      footer={
        <Button
          type="primary"
          data-verb="closeCounting"
          onClick={() => {
            onClose(isChanged);
          }}
        >
          {say(stockTexts.close)}
        </Button>
      }
    >
      <CountInput told={told} enter={enter} />
      <p className="count-progress">
        {say(again.length > 0 ? stockTexts.recountProgress : stockTexts.countProgress, { done, all: shown.length })}
      </p>
      <ul className="count-lines">
        {shown.map((line) => (
          <CountLine
            key={`${textAt(line, 'id')} ${numberOf(line)}`}
            line={line}
            isLast={told?.lineId === textAt(line, 'id')}
            onTold={(number) => {
              enter({ lineId: textAt(line, 'id'), number });
            }}
          />
        ))}
      </ul>
    </Dialog>
  );
}

/** Whoever scans looks at the goods: what was counted is told beside it. */
function CountInput({ told, enter }: Pick<Counting, 'told' | 'enter'>): ReactNode {
  const input = useRef<InputRef>(null);
  useEffect(() => {
    input.current?.focus();
  }, []);
  return (
    <>
      <ScanInput
        input={input}
        isWrong={told?.isWrong === true}
        onScan={(scanned) => {
          if (scanned.trim() !== '') enter({ ...scanOf(scanned), isMore: true });
        }}
      />
      <p
        className={told === null ? 'pick-told' : told.isWrong ? 'pick-told pick-wrong' : 'pick-told pick-right'}
        role={told?.isWrong === true ? 'alert' : 'status'}
        data-testid="count-told"
      >
        {told?.text ?? say(stockTexts.countScan)}
      </p>
    </>
  );
}

interface Counting {
  readonly lines: readonly Row[];
  readonly told: Told | null;
  readonly isChanged: boolean;
  readonly enter: (entry: Entry) => void;
}

function useCounting(bill: CountedBill): Counting {
  const [lines, setLines] = useState(bill.lines);
  const [told, setTold] = useState<Told | null>(null);
  const [isChanged, setChanged] = useState(false);
  // One after the other: two pieces with the same barcode are two calls, never one that was sent twice.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const send = async (entry: Entry): Promise<void> => {
    try {
      const answer = await put<{ readonly lines: readonly Row[] }>(
        `${stockCount.path}/count`,
        { id: bill.id, entries: [entry] },
        { isSilent: true },
      );
      const [line] = answer.lines;
      if (line === undefined) return;
      setLines((before) => withLine(before, line));
      setTold({
        isWrong: false,
        text: say(stockTexts.countedAs, { product: textAt(line, 'productName'), number: quantity(numberOf(line)) }),
        lineId: textAt(line, 'id'),
      });
      setChanged(true);
      beep(true);
    } catch (error) {
      setTold({ isWrong: true, text: error instanceof CallError ? error.message : say(texts.chunkBroke) });
      beep(false);
    }
  };
  return {
    lines,
    told,
    isChanged,
    enter: (entry) => {
      queue.current = queue.current.then(() => send(entry));
    },
  };
}

/** Goods that were found beyond the list stand behind it. */
const withLine = (lines: readonly Row[], changed: Row): readonly Row[] =>
  lines.some((line) => textAt(line, 'id') === textAt(changed, 'id'))
    ? lines.map((line) => (textAt(line, 'id') === textAt(changed, 'id') ? { ...line, ...changed } : line))
    : [...lines, changed];

function CountLine({
  line,
  isLast,
  onTold,
}: {
  readonly line: Row;
  readonly isLast: boolean;
  readonly onTold: (number: string) => void;
}): ReactNode {
  const before = quantity(numberOf(line));
  const [typed, setTyped] = useState(before);
  const tell = (): void => {
    const number = typed.normalize('NFKC').replaceAll(',', '').trim();
    if (number !== '' && typed !== before) onTold(number);
  };
  return (
    <li className={isLast ? 'pick-last' : ''} data-product={textAt(line, 'productCode')}>
      <span className="count-product">
        <b>{textAt(line, 'productName')}</b>
        <span className="quiet">
          {textAt(line, 'productCode')} {textAt(line, 'spec')}
        </span>
      </span>
      <Input
        className="count-number"
        inputMode="decimal"
        aria-label={`${say(stockCount.lines.countNumber.label)} ${textAt(line, 'productName')}`}
        placeholder={say(stockCount.lines.countNumber.label)}
        suffix={textAt(line, 'mainUnitName')}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
        }}
        onBlur={tell}
        onPressEnter={tell}
      />
    </li>
  );
}
