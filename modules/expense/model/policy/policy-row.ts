/** What the limit of a row is measured in. */
export type PolicyUnit = 'day' | 'night' | 'time' | 'km' | 'person' | 'month';
/** 0 none, 1 warn, 2 forbid, 3 cut to the limit, 4 special approval. */
export type PolicyControl = '0' | '1' | '2' | '3' | '4';

/** A policy as the house keeps it. What it leaves open it does not ask for. */
export interface PolicyRow {
  readonly code: string;
  readonly itemCode?: string | null;
  readonly docType?: string | null;
  readonly personnelTypeCode?: string | null;
  readonly areaCode?: string | null;
  readonly cityLevel?: string | null;
  readonly unit: PolicyUnit;
  /** For each unit. */
  readonly dailyAmount?: string | null;
  /** For each time, however many units it has. */
  readonly maxAmount?: string | null;
  readonly control: PolicyControl;
  readonly startDate?: string | null;
  readonly endDate?: string | null;
}

/** What is claimed, and by whom: a rank, a place and the days. */
export interface PolicyLine {
  readonly itemCode: string;
  readonly docType?: string | null;
  /** His rank (D1). */
  readonly personnelTypeCode?: string | null;
  readonly areaCode?: string | null;
  readonly cityLevel?: string | null;
  readonly startDate: string;
  readonly endDate: string;
  readonly amount: string;
  readonly km?: string | null;
  readonly persons?: string | null;
}

/** Why a row is not the one. */
export type PassedOver = 'ITEM' | 'DOC_TYPE' | 'RANK' | 'AREA' | 'CITY_LEVEL' | 'DATE' | 'LESS_SPECIFIC';
export interface RowTrace {
  readonly row: string;
  readonly reason: PassedOver;
}
export interface FoundRow {
  readonly row: PolicyRow | null;
  readonly trace: readonly RowTrace[];
}

/**
 * The row that holds for a line: rank and area, rank and city level, rank, area, city level, any (D1a). Of two alike
 * the nearer place, then that of this kind of document, then the one that began later.
 */
export function policyFor(line: PolicyLine, rows: readonly PolicyRow[]): FoundRow {
  const judged = rows.map((row) => ({ row, reason: unfit(line, row) }));
  const fit = judged.flatMap(({ row, reason }) => (reason === null ? [row] : [])).toSorted(nearer);
  return {
    row: fit[0] ?? null,
    trace: judged.flatMap(({ row, reason }): RowTrace[] =>
      row === fit[0] ? [] : [{ row: row.code, reason: reason ?? 'LESS_SPECIFIC' }],
    ),
  };
}

function unfit(line: PolicyLine, row: PolicyRow): PassedOver | null {
  if (isSaid(row.itemCode) && row.itemCode !== line.itemCode) return 'ITEM';
  if (isSaid(row.docType) && row.docType !== line.docType) return 'DOC_TYPE';
  if (isSaid(row.personnelTypeCode) && row.personnelTypeCode !== line.personnelTypeCode) return 'RANK';
  if (isSaid(row.areaCode) && !isWithin(line.areaCode ?? '', row.areaCode)) return 'AREA';
  if (isSaid(row.cityLevel) && row.cityLevel !== line.cityLevel) return 'CITY_LEVEL';
  if (isSaid(row.startDate) && line.startDate < row.startDate) return 'DATE';
  if (isSaid(row.endDate) && line.startDate > row.endDate) return 'DATE';
  return null;
}

const isSaid = (value: string | null | undefined): value is string => value != null && value !== '';

/** A district lies in its city and its province: their codes end in zeros where it goes on. */
const isWithin = (area: string, place: string): boolean => area.startsWith(stemOf(place));
const stemOf = (place: string): string => place.replace(/(00)+$/, '');

/** How near a row is, the first figure that differs decides. */
const nearness = (row: PolicyRow): readonly number[] => [
  isSaid(row.itemCode) ? 1 : 0,
  isSaid(row.personnelTypeCode) ? 1 : 0,
  isSaid(row.areaCode) ? 2 : isSaid(row.cityLevel) ? 1 : 0,
  stemOf(row.areaCode ?? '').length,
  isSaid(row.docType) ? 1 : 0,
];

function nearer(a: PolicyRow, b: PolicyRow): number {
  const [left, right] = [nearness(a), nearness(b)];
  const at = left.findIndex((value, i) => value !== right[i]);
  if (at >= 0) return (right[at] ?? 0) - (left[at] ?? 0);
  return (b.startDate ?? '').localeCompare(a.startDate ?? '') || a.code.localeCompare(b.code);
}
