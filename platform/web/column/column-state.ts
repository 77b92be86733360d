import { useSetting } from '#platform/web/api/setting.ts';
import type { ColumnState } from './column.ts';

/** How a person arranged the columns of a screen, kept on the server. */
export function useColumnState(screen: string): readonly [ColumnState, (next: ColumnState) => void] {
  const [state, keep] = useSetting(`columns:${screen}`, asDeclared, isColumnState);
  return [state, keep];
}

const asDeclared: ColumnState = {};

function isColumnState(value: unknown): value is ColumnState {
  if (typeof value !== 'object' || value === null) return false;
  const { order = [], widths = {}, shown = {} } = value as { order?: unknown; widths?: unknown; shown?: unknown };
  return (
    Array.isArray(order) &&
    order.every((key) => typeof key === 'string') &&
    isRecordOf(widths, 'number') &&
    isRecordOf(shown, 'boolean')
  );
}

const isRecordOf = (value: unknown, type: 'number' | 'boolean'): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === type);
