import type { Document } from '#platform/model/document.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { Fields } from '#platform/model/field.ts';
import { invalidAt, notPermitted, reasons } from '#platform/model/refusal.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { acceptedOf, readFields } from '#platform/server/entity/schema.ts';
import type { Call } from '#platform/server/http/route.ts';
import { isChangeable, readFieldRights } from '#workflow/model/engine/field-rights.ts';
import type { GraphNode } from '#workflow/model/engine/graph.ts';
import { billAskedFor, type Approvals } from './approval.ts';
import { valueIn } from './fields.ts';
import { graphOf } from './graphs.ts';
import { approvalFor } from './instance.ts';
import { onTask } from './task.ts';

/** Fields of the head that a step lets its approver change. */
export function editableAt({ head }: Document, node: GraphNode | undefined): Fields {
  const rights = readFieldRights(node?.properties['fields'] ?? '') ?? [];
  return Object.fromEntries(
    rights.flatMap(({ key, right }) => {
      const field = Object.hasOwn(head, key) ? head[key] : undefined;
      return right === 'edit' && field !== undefined && isChangeable(field) ? [[key, field]] : [];
    }),
  );
}

/**
 * `{ taskId, values }`: what the step allows and nothing else, in the transaction that holds the instance. From then on
 * nobody is skipped: the bill is another one than was approved.
 */
export const changeFields = (approvals: Approvals, call: Call): Promise<null> =>
  onTask(call, async (ctx, { instance, task }) => {
    const { document, ...approval } = approvalFor(approvals, instance.docType);
    const fields = editableAt(document, (await graphOf(ctx, approvals, instance.processId)).nodes.get(task.node));
    const given = valueIn(call, 'values');
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw invalidAt([{ path: 'values', field: ['字段', '欄位', 'Fields'], reason: reasons.required }]);
    if (Object.keys(given).some((key) => !Object.hasOwn(fields, key))) throw notPermitted();
    const { values, places } = readFields(
      acceptedOf(Object.fromEntries(Object.entries(fields).filter(([key]) => Object.hasOwn(given, key))), []),
      given as Record<string, unknown>,
      {},
    );
    if (places.length > 0) throw invalidAt(places);
    const bill = await billAskedFor(ctx, { document, ...approval }, instance.billId);
    const changed = Object.entries(values).filter(([key, value]) => String(value ?? '') !== String(bill[key] ?? ''));
    if (changed.length === 0) return;
    ctx.later({
      text: `
        update app.${tableOf(document)}
        set ${changed.map(([key], i) => `${snakeCase(key)} = $${i + 3}`).join(', ')}, row_version = row_version + 1,
          updater_name = $2, update_date = now()
        where id = $1`,
      values: [instance.billId, ctx.identity.realName, ...changed.map(([, value]) => value)],
    });
    ctx.later({
      text: 'update app.wf_instance set is_returned = true, revision = revision + 1 where id = $1',
      values: [instance.id],
    });
    ctx.log({
      noun: document.name,
      recordId: instance.billId,
      recordCode: instance.billCode,
      operation: 'update',
      changes: Object.fromEntries(changed.map(([key, value]) => [key, [bill[key] ?? null, value ?? null]])),
    });
  });
