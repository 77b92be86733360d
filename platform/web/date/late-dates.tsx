import { Input } from 'antd';
import type { ReactNode } from 'react';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { DateInputProps, DayCalendarProps, RangeInputProps } from './dates.tsx';

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
