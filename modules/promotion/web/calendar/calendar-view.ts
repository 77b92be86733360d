import { createStore } from '#platform/web/page/store.ts';
import { moved, spanAround, type Span, type Zoom } from './calendar-days.ts';

export const groupings = ['products', 'type', 'customers'] as const;
export type Grouping = (typeof groupings)[number];

/** How a person looks at the calendar; it stays so while he works elsewhere. */
interface View {
  readonly isCalendar: boolean;
  readonly zoom: Zoom;
  /** A day that is shown; the calendar is of the months around it. */
  readonly day: string;
  readonly grouping: Grouping;
  readonly customerCode: string | null;
  readonly customerName: string;
}

/** The day of this browser, until the server says which day it is. */
const dayHere = (): string => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

const view = createStore<View>({
  isCalendar: false,
  zoom: 'quarter',
  day: dayHere(),
  grouping: 'products',
  customerCode: null,
  customerName: '',
});

export const useCalendarView = view.use;
export const change = (changes: Partial<View>): void => {
  view.set((now) => ({ ...now, ...changes }));
};
export const move = (steps: number): void => {
  view.set((now) => ({ ...now, day: moved(now.day, now.zoom, steps) }));
};
export const spanOf = ({ day, zoom }: View): Span => spanAround(day, zoom);
