import { PrinterOutlined } from '@ant-design/icons';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { keepSetting, useSetting } from '#platform/web/api/setting.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { barcodeOf } from './label-barcode.ts';
import {
  dealt,
  isSheet,
  LabelSheets,
  labelSheets,
  moduleOn,
  narrowestModule,
  type LabelText,
  type SheetName,
} from './label-sheet.tsx';
import { labelTexts } from './label-texts.ts';
import './label.css';

const mostLabels = 2000;

/** Labels of the chosen records, true to size, as many of each as wanted. */
export async function printLabels(rows: readonly Row[]): Promise<boolean> {
  return (await openDialog<boolean>((close) => <LabelDialog rows={rows} onClose={close} />)) === true;
}

interface Kept {
  readonly sheet: SheetName;
  readonly source: 'barcode' | 'code';
  readonly hasSpec: boolean;
  readonly hasPrice: boolean;
}
const usual: Kept = { sheet: '60x40', source: 'barcode', hasSpec: true, hasPrice: false };
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'sheet' in value &&
  isSheet(value.sheet) &&
  'source' in value &&
  (value.source === 'barcode' || value.source === 'code');
const settingKey = 'labels';

interface LabelDialogProps {
  readonly rows: readonly Row[];
  readonly onClose: (isDone?: boolean) => void;
}
function LabelDialog({ rows, onClose }: LabelDialogProps): ReactNode {
  const work = useLabels(rows);
  const { sheet, printed, used } = work;
  const isTooMany = printed.length > mostLabels;
  const cancel = (): void => {
    onClose();
  };
  const print = (): void => {
    printSheets(<LabelSheets sheet={sheet} labels={printed} skipped={used} />);
    onClose(true);
  };
  return (
    <Dialog
      title={say(labelTexts.title, { count: rows.length })}
      width={920}
      onCancel={cancel}
      footer={
        <div className="dialog-footer">
          <span className="label-total" data-testid="label-total">
            {isTooMany
              ? say(labelTexts.tooMany, { max: mostLabels })
              : say(labelTexts.total, { labels: printed.length, pages: dealt(printed, sheet, used).length })}
          </span>
          <Button onClick={cancel}>{say(texts.cancel)}</Button>
          <Button
            type="primary"
            icon={<PrinterOutlined />}
            data-verb="confirm"
            disabled={printed.length === 0 || isTooMany}
            onClick={print}
          >
            {say(labelTexts.print)}
          </Button>
        </div>
      }
    >
      <div className="label-dialog">
        <div className="label-wishes">
          <SheetWishes work={work} />
          <CopyWishes work={work} />
          <ShownWishes work={work} />
          <LabelRows work={work} />
        </div>
        <LabelPreview work={work} />
      </div>
    </Dialog>
  );
}

/** What is wished, and the labels that come of it. */
interface LabelWork {
  readonly rows: readonly Row[];
  readonly kept: Kept;
  readonly keep: (more: Partial<Kept>) => void;
  readonly sheet: (typeof labelSheets)[SheetName];
  /** Labels of a page. */
  readonly room: number;
  readonly labels: readonly LabelText[];
  readonly printed: readonly LabelText[];
  readonly each: number;
  readonly setEach: (each: number) => void;
  readonly countOf: (label: LabelText) => number;
  readonly setCount: (label: LabelText, count: number) => void;
  /** Places of the first page that are without a label already. */
  readonly used: number;
  readonly setSkipped: (skipped: number) => void;
}
function useLabels(rows: readonly Row[]): LabelWork {
  const [kept] = useSetting(settingKey, usual, isKept);
  const [copies, setCopies] = useState<Readonly<Record<string, number>>>({});
  const [each, setEach] = useState(1);
  const [skipped, setSkipped] = useState(0);
  const sheet = labelSheets[kept.sheet];
  const room = sheet.across * sheet.down;
  const labels = useMemo(() => rows.map((row) => labelOf(row, kept)), [rows, kept]);
  const countOf = ({ key }: LabelText): number => copies[key] ?? each;
  return {
    rows,
    kept,
    keep: (more) => {
      keepSetting(settingKey, { ...kept, ...more });
    },
    sheet,
    room,
    labels,
    printed: labels.flatMap((label) =>
      label.barcode === null ? [] : Array.from({ length: countOf(label) }, () => label),
    ),
    each,
    setEach: (count) => {
      setEach(count);
      setCopies({});
    },
    countOf,
    setCount: ({ key }, count) => {
      setCopies({ ...copies, [key]: count });
    },
    used: room > 1 ? Math.min(skipped, room - 1) : 0,
    setSkipped,
  };
}

interface PartProps {
  readonly work: LabelWork;
}
function SheetWishes({ work: { kept, keep } }: PartProps): ReactNode {
  return (
    <>
      <label>
        <span>{say(labelTexts.sheet)}</span>
        <Select
          value={kept.sheet}
          data-testid="label-sheet"
          options={Object.entries(labelSheets).map(([value, { label }]) => ({ value, label: say(label) }))}
          onChange={(sheet) => {
            keep({ sheet });
          }}
        />
      </label>
      <label>
        <span>{say(labelTexts.source)}</span>
        <Select
          value={kept.source}
          options={[
            { value: 'barcode', label: say(labelTexts.fromBarcode) },
            { value: 'code', label: say(labelTexts.fromCode) },
          ]}
          onChange={(source) => {
            keep({ source });
          }}
        />
      </label>
    </>
  );
}

function CopyWishes({ work: { room, each, setEach, used, setSkipped } }: PartProps): ReactNode {
  return (
    <>
      <label>
        <span>{say(labelTexts.copies)}</span>
        <InputNumber
          min={1}
          max={500}
          precision={0}
          value={each}
          data-testid="label-copies"
          onChange={(value) => {
            setEach(value ?? 1);
          }}
        />
      </label>
      {room > 1 && (
        <label>
          <span>{say(labelTexts.skipped)}</span>
          <InputNumber
            min={0}
            max={room - 1}
            precision={0}
            value={used}
            data-testid="label-skipped"
            onChange={(value) => {
              setSkipped(value ?? 0);
            }}
          />
        </label>
      )}
    </>
  );
}

function ShownWishes({ work: { rows, kept, keep } }: PartProps): ReactNode {
  return (
    <div className="label-shown">
      <span>{say(labelTexts.shown)}</span>
      <Checkbox
        checked={kept.hasSpec}
        onChange={({ target }) => {
          keep({ hasSpec: target.checked });
        }}
      >
        {say(labelTexts.spec)}
      </Checkbox>
      {rows.some((row) => textAt(row, 'retailPrice') !== '') && (
        <Checkbox
          checked={kept.hasPrice}
          onChange={({ target }) => {
            keep({ hasPrice: target.checked });
          }}
        >
          {say(labelTexts.price)}
        </Checkbox>
      )}
    </div>
  );
}

function LabelRows({ work: { rows, kept, labels, countOf, setCount } }: PartProps): ReactNode {
  return (
    <ul className="label-rows">
      {labels.map((label, at) => (
        <li key={label.key}>
          <span title={label.name}>{label.name}</span>
          <Complaint label={label} row={rows[at] ?? {}} sheetName={kept.sheet} />
          <InputNumber
            size="small"
            min={0}
            max={500}
            precision={0}
            aria-label={`${say(labelTexts.count)} ${label.name}`}
            disabled={label.barcode === null}
            value={label.barcode === null ? 0 : countOf(label)}
            onChange={(value) => {
              setCount(label, value ?? 0);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function LabelPreview({ work: { sheet, room, printed, used } }: PartProps): ReactNode {
  return (
    <div className="label-preview" data-testid="label-preview">
      <div style={{ zoom: previewZoom(sheet.page[0]) }}>
        <LabelSheets sheet={sheet} labels={printed.slice(0, room * 2)} skipped={used} most={room > 1 ? 1 : 4} />
      </div>
    </div>
  );
}

/** The preview is 430 pixels wide, a millimetre 3.78. */
const previewZoom = (width: number): number => Math.min(1.4, 420 / (width * 3.78));

/** What is wrong with the bars of a record, before paper is spent on it. */
function Complaint({
  label: { barcode },
  row,
  sheetName,
}: {
  readonly label: LabelText;
  readonly row: Row;
  readonly sheetName: SheetName;
}): ReactNode {
  if (barcode === null) return <em>{say(labelTexts.noBars)}</em>;
  if (moduleOn(labelSheets[sheetName], barcode) < narrowestModule) return <em>{say(labelTexts.tooDense)}</em>;
  if (barcode.kind === 'Code 128' && /^\d{13}$/.test(textAt(row, 'barcode')) && barcode.text === textAt(row, 'barcode'))
    return <em>{say(labelTexts.wrongArticle)}</em>;
  return (
    <small>
      {barcode.kind} {barcode.text}
    </small>
  );
}

function labelOf(row: Row, { source, hasSpec, hasPrice }: Kept): LabelText {
  const code = textAt(row, 'code');
  const price = textAt(row, 'retailPrice');
  return {
    key: textAt(row, 'id'),
    name: textAt(row, 'name'),
    detail: hasSpec ? [textAt(row, 'spec'), textAt(row, 'model')].filter((part) => part !== '').join(' · ') : '',
    price: hasPrice && price !== '' ? `¥${measureText(price, { measure: 'amount' })}` : '',
    barcode: barcodeOf(source === 'barcode' && textAt(row, 'barcode') !== '' ? textAt(row, 'barcode') : code),
  };
}

let frame: HTMLIFrameElement | undefined;

/**
 * In a frame nobody sees, so that the page stays as it is. A printer may still read the last one, so it stays until the
 * next.
 */
function printSheets(pages: ReactNode): void {
  frame?.remove();
  frame = document.createElement('iframe');
  frame.className = 'print-frame';
  frame.dataset['frame'] = 'labels';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  document.body.append(frame);
  const body = frame.contentDocument?.body;
  if (body === undefined) return;
  const root = createRoot(body);
  flushSync(() => {
    root.render(pages);
  });
  frame.contentWindow?.print();
}
