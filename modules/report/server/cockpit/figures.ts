import { compare, over, plus, round, times } from '#platform/model/decimal.ts';
import type { Pivot } from '#report/model/answer.ts';
import type {
  CardKey,
  CockpitAgeing,
  CockpitCard,
  CockpitCredit,
  CockpitPace,
  CockpitRows,
  CockpitTarget,
} from '#report/model/cockpit.ts';
import { daysBetween, type Span } from '#report/model/span.ts';
import { stepOf, wholeOf } from './questions.ts';

/** A measure of the sum of a report, by its place. */
export const sumAt = (pivot: Pivot, at = 0, side: 'now' | 'before' = 'now'): string | null =>
  pivot.sum[side]?.[at] ?? null;
const added = (pivot: Pivot, side: 'now' | 'before', from: number): string | null =>
  pivot.sum[side] === null
    ? null
    : pivot.sum[side].slice(from).reduce((sum: string, each) => plus(sum, each ?? '0'), '0');

export const percentOf = (value: string | null, whole: string | null): string | null =>
  value === null || whole === null || compare(whole, '0') <= 0 ? null : round(times(over(value, whole), '100'), 1);

export const card = (key: CardKey, more: Partial<Omit<CockpitCard, 'key'>> = {}): CockpitCard => ({
  key,
  kind: 'amount',
  value: null,
  before: null,
  of: null,
  beside: null,
  to: null,
  ...more,
});

/** Sums of a report as a tile. */
export const sumCard = (key: CardKey, pivot: Pivot | null, more: Partial<CockpitCard>): CockpitCard =>
  pivot === null
    ? card(key)
    : card(key, { value: sumAt(pivot) ?? '0', before: sumAt(pivot, 0, 'before'), of: pivot.before && 'year', ...more });

/** Overdue is what is open beyond its day: the columns of the ageing but the first. */
export function overdueCard(ageing: Pivot | null, to: CockpitTarget | null): CockpitCard {
  if (ageing === null) return card('overdue');
  const value = added(ageing, 'now', 1);
  const share = percentOf(value, sumAt(ageing));
  return card('overdue', {
    value,
    before: added(ageing, 'before', 1),
    of: 'year',
    beside: share === null ? null : { key: 'share', value: share },
    to,
  });
}

export const rowsOf = (pivot: Pivot, to: CockpitTarget): CockpitRows => ({
  rows: pivot.list.map(({ key, name, now, before }) => ({
    key,
    name,
    now: now[0] ?? null,
    before: before?.[0] ?? null,
  })),
  sum: sumAt(pivot) ?? '0',
  to,
});

interface Paced {
  readonly now: Pivot;
  readonly earlier: Pivot;
  readonly target: Pivot | null;
  readonly span: Span;
  readonly to: CockpitTarget;
}

/** What was sold on each day or in each month, of today's and of the year before, to its end. */
export function paceOf({ now, earlier, target, span, to }: Paced): CockpitPace {
  const unit = stepOf(span);
  const whole = wholeOf(span);
  const [sold, before] = [now, earlier].map(
    ({ list }) => new Map(list.map(({ key, now: [value] }) => [key ?? '', value ?? '0'])),
  );
  const steps = namesOf(whole, unit).map((name) => {
    const last = `${Number.parseInt(name.slice(0, 4), 10) - 1}${name.slice(4)}`;
    return {
      name,
      now: name <= span.to.slice(0, name.length) ? (sold?.get(name) ?? '0') : null,
      before: before?.get(last) ?? '0',
    };
  });
  return {
    unit,
    steps,
    sum: sumAt(now) ?? '0',
    target: target === null ? null : sumAt(target),
    gone: (daysBetween(whole.from, span.to) + 1) / (daysBetween(whole.from, whole.to) + 1),
    to,
  };
}

function namesOf({ from, to }: Span, unit: 'day' | 'month'): readonly string[] {
  const names: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += 86_400_000) {
    const name = new Date(at).toISOString().slice(0, unit === 'day' ? 10 : 7);
    if (names.at(-1) !== name) names.push(name);
  }
  return names;
}

export const ageingOf = (pivot: Pivot, to: CockpitTarget): CockpitAgeing => ({
  numbers: pivot.sum.now.map((each) => each ?? '0'),
  sum: added(pivot, 'now', 0) ?? '0',
  to,
});

/** Four fifths of a limit is where somebody should ask. */
const nearPercent = '80';
export function creditOf(pivot: Pivot, to: CockpitTarget): CockpitCredit {
  const used = pivot.list.map(({ now: [usage] }) => usage ?? '0');
  return {
    usage: sumAt(pivot, 0),
    limit: sumAt(pivot, 1) ?? '0',
    near: used.filter((each) => compare(each, nearPercent) >= 0 && compare(each, '100') <= 0).length,
    over: used.filter((each) => compare(each, '100') > 0).length,
    to,
  };
}
