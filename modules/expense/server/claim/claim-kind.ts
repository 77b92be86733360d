import { createHash } from 'node:crypto';
import { compare, plus, times } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import type { AskedPart, PartKey } from '#expense/model/claim/claim-sums.ts';
import { policyFor, type PolicyRow } from '#expense/model/policy/policy-row.ts';
import { daysOf } from '#expense/model/policy/trip.ts';
import type { KnownItem } from '#expense/server/item/item-reads.ts';

/** What the kinds of claims tell their costs by. */
export interface KindGrounds {
  readonly items: readonly KnownItem[];
  readonly policies: readonly PolicyRow[];
  readonly personnelTypeCode: string | null;
  readonly param: (code: 'RB010' | 'RB011' | 'RB012' | 'RB013') => string;
}

/** How one kind of claim differs from the others: which costs it is, and what it fills in by itself. */
export interface ClaimKind<Draft> {
  readonly docType: 'expense' | 'specialExpense' | 'travel' | 'cityTransport';
  /** Nothing is claimed without an application (domain §8.2). */
  readonly needsApplication?: true;
  readonly complete: (draft: Draft, grounds: KindGrounds) => void;
  readonly parts: (draft: Draft, grounds: KindGrounds) => readonly AskedPart[];
}

interface Borne {
  readonly id: string;
  readonly deptCode: string | null;
  readonly projectCode: string | null;
}
interface ItemLine extends Borne {
  readonly itemCode: string | null;
  readonly occurDate: string;
  readonly endDate?: string | null;
  readonly areaCode?: string | null;
  readonly persons?: string | null;
  readonly km?: string | null;
  readonly amount: string;
}

/** A line is one cost. */
const partOfLine = (line: ItemLine, at: number): AskedPart => ({
  id: line.id,
  lineNo: at + 1,
  key: '',
  itemCode: line.itemCode ?? '',
  amount: line.amount,
  startDate: line.occurDate,
  endDate: line.endDate ?? line.occurDate,
  areaCode: line.areaCode ?? null,
  km: line.km ?? null,
  persons: line.persons ?? null,
  deptCode: line.deptCode,
  projectCode: line.projectCode,
});
type ItemDraft = { readonly lines: readonly ItemLine[] };
const nothing = (): void => undefined;

export const expenseKind: ClaimKind<ItemDraft> = {
  docType: 'expense',
  complete: nothing,
  parts: ({ lines }) => lines.map(partOfLine),
};
export const specialKind: ClaimKind<ItemDraft> = {
  docType: 'specialExpense',
  needsApplication: true,
  complete: nothing,
  parts: ({ lines }) => lines.map(partOfLine),
};
export const cityKind: ClaimKind<{ readonly lines: (ItemLine & { itemCode: string | null })[] }> = {
  docType: 'cityTransport',
  complete({ lines }, { items }) {
    const [own] = items.filter(({ docType }) => docType === 'cityTransport').toSorted(byCode);
    for (const line of lines) line.itemCode ??= own?.code ?? null;
  },
  parts: ({ lines }) => lines.map(partOfLine),
};
const byCode = (a: KnownItem, b: KnownItem): number => a.code.localeCompare(b.code);

interface Leg extends Borne {
  readonly startDate: string;
  readonly endDate: string;
  readonly areaCode: string | null;
  itemCode: string | null;
  readonly trafficAmount: string | null;
  readonly hotelAmount: string | null;
  readonly mealAmount: string | null;
  readonly otherAmount: string | null;
  amount: string | null;
}
interface Trip {
  readonly id?: string;
  readonly tripStartDate: string;
  readonly tripEndDate: string;
  days: number | null;
  allowanceAmount: string | null;
  readonly deptCode: string | null;
  readonly lines: Leg[];
}
const amounts = ['trafficAmount', 'hotelAmount', 'mealAmount', 'otherAmount'] as const;
const keyOf = { trafficAmount: 'traffic', hotelAmount: 'hotel', mealAmount: 'meal', otherAmount: 'other' } as const;
const paramOf = { traffic: 'RB010', hotel: 'RB011', meal: 'RB012', other: 'RB013' } as const;

export const travelKind: ClaimKind<Trip> = {
  docType: 'travel',
  complete(trip, { policies, personnelTypeCode, param }) {
    const { lines, tripStartDate: startDate, tripEndDate: endDate } = trip;
    for (const line of lines) {
      line.itemCode ??= param('RB010');
      line.amount = plus('0', ...amounts.map((key) => line[key] ?? '0'));
    }
    trip.days = daysOf({ startDate, endDate }).length;
    const hasMeals = lines.some(({ mealAmount }) => compare(mealAmount ?? '0', '0') > 0);
    const { row } = policyFor(
      { itemCode: param('RB012'), docType: 'travel', personnelTypeCode, startDate, endDate, amount: '0' },
      policies,
    );
    const daily = row?.unit === 'day' ? (row.dailyAmount ?? '0') : '0';
    trip.allowanceAmount = hasMeals ? '0' : plus(cents(times(daily, String(trip.days))));
  },
  parts: (trip, { param }) => [
    ...trip.lines.flatMap((line, at) =>
      amounts.flatMap((field): AskedPart[] => {
        const [key, amount] = [keyOf[field], line[field] ?? '0'];
        if (compare(amount, '0') <= 0) return [];
        const { startDate, endDate, areaCode, deptCode, projectCode } = line;
        const itemCode = key === 'traffic' ? (line.itemCode ?? param('RB010')) : param(paramOf[key]);
        const id = partId(line.id, key);
        return [{ id, lineNo: at + 1, key, itemCode, amount, startDate, endDate, areaCode, deptCode, projectCode }];
      }),
    ),
    ...(compare(trip.allowanceAmount ?? '0', '0') > 0 && trip.lines[0] !== undefined
      ? [
          {
            id: partId(trip.lines[0].id, 'allowance'),
            lineNo: null,
            key: 'allowance' as const,
            itemCode: param('RB012'),
            amount: trip.allowanceAmount ?? '0',
            startDate: trip.tripStartDate,
            endDate: trip.tripEndDate,
            deptCode: trip.deptCode,
            projectCode: null,
          },
        ]
      : []),
  ],
};

/** A line of four amounts is four costs: each has an id of its own in the ledgers, the same at every save. */
function partId(lineId: string, key: PartKey): string {
  const hash = createHash('sha1').update(`${lineId} ${key}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
