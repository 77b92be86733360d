import { minus } from '#platform/model/decimal.ts';
import type { Customer } from './partners.ts';

/**
 * What a customer may owe and does: everything promised to him and not yet paid. Below zero it is money he left with
 * us.
 */
export interface Purse {
  readonly customer: Customer;
  limit: string;
  owed: string;
  /** Part of the limit ends some day. */ hasTemporary: boolean;
}
export type Purses = ReadonlyMap<string, Purse>;

export const isControlled = ({ creditControlFlag }: Customer): boolean => creditControlFlag === '1';

export function purseOf(purses: Purses, code: string): Purse {
  const purse = purses.get(code);
  if (purse === undefined) throw new Error(`${code} is no open customer`);
  return purse;
}

/** Takes it off what he owes; answers it. */
export function pay(purse: Purse, amount: string): string {
  purse.owed = minus(purse.owed, amount);
  return amount;
}
