import { z } from 'zod';
import { customer } from '#data/model/partner/customer.ts';
import { isOutside, permissionOf } from '#platform/model/permission.ts';
import { notFound, notPermitted } from '#platform/model/refusal.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { recordsBy } from '#platform/server/list/list.ts';

/** Documents name a customer by his code: whoever may view him reads him by it. */
export const customerBriefRoute: Route = {
  method: 'GET',
  path: `${customer.path}/byCode`,
  permission: [permissionOf(customer, 'view')],
  effect: 'none',
  query: z.object({ code: z.string().min(1).max(50) }),
  summary: 'Customer: one by his code (?code=)',
  handle: readByCode,
};

async function readByCode(call: Call): Promise<unknown> {
  const { identity, rows } = await call.read({ found: recordsBy(customer, 'code', [call.query['code'] ?? '']) });
  if (isOutside(identity)) throw notPermitted();
  if (rows.found[0] === undefined) throw notFound();
  return rows.found[0];
}
