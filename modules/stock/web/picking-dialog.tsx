import { Button, Input, Progress, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { compare, minus, over, plus, times } from '#platform/model/decimal.ts';
import { CallError, put } from '#platform/web/api/client.ts';
import { Dialog } from '#platform/web/dialogs.tsx';
import { measureText } from '#platform/web/entity/measure.ts';
import { textAt, type Row } from '#platform/web/entity/row.ts';
import { feedback } from '#platform/web/feedback.tsx';
import { say } from '#platform/web/language.ts';
import { texts } from '#platform/web/texts.ts';
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
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(bill.lines.map((line) => [textAt(line, 'id'), textAt(line, 'pickedNumber') || '0'])),
  );
  const [told, setTold] = useState<Told | null>(null);
  const [typed, setTyped] = useState('');
  const [isChanged, setChanged] = useState(false);
  const input = useRef<InputRef>(null);
  // One after the other: two pieces with the same barcode are two calls, never one that was sent twice.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    input.current?.focus();
  }, []);

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
      const line = answer.lines.find(({ id, pickedNumber }) => compare(pickedNumber, shown.current[id] ?? '0') !== 0);
      const product = textAt(
        bill.lines.find((each) => each['id'] === line?.id),
        'productName',
      );
      setTold({
        isWrong: false,
        text:
          answer.pickedFlag === '1'
            ? say(stockTexts.complete)
            : say(stockTexts.counted, { product, number: scan.number }),
        ...(line === undefined ? {} : { lineId: line.id }),
      });
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
  const beginAnew = async (): Promise<void> => {
    if (!(await feedback.confirm(say(stockTexts.confirmUnpick), { isDanger: true }))) return;
    await put(`${stockInout.path}/unpick`, [bill.id]).then(
      () => {
        show(bill.lines.map((line) => ({ id: textAt(line, 'id'), pickedNumber: '0' })));
        setTold(null);
        setChanged(true);
      },
      () => undefined,
    );
    input.current?.focus();
  };

  const [number, done] = [plus(...bill.lines.map((line) => textAt(line, 'number'))), plus(...Object.values(picked))];
  const isComplete = compare(number, done) === 0;
  return (
    <Dialog
      open
      width={860}
      title={say(stockTexts.pickTitle, { code: bill.code })}
      onCancel={() => {
        onClose(isChanged);
      }}
      footer={[
        <Button
          key="anew"
          danger
          data-verb="unpick"
          disabled={compare(done, '0') === 0}
          onClick={() => void beginAnew()}
        >
          {say(stockTexts.unpick)}
        </Button>,
        <Button
          key="close"
          type="primary"
          data-verb="closePicking"
          onClick={() => {
            onClose(isChanged);
          }}
        >
          {say(stockTexts.close)}
        </Button>,
      ]}
    >
      <Input
        ref={input}
        size="large"
        className="pick-input"
        data-testid="scan"
        aria-label={say(stockTexts.barcode)}
        placeholder={say(stockTexts.scan)}
        autoComplete="off"
        status={told?.isWrong === true ? 'error' : ''}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
        }}
        onPressEnter={({ currentTarget }) => {
          enter(currentTarget.value);
          setTyped('');
        }}
      />
      <p
        className={told === null ? 'pick-told' : told.isWrong ? 'pick-told pick-wrong' : 'pick-told pick-right'}
        role={told?.isWrong === true ? 'alert' : 'status'}
        data-testid="scan-told"
      >
        {told?.text ?? ''}
      </p>
      <div className="pick-progress">
        <Progress
          percent={compare(number, '0') === 0 ? 0 : Number.parseInt(times(over(done, number), '100'), 10)}
          showInfo={false}
          status={isComplete ? 'success' : 'normal'}
        />
        <span>{say(stockTexts.progress, { picked: quantity(done), number: quantity(number) })}</span>
      </div>
      <div className="pick-scroll">
        <table className="pick-lines">
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
          <tbody>
            {bill.lines.map((line) => {
              const id = textAt(line, 'id');
              const left = minus(textAt(line, 'number'), picked[id] ?? '0');
              return (
                <tr
                  key={id}
                  data-picked={picked[id]}
                  className={[compare(left, '0') === 0 ? 'pick-full' : '', told?.lineId === id ? 'pick-last' : ''].join(
                    ' ',
                  )}
                >
                  <td>
                    {textAt(line, 'productName')} <span className="quiet">{textAt(line, 'productCode')}</span>
                  </td>
                  <td>{textAt(line, 'spec')}</td>
                  <td>{textAt(line, 'barcode') || <span className="quiet">{textAt(line, 'productCode')}</span>}</td>
                  <td className="number">{quantity(textAt(line, 'number'))}</td>
                  <td className="number">{quantity(picked[id] ?? '0')}</td>
                  <td className="number">{compare(left, '0') === 0 ? '✓' : quantity(left)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

let audio: AudioContext | undefined;
/** Who scans looks at the goods, not at the screen: high is counted, low is wrong. */
function beep(isRight: boolean): void {
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
