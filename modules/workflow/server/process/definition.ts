import { numberedLabels } from '#platform/model/document.ts';
import { invalidAt, notFound, reasons, stale, stateForbids } from '#platform/model/refusal.ts';
import { textOf, type Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { noFile } from '#platform/server/file/refusals.ts';
import { recordsBy, type RecordOf } from '#platform/server/list/list.ts';
import { sent, type Call, type Route } from '#platform/server/http/route.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { compileModel } from '#workflow/model/engine/compile.ts';
import { deployment, processDefinition, wfModel } from '#workflow/model/definition.ts';
import { isChangeable } from '#workflow/model/engine/field-rights.ts';
import { drawPicture } from '#workflow/model/engine/picture.ts';
import { drawnTemplate, templates } from '#workflow/model/engine/template.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import type { Approval, Approvals } from '#workflow/server/task/approval.ts';
import { checkModel, deploy } from './deploy.ts';
import { textIn, valueIn } from '#workflow/server/task/fields.ts';
import { isRunning, noProcess } from '#workflow/server/task/refusals.ts';

export const definitionServices: readonly EntityService[] = [
  serveEntity(wfModel, {
    beforeSave: (_ctx, next, previous) => ({
      ...next,
      version: (previous?.version ?? 0) + 1,
      lastUpdateTime: new Date().toISOString(),
    }),
  }),
  serveEntity(processDefinition, {
    async beforeDelete(ctx, rows) {
      await refuseUsed(
        ctx,
        rows.map(({ id }) => id),
      );
      ctx.later({
        text: 'delete from app.wf_source where process_id = any($1::uuid[])',
        values: [rows.map(({ id }) => id)],
      });
    },
  }),
  serveEntity(deployment, {
    async beforeDelete(ctx, rows) {
      const made = await ctx.rows(
        statement({ id: 'uuid' }, 'select id from app.activiti_process where deployment_id = any($1::uuid[])', [
          rows.map(({ id }) => id),
        ]),
      );
      const ids = made.map(({ id }) => id);
      await refuseUsed(ctx, ids);
      ctx.later({ text: 'delete from app.wf_source where process_id = any($1::uuid[])', values: [ids] });
      ctx.later({ text: 'delete from app.activiti_process where id = any($1::uuid[])', values: [ids] });
    },
  }),
];

/** A version that something ran on stays: its trail is read by it. */
async function refuseUsed(ctx: Command, ids: readonly string[]): Promise<void> {
  const [used] = await ctx.rows(
    statement(
      { processKey: 'text' },
      'select process_key from app.wf_instance where process_id = any($1::uuid[]) limit 1',
      [ids],
    ),
  );
  if (used !== undefined) throw isRunning({ key: used.processKey });
}

const idIn = (call: Call): string => {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  return id;
};
const on = (noun: { readonly name: string }) => ({ marks: { 'params.id': noun.name } }) as const;

export const definitionRoutes = (approvals: Approvals): readonly Route[] => [
  ...modelRoutes(approvals),
  {
    method: 'POST',
    path: `${deployment.path}/deploy`,
    permission: [permissionOf(deployment, 'deploy')],
    effect: 'command',
    takesFile: true,
    summary: 'Deployment: of a BPMN file (multipart, field "file")',
    handle: (call) => deployFile(approvals, call),
  },
  ...processRoutes(approvals),
];

function modelRoutes(approvals: Approvals): readonly Route[] {
  const { path: models } = wfModel;
  return [
    {
      method: 'GET',
      path: `${models}/basis`,
      permission: [permissionOf(wfModel, 'view')],
      effect: 'none',
      summary: 'Process model: what can be drawn about (documents, their fields, shipped templates)',
      handle: (call) => basis(approvals, call),
    },
    {
      method: 'GET',
      path: `${models}/:id/xml`,
      permission: [permissionOf(wfModel, 'view')],
      effect: 'none',
      ...on(wfModel),
      summary: 'Process model: its XML',
      handle: async (call) => (await modelOf(call)).modelXml ?? '',
    },
    {
      method: 'PUT',
      path: `${models}/:id/xml`,
      permission: [permissionOf(wfModel, 'update')],
      effect: 'command',
      ...on(wfModel),
      summary: 'Process model: keep its XML ({ modelXml, rowVersion? })',
      handle: keepXml,
    },
    {
      method: 'POST',
      path: `${models}/check`,
      permission: [permissionOf(wfModel, 'update')],
      effect: 'none',
      summary: 'Process model: what would keep it from running ({ modelXml })',
      handle: (call) => check(approvals, call),
    },
    {
      method: 'POST',
      path: `${models}/deploy/:id`,
      permission: [permissionOf(wfModel, 'deploy')],
      effect: 'command',
      ...on(wfModel),
      summary: 'Process model: deploy as the next version',
      handle: (call) => deployModel(approvals, call),
    },
    {
      method: 'GET',
      path: `${models}/export/:id`,
      permission: [permissionOf(wfModel, 'export')],
      effect: 'none',
      ticket: 'download',
      ...on(wfModel),
      summary: 'Process model: as a file',
      handle: exportModel,
    },
  ];
}

function processRoutes(approvals: Approvals): readonly Route[] {
  const { path: processes } = processDefinition;
  return [
    {
      method: 'GET',
      path: `${processes}/:id/xml`,
      permission: [permissionOf(processDefinition, 'view')],
      effect: 'none',
      ...on(processDefinition),
      summary: 'Process definition: its XML',
      handle: sourceOf,
    },
    {
      method: 'GET',
      path: `${processes}/lastestPage`,
      permission: 'session',
      effect: 'none',
      summary: 'Process definition: the latest of each key (?key=)',
      handle: latest,
    },
    {
      method: 'PUT',
      path: `${processes}/active/:id`,
      permission: [permissionOf(processDefinition, 'active')],
      effect: 'command',
      ...on(processDefinition),
      summary: 'Process definition: activate',
      handle: (call) => setState(call, '1'),
    },
    {
      method: 'PUT',
      path: `${processes}/suspend/:id`,
      permission: [permissionOf(processDefinition, 'suspend')],
      effect: 'command',
      ...on(processDefinition),
      summary: 'Process definition: suspend',
      handle: (call) => setState(call, '2'),
    },
    {
      method: 'GET',
      path: `${processes}/image`,
      permission: [permissionOf(processDefinition, 'view')],
      effect: 'none',
      ticket: 'image',
      summary: 'Process definition: its picture (?deploymentId=)',
      handle: (call) => picture(approvals, call),
    },
    {
      method: 'POST',
      path: `${processes}/convertToModel/:id`,
      permission: [permissionOf(processDefinition, 'update')],
      effect: 'command',
      ...on(processDefinition),
      summary: 'Process definition: back to a model that can be drawn on',
      handle: convert,
    },
  ];
}

/**
 * Documents that can be approved with what a condition may ask of them, and the templates with this tenant's own
 * figures.
 */
async function basis(approvals: Approvals, call: Call): Promise<unknown> {
  const {
    rows: { params },
  } = await call.read({ params: paramStatement(['SD032']) });
  const settings = { threshold: /^\d+(\.\d+)?$/.exec(paramIn(params, 'SD032', null) ?? '')?.[0] ?? '50000' };
  const say = (label: Label): string => textOf(label, call.language);
  return {
    documents: approvals.all.map((approval) => drawableOf(approval, say)),
    templates: templates
      .filter(({ docType }) => approvals.of(docType) !== undefined)
      .map((template) => ({
        key: template.key,
        name: say(template.name),
        docType: template.docType,
        xml: drawnTemplate(template, settings),
      })),
  };
}

/** Of what every document has. */
const labelOfBill = (key: string): Label | undefined =>
  key in numberedLabels ? numberedLabels[key as keyof typeof numberedLabels] : undefined;

/** A document as whoever draws or routes is told of it: what a condition may ask, and what a step may change. */
export const drawableOf = ({ docType, document, facts, hooks }: Approval, say: (label: Label) => string) => ({
  docType,
  noun: document.name,
  name: say(document.label),
  people: facts.people,
  fields: Object.entries(facts.names).map(([key, type]) => {
    // Every document has an amount to ask for; in most it is the total.
    const field = document.head[key === 'amount' && document.head['totalAmount'] !== undefined ? 'totalAmount' : key];
    return {
      key,
      type,
      name: say(field?.label ?? hooks.approval?.labels?.[key] ?? labelOfBill(key) ?? [key, key, key]),
      ...(field?.kind === 'choice'
        ? {
            choices: Object.entries(field.choices).map(([value, [cn, tw, en]]) => ({
              value,
              name: say([cn, tw, en]),
            })),
          }
        : {}),
    };
  }),
  head: Object.entries(document.head).map(([key, field]) => ({
    key,
    name: say(field.label),
    isChangeable: isChangeable(field),
  })),
});

async function sourceOf(call: Call): Promise<unknown> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement({ xml: 'text' }, 'select xml from app.wf_source where process_id = $1', [idIn(call)]),
  });
  if (rows[0] === undefined) throw notFound();
  return rows[0].xml;
}

type Model = RecordOf<typeof wfModel>;

async function modelOf(call: Call): Promise<Model> {
  const {
    rows: { rows },
  } = await call.read({ rows: recordsBy(wfModel, 'id', [idIn(call)]) });
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

export function xmlIn(call: Call): string {
  const xml = valueIn(call, 'modelXml');
  const field = wfModel.fields.modelXml;
  if (typeof xml !== 'string' || xml.trim() === '')
    throw invalidAt([{ path: 'modelXml', field: field.label, reason: reasons.required }]);
  if (xml.length > field.max || xml.includes('\u0000'))
    throw invalidAt([
      { path: 'modelXml', field: field.label, reason: xml.length > field.max ? reasons.tooLong : reasons.format },
    ]);
  return xml;
}

function keepXml(call: Call): Promise<null> {
  const id = idIn(call);
  return command(
    call,
    async (ctx, { found }) => {
      const [model] = found;
      if (model === undefined) throw notFound();
      // Two who draw on one model: the second to save is told instead of wiping out the first. Whoever sends no version
      // means to.
      const seen = valueIn(call, 'rowVersion');
      if (seen !== undefined && seen !== null && seen !== model.rowVersion)
        throw stale({ code: model.key, editor: model.updaterName ?? model.creatorName });
      ctx.later({
        text: `
          update app.activiti_model
          set model_xml = $2, version = coalesce(version, 0) + 1, last_update_time = now(),
            row_version = row_version + 1, updater_name = $3, update_date = now()
          where id = $1`,
        values: [id, xmlIn(call), ctx.identity.realName],
      });
      ctx.log({ noun: wfModel.name, recordId: id, recordCode: model.key, operation: 'update' });
      return null;
    },
    {
      reads: {
        found: statement(
          { key: 'text', rowVersion: 'integer', updaterName: 'text?', creatorName: 'text' },
          'select key, row_version, updater_name, creator_name from app.activiti_model where id = $1 for update',
          [id],
        ),
      },
    },
  );
}

/** Half a drawing is no fault of anybody: the answer lists what is missing. */
async function check(approvals: Approvals, call: Call): Promise<unknown> {
  const xml = xmlIn(call);
  const { complaints, soundness, graph } = await checkModel(
    async (reads) => (await call.read(reads)).rows,
    approvals,
    xml,
  );
  if (graph === null) await call.read({});
  return {
    complaints: complaints.map(({ element, reason }) => ({ element, msg: textOf(reason, call.language) })),
    states: soundness?.states ?? 0,
    isComplete: soundness?.isComplete ?? false,
  };
}

function deployModel(approvals: Approvals, call: Call): Promise<unknown> {
  const id = idIn(call);
  return command(
    call,
    async (ctx, { rows }) => {
      const [model] = rows;
      if (model === undefined) throw notFound();
      const { deploymentId, processDefinitionId, key } = await deploy(ctx, approvals, {
        xml: model.modelXml ?? '',
        name: model.name,
        category: nullable(model.category),
        description: nullable(model.description),
        source: model.key,
      });
      if (key !== model.key)
        throw invalidAt([
          {
            path: 'key',
            field: wfModel.fields.key.label,
            reason: ['与流程图中的KEY不同', '與流程圖中的KEY不同', 'differs from the key of the drawing'],
          },
        ]);
      return { deploymentId, processDefinitionId };
    },
    { reads: { rows: recordsBy(wfModel, 'id', [id]) } },
  );
}

const nullable = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

async function exportModel(call: Call): Promise<typeof sent> {
  const model = await modelOf(call);
  const name = `${model.key}.bpmn20.xml`;
  await call.reply
    .header('content-type', 'application/xml; charset=utf-8')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('filename', encodeURIComponent(name))
    .header('cache-control', 'no-store')
    .send(model.modelXml ?? '');
  return sent;
}

const largestFile = 2_000_000;

async function deployFile(approvals: Approvals, call: Call): Promise<unknown> {
  // Whoever is not let in is told so before a byte is read.
  await call.read({});
  const { request } = call.reply;
  const part = request.isMultipart()
    ? await request.file({ limits: { fileSize: largestFile, files: 1, fields: 10 } }).catch(() => undefined)
    : undefined;
  if (part === undefined || part.fieldname !== 'file') {
    part?.file.resume();
    throw noFile();
  }
  const xml = (await part.toBuffer().catch(() => Buffer.alloc(0))).toString('utf8').replaceAll('\u0000', '');
  return command({ ...call, body: { xml } }, async (ctx) => {
    const made = await deploy(ctx, approvals, {
      xml,
      name: null,
      category: null,
      description: null,
      source: part.filename.slice(0, 100),
    });
    return { id: made.deploymentId, ...made };
  });
}

async function latest(call: Call): Promise<unknown> {
  const key = textIn(call, 'key');
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      {
        id: 'uuid',
        name: 'text',
        key: 'text',
        category: 'text?',
        version: 'integer',
        deploymentId: 'uuid?',
        resourceName: 'text?',
        diagramName: 'text?',
        state: 'text',
        businessUrl: 'text?',
        description: 'text?',
        docType: 'text?',
        createDate: 'instant',
      },
      `
        select distinct on (key) id, name, key, category, version, deployment_id, resource_name, diagram_name, state,
          business_url, description, doc_type, create_date
        from app.activiti_process
        where $1 = '' or key = $1
        order by key, version desc
        limit 500`,
      [key],
    ),
  });
  return { list: rows, total: rows.length };
}

function setState(call: Call, state: '1' | '2'): Promise<null> {
  const id = idIn(call);
  return command(
    call,
    async (ctx, { rows }) => {
      const [row] = rows;
      if (row === undefined) throw notFound();
      const verb = state === '1' ? processDefinition.grants?.['active'] : processDefinition.grants?.['suspend'];
      const [cn, tw, en] = processDefinition.fields.state.choices[row.state] ?? ['', '', ''];
      if (row.state === state) throw stateForbids({ code: row.key, status: [cn, tw, en], verb });
      ctx.later({
        text: `
          update app.activiti_process
          set state = $2, row_version = row_version + 1, updater_name = $3, update_date = now()
          where id = $1`,
        values: [id, state, ctx.identity.realName],
      });
      ctx.log({
        noun: processDefinition.name,
        recordId: id,
        recordCode: `${row.key}:${row.version}`,
        operation: state === '1' ? 'active' : 'suspend',
        changes: { state: [row.state, state] },
      });
      return null;
    },
    {
      reads: {
        rows: statement(
          { key: 'text', version: 'integer', state: 'text' },
          'select key, version, state from app.activiti_process where id = $1 for update',
          [id],
        ),
      },
    },
  );
}

async function picture(approvals: Approvals, call: Call): Promise<typeof sent> {
  const id = call.query['deploymentId'] ?? '';
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      { xml: 'text' },
      `
        select s.xml
        from app.activiti_process p
        join app.wf_source s on s.process_id = p.id
        where p.deployment_id::text = $1 or p.id::text = $1
        order by p.version desc
        limit 1`,
      [id],
    ),
  });
  return sendPicture(approvals, call, rows[0], { active: new Set(), done: new Set() });
}

/** Drawn by us from a drawing of theirs: names are escaped, and the picture may load nothing. */
export async function sendPicture(
  approvals: Approvals,
  call: Call,
  source: { readonly xml: string } | undefined,
  marked: Parameters<typeof drawPicture>[2],
): Promise<typeof sent> {
  const xml = source?.xml ?? '';
  const { graph } = source === undefined ? { graph: null } : compileModel(xml, (docType) => approvals.factsOf(docType));
  if (graph === null) throw noProcess();
  await call.reply
    .header('content-type', 'image/svg+xml; charset=utf-8')
    .header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'; sandbox`)
    .header('cache-control', 'private, no-cache')
    .send(drawPicture(graph, xml, marked));
  return sent;
}

function convert(call: Call): Promise<string> {
  const processId = idIn(call);
  return command(
    call,
    async (ctx, { rows }) => {
      const [row] = rows;
      if (row === undefined) throw notFound();
      const [model] = await ctx.rows(
        statement(
          { id: 'uuid' },
          `
            insert into app.activiti_model as m
              (id, name, key, category, description, version, last_update_time, model_xml, creator_id, creator_name)
            values ($1, $2, $3, $4, $5, 1, now(), $6, $7, $8)
            on conflict (tenant_code, key) do update
              set model_xml = excluded.model_xml, version = coalesce(m.version, 0) + 1, last_update_time = now(),
                row_version = m.row_version + 1, updater_name = excluded.creator_name, update_date = now()
            returning id`,
          [
            newId(),
            row.name,
            row.key,
            row.category,
            row.description,
            row.xml,
            ctx.identity.userId,
            ctx.identity.realName,
          ],
        ),
      );
      const id = model?.id ?? '';
      ctx.log({ noun: wfModel.name, recordId: id, recordCode: row.key, operation: 'save' });
      return id;
    },
    {
      reads: {
        rows: statement(
          { name: 'text', key: 'text', category: 'text?', description: 'text?', xml: 'text' },
          `
            select p.name, p.key, p.category, p.description, s.xml
            from app.activiti_process p
            join app.wf_source s on s.process_id = p.id
            where p.id = $1`,
          [processId],
        ),
      },
    },
  );
}
