import type { Tone } from '#platform/model/field.ts';
import type { Span } from './span.ts';

/** Where a figure leads: a page by its route, and how it opens. */
export interface CockpitTarget {
  readonly page: string;
  readonly where: Readonly<Record<string, string>>;
}

export type CardKey =
  | 'salesToday'
  | 'sales'
  | 'orders'
  | 'toApprove'
  | 'toShip'
  | 'toSign'
  | 'receivable'
  | 'overdue'
  | 'stock';

/** A tile. Without a value whoever asks may not see it. */
export interface CockpitCard {
  readonly key: CardKey;
  readonly kind: 'amount' | 'number' | 'count';
  readonly value: string | null;
  readonly before: string | null;
  /** Compared with the same days a year ago, or with the same weekday. */
  readonly of: 'year' | 'weekday' | null;
  readonly beside: {
    readonly key: 'target' | 'customers' | 'amount' | 'share' | 'worth';
    readonly value: string;
  } | null;
  readonly to: CockpitTarget | null;
}

export interface CockpitRow {
  readonly key: string | null;
  readonly name: string | null;
  readonly now: string | null;
  readonly before: string | null;
}
export interface CockpitRows {
  readonly rows: readonly CockpitRow[];
  readonly sum: string;
  readonly to: CockpitTarget;
}

/** Sales step by step, of the whole months that the days lie in. */
export interface CockpitPace {
  readonly unit: 'day' | 'month';
  readonly steps: readonly { readonly name: string; readonly now: string | null; readonly before: string }[];
  readonly sum: string;
  readonly target: string | null;
  /** Share of the calendar days that are gone. */
  readonly gone: number;
  readonly to: CockpitTarget;
}
export interface CockpitAgeing {
  readonly numbers: readonly string[];
  readonly sum: string;
  readonly to: CockpitTarget;
}
export interface CockpitCredit {
  readonly usage: string | null;
  readonly limit: string;
  /** Customers who use four fifths of their limit or more, and those who are beyond it. */
  readonly near: number;
  readonly over: number;
  readonly to: CockpitTarget;
}
export interface CockpitPromotion {
  readonly running: number;
  readonly name: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly budget: string | null;
  readonly spent: string;
  readonly sales: string;
  readonly orders: string;
  readonly costRate: string | null;
  readonly to: CockpitTarget;
}
export interface CockpitOrder {
  readonly id: string;
  readonly code: string;
  readonly customerName: string | null;
  readonly amount: string;
  readonly time: string;
  readonly status: { readonly label: string; readonly tone: Tone | null };
}

/** Everything of the cockpit in one answer; null is what whoever asks may not see. */
export interface Cockpit {
  readonly cards: readonly CockpitCard[];
  readonly charts: {
    readonly pace: CockpitPace | null;
    readonly channels: CockpitRows | null;
    readonly provinces: CockpitRows | null;
    readonly ageing: CockpitAgeing | null;
    readonly credit: CockpitCredit | null;
    readonly promotion: CockpitPromotion | null;
  };
  readonly rankings: {
    readonly customers: CockpitRows | null;
    readonly products: CockpitRows | null;
    readonly orders: readonly CockpitOrder[] | null;
  };
  readonly refreshTime: string;
  readonly today: string;
  readonly span: Span;
}
