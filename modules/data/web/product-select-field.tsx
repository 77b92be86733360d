import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { Page } from '#platform/model/envelope.ts';
import { post } from '#platform/web/api/client.ts';
import { plain, textAt, type Row } from '#platform/web/value/row.ts';
import { listPath } from '#platform/web/record/use-list.ts';
import { say } from '#platform/web/text/language.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { material } from './product-nouns.ts';
import { productTexts } from './product-texts.ts';

/** Several products: the value is their codes joined by commas, the label the first name and how many there are. */
export function ProductSelectField({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const codes = plain(value)
    .split(',')
    .filter((code) => code !== '');
  const { data: rows = [] } = useQuery({
    queryKey: ['list', 'productNames', codes],
    queryFn: async () =>
      (await post<Page<Row>>(listPath(material()), { page: 1, limit: -1, codes }, { isSilent: true })).list,
    enabled: codes.length > 0,
  });
  const [first = ''] = codes;
  const name =
    textAt(
      rows.find((row) => textAt(row, 'code') === first),
      'name',
    ) || first;
  const open = async (): Promise<void> => {
    if (disabled) return;
    const { chooseProducts } = await import('./product-dialog.tsx');
    const known = new Map(rows.map((row) => [textAt(row, 'code'), row]));
    const choice = await chooseProducts({ form: 'material', chosen: codes.map((code) => known.get(code) ?? { code }) });
    if (choice !== undefined) onChange?.(choice.rows.map((row) => textAt(row, 'code')).join(','));
  };
  return (
    <Input
      {...(id === undefined ? {} : { id })}
      className="ref-input"
      readOnly
      allowClear
      disabled={disabled}
      title={codes.join(',')}
      value={codes.length > 1 ? say(productTexts.andProducts, { name, n: codes.length }) : name}
      onChange={(event) => {
        if (event.target.value === '') onChange?.('');
      }}
      onKeyDown={(event) => {
        if (event.key === 'F4' || event.key === 'ArrowDown') {
          event.preventDefault();
          void open();
        }
      }}
      suffix={
        <button
          type="button"
          className="ref-button"
          tabIndex={-1}
          data-verb="pick"
          disabled={disabled}
          aria-label={say(texts.choose, { noun: say(material().label) })}
          onClick={() => void open()}
        >
          <SearchOutlined />
        </button>
      }
    />
  );
}
