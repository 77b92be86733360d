import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { freeTerm } from '#data/model/goods/free-term.ts';
import { maxTiers } from '#data/model/goods/ladder.ts';
import { quantity } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import './free-term.css';

const startNumber = quantity(['起始数量', '起始數量', 'From quantity'], { required: true });
const { price } = freeTerm.fields;
const texts = {
  add: ['添加一级', '新增一級', 'Add a tier'],
  remove: ['删除第{at}级', '刪除第{at}級', 'Remove tier {at}'],
  without: ['选择阶梯价后填写', '選擇階梯價後填寫', 'Choose tier pricing first'],
} as const satisfies Readonly<Record<string, Label>>;

/**
 * From so many on, so much for each. Rows keep what was typed, also when it is not yet a figure: the server says which
 * one is wrong.
 */
export function FreeTermLadder({ value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const flag: unknown = Form.useWatch('ladderFlag', { preserve: true });
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  if (disabled && rows.length === 0) return <span className="quiet">–</span>;
  if (!disabled && flag !== '1') return <span className="quiet">{say(texts.without)}</span>;
  return (
    <div className="ladder" data-ladder>
      {rows.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th className="number">{say(startNumber.label)}</th>
              <th className="number">{say(price.label)}</th>
              {!disabled && <th />}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // A tier has no name of its own: it is the first, the second, the third.
              <Tier
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
      {!disabled && rows.length < maxTiers && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          data-verb="addTier"
          onClick={() => onChange?.([...rows, { startNumber: '', price: '' }])}
        >
          {say(texts.add)}
        </Button>
      )}
    </div>
  );
}

const tierFields = [
  ['startNumber', startNumber],
  ['price', price],
] as const;

function Tier({
  row,
  at,
  isRead,
  onChange,
  onRemove,
}: {
  readonly row: Row;
  readonly at: number;
  readonly isRead: boolean;
  readonly onChange: (changes: Row) => void;
  readonly onRemove: () => void;
}): ReactNode {
  return (
    <tr>
      {tierFields.map(([key, field]) => (
        <td key={key} className="number" data-tier={`${at}.${key}`}>
          {isRead ? (
            <Cell field={field} value={row[key]} />
          ) : (
            <FieldInput
              field={field}
              value={textAt(row, key)}
              onChange={(next) => {
                onChange({ [key]: next ?? '' });
              }}
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
            data-verb="removeTier"
            onClick={onRemove}
          />
        </td>
      )}
    </tr>
  );
}
