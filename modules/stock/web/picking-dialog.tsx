import { Button, Input, Progress, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { compare, minus, over, plus, times } from '#platform/model/decimal.ts';
import { CallError, put } from '#platform/web/api/client.ts';
import { Dialog } from '#platform/web/page/dialogs.tsx';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { stockInout } from '#stock/model/inout.ts';
import { scanOf } from './scan.ts';
import { stockTexts } from './stock-texts.ts';
import './picking.css';

export interface PickedBill {
  readonly id: string;
  readonly code: string;
  readonly lines: readonly Row[];
}
interface Counted {
  readonly pickedFlag: string;
  readonly lines: readonly { readonly id: string; readonly number: string; readonly pickedNumber: string }[];
}
interface Told {
  readonly isWrong: boolean;
  readonly text: string;
  readonly lineId?: string;
}

/** Answers whether anything was counted. */
export const pickingDialog = (bill: PickedBill, close: (isChanged?: boolean) => void): ReactNode => (
  <PickingDialog bill={bill} onClose={close} />
);

const quantity = (value: string): string => measureText(value, { measure: 'quantity' });

function PickingDialog({
  bill,
  onClose,
}: {
  readonly bill: PickedBill;
  readonly onClose: (isChanged: boolean) => void;
}): ReactNode {
  const { picked, told, isChanged, enter, beginAnew } = usePicking(bill);
  const input = useRef<InputRef>(null);
  useEffect(() => {
    input.current?.focus();
  }, []);
  const done = plus(...Object.values(picked));
  const leave = (): void => {
    onClose(isChanged);
  };
  return (
    <Dialog
      open
      width={860}
      title={say(stockTexts.pickTitle, { code: bill.code })}
      onCancel={leave}
      footer={[
        <Button
          key="anew"
          danger
          data-verb="unpick"
          disabled={compare(done, '0') === 0}
          onClick={() => void beginAnew().then((isAsked) => (isAsked ? input.current?.focus() : undefined))}
        >
          {say(stockTexts.unpick)}
        </Button>,
        <Button key="close" type="primary" data-verb="closePicking" onClick={leave}>
          {say(stockTexts.close)}
        </Button>,
      ]}
    >
      <ScanInput input={input} isWrong={told?.isWrong === true} onScan={enter} />
      <p
        className={told === null ? 'pick-told' : told.isWrong ? 'pick-told pick-wrong' : 'pick-told pick-right'}
        role={told?.isWrong === true ? 'alert' : 'status'}
        data-testid="scan-told"
      >
        {told?.text ?? ''}
      </p>
      <PickProgress number={plus(...bill.lines.map((line) => textAt(line, 'number')))} done={done} />
      <div className="pick-scroll">
        <table className="pick-lines">
          <PickHead />
          <tbody>
            {bill.lines.map((line) => {
              const id = textAt(line, 'id');
              return <PickLine key={id} line={line} picked={picked[id] ?? '0'} isLast={told?.lineId === id} />;
            })}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

interface Picking {
  /** By line. */
  readonly picked: Readonly<Record<string, string>>;
  readonly told: Told | null;
  readonly isChanged: boolean;
  readonly enter: (scanned: string) => void;
  /** False when the question was answered with no. */
  readonly beginAnew: () => Promise<boolean>;
}

function usePicking(bill: PickedBill): Picking {
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(bill.lines.map((line) => [textAt(line, 'id'), textAt(line, 'pickedNumber') || '0'])),
  );
  const [told, setTold] = useState<Told | null>(null);
  const [isChanged, setChanged] = useState(false);
  // One after the other: two pieces with the same barcode are two calls, never one that was sent twice.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  // The scans behind this one ask what it has shown.
  const shown = useRef(picked);
  const show = (lines: readonly { readonly id: string; readonly pickedNumber: string }[]): void => {
    shown.current = Object.fromEntries(lines.map(({ id, pickedNumber }) => [id, pickedNumber]));
    setPicked(shown.current);
  };
  const count = async (scanned: string): Promise<void> => {
    const scan = scanOf(scanned);
    try {
      const [answer] = await put<readonly Counted[]>(`${stockInout.path}/pick`, [{ id: bill.id, scans: [scan] }], {
        isSilent: true,
      });
      if (answer === undefined) return;
      setTold(countedText(bill, answer, { before: shown.current, number: scan.number }));
      show(answer.lines);
      setChanged(true);
      beep(true);
    } catch (error) {
      setTold({ isWrong: true, text: error instanceof CallError ? error.message : say(texts.chunkBroke) });
      beep(false);
    }
  };
  const enter = (scanned: string): void => {
    if (scanned.trim() === '') return;
    queue.current = queue.current.then(() => count(scanned));
  };
  const beginAnew = async (): Promise<boolean> => {
    if (!(await feedback.confirm(say(stockTexts.confirmUnpick), { isDanger: true }))) return false;
    await put(`${stockInout.path}/unpick`, [bill.id]).then(
      () => {
        show(bill.lines.map((line) => ({ id: textAt(line, 'id'), pickedNumber: '0' })));
        setTold(null);
        setChanged(true);
      },
      () => undefined,
    );
    return true;
  };
  return { picked, told, isChanged, enter, beginAnew };
}

function countedText(
  bill: PickedBill,
  answer: Counted,
  { before, number }: { readonly before: Readonly<Record<string, string>>; readonly number: string },
): Told {
  const line = answer.lines.find(({ id, pickedNumber }) => compare(pickedNumber, before[id] ?? '0') !== 0);
  const product = textAt(
    bill.lines.find(({ id }) => id === line?.id),
    'productName',
  );
  return {
    isWrong: false,
    text: answer.pickedFlag === '1' ? say(stockTexts.complete) : say(stockTexts.counted, { product, number }),
    ...(line === undefined ? {} : { lineId: line.id }),
  };
}

export function ScanInput({
  input,
  isWrong,
  onScan,
}: {
  readonly input: RefObject<InputRef | null>;
  readonly isWrong: boolean;
  readonly onScan: (scanned: string) => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  return (
    <Input
      ref={input}
      size="large"
      className="pick-input"
      data-testid="scan"
      aria-label={say(stockTexts.barcode)}
      placeholder={say(stockTexts.scan)}
      autoComplete="off"
      status={isWrong ? 'error' : ''}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
      }}
      onPressEnter={({ currentTarget }) => {
        onScan(currentTarget.value);
        setTyped('');
      }}
    />
  );
}

function PickProgress({ number, done }: { readonly number: string; readonly done: string }): ReactNode {
  return (
    <div className="pick-progress">
      <Progress
        percent={compare(number, '0') === 0 ? 0 : Number.parseInt(times(over(done, number), '100'), 10)}
        showInfo={false}
        status={compare(number, done) === 0 ? 'success' : 'normal'}
      />
      <span>{say(stockTexts.progress, { picked: quantity(done), number: quantity(number) })}</span>
    </div>
  );
}

const PickHead = (): ReactNode => (
  <thead>
    <tr>
      <th>{say(stockInout.lines.productCode.label)}</th>
      <th>{say(stockInout.lines.spec.label)}</th>
      <th>{say(stockTexts.barcode)}</th>
      <th className="number">{say(stockInout.lines.number.label)}</th>
      <th className="number">{say(stockInout.lines.pickedNumber.label)}</th>
      <th className="number">{say(stockTexts.left)}</th>
    </tr>
  </thead>
);

function PickLine({
  line,
  picked,
  isLast,
}: {
  readonly line: Row;
  readonly picked: string;
  readonly isLast: boolean;
}): ReactNode {
  const left = minus(textAt(line, 'number'), picked);
  return (
    <tr
      data-picked={picked}
      className={[compare(left, '0') === 0 ? 'pick-full' : '', isLast ? 'pick-last' : ''].join(' ')}
    >
      <td>
        {textAt(line, 'productName')} <span className="quiet">{textAt(line, 'productCode')}</span>
      </td>
      <td>{textAt(line, 'spec')}</td>
      <td>{textAt(line, 'barcode') || <span className="quiet">{textAt(line, 'productCode')}</span>}</td>
      <td className="number">{quantity(textAt(line, 'number'))}</td>
      <td className="number">{quantity(picked)}</td>
      <td className="number">{compare(left, '0') === 0 ? '✓' : quantity(left)}</td>
    </tr>
  );
}

let audio: AudioContext | undefined;
/** Who scans looks at the goods, not at the screen: high is counted, low is wrong. */
export function beep(isRight: boolean): void {
  try {
    audio ??= new AudioContext();
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = isRight ? 1320 : 220;
    tone.type = isRight ? 'sine' : 'square';
    volume.gain.value = 0.08;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + (isRight ? 0.08 : 0.35));
  } catch {
    // A browser without sound still shows it.
  }
}
