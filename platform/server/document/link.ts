import type { Command } from '#platform/server/command.ts';
import type { Statement } from '#platform/server/db/batch.ts';

/** One generation of a document from another; counters of lines are sums of their active links (domain C8). */
export interface Link {
  readonly kind: string;
  readonly from: { readonly type: string; readonly id: string; readonly lineId: string };
  readonly to: { readonly type: string; readonly id: string; readonly code: string; readonly lineId: string };
  readonly number: string;
  readonly amount: string;
}

export function linkDocuments(ctx: Command, links: readonly Link[]): void {
  ctx.later({
    text: `insert into app.doc_link (kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount)
           select x.* from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::uuid[], $9::numeric[], $10::numeric[]) x`,
    values: [links.map((link) => link.kind), links.map((link) => link.from.type), links.map((link) => link.from.id), links.map((link) => link.from.lineId),
      links.map((link) => link.to.type), links.map((link) => link.to.id), links.map((link) => link.to.code), links.map((link) => link.to.lineId),
      links.map((link) => link.number), links.map((link) => link.amount)],
  });
}

/** Links end when the document they lead to is undone; they are kept as history. */
export function unlinkTo(ctx: Command, toId: string): void {
  ctx.later({ text: `update app.doc_link set is_active = false where to_id = $1 and is_active`, values: [toId] });
}

export const downstreamOf = (ids: readonly string[]): Statement => ({
  text: 'select from_id, to_type, to_id, to_code from app.doc_link where from_id = any($1::uuid[]) and is_active',
  values: [ids],
});
