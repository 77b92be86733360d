import { Input } from 'antd';
import type { ReactNode } from 'react';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { Period } from './period.ts';

export interface DateInputProps {
  readonly id?: string;
  readonly disabled?: boolean;
  readonly value: string;
  readonly hasTime?: boolean;
  /** No day before it can be chosen. */
  readonly earliest?: string;
  readonly onChange: (value: string | null) => void;
}
export interface RangeInputProps {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** With the period when it was chosen by name; the days then move with the calendar. */
  readonly onChange: (from: string, to: string, period?: Period) => void;
}
export interface DayCalendarProps {
  readonly value: string;
  readonly onChoose: (day: string) => void;
}

export const LateDateInput = late<DateInputProps>(
  'date',
  chunk(
    () => import('./dates.tsx'),
    ({ DateInput }) => DateInput,
  ),
  ({ value }) => <Waiting>{value}</Waiting>,
);
export const LateRangeInput = late<RangeInputProps>(
  'range',
  chunk(
    () => import('./dates.tsx'),
    ({ RangeInput }) => RangeInput,
  ),
  ({ from, to }) => <Waiting>{[from, to].filter((text) => text !== '').join(' – ')}</Waiting>,
);
export const LateDayCalendar = late<DayCalendarProps>(
  'calendar',
  chunk(
    () => import('./dates.tsx'),
    ({ DayCalendar }) => DayCalendar,
  ),
  () => null,
);

function Waiting({ children }: { readonly children: string }): ReactNode {
  return <Input className="full" disabled value={children} />;
}
