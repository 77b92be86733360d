import type { Document } from '#platform/model/document.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { codeOf } from '#platform/server/document/save.ts';
import type { Facts } from '#platform/server/document/serve.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { overlaps } from '#platform/model/refusal.ts';

const overlap = { id: 'uuid', code: 'text' } as const;
/**
 * Which of these bills hold for the same thing on the same days as another that counts, or as another of them. `isSame`
 * compares `a` with `b`. Two of them at once would make it a matter of their numbers what something costs (domain
 * §3.6).
 */
export const overlapRead = (table: string, isSame: string, ids: readonly string[]) =>
  statement(
    overlap,
    `
      select a.id, min(b.code) as code
      from app.${table} a
      join app.${table} b on b.id <> a.id
        and b.deleted_flag = '0'
        and ((b.bill_status = '1' and b.status = '1') or b.id = any($1::uuid[]))
        and ${isSame}
      where a.id = any($1::uuid[])
      group by a.id`,
    [ids],
  );

export type OverlapReads = typeof selfAuditReads & { readonly overlapping: ReturnType<typeof overlapRead> };

export const sameDays = `daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]')`;
export const sameOrganisation = `a.organize_code is not distinct from b.organize_code`;

/** The hooks of a document of which no two may hold at once: neither by audit nor by being switched on again. */
export const withoutOverlap = (
  document: Document,
  overlapping: (ids: readonly string[]) => OverlapReads['overlapping'],
) => ({
  reads: selfAuditReads,
  verbReads: (ids: readonly string[]) => ({ overlapping: overlapping(ids) }),
  before: {
    audit(ctx: Command, bill: Audited, facts: Facts<OverlapReads>): void {
      refuseSelfAudit(ctx, bill, facts);
      refuse(facts.rows.overlapping ?? [], bill.id);
    },
  },
  async beforeEnable(
    ctx: Command,
    bills: readonly { readonly id: string; readonly billStatus: string }[],
  ): Promise<void> {
    const rows = await ctx.rows(overlapping(bills.map(({ id }) => id)));
    for (const { id, billStatus } of bills) if (billStatus === codeOf(document, 'audited')) refuse(rows, id);
  },
});
type Audited = Parameters<typeof refuseSelfAudit>[1] & { readonly id: string };

function refuse(rows: readonly RowOf<typeof overlap>[], id: string): void {
  const other = rows.find((row) => row.id === id);
  if (other !== undefined) throw overlaps({ code: other.code });
}
