import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Page } from '#platform/model/envelope.ts';
import type { Label } from '#platform/model/label.ts';
import { get } from '#platform/web/api/client.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { ladderMode, ladderSource } from '#price/model/price-choices.ts';

const worded = (words: Readonly<Record<string, Label>>) =>
  function Words({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
    return (
      <Select
        {...(id === undefined ? {} : { id })}
        className="full"
        disabled={disabled}
        value={typeof value === 'string' && value !== '' ? value : null}
        options={Object.entries(words).map(([code, label]) => ({ value: code, label: say(label) }))}
        onChange={(next) => onChange?.(next)}
      />
    );
  };

export const LadderMode = worded(ladderMode);
export const LadderSourceType = worded(ladderSource);

/** The nouns themselves stay with the definitions. */
const sources = {
  strategy: { name: 'sale:pricestrategy', path: '/channelsale/price/strategy' },
  benchmark: { name: 'sale:benchmarkprice', path: '/channelsale/price/benchmark' },
} as const;

/** The benchmark or the strategy that the tiers hang on, found by its number, its name or its product. */
export function LadderSource({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const type: unknown = Form.useWatch('sourceType', { preserve: true });
  const [typed, setTyped] = useState('');
  const isStrategy = type === 'strategy';
  const noun = sources[isStrategy ? 'strategy' : 'benchmark'];
  const chosen = typeof value === 'string' ? value : '';
  const { data: found, isFetching } = useQuery({
    queryKey: ['list', noun.name, 'as ladder source', typed],
    enabled: !disabled && (type === 'strategy' || type === 'benchmark'),
    queryFn: () =>
      get<Page<Row>>(
        `${noun.path}/page`,
        { page: 1, limit: 50, ...(typed === '' ? {} : isStrategy ? { name: typed } : { productCode: typed }) },
        { isSilent: true },
      ),
  });
  const { data: current } = useQuery({
    queryKey: ['record', noun.name, chosen],
    enabled: chosen !== '' && (type === 'strategy' || type === 'benchmark'),
    queryFn: () => get<Row>(`${noun.path}/${chosen}`, {}, { isSilent: true }),
  });
  const rows = [
    ...(found?.list ?? []),
    ...(current === undefined || (found?.list ?? []).some(({ id }) => id === chosen) ? [] : [current]),
  ];
  const nameOf = (row: Row): string =>
    [
      textAt(row, 'code'),
      ...(isStrategy
        ? [textAt(row, 'name')]
        : [textAt(row, 'productName'), textAt(row, 'priceClassName'), textAt(row, 'price')]),
    ].join(' ');
  if (disabled) return current === undefined ? null : nameOf(current);
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      className="full"
      disabled={type !== 'strategy' && type !== 'benchmark'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      value={chosen === '' ? null : chosen}
      options={rows.map((row) => ({ value: textAt(row, 'id'), label: nameOf(row) }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}
