import { invalidAt, reasons } from '#platform/model/refusal.ts';
import type { RecordOf } from '#platform/server/list/list.ts';
import { isId } from '#platform/server/db/id.ts';
import type { Call } from '#platform/server/http/route.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import type { BoardRule } from '#workflow/model/rule/board.ts';
import type { Approval } from '#workflow/server/task/approval.ts';
import { valueIn } from '#workflow/server/task/fields.ts';

/** The page that shows a document and the call that saves it follow from what it is. */
export const placesOf = ({ docType, document }: Approval) => ({
  docType,
  routeName: (document.screen?.url ?? document.path).replace(/^\//, '').replaceAll('/', '-'),
  saveUrl: document.path,
  formName: document.path.split('/').at(-1) ?? docType,
});

const mostRules = 50;

/** Rules as a call brings them, in their order. */
export function rulesIn(call: Call): readonly BoardRule[] {
  const given = valueIn(call, 'rules');
  if (!Array.isArray(given) || given.length > mostRules)
    throw invalidAt([{ path: 'rules', field: bizRoute.label, reason: reasons.format }]);
  return given.map((each: unknown, at): BoardRule => {
    const sent = typeof each === 'object' && each !== null ? (each as Record<string, unknown>) : {};
    const text = (key: string): string => {
      const value = sent[key];
      return typeof value === 'string' ? value.trim() : '';
    };
    const { id, organizeCodes, rowVersion } = sent;
    if (id !== null && !(typeof id === 'string' && isId(id)))
      throw invalidAt([{ path: `rules[${at}].id`, field: bizRoute.label, reason: reasons.format }]);
    return {
      id,
      rowVersion: typeof rowVersion === 'number' ? rowVersion : 0,
      name: text('name'),
      processDefinitionKey: text('processDefinitionKey'),
      condition: text('condition') === '' ? null : text('condition'),
      organizeCodes: Array.isArray(organizeCodes) ? organizeCodes.map(String) : [],
      status: text('status') === '0' ? '0' : '1',
    };
  });
}

/** In the order in which they are asked, enabled or not. */
export function inOrder(routes: readonly RecordOf<typeof bizRoute>[]): readonly BoardRule[] {
  const placeOf = ({ priority, createDate, id }: RecordOf<typeof bizRoute>): string =>
    `${String((priority ?? 100) + 10_000_000_000)} ${createDate} ${id}`;
  return routes
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    .map(({ id, rowVersion, name, processDefinitionKey, condition, organizeCodes, status }) => ({
      id,
      rowVersion,
      name,
      processDefinitionKey,
      condition,
      organizeCodes: organizeCodes ?? [],
      status: status ?? '0',
    }));
}
