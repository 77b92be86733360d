import { Skeleton } from 'antd';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { CalendarProps } from './calendar-page.tsx';

/** Most people come for the list: it does not wait for the calendar. */
export const LateCalendar = late<CalendarProps>(
  'promotion-calendar',
  chunk(
    () => import('./calendar-page.tsx'),
    ({ ActivityCalendar }) => ActivityCalendar,
  ),
  () => <Skeleton className="card" active />,
);
