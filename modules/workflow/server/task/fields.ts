import { invalidAt, reasons, Refusal } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import type { Call } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';

/** Whoever is not logged in, or may not, hears that and not what is wrong with his request. */
export const admitted =
  <T>(work: (call: Call) => Promise<T>) =>
  async (call: Call): Promise<T> => {
    try {
      return await work(call);
    } catch (error) {
      if (error instanceof Refusal) await call.read({});
      throw error;
    }
  };

/** The workflow's calls come as query, as form or as JSON: one reader for all of them. The body wins. */
export function valueIn(call: Call, name: string): unknown {
  const { body } = call;
  const given =
    typeof body === 'object' && body !== null && !Array.isArray(body) && Object.hasOwn(body, name)
      ? (body as Record<string, unknown>)[name]
      : undefined;
  return given ?? call.query[name];
}

export function textIn(call: Call, name: string): string {
  const value = valueIn(call, name);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

const longestComment = 500;

/** What somebody wrote beside his decision; nothing is null. */
export function commentIn(call: Call, name = 'comment'): string | null {
  const text = textIn(call, name).replaceAll('\u0000', '');
  if (text.length > longestComment)
    throw invalidAt([{ path: name, field: ['审批意见', '審批意見', 'Remark'], reason: reasons.tooLong }]);
  return text === '' ? null : text;
}

/** Ids of users: an array, or comma-joined where the call came as a form. */
export function usersIn(call: Call, name: string, field: Label): readonly string[] {
  const value = valueIn(call, name);
  const ids = [
    ...new Set(
      (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []).filter(
        (id): id is string => typeof id === 'string' && id !== '',
      ),
    ),
  ];
  if (ids.length === 0 || ids.length > 50 || !ids.every(isId))
    throw invalidAt([{ path: name, field, reason: ids.length === 0 ? reasons.required : reasons.format }]);
  return ids;
}
