import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Pagination } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { pageSizes } from '#platform/model/envelope.ts';
import { amount, price, quantity, rate, text, type Field } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { get } from '#platform/web/api/client.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import { say } from '#platform/web/text/language.ts';
import { texts as usual } from '#platform/web/text/texts.ts';
import {
  amountOf,
  giftFault,
  ticked,
  totalsOf,
  wholeSet,
  withStoreNumber,
  type GiftLimits,
  type GiftRow,
} from '#promotion/model/gift-choice.ts';
import { giftTexts as texts } from './promotion-texts.ts';
import './gifts.css';

/** The package that is chosen from, and for whom. */
export interface OfferedPackage extends GiftLimits {
  readonly packageCode: string;
  readonly packageName: string;
  /** '0' is taken whole. */
  readonly packageType: string;
  readonly accountType?: string | null;
  readonly customerClassCode?: string | null;
  readonly customerCode?: string | null;
  readonly channelCode?: string | null;
}

/** What was chosen with how many of each; undefined when the dialog was left. */
export const chooseGifts = (of: OfferedPackage): Promise<readonly GiftRow[] | undefined> =>
  openDialog<readonly GiftRow[]>((close) => <GiftDialog of={of} onClose={close} />);

const columns: readonly (readonly [key: string, field: Field])[] = [
  ['productCode', text(['产品编码', '產品編碼', 'Product code'])],
  ['productName', text(['产品名称', '產品名稱', 'Product name'])],
  ['tagName', text(['标签名称', '標籤名稱', 'Tag name'])],
  ['spec', text(['规格', '規格', 'Spec'])],
  ['model', text(['型号', '型號', 'Model'])],
  ['mainUnitName', text(['主单位名称', '主單位名稱', 'Unit'])],
  ['erpStockNumber', quantity(['ERP库存', 'ERP庫存', 'ERP stock'])],
  ['number', quantity(['数量', '數量', 'Quantity'])],
  ['storeNumber', quantity(['辅助数量', '輔助數量', 'Auxiliary quantity'], { shownBy: ['SYS006', '1'] })],
  ['rate', rate(['换算率', '換算率', 'Conversion rate'], { shownBy: ['SYS006', '1'] })],
  ['price', price(['单价', '單價', 'Unit price'])],
  ['amount', amount(['金额', '金額', 'Amount'])],
  ['retailPrice', price(['零售价', '零售價', 'Retail price'], { columnBy: ['SD003', '1'] })],
  ['retailAmount', amount(['零售金额', '零售金額', 'Retail amount'], { columnBy: ['SD003', '1'] })],
  ['outStorageName', text(['调出仓库名称', '調出倉庫名稱', 'Out warehouse name'])],
];
const fields = columns.map(([, field]) => field);
/** A grid that opens in a window that still grows measures itself once more (001 §2.14). */
const layoutRefreshMs = 1000;

interface GiftDialogProps {
  readonly of: OfferedPackage;
  readonly onClose: (chosen?: readonly GiftRow[]) => void;
}
function GiftDialog({ of, onClose }: GiftDialogProps): ReactNode {
  const { rows, change } = useGifts(of);
  const [typed, setTyped] = useState('');
  const isFound = ({ productCode, productName }: GiftRow): boolean =>
    productCode.includes(typed) || productName.includes(typed);
  const confirm = (): void => {
    const fault = giftFault(rows, of);
    if (fault !== null) feedback.warn(say(fault));
    else onClose(rows.filter(({ isChosen }) => isChosen));
  };
  useEffect(() => {
    const timer = setTimeout(() => window.dispatchEvent(new Event('resize')), layoutRefreshMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <Dialog
      open
      width="90%"
      title={`${say(texts.title)} ${of.packageName}`}
      onCancel={() => {
        onClose();
      }}
      footer={[
        <Button
          key="cancel"
          onClick={() => {
            onClose();
          }}
        >
          {say(usual.cancel)}
        </Button>,
        <Button key="confirm" type="primary" data-verb="confirmGifts" onClick={confirm}>
          {say(usual.confirm)}
        </Button>,
      ]}
    >
      <div className="gift-head">
        <Input.Search
          allowClear
          className="gift-search"
          placeholder={say(texts.search)}
          onChange={(event) => {
            setTyped(event.target.value.trim());
          }}
        />
        <Meters rows={rows} of={of} />
      </div>
      <GiftTable rows={rows.filter(isFound)} isWhole={of.packageType === '0'} onChange={change} />
    </Dialog>
  );
}

interface Gifts {
  readonly rows: readonly GiftRow[];
  readonly change: (codes: readonly string[], how: (row: GiftRow) => GiftRow) => void;
}
/** What the package holds, and what was chosen of it: whatever is searched for meanwhile stays chosen. */
function useGifts({ packageCode, accountType, customerClassCode, customerCode, channelCode }: OfferedPackage): Gifts {
  const asked = { packageCode, accountType, customerClassCode, customerCode, channelCode };
  const { data = [] } = useQuery({
    queryKey: ['gifts', asked],
    queryFn: () => get<readonly GiftRow[]>('/channelsale/promotion/package/details', asked),
  });
  const [chosen, setChosen] = useState<Readonly<Record<string, GiftRow>>>({});
  const rows = useMemo(() => data.map((row) => chosen[row.productCode] ?? { ...row, isChosen: false }), [data, chosen]);
  return {
    rows,
    change: (codes, how) => {
      setChosen((before) => ({
        ...before,
        ...Object.fromEntries(
          rows.filter(({ productCode }) => codes.includes(productCode)).map((row) => [row.productCode, how(row)]),
        ),
      }));
    },
  };
}

function Meters({ rows, of }: { readonly rows: readonly GiftRow[]; readonly of: OfferedPackage }): ReactNode {
  const totals = totalsOf(rows);
  const meter = (label: Label, key: string, total: string, most: string | null): ReactNode => (
    <span className="gift-meter" data-meter={key}>
      {say(label)} <strong>{total}</strong>
      {most !== null && ` / ${most}`}
    </span>
  );
  return (
    <span>
      {meter(texts.maxNumber, 'number', totals.number, of.maxNumber)}
      {meter(texts.maxAmount, 'amount', totals.amount, of.maxAmount)}
    </span>
  );
}

interface GiftTableProps {
  readonly rows: readonly GiftRow[];
  readonly isWhole: boolean;
  readonly onChange: Gifts['change'];
}
function GiftTable({ rows, isWhole, onChange }: GiftTableProps): ReactNode {
  const [page, setPage] = useState({ at: 1, size: 100 });
  const effects = useParamEffects(fields);
  const shown = effects.columns(columns.map(([key, field]) => ({ key, field, label: field.label })));
  const seen = rows.slice((page.at - 1) * page.size, page.at * page.size);
  const tick = isWhole ? wholeSet : ticked;
  const codesOf = (some: readonly GiftRow[]): readonly string[] => some.map(({ productCode }) => productCode);
  const isAll = seen.length > 0 && seen.every(({ isChosen }) => isChosen);
  return (
    <>
      <div className="gift-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th>
                <Checkbox
                  aria-label={say(texts.all)}
                  data-verb="allGifts"
                  checked={isAll}
                  onChange={(event) => {
                    // A fixed set is all of its goods or none of them, on whichever page they stand.
                    onChange(codesOf(isWhole ? rows : seen), (row) => tick(row, event.target.checked));
                  }}
                />
              </th>
              {shown.map(({ key, label, field }) => (
                <th key={key} className={field.kind === 'decimal' ? 'number' : undefined}>
                  {say(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {seen.map((row) => (
              <GiftLine key={row.productCode} row={row} columns={shown} isWhole={isWhole} onChange={onChange} />
            ))}
          </tbody>
        </table>
      </div>
      <Pagination
        size="small"
        current={page.at}
        pageSize={page.size}
        pageSizeOptions={[...pageSizes]}
        showSizeChanger
        total={rows.length}
        onChange={(at, size) => {
          setPage({ at, size });
        }}
      />
    </>
  );
}

interface GiftLineProps {
  readonly row: GiftRow;
  readonly columns: readonly { readonly key: string; readonly field: Field }[];
  readonly isWhole: boolean;
  readonly onChange: Gifts['change'];
}
function GiftLine({ row, columns: shown, isWhole, onChange }: GiftLineProps): ReactNode {
  const values: Readonly<Record<string, unknown>> = {
    ...row,
    amount: amountOf(row),
    retailAmount: amountOf({ price: row.retailPrice ?? '0', number: row.number }),
  };
  const isTyped = (key: string): boolean =>
    !isWhole && row.isChosen && (key === 'storeNumber' || (key === 'number' && row.rate === '1'));
  return (
    <tr data-gift={row.productCode}>
      <td>
        <Checkbox
          aria-label={row.productName}
          checked={row.isChosen}
          disabled={isWhole}
          onChange={(event) => {
            onChange([row.productCode], (each) => ticked(each, event.target.checked));
          }}
        />
      </td>
      {shown.map(({ key, field }) => (
        <td key={key} className={field.kind === 'decimal' ? 'number' : undefined} data-cell={key}>
          {isTyped(key) ? (
            <FieldInput
              field={field}
              value={values[key]}
              onChange={(next) => {
                onChange([row.productCode], (each) => withStoreNumber(each, typeof next === 'string' ? next : ''));
              }}
            />
          ) : (
            <Cell field={field} value={values[key]} />
          )}
        </td>
      ))}
    </tr>
  );
}
