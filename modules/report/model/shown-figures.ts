import type { DimensionKey } from './dimension.ts';
import { figures, type FigureKey } from './figures.ts';
import type { Figure } from './figure.ts';

/** A screen: whose permissions it asks for, and the reports that can be seen on it, the first as it opens. */
export interface ShownFigures {
  readonly noun: string;
  readonly shows: readonly [FigureKey, ...FigureKey[]];
  /** By what the first is counted when it opens, where that is not as the report says. */
  readonly rows?: DimensionKey;
}

export const reportScreens = {
  salesorder: { noun: 'report:salesorder', shows: ['R03', 'R01', 'R02'] },
  delivery: { noun: 'report:delivery', shows: ['R02', 'R24'] },
  refund: { noun: 'report:refund', shows: ['R19'] },
  purchase: { noun: 'report:purchase', shows: ['R18'] },
  stockinout: { noun: 'report:stockinout', shows: ['R11', 'R10'] },
  receivable: { noun: 'report:receivable', shows: ['R14', 'R15'] },
  margin: { noun: 'report:cost', shows: ['R07'] },
  credit: { noun: 'report:credit', shows: ['R16'] },
  payable: { noun: 'report:payable', shows: ['payable'] },
  expense: { noun: 'report:expense', shows: ['R20', 'R21'] },
  promotion: { noun: 'report:promotion', shows: ['R08', 'R09'] },
  uninvoiced: { noun: 'report:uninvoiced', shows: ['R17'] },
  stockage: { noun: 'report:stockage', shows: ['R12'] },
  shortage: { noun: 'report:shortage', shows: ['R13'] },
  approval: { noun: 'report:approval', shows: ['R22'] },
  points: { noun: 'report:points', shows: ['R23'] },
} as const satisfies Readonly<Record<string, ShownFigures>>;

export const statisticsScreens = {
  customer: { noun: 'statistics:customer', shows: ['R03', 'R04'], rows: 'customer' },
  product: { noun: 'statistics:product', shows: ['R05'], rows: 'material' },
  salesman: { noun: 'statistics:salesman', shows: ['R03'], rows: 'salesman' },
  area: { noun: 'statistics:area', shows: ['R03'], rows: 'province' },
  channel: { noun: 'statistics:channel', shows: ['R03'], rows: 'channel' },
  trend: { noun: 'statistics:trend', shows: ['R03'], rows: 'month' },
  stock: { noun: 'statistics:stock', shows: ['R11', 'R10', 'R12'], rows: 'productClass' },
  objective: { noun: 'statistics:objective', shows: ['R06'], rows: 'salesman' },
} as const satisfies Readonly<Record<string, ShownFigures>>;

/** The word by which a report of a definition is asked for, beside which one. */
export const ownCode = 'own';

export type Area = 'report' | 'statistics';
export const screensOf = (area: Area): Readonly<Record<string, ShownFigures>> =>
  area === 'report' ? reportScreens : statisticsScreens;

/** What a screen shows when nothing else is asked for, or the report of it that is. */
export function figureOn(shown: ShownFigures, asked: string | null): Figure | undefined {
  const key = asked === null ? shown.shows[0] : shown.shows.find((each) => each === asked);
  return key === undefined ? undefined : figures[key];
}
