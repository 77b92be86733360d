import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Door } from '#platform/server/db/door.ts';
import {
  parameters,
  resolveParam,
  type ParamCode,
  type ParamValues,
  type Resolved,
} from '#system/model/parameter/parameter.ts';

export type { ParamCode } from '#system/model/parameter/parameter.ts';

const paramRow = { level: 'text', organizeCode: 'text?', code: 'text', value: 'text' } as const;
export type ParamRow = RowOf<typeof paramRow>;

/**
 * Values of the installation, the tenant and its organisations at once: joins another statement's write, `paramIn` then
 * reads the rows.
 */
export const paramStatement = (codes: readonly ParamCode[]) =>
  statement(
    paramRow,
    `
      select 'system' as level, null as organize_code, param_code as code, param_value as value
      from app.sys_params
      where param_code = any($1::text[]) and status = '1'
      union all
      select case when organize_code is null then 'tenant' else 'organisation' end, organize_code, code, value
      from app.tenant_params
      where code = any($1::text[]) and status = '1'`,
    [codes],
  );

/** The value that holds for an organisation, or for the tenant as a whole. */
export const paramIn = (rows: readonly ParamRow[], code: ParamCode, organizeCode: string | null = null): string =>
  resolvedIn(rows, code, organizeCode).value;

export function resolvedIn(rows: readonly ParamRow[], code: ParamCode, organizeCode: string | null = null): Resolved {
  const valueAt = (level: keyof ParamValues): string | null => {
    const row = rows.find(
      (each) =>
        each.level === level && each.code === code && (level !== 'organisation' || each.organizeCode === organizeCode),
    );
    return row?.value ?? null;
  };
  return resolveParam(code, {
    organisation: organizeCode === null ? null : valueAt('organisation'),
    tenant: valueAt('tenant'),
    system: valueAt('system'),
  });
}

/** Parameters that are needed before anybody is logged in: no tenant has a say in them. */
export async function paramsOf<Code extends ParamCode>(
  door: Door,
  codes: readonly Code[],
): Promise<Record<Code, string>> {
  const rows = await door.open(
    statement(
      paramRow,
      `
        select 'system' as level, null as organize_code, param_code as code, param_value as value
        from app.sys_params
        where param_code = any($1::text[]) and status = '1'`,
      [codes],
    ),
  );
  return Object.fromEntries(codes.map((code) => [code, paramIn(rows, code)])) as Record<Code, string>;
}

export const paramCodes = Object.keys(parameters) as readonly ParamCode[];
