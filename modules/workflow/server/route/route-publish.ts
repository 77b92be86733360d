import { invalidAt, notFound, notPermitted, reasons, stale } from '#platform/model/refusal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { acceptedFor, changeIn, createIn } from '#platform/server/entity/write.ts';
import { readFields } from '#platform/server/entity/schema.ts';
import { bumpVersion } from '#platform/server/entity/version.ts';
import type { Call } from '#platform/server/http/route.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import type { BoardRule } from '#workflow/model/rule/board.ts';
import type { Approvals } from '#workflow/server/task/approval.ts';
import { textIn, valueIn } from '#workflow/server/task/fields.ts';
import { bizRouteService } from '#workflow/server/task/services.ts';
import { placesOf, rulesIn } from './draft-rule.ts';

/** Rules are ten apart: a route that is saved in its form finds room between two. */
const apart = 10;

/**
 * The rules of a type as they stand on the board, all or none. What somebody else put there meanwhile is not lost: the
 * caller says which versions he saw, and reads again.
 */
export function publishRules(approvals: Approvals, call: Call): Promise<null> {
  const approval = approvals.of(textIn(call, 'docType'));
  if (approval === undefined) throw notFound();
  const rules = rulesIn(call);
  const { entity: hooks } = bizRouteService(approvals);
  const places = placesOf(approval);
  const { docType } = approval;
  return command(
    call,
    async (ctx, { stored, held }) => {
      refuseUnseen(call, stored);
      const may = new Set(held.map(({ permission }) => permission));
      const byId = new Map(stored.map((row) => [row.id, row]));
      for (const [at, rule] of rules.entries()) {
        const previous = rule.id === null ? undefined : byId.get(rule.id);
        if (rule.id !== null && previous === undefined) throw notFound();
        if (previous === undefined && !may.has(permissionOf(bizRoute, 'save'))) throw notPermitted();
        const given = { ...fieldsIn(rule, at), ...(previous === undefined ? places : {}) };
        const read = readFields(acceptedFor(bizRoute), given, { partial: previous !== undefined });
        if (read.places.length > 0)
          throw invalidAt(read.places.map((place) => ({ ...place, path: `rules[${at}].${place.path}` })));
        if (previous === undefined) await createIn(ctx, bizRoute, hooks, { given, values: read.values });
        else if (differs(previous, read.values))
          await changeIn(ctx, bizRoute, hooks, { given, values: read.values, previous });
      }
      const gone = stored.filter(({ id }) => !rules.some((rule) => rule.id === id));
      if (gone.length > 0 && !may.has(permissionOf(bizRoute, 'delete'))) throw notPermitted();
      if (gone.length > 0)
        ctx.later({
          text: 'delete from app.activiti_bizroute where id = any($1::uuid[])',
          values: [gone.map(({ id }) => id)],
        });
      for (const { id, name } of gone)
        ctx.log({ noun: bizRoute.name, recordId: id, recordCode: name, operation: 'delete' });
      bumpVersion(ctx, bizRoute);
      return null;
    },
    {
      reads: {
        lock: statement(
          { id: 'uuid' },
          'select id from app.activiti_bizroute where doc_type = $1 order by id for update',
          [docType],
        ),
        stored: recordsBy(bizRoute, 'docType', [docType]),
        held: statement(
          { permission: 'text' },
          'select p as permission from sec.my_permissions() p where p = any($1)',
          [['save', 'delete'].map((action) => permissionOf(bizRoute, action))],
        ),
      },
    },
  );
}

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly rowVersion: number;
  readonly updaterName: string | null;
  readonly creatorName: string;
}

function refuseUnseen(call: Call, stored: readonly Stored[]): void {
  const given = valueIn(call, 'seen');
  if (!Array.isArray(given)) throw invalidAt([{ path: 'seen', field: bizRoute.label, reason: reasons.required }]);
  const seen = new Map(
    given.flatMap((each: unknown) =>
      typeof each === 'object' && each !== null && 'id' in each && 'rowVersion' in each
        ? [[each.id, each.rowVersion] as const]
        : [],
    ),
  );
  const other = stored.find(({ id, rowVersion }) => seen.get(id) !== rowVersion);
  if (other !== undefined) throw stale({ code: other.name, editor: other.updaterName ?? other.creatorName });
  if (seen.size > stored.length) throw notFound();
}

const fieldsIn = ({ name, processDefinitionKey, condition, organizeCodes, status }: BoardRule, at: number) => ({
  name,
  processDefinitionKey,
  condition,
  organizeCodes,
  status,
  priority: (at + 1) * apart,
});

const differs = (previous: Readonly<Record<string, unknown>>, next: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(next).some(([key, value]) => JSON.stringify(previous[key]) !== JSON.stringify(value));
