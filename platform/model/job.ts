import type { Fields } from './field.ts';
import type { Label } from './label.ts';

/** Work that a schedule may name. There is no other: a name that no definition has runs nothing. */
export interface Job<Name extends string = string, F extends Fields = Fields> {
  readonly kind: 'job';
  readonly name: Name;
  readonly label: Label;
  /** What it does, in a sentence for whoever schedules it. */
  readonly remark: Label;
  /** What it is told; the form shows these as fields. */
  readonly params: F;
  /** One run for every open tenant, each behind its own wall; otherwise one for the installation. */
  readonly isPerTenant: boolean;
}

export function defineJob<const Name extends string, const F extends Fields>(
  job: Omit<Job<Name, F>, 'kind' | 'isPerTenant'> & { readonly isPerTenant?: true },
): Job<Name, F> {
  return { kind: 'job', isPerTenant: false, ...job };
}
