import type { Document } from '#platform/model/document.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';

/** One generation of a document from another; counters of lines are sums of their active links (domain C8). */
export interface Link {
  readonly kind: string;
  readonly from: { readonly type: string; readonly id: string; readonly lineId: string };
  readonly to: { readonly id: string; readonly lineId: string };
  readonly number: string;
  readonly amount: string;
  /**
   * It says that the two have to do with each other, and nothing grew from the other: neither keeps the other from
   * being taken back.
   */
  readonly isShownOnly?: true;
}

/**
 * The number of the document they lead to may be taken in the same write: it is read there, so they are linked behind
 * it.
 */
export function linkDocuments(ctx: Command, to: Pick<Document, 'name'>, links: readonly Link[]): void {
  if (links.length === 0) return;
  ctx.later({
    text: `
      insert into app.doc_link
        (kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount, is_shown_only)
      select x.kind, x.from_type, x.from_id, x.from_line_id, $9, x.to_id, d.code, x.to_line_id, x.number, x.amount,
        x.is_shown_only
      from unnest(
        $1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::numeric[], $8::numeric[],
        $10::boolean[]
      ) as x(kind, from_type, from_id, from_line_id, to_id, to_line_id, number, amount, is_shown_only)
      join app.${tableOf(to)} d on d.id = x.to_id`,
    values: [
      links.map((link) => link.kind),
      links.map((link) => link.from.type),
      links.map((link) => link.from.id),
      links.map((link) => link.from.lineId),
      links.map((link) => link.to.id),
      links.map((link) => link.to.lineId),
      links.map((link) => link.number),
      links.map((link) => link.amount),
      to.name,
      links.map(({ isShownOnly }) => isShownOnly === true),
    ],
  });
}

/** Links end when the document they lead to is undone; they are kept as history. */
export function unlinkTo(ctx: Command, toIds: readonly string[], kind: string): void {
  ctx.later({
    text: `update app.doc_link set is_active = false where to_id = any($1::uuid[]) and kind = $2 and is_active`,
    values: [toIds, kind],
  });
}

export function unlinkFrom(ctx: Command, fromIds: readonly string[], kind: string): void {
  ctx.later({
    text: `
      update app.doc_link
      set is_active = false
      where from_id = any($1::uuid[]) and kind = $2 and is_active`,
    values: [fromIds, kind],
  });
}

/** How much links of a kind ask of each line of a document that was made by another. */
export async function askedNumbers(
  ctx: Command,
  kind: string,
  id: string | null,
): Promise<ReadonlyMap<string, string>> {
  const links = await ctx.rows(
    statement(
      { toLineId: 'uuid', number: 'decimal' },
      `
        select k.to_line_id, k.number
        from app.doc_link k
        where k.kind = '${kind}' and k.is_active and k.to_id = $1`,
      [id],
    ),
  );
  return new Map(links.map(({ toLineId, number }) => [toLineId, number]));
}

/** What grew from these documents, and so keeps them. */
export const downstreamOf = (ids: readonly string[]) =>
  statement(
    { fromId: 'uuid', toType: 'text', toId: 'uuid', toCode: 'text' },
    `
      select from_id, to_type, to_id, to_code
      from app.doc_link
      where from_id = any($1::uuid[]) and is_active and not is_shown_only`,
    [ids],
  );
