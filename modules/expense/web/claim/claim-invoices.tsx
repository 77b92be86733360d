import { CameraOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { amount, choice, date, integer, text } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { mostClaimInvoices } from '#expense/model/claim/claim-invoice.ts';
import { scannedInvoice } from '#expense/model/claim/invoice-qr.ts';
import { claimInvoiceType } from '#expense/model/policy/deductible-tax.ts';
import './claim-invoices.css';

const fields = {
  lineNo: integer(['明细行', '明細行', 'Line'], { required: true }),
  type: choice(['发票类型', '發票類型', 'Kind'], claimInvoiceType, { required: true }),
  number: text(['发票号码', '發票號碼', 'Invoice no.'], { required: true, max: 40 }),
  code: text(['发票代码', '發票代碼', 'Invoice code'], { max: 40 }),
  date: date(['开票日期', '開票日期', 'Date']),
  total: amount(['价税合计', '價稅合計', 'Total'], { required: true }),
  tax: amount(['税额', '稅額', 'Tax']),
} as const;
const keys = Object.keys(fields) as readonly (keyof typeof fields)[];

const texts = {
  scan: [
    '扫描或输入发票二维码内容，回车加入',
    '掃描或輸入發票二維碼內容，按 Enter 加入',
    'Scan or type the square of an invoice, then Enter',
  ],
  picture: ['拍照识别', '拍照識別', 'Photo'],
  unseen: ['图片中没有找到二维码', '圖片中沒有找到二維碼', 'No square was found in the picture'],
  noPicture: ['无法打开图片', '無法開啟圖片', 'The picture cannot be opened'],
  unread: ['不是发票二维码', '不是發票二維碼', 'This is not the square of an invoice'],
  there: ['这张发票已在列表中', '這張發票已在清單中', 'This invoice is listed already'],
  none: ['暂无发票', '暫無發票', 'No invoices'],
  add: ['添加发票', '新增發票', 'Add an invoice'],
  remove: ['删除第{at}张发票', '刪除第{at}張發票', 'Remove invoice {at}'],
} as const satisfies Readonly<Record<string, Label>>;

/** The invoices of a claim: typed row by row, or filled from the square of each. What is wrong the server says. */
export function ClaimInvoices({ value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  const add = (row: Row): void => onChange?.([...rows, { lineNo: 1, type: 'eOrdinary', ...row }]);
  return (
    <div className="claim-invoices" data-invoices>
      {!disabled && <Scan rows={rows} onScan={add} />}
      {rows.length === 0 && <span className="quiet">{say(texts.none)}</span>}
      {rows.length > 0 && <InvoiceTable rows={rows} onChange={onChange} isRead={disabled} />}
      {!disabled && rows.length < mostClaimInvoices && (
        <Button size="small" icon={<PlusOutlined />} data-verb="addInvoice" onClick={() => add({})}>
          {say(texts.add)}
        </Button>
      )}
    </div>
  );
}

interface InvoiceTableProps {
  readonly rows: readonly Row[];
  readonly onChange: OwnInputProps['onChange'];
  readonly isRead: boolean;
}

const InvoiceTable = ({ rows, onChange, isRead }: InvoiceTableProps): ReactNode => (
  <div className="claim-invoices-scroll">
    <table className="plain-table">
      <thead>
        <tr>
          {keys.map((key) => (
            <th key={key} className={fields[key].kind === 'decimal' ? 'number' : ''}>
              {say(fields[key].label)}
            </th>
          ))}
          {!isRead && <th />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // An invoice has no name of its own until its number is typed: it is the first, the second, the third.
          <tr key={at}>
            {keys.map((key) => (
              <td
                key={key}
                data-item={`${at}.${key}`}
                data-label={say(fields[key].label)}
                className={fields[key].kind === 'decimal' ? 'number' : ''}
              >
                {isRead ? (
                  <Cell field={fields[key]} value={row[key]} />
                ) : (
                  <FieldInput
                    field={fields[key]}
                    value={row[key] ?? ''}
                    onChange={(next) => onChange?.(rows.with(at, { ...row, [key]: next ?? null }))}
                  />
                )}
              </td>
            ))}
            {!isRead && (
              <td>
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={say(texts.remove, { at: at + 1 })}
                  data-verb="removeInvoice"
                  onClick={() => onChange?.(rows.toSpliced(at, 1))}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Of a square nobody reads the rest: what it says is checked like what is typed. */
function useScanned({ rows, onScan }: ScanProps) {
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState<Label | null>(null);
  const take = (text: string): void => {
    const found = scannedInvoice(text);
    const isThere = rows.some((row) => textAt(row, 'number') === found?.number && textAt(row, 'code') === found.code);
    setFault(found === null ? texts.unread : isThere ? texts.there : null);
    if (found === null || isThere) return;
    onScan({ ...found, total: found.total ?? found.net });
    setSaid('');
  };
  return { said, setSaid, fault, setFault, take };
}

interface ScanProps {
  readonly rows: readonly Row[];
  readonly onScan: (row: Row) => void;
}

/** A hand scanner types like a person and ends with Enter; a phone takes a picture. */
function Scan(props: ScanProps): ReactNode {
  const { said, setSaid, fault, setFault, take } = useScanned(props);
  return (
    <div className="claim-scan">
      <Input
        value={said}
        placeholder={say(texts.scan)}
        data-testid="invoice-scan"
        status={fault === null ? '' : 'error'}
        onChange={({ target }) => {
          setSaid(target.value);
          setFault(null);
        }}
        onPressEnter={(event) => {
          event.preventDefault();
          take(said);
        }}
      />
      <Picture onText={take} onFault={setFault} />
      {fault !== null && (
        <span className="claim-fault" role="alert">
          {say(fault)}
        </span>
      )}
    </div>
  );
}

interface PictureProps {
  readonly onText: (text: string) => void;
  readonly onFault: (fault: Label | null) => void;
}

/** The picture stays in the browser: only what its square says is filled in. */
function Picture({ onText, onFault }: PictureProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const read = async (file: File): Promise<void> => {
    setReading(true);
    onFault(null);
    try {
      const { squareIn } = await import('./square-in-picture.ts');
      const text = await squareIn(file);
      if (text === null) onFault(texts.unseen);
      else onText(text);
    } catch {
      onFault(texts.noPicture);
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <input
        ref={input}
        // Beside the button nobody needs the browser's own.
        style={{ display: 'none' }}
        type="file"
        accept="image/*"
        data-testid="invoice-picture"
        aria-label={say(texts.picture)}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void read(file);
          // The same picture may be chosen again.
          target.value = '';
        }}
      />
      <Button
        icon={<CameraOutlined />}
        loading={isReading}
        data-verb="readPicture"
        onClick={() => {
          input.current?.click();
        }}
      >
        {say(texts.picture)}
      </Button>
    </>
  );
}
