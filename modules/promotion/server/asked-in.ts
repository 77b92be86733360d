import type { z } from 'zod';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import type { Call } from '#platform/server/http/route.ts';
import { promotionActivity } from '#promotion/model/activity.ts';

/** The question of a call. Whoever may not ask is told that, and not what was wrong with his question. */
export async function askedIn<Asked>(call: Call, schema: z.ZodType<Asked>, given: unknown): Promise<Asked> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  await call.read({});
  throw invalidAt(
    parsed.error.issues
      .slice(0, 20)
      .map(({ path }) => ({ path: path.join('.'), field: promotionActivity.label, reason: reasons.format })),
  );
}
