import { Checkbox, Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { pageSizes } from '#platform/model/envelope.ts';
import { amount, price, quantity, text, type Field } from '#platform/model/field.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import { say } from '#platform/web/text/language.ts';
import { amountOf, isShort, ticked, wholeSet, withStoreNumber, type GiftRow } from '#promotion/model/gift-choice.ts';
import { piecesText } from './gift-meters.tsx';
import { giftTexts as texts } from './promotion-texts.ts';

const columns: readonly (readonly [key: string, field: Field])[] = [
  ['productCode', text(['产品编码', '產品編碼', 'Product code'])],
  ['productName', text(['产品名称', '產品名稱', 'Product name'])],
  ['erpStockNumber', quantity(['可用', '可用', 'Free'])],
  ['price', price(['单价', '單價', 'Unit price'])],
  ['rate', quantity(['每份', '每份', 'Per portion'])],
  ['storeNumber', quantity(['份数', '份數', 'Portions'])],
  ['number', quantity(['数量', '數量', 'Quantity'])],
  ['amount', amount(['金额', '金額', 'Amount'])],
  ['retailPrice', price(['零售价', '零售價', 'Retail price'], { columnBy: ['SD003', '1'] })],
  ['retailAmount', amount(['零售金额', '零售金額', 'Retail amount'], { columnBy: ['SD003', '1'] })],
  ['spec', text(['规格', '規格', 'Spec'])],
  ['model', text(['型号', '型號', 'Model'])],
  ['tagName', text(['标签名称', '標籤名稱', 'Tag name'])],
  ['outStorageName', text(['调出仓库名称', '調出倉庫名稱', 'Out warehouse name'])],
];
/** Of these a column without a word in it takes the room of those that are typed in. */
const yielding: ReadonlySet<string> = new Set(['spec', 'model', 'tagName', 'outStorageName']);
const fields = columns.map(([, field]) => field);

export type ChangeRows = (codes: readonly string[], how: (row: GiftRow) => GiftRow) => void;
interface GiftTableProps {
  readonly rows: readonly GiftRow[];
  readonly isWhole: boolean;
  /** There are goods, and none of them is what was searched for. */
  readonly isNarrowed: boolean;
  readonly onChange: ChangeRows;
}
export function GiftTable({ rows, isWhole, isNarrowed, onChange }: GiftTableProps): ReactNode {
  const [page, setPage] = useState({ at: 1, size: 100 });
  const effects = useParamEffects(fields);
  const shown = effects
    .columns(columns.map(([key, field]) => ({ key, field, label: field.label })))
    .filter(({ key }) => !yielding.has(key) || rows.some((row) => (valuesOf(row)[key] ?? '') !== ''));
  const seen = rows.slice((page.at - 1) * page.size, page.at * page.size);
  const tick = isWhole ? wholeSet : ticked;
  const codesOf = (some: readonly GiftRow[]): readonly string[] => some.map(({ productCode }) => productCode);
  const isAll = seen.length > 0 && seen.every(({ isChosen }) => isChosen);
  if (rows.length === 0) return <p className="quiet gift-scroll">{say(isNarrowed ? texts.notFound : texts.empty)}</p>;
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
      {rows.length > page.size && (
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
      )}
    </>
  );
}

const valuesOf = (row: GiftRow): Readonly<Record<string, unknown>> => ({
  ...row,
  amount: amountOf(row),
  retailAmount: amountOf({ price: row.retailPrice ?? '0', number: row.number }),
});

interface GiftLineProps {
  readonly row: GiftRow;
  readonly columns: readonly { readonly key: string; readonly field: Field }[];
  readonly isWhole: boolean;
  readonly onChange: ChangeRows;
}
function GiftLine({ row, columns: shown, isWhole, onChange }: GiftLineProps): ReactNode {
  const values = valuesOf(row);
  return (
    <tr
      data-gift={row.productCode}
      data-chosen={row.isChosen ? '' : undefined}
      data-short={isShort(row) ? '' : undefined}
    >
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
          {key === 'storeNumber' && !isWhole && row.isChosen ? (
            <FieldInput
              field={field}
              value={values[key]}
              onChange={(next) => {
                onChange([row.productCode], (each) => withStoreNumber(each, typeof next === 'string' ? next : ''));
              }}
            />
          ) : (
            <GiftCell cell={key} field={field} row={row} value={values[key]} />
          )}
        </td>
      ))}
    </tr>
  );
}

interface GiftCellProps {
  readonly cell: string;
  readonly field: Field;
  readonly row: GiftRow;
  readonly value: unknown;
}
function GiftCell({ cell, field, row, value }: GiftCellProps): ReactNode {
  const unit = row.mainUnitName ?? '';
  if (cell === 'erpStockNumber') {
    if (row.erpStockNumber === null) return '';
    if (isShort({ ...row, isChosen: false })) return <span className="gift-short">{say(texts.short)}</span>;
    return (
      <span className={isShort(row) ? 'gift-short' : undefined}>
        {piecesText(row.erpStockNumber)} {unit}
      </span>
    );
  }
  if (cell === 'rate') return `${piecesText(row.rate)} ${unit}`.trim();
  return <Cell field={field} value={value} />;
}
