import { z } from 'zod';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Refusal } from '#platform/model/refusal.ts';
import type { Call } from './route.ts';

/** More places nobody mends at once; an answer that named thousands would be larger than the question. */
const mostPlaces = 20;

/**
 * Words that name something: PostgreSQL keeps no letter zero, so one that is sent would end as a fault of the server.
 */
export const word = z
  .string()
  .max(50)
  .regex(/^[^\u0000]*$/);

/** Codes that may be left open: a cleared field sends an empty one. */
export const code = word.nullish().transform((value) => (value === '' ? null : (value ?? null)));

export const wrongAsked = (error: z.ZodError, field: Label): Refusal =>
  invalidAt(
    error.issues.slice(0, mostPlaces).map(({ path }) => ({ path: path.join('.'), field, reason: reasons.format })),
  );

/** The question of a call. Whoever may not ask is told that, and not what was wrong with his question. */
export async function askedIn<Asked>(
  call: Call,
  schema: z.ZodType<Asked>,
  { given, field }: { readonly given: unknown; readonly field: Label },
): Promise<Asked> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  await call.read({});
  throw wrongAsked(parsed.error, field);
}
