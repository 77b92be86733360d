import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { material } from '#data/model/goods/material.ts';
import { storage } from '#data/model/place/storage.ts';
import { price, quantity, ref } from '#platform/model/field.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { mostPackageLines } from '#promotion/model/package-lines.ts';
import { promotionTexts as texts } from './promotion-texts.ts';
import './rules.css';

const goods = ref(['产品', '產品', 'Product'], () => material, { required: true });
const depot = ref(['调出仓库', '調出倉庫', 'Out warehouse'], () => storage);
const figures = [
  ['number', quantity(['每份数量', '每份數量', 'Quantity per set'], { required: true })],
  ['price', price(['单价', '單價', 'Unit price'], { required: true })],
] as const;

/** What a package holds. What is wrong with a row the server says. */
export function PackageLines({ value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  return (
    <div className="package-lines" data-package>
      {rows.length === 0 && <span className="quiet">{say(texts.noLines)}</span>}
      {rows.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{say(goods.label)}</th>
              {figures.map(([key, field]) => (
                <th key={key} className="number">
                  {say(field.label)}
                </th>
              ))}
              <th>{say(depot.label)}</th>
              {!disabled && <th />}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // A line has no name of its own until its goods are chosen: it is the first, the second, the third.
              <PackageRow
                key={at}
                row={row}
                at={at}
                isRead={disabled}
                onChange={(changes) => onChange?.(rows.with(at, { ...row, ...changes }))}
                onRemove={() => onChange?.(rows.toSpliced(at, 1))}
              />
            ))}
          </tbody>
        </table>
      )}
      {!disabled && rows.length < mostPackageLines && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          data-verb="addPackageLine"
          onClick={() => onChange?.([...rows, { productCode: '', number: '1', price: '0', outStorageCode: null }])}
        >
          {say(texts.addLine)}
        </Button>
      )}
    </div>
  );
}

interface PackageRowProps {
  readonly row: Row;
  readonly at: number;
  readonly isRead: boolean;
  readonly onChange: (changes: Row) => void;
  readonly onRemove: () => void;
}

function PackageRow({ row, at, isRead, onChange, onRemove }: PackageRowProps): ReactNode {
  if (isRead) return <ReadRow row={row} />;
  return (
    <tr>
      <td className="package-goods" data-item={`${at}.productCode`}>
        <FieldInput
          field={goods}
          value={textAt(row, 'productCode')}
          nameOfRef={textAt(row, 'productName')}
          onPick={(picked) => {
            onChange({
              productCode: picked === null ? '' : textAt(picked, 'code'),
              productName: picked === null ? null : textAt(picked, 'name'),
              ...(picked === null || textAt(picked, 'price') === '' ? {} : { price: textAt(picked, 'price') }),
            });
          }}
        />
      </td>
      {figures.map(([key, field]) => (
        <td key={key} className="number" data-item={`${at}.${key}`}>
          <FieldInput
            field={field}
            value={textAt(row, key)}
            onChange={(next) => {
              onChange({ [key]: next ?? null });
            }}
          />
        </td>
      ))}
      <td data-item={`${at}.outStorageCode`}>
        <FieldInput
          field={depot}
          value={textAt(row, 'outStorageCode')}
          nameOfRef={textAt(row, 'outStorageName')}
          onPick={(picked) => {
            onChange({
              outStorageCode: picked === null ? null : textAt(picked, 'code'),
              outStorageName: picked === null ? null : textAt(picked, 'name'),
            });
          }}
        />
      </td>
      <td>
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={say(texts.removeLine, { at: at + 1 })}
          data-verb="removePackageLine"
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

const ReadRow = ({ row }: Pick<PackageRowProps, 'row'>): ReactNode => (
  <tr>
    <td>
      {textAt(row, 'productCode')} {textAt(row, 'productName')}
    </td>
    {figures.map(([key, field]) => (
      <td key={key} className="number">
        <Cell field={field} value={row[key]} />
      </td>
    ))}
    <td>{textAt(row, 'outStorageName')}</td>
  </tr>
);
