import { selfAudit } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command.ts';
import type { Statement } from '#platform/server/db/batch.ts';
import type { Facts } from '#platform/server/serve.ts';
import { paramIn, paramStatement } from './param.ts';

/** First of a document's reads: whether its writer may audit it (SYS021). */
export const selfAuditRead: Statement = paramStatement(['SYS021']);

export function refuseSelfAudit(
  ctx: Command,
  bill: { readonly creatorId: string; readonly organizeCode: string | null },
  { extra: [params = []] }: Facts,
): void {
  if (paramIn(params, 'SYS021', bill.organizeCode) === '1' && bill.creatorId === ctx.identity.userId) throw selfAudit();
}
