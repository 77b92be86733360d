import { addDays, addYears, monthStart } from '#platform/model/time/day.ts';
import type { DimensionKey } from '#report/model/dimension.ts';
import { figures, type FigureKey } from '#report/model/figures.ts';
import type { MeasureKey } from '#report/model/measure.ts';
import { endOfMonth, spanBefore, type Span } from '#report/model/span.ts';
import type { Question } from '#report/server/engine/question.ts';

export interface Days {
  readonly today: string;
  readonly span: Span;
  readonly organizeCode: string;
  readonly mayCost: boolean;
}

/** What the cockpit asks the reports: the same questions as their pages, so the same figures. */
export function cockpitQuestions(days: Days) {
  const { today, span, mayCost } = days;
  const whole = wholeOf(span);
  const yearBefore = { from: addYears(whole.from, -1), to: endOfMonth(addYears(whole.from, -1).slice(0, 7)) };
  const before = { from: yearBefore.from, to: endOfMonth(addYears(whole.to, -1).slice(0, 7)) };
  const weekday = addDays(today, -364);
  const ask = asker(days);
  const step = stepOf(span);
  return {
    salesToday: ask('R03', 'organize', ['amount'], {
      span: { from: today, to: today },
      before: { from: weekday, to: weekday },
    }),
    sales: ask('R03', 'organize', ['amount'], { isCompared: true }),
    orders: ask('R01', 'organize', ['orderCount', 'customerCount'], { isCompared: true }),
    target: ask('R06', 'organize', ['target'], { span: { from: whole.from, to: span.to } }),
    receivable: ask('R14', 'organize', ['balance', 'upTo30', 'upTo60', 'upTo90', 'beyond'], {
      span: { from: span.to, to: span.to },
      isCompared: true,
    }),
    stock: ask('R10', 'organize', mayCost ? ['available', 'stockValue'] : ['available']),
    now: ask('R03', step, ['amount'], { span: { from: whole.from, to: span.to }, limit: 400 }),
    earlier: ask('R03', step, ['amount'], { span: before, limit: 400 }),
    channels: ask('R03', 'channel', ['amount'], { isCompared: true, limit: 8 }),
    provinces: ask('R03', 'province', ['amount'], { isCompared: true, limit: 60 }),
    customers: ask('R03', 'customer', ['amount'], { isCompared: true, limit: 10 }),
    products: ask('R03', 'material', ['amount'], { isCompared: true, limit: 10 }),
    ageing: ask('R12', 'organize', ['lying30', 'lying90', 'lying180', 'lyingLong'], {
      span: { from: span.to, to: span.to },
    }),
    credit: ask('R16', 'customer', ['usage', 'limit'], { limit: 500 }),
    promotion: ask('R08', 'activity', ['amount', 'orderCount', 'spent', 'costRate'], { limit: 50 }),
  } as const;
}
export type QuestionKey = keyof ReturnType<typeof cockpitQuestions>;

/** Days of one month step by step, longer spans by their months. */
export const stepOf = ({ from, to }: Span): 'day' | 'month' => (from.slice(0, 7) === to.slice(0, 7) ? 'day' : 'month');
export const wholeOf = ({ from, to }: Span): Span => ({ from: monthStart(from), to: endOfMonth(to.slice(0, 7)) });

interface Wanted {
  readonly span?: Span;
  readonly before?: Span;
  readonly isCompared?: true;
  readonly limit?: number;
}

const asker =
  ({ span: usual, organizeCode }: Days) =>
  (
    key: FigureKey,
    rows: DimensionKey,
    measures: readonly [MeasureKey, ...MeasureKey[]],
    { span = usual, before, isCompared, limit = 1 }: Wanted = {},
  ): Question => {
    const figure = figures[key];
    return {
      figure,
      rows,
      columns: null,
      measures,
      hidden: [],
      sortBy: measures[0],
      isAscending: false,
      span,
      before: before ?? (isCompared === true ? spanBefore(figure.time, span, 'year') : null),
      filters: organizeCode === '' ? [] : [['organize', [organizeCode]]],
      limit,
      offset: 0,
    };
  };
