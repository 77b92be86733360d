import { textOf } from '#platform/model/label.ts';
import { duplicate, invalidAt, notPermitted, reasons } from '#platform/model/refusal.ts';
import type { Call } from '#platform/server/http/route.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { statement } from '#platform/server/db/statement.ts';
import { parameterAt, parameters, takes, type ParamCode } from '#system/model/parameter/parameter.ts';
import { tenantParam } from '#system/model/tenant-param.ts';
import { paramCodes, paramStatement, resolvedIn } from './param.ts';

export const tenantParamService = serveEntity(tenantParam, {
  async beforeSave(ctx, next, previous) {
    const parameter = parameterAt(next.code);
    if (parameter === undefined || parameter.isInstallation === true)
      throw invalidAt([{ path: 'code', field: tenantParam.fields.code.label, reason: reasons.notChosen }]);
    if (parameter.isPosting === true && !ctx.identity.superAdmin) throw notPermitted();
    if (!takes(parameter, next.value))
      throw invalidAt([{ path: 'value', field: tenantParam.fields.value.label, reason: reasons.notChosen }]);
    if (previous === null && next.organizeCode === null) {
      // To the database two values without an organisation are two; to a person they would be a riddle.
      const { there } = await ctx.all({
        held: statement({ pgAdvisoryXactLock: 'nothing' }, 'select pg_advisory_xact_lock(7010, hashtext($1))', [
          `${ctx.identity.tenantCode} ${next.code}`,
        ]),
        there: statement(
          { found: 'integer' },
          'select 1 as found from app.tenant_params where code = $1 and organize_code is null',
          [next.code],
        ),
      });
      if (there.length > 0)
        throw duplicate({ field: tenantParam.fields.code.label, value: next.code }, [
          { path: 'code', field: tenantParam.fields.code.label, reason: reasons.taken },
        ]);
    }
    return { ...next, typeCode: parameter.typeCode };
  },
  beforeDelete(ctx, rows) {
    // Without its value the default holds: that is a change, too.
    if (!ctx.identity.superAdmin && rows.some(({ code }) => parameterAt(code)?.isPosting === true))
      throw notPermitted();
  },
  list: resolvedParams,
});

/**
 * What holds for the user's organisation, of every parameter that pages and tenants know, and where each value came
 * from.
 */
async function resolvedParams(call: Call): Promise<unknown> {
  const {
    identity,
    rows: { rows },
  } = await call.read({ rows: paramStatement(paramCodes) });
  return paramCodes
    .filter((code) => parameterAt(code)?.isInstallation !== true)
    .map((code: ParamCode) => {
      const { value, from, trace } = resolvedIn(rows, code, identity.organizeCode);
      return {
        code,
        name: textOf(parameters[code].label, call.language),
        value,
        paramValue: value,
        typeCode: parameters[code].typeCode,
        from,
        trace,
      };
    });
}
