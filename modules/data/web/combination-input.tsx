import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { mostItems } from '#data/model/goods/combination.ts';
import { material } from '#data/model/goods/material.ts';
import { price, quantity, ref } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import './free-term.css';

const productCode = ref(['组件', '組件', 'Component'], () => material, { required: true });
const number = quantity(['每套数量', '每套數量', 'Quantity per kit'], { required: true });
const worth = price(['分摊单价', '分攤單價', 'Price for shares']);
const texts = {
  add: ['添加组件', '新增組件', 'Add a component'],
  remove: ['删除第{at}个组件', '刪除第{at}個組件', 'Remove component {at}'],
  without: ['选择组合后填写', '選擇組合後填寫', 'For combinations only'],
} as const satisfies Readonly<Record<string, Label>>;

/** What one kit holds. What is wrong with a row the server says. */
export function CombinationInput({ value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const flag: unknown = Form.useWatch('groupFlag', { preserve: true });
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  if (disabled && rows.length === 0) return <span className="quiet">–</span>;
  if (!disabled && flag !== '1') return <span className="quiet">{say(texts.without)}</span>;
  return (
    <div className="ladder" data-combination>
      {rows.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{say(productCode.label)}</th>
              <th className="number">{say(number.label)}</th>
              <th className="number">{say(worth.label)}</th>
              {!disabled && <th />}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // An item has no name of its own until its goods are chosen: it is the first, the second, the third.
              <Item
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
      {!disabled && rows.length < mostItems && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          data-verb="addComponent"
          onClick={() => onChange?.([...rows, { productCode: '', productName: null, number: '1', price: null }])}
        >
          {say(texts.add)}
        </Button>
      )}
    </div>
  );
}

interface ItemProps {
  readonly row: Row;
  readonly at: number;
  readonly isRead: boolean;
  readonly onChange: (changes: Row) => void;
  readonly onRemove: () => void;
}

function Item(props: ItemProps): ReactNode {
  return props.isRead ? <ReadItem row={props.row} /> : <WrittenItem {...props} />;
}

const ReadItem = ({ row }: Pick<ItemProps, 'row'>): ReactNode => (
  <tr>
    <td>
      {textAt(row, 'productCode')} {textAt(row, 'productName')}
    </td>
    {figures.map(([key, field]) => (
      <td key={key} className="number">
        <Cell field={field} value={row[key]} />
      </td>
    ))}
  </tr>
);

const figures = [
  ['number', number],
  ['price', worth],
] as const;

function WrittenItem({ row, at, onChange, onRemove }: ItemProps): ReactNode {
  return (
    <tr>
      <td className="combination-goods" data-item={`${at}.productCode`}>
        <FieldInput
          field={productCode}
          value={textAt(row, 'productCode')}
          nameOfRef={textAt(row, 'productName')}
          onPick={(picked) => {
            onChange({
              productCode: picked === null ? '' : textAt(picked, 'code'),
              productName: picked === null ? null : textAt(picked, 'name'),
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
      <td>
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={say(texts.remove, { at: at + 1 })}
          data-verb="removeComponent"
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}
