import { selfAudit } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { paramIn, paramStatement, type ParamRow } from './param.ts';

/** Among a document's reads: whether its writer may audit it (SYS021). Who asks for more parameters names it there. */
export const selfAuditReads = { params: paramStatement(['SYS021']) };

export function refuseSelfAudit(
  ctx: Command,
  bill: { readonly creatorId: string; readonly organizeCode: string | null },
  { rows: { params = [] } }: { readonly rows: { readonly params?: readonly ParamRow[] } },
): void {
  if (paramIn(params, 'SYS021', bill.organizeCode) === '1' && bill.creatorId === ctx.identity.userId) throw selfAudit();
}
