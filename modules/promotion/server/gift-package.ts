import { compare } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { giftPackage } from '#promotion/model/gift-package.ts';
import { mostPackageLines, packageFault, packageLinesIn, type PackageFault } from '#promotion/model/package-lines.ts';

const { fields } = giftPackage;
const named = { code: 'text', name: 'text' } as const;

const reads = (given: Readonly<Record<string, unknown>>) => {
  const lines = packageFault(given['lines']) === null ? packageLinesIn(given['lines']) : [];
  return {
    goods: statement(named, 'select code, name from app.data_material where code = any($1::text[])', [
      lines.map(({ productCode }) => productCode),
    ]),
    storages: statement(named, 'select code, name from app.data_depot where code = any($1::text[])', [
      lines.flatMap(({ outStorageCode }) => outStorageCode ?? []),
    ]),
  };
};
type Reads = ReturnType<typeof reads>;

/** A package holds goods that are there, each once; what its lines are called is written with them. */
export const giftPackageService = serveEntity<typeof giftPackage, Reads>(giftPackage, {
  reads,
  beforeSave(_ctx, next, _previous, given, { goods = [], storages = [] }) {
    const places: Place[] = [
      ...(next.endDate < next.startDate
        ? [{ path: 'endDate', field: fields.endDate.label, reason: reasons.beforeStart }]
        : []),
      ...negativeLimits(next),
    ];
    if (places.length > 0) throw invalidAt(places);
    if (!('lines' in given)) return next;
    const wrong = packageFault(next.lines);
    if (wrong !== null) throw invalidAt([placeOf(faultText(wrong.fault, wrong.at))]);
    const [products, depots] = [namesIn(goods), namesIn(storages)];
    const lines = packageLinesIn(next.lines);
    const unknown = lines.findIndex(
      ({ productCode, outStorageCode }) =>
        !products.has(productCode) || (outStorageCode !== null && !depots.has(outStorageCode)),
    );
    if (unknown >= 0) throw invalidAt([placeOf(atRow(unknown, reasons.unknown))]);
    return {
      ...next,
      lines: lines.map((line) => ({
        ...line,
        productName: products.get(line.productCode) ?? null,
        outStorageName: line.outStorageCode === null ? null : (depots.get(line.outStorageCode) ?? null),
      })),
    };
  },
});

const negativeLimits = (next: {
  readonly packageMaxAmount: string | null;
  readonly packageMaxNumber: string | null;
}): readonly Place[] =>
  (['packageMaxAmount', 'packageMaxNumber'] as const).flatMap((key) => {
    const limit = next[key];
    return limit !== null && compare(limit, '0') < 0
      ? [{ path: key, field: fields[key].label, reason: reasons.format }]
      : [];
  });

const namesIn = (rows: readonly { readonly code: string; readonly name: string }[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ code, name }) => [code, name]));
const placeOf = (reason: Label): Place => ({ path: 'lines', field: fields.lines.label, reason });
const atRow = (at: number, [cn, tw, en]: Label): Label => [
  `第${at + 1}行${cn}`,
  `第${at + 1}列${tw}`,
  `row ${at + 1} ${en}`,
];

function faultText(fault: PackageFault, at: number): Label {
  switch (fault) {
    case 'form':
    case 'figure':
      return atRow(at, reasons.format);
    case 'taken':
      return atRow(at, reasons.taken);
    case 'many':
      return [`最多${mostPackageLines}行`, `最多${mostPackageLines}列`, `at most ${mostPackageLines} rows`];
  }
}
