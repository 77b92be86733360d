import { drawProcess, type Drawing } from '#workflow/model/engine/drawing.ts';
import { arrange, ask } from './person.ts';

/** A process that a test deployed: what it is called, and how everything of it goes away again. */
export interface LaidProcess {
  readonly key: string;
  readonly modelId: string;
  readonly processDefinitionId: string;
  remove(): Promise<void>;
}

/** Keeps the model and deploys it by the calls of the product, as whoever may; a Drawing or BPMN as it is. */
export async function deployProcess(
  of: Drawing | { readonly key: string; readonly name?: string; readonly xml: string },
  as = 'lancai',
): Promise<LaidProcess> {
  await removeProcess(of.key);
  const { id: modelId } = await ask<{ id: string }>(as, 'POST', '/activiti/model', {
    name: of.name ?? of.key,
    key: of.key,
    modelXml: 'xml' in of ? of.xml : drawProcess(of),
  });
  const { processDefinitionId } = await ask<{ processDefinitionId: string }>(
    as,
    'POST',
    `/activiti/model/deploy/${modelId}`,
  );
  return { key: of.key, modelId, processDefinitionId, remove: () => removeProcess(of.key) };
}

/** Deploys, and sends documents of the drawing's type through it while the test lasts. */
export async function leadThrough(
  drawing: Drawing,
  route: Readonly<Record<string, unknown>> = {},
  as = 'lancai',
): Promise<LaidProcess> {
  const laid = await deployProcess(drawing, as);
  await ask(as, 'POST', '/activiti/bizroute', {
    name: drawing.key,
    processDefinitionKey: drawing.key,
    docType: drawing.docType,
    ...(drawing.docType === 'CR'
      ? { routeName: 'activiti-correction', saveUrl: '/activiti/correction', formName: 'correction' }
      : { routeName: 'order-order', saveUrl: '/channelsale/order', formName: 'order' }),
    ...route,
  });
  return laid;
}

/** Everything that goes by the key: a test that failed half-way must not keep the next one from working. */
export async function removeProcess(key: string): Promise<void> {
  const of = (table: string): string => `
    delete from app.${table}
    where instance_id in (select id from app.wf_instance where process_key = $1)`;
  for (const sql of [
    `
      delete from app.wf_candidate
      where task_id in (
        select t.id
        from app.wf_task t
        join app.wf_instance i on i.id = t.instance_id
        where i.process_key = $1
      )`,
    of('wf_task'),
    of('wf_timer'),
    of('wf_reader'),
    of('wf_history'),
    'delete from app.wf_instance where process_key = $1',
    'delete from app.wf_source where process_id in (select id from app.activiti_process where key = $1)',
    'delete from app.activiti_process where key = $1',
    'delete from app.activiti_deployment where key = $1',
    'delete from app.activiti_model where key = $1',
    'delete from app.activiti_bizroute where process_definition_key = $1',
  ])
    await arrange(sql, [key]);
}
