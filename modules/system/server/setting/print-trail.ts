import type { PrintedStep } from '#platform/model/print.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Label } from '#platform/model/label.ts';
import { seam } from '#platform/server/module/seam.ts';

const step = {
  instanceId: 'uuid',
  name: 'text',
  person: 'text',
  at: 'instant',
  result: 'text?',
  opinion: 'text?',
} as const;

export type Step = RowOf<typeof step>;

/** How documents were decided, for the vouchers that say so: approval is a module above. */
export interface PrintTrail {
  readonly steps: (instanceIds: readonly string[]) => ReturnType<typeof stepsIn>;
  readonly resultLabel: (result: string) => Label | undefined;
}
export const printTrails = seam<PrintTrail>('trails of prints');

const unit = { name: 'text', decimals: 'integer' } as const;

/** How many decimals quantities have, by the names of their units: units are kept by a module above. */
export const printUnits = seam<() => ReturnType<typeof unitsIn>>('units of prints');
export const unitsIn = (sql: string) => statement(unit, sql, []);

/** What prints ask of modules above. */
export interface PrintSources {
  readonly trails: readonly PrintTrail[];
  readonly units: readonly (() => ReturnType<typeof unitsIn>)[];
}

/** Steps in their order, with the process that each belongs to. */
export const stepsIn = (sql: string, ids: readonly string[]) => statement(step, sql, [ids]);

export const stepOf = ({ name, person, at, result, opinion }: Step, { resultLabel }: PrintTrail): PrintedStep => ({
  name,
  person,
  at: new Date(at).toISOString(),
  result: result === null ? null : (resultLabel(result) ?? null),
  opinion,
});
