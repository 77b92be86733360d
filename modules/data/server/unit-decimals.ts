import { scaleOf } from '#platform/model/decimal.ts';
import type { Document } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { filledText, refusal, type Place } from '#platform/model/refusal.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import type { Facts } from '#platform/server/document/serve.ts';
import { isKit, type Kit } from '#data/model/goods/combination.ts';
import { material } from '#data/model/goods/material.ts';

export const tooManyDecimals = refusal('E-NUMBER-DECIMALS', 10003, [
  '单位【{unit}】的数量最多{n}位小数',
  '單位【{unit}】的數量最多{n}位小數',
  'A quantity in {unit} has at most {n} {n:decimal|decimals}',
]);

/** What a number is counted in. */
export interface Unit {
  readonly name: string | null;
  readonly precision: number | null;
}
/** A number at its place, in its unit. */
export interface Counted {
  readonly path: string;
  readonly field: Label;
  readonly number: string | null;
  readonly unit: Unit | undefined;
}

/**
 * The one place where numbers are held to the decimals of their units (A13), all of a document at once, each at its
 * cell. Trailing zeros are no decimals, and goods that nobody has are refused elsewhere.
 */
export function refuseDecimals(numbers: readonly Counted[]): void {
  const refused = numbers.flatMap(({ path, field, number, unit }) => {
    if (unit === undefined || number === null || !number.includes('.')) return [];
    const most = unit.precision ?? 0;
    if (scaleOf(number) <= most) return [];
    const params = { unit: unit.name, n: most };
    return [{ params, place: { path, field, reason: filledText(tooManyDecimals(params)) } satisfies Place }];
  });
  const [first] = refused;
  if (first !== undefined)
    throw tooManyDecimals(
      first.params,
      refused.map(({ place }) => place),
    );
}

type Line = Readonly<Record<string, unknown>>;
const textIn = (line: Line, key: string): string | null => (typeof line[key] === 'string' ? line[key] : null);

/**
 * Numbers of the lines of a draft: `keys` are in the main unit of the line's material. An auxiliary number that a rate
 * ties to the number follows from it (five of a dozen are 0.4167 boxes); only where it stands alone it is counted.
 */
export function refuseLineDecimals(
  { lines: fields }: Pick<Document, 'lines'>,
  lines: readonly object[],
  { found }: Pick<Facts, 'found'>,
  keys: readonly string[] = ['number'],
): void {
  refuseDecimals(
    (lines as readonly Line[]).flatMap((line, at): Counted[] => {
      const record = found(material, textIn(line, 'productCode') ?? '');
      if (record === undefined) return [];
      const { main, assist } = unitsOf(record);
      const isTied = textIn(line, 'number') !== null && (textIn(line, 'rate') ?? record.rate) !== null;
      return [
        ...keys.map((key) => [key, main] as const),
        ...(isTied ? [] : ([['storeNumber', assist]] as const)),
      ].flatMap(([key, unit]): Counted[] => {
        const field = fields[key];
        return field === undefined
          ? []
          : [{ path: `lines.${at}.${key}`, field: field.label, number: textIn(line, key), unit }];
      });
    }),
  );
}

/** The smallest number there is of a unit: 1, or 0.001 of what is weighed to the gram. */
export const stepOf = (unit: Unit | undefined): string =>
  (unit?.precision ?? 0) === 0 ? '1' : `0.${'1'.padStart(unit?.precision ?? 1, '0')}`;

/** The units of a material with their decimals, as its row brings them. Half a kit is none. */
export function unitsOf(
  record: Kit & { readonly mainUnitName: string | null; readonly assistUnitName: string | null },
): {
  readonly main: Unit;
  readonly assist: Unit | undefined;
} {
  const { mainUnitPrecision = null, assistUnitPrecision = null } = record as {
    readonly mainUnitPrecision?: number | null;
    readonly assistUnitPrecision?: number | null;
  };
  return {
    main: { name: record.mainUnitName, precision: isKit(record) ? 0 : mainUnitPrecision },
    assist:
      record.assistUnitName === null ? undefined : { name: record.assistUnitName, precision: assistUnitPrecision },
  };
}

/** Main units of materials, for calls that read no records of them; `codes` is SQL that answers their codes. */
export const mainUnitsRead = (codes: string, values: readonly unknown[]) =>
  statement(
    { code: 'text', name: 'text', precision: 'integer?' },
    `
      select m.code, u.name,
        case when m.group_flag = '1' and m.combination is not null then 0 else u.precision end as precision
      from app.data_material m
      join app.data_unit u on u.tenant_code = m.tenant_code and u.code = m.main_unit_code
      where m.code in (${codes})`,
    values,
  );
type UnitRow = RowsOf<{ units: ReturnType<typeof mainUnitsRead> }>['units'][number];
export const mainUnitsIn = (rows: readonly UnitRow[]): ReadonlyMap<string, Unit> =>
  new Map(rows.map(({ code, ...unit }) => [code, unit]));
