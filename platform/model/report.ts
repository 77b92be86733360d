import type { ListFacts, Screen } from './entity.ts';
import type { Fields, Keys } from './field.ts';
import type { Label } from './label.ts';

/** A list that is no table: rows computed from others. It has columns, filters, a screen and an export, and no form. */
export interface Report<Name extends string = string, F extends Fields = Fields> {
  readonly kind: 'report';
  readonly name: Name;
  readonly label: Label;
  readonly path: string;
  readonly fields: F;
  readonly list: ListFacts;
  readonly screen: Screen;
  /** Buttons whose calls are written by hand, beside page and export: { view: ['查看', '檢視', 'View'] }. */
  readonly grants?: Readonly<Record<string, Label>>;
}

export function defineReport<const Name extends string, const F extends Fields>(
  report: Omit<Report<Name, F>, 'kind' | 'list'> & {
    readonly list: {
      readonly columns: readonly NoInfer<Keys<F>>[];
      readonly filters: readonly NoInfer<Keys<F>>[];
      readonly lead?: readonly NoInfer<Keys<F>>[];
      readonly rare?: readonly NoInfer<Keys<F>>[];
    };
  },
): Report<Name, F> {
  return { kind: 'report', ...report };
}
