import type { BudgetControl } from './budget-check.ts';

/** Who may say how strictly a budget holds, the nearest first (D1, D1b). */
export interface Controls {
  readonly item?: string | null;
  readonly account?: string | null;
  /** Of the budget of the department and year. */
  readonly head?: string | null;
  /** RB001: where there is no budget of the department. */
  readonly house: string;
}

/** An item beats its budget account, that beats the head; who says nothing asks the next. */
export function controlOf(controls: Controls): { readonly control: BudgetControl; readonly by: keyof Controls } {
  const order = ['item', 'account', 'head'] as const;
  const by = order.find((each) => (controls[each] ?? '') !== '') ?? 'house';
  return { control: controls[by] as BudgetControl, by };
}
