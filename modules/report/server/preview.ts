import { z } from 'zod';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import type { Pivot } from '#report/model/answer.ts';
import { reportDefinition } from '#report/model/definition.ts';
import { ownReportIn, type OwnReport } from '#report/model/own-report.ts';
import { assemble } from './engine/assemble.ts';
import { pivotOf } from './engine/pivot.ts';
import { meantWith, readerFor } from './reader.ts';

const { fields } = reportDefinition;

/** What a definition says, or its first word that the view does not have. */
function ownOf(given: Parameters<typeof ownReportIn>[0]): OwnReport {
  const own = ownReportIn(given);
  if (typeof own !== 'string') return own;
  throw invalidAt([{ path: own, field: fields[own].label, reason: reasons.notChosen }]);
}

export const definitionService = serveEntity(reportDefinition, {
  beforeSave(_ctx, next) {
    ownOf(next);
    return next;
  },
});

const body = z.object({
  dataSource: z.string().max(20),
  columns: z.unknown(),
  filters: z.unknown(),
});

export const previewRoute: Route = {
  method: 'POST',
  path: `${reportDefinition.path}/preview`,
  permission: [permissionOf(reportDefinition, 'save'), permissionOf(reportDefinition, 'update')],
  effect: 'none',
  body,
  summary: 'Report definition: its first rows, before it is saved',
  handle: preview,
};

/** Few rows: it is about what the report looks like. They are those that whoever asks would see. */
async function preview(call: Call): Promise<Pivot> {
  const given = body.safeParse(call.body);
  await call.read({});
  if (!given.success)
    throw invalidAt([{ path: 'dataSource', field: fields.dataSource.label, reason: reasons.required }]);
  const { dataSource, columns, filters } = given.data;
  const meant = meantWith(ownOf({ dataSource, columns, filters }), { name: '', chartType: 'table' });
  const { question, read, ...told } = await readerFor(call, { limit: '8' }, meant);
  const { groups } = await read({ groups: pivotOf(question) });
  return assemble(question, groups, told);
}
