import { houseParameters } from './house-parameters.ts';
import type { Parameter } from './parameter-kind.ts';
import { tradeParameters } from './trade-parameters.ts';

export type { Parameter } from './parameter-kind.ts';

export const parameters = { ...houseParameters, ...tradeParameters } as const;

export type ParamCode = keyof typeof parameters;
export const parameterAt = (code: string): Parameter | undefined =>
  Object.hasOwn(parameters, code) ? parameters[code as ParamCode] : undefined;

/** Whether a parameter takes this value. */
export function takes({ values, max = 20, most = 99_999 }: Parameter, value: string): boolean {
  if (values === 'text') return value.trim() !== '' && value.length <= max;
  if (values === 'count') return /^\d{1,12}$/.test(value) && Number.parseInt(value, 10) <= most;
  return Object.hasOwn(values, value);
}

/** Where values may stand; null where nobody set one. */
export interface ParamValues {
  readonly organisation: string | null;
  readonly tenant: string | null;
  readonly system: string | null;
}
export type ParamLevel = keyof ParamValues | 'default';
export interface Resolved {
  readonly value: string;
  readonly from: ParamLevel;
  readonly trace: readonly { readonly from: ParamLevel; readonly value: string }[];
}

/**
 * The nearest value holds: organisation, tenant, system, default. A value that the parameter does not take is passed
 * over. The trace names all that there are, nearest first.
 */
export function resolveParam(code: ParamCode, given: ParamValues): Resolved {
  const parameter: Parameter = parameters[code];
  const levels =
    parameter.isInstallation === true ? (['system'] as const) : (['organisation', 'tenant', 'system'] as const);
  const set = levels.flatMap((from) => {
    const value = given[from];
    return value !== null && takes(parameter, value) ? [{ from, value }] : [];
  });
  const last = { from: 'default', value: parameter.default } as const;
  return { ...(set[0] ?? last), trace: [...set, last] };
}
