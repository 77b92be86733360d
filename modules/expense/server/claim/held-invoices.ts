import type { Document } from '#platform/model/document.ts';
import type { Command } from '#platform/server/command/command.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { ClaimInvoice } from '#expense/model/claim/claim-invoice.ts';
import { claimedTwice } from './claim-refusals.ts';

/**
 * An invoice is claimed once in a tenant (E-DUP-INV): by number and code, in whatever document holds it. The unique
 * index decides who of two is first, whoever comes second waits for the first and is then told where it is.
 */
export async function holdInvoices(
  ctx: Command,
  document: Pick<Document, 'name'>,
  claim: { readonly id: string },
  invoices: readonly ClaimInvoice[],
): Promise<void> {
  const rows = rowsOf(invoices);
  const {
    taken: [taken],
  } = await ctx.all({
    freed: {
      text: 'delete from app.claim_invoice where doc_id = $1',
      values: [claim.id],
    },
    held: {
      text: `
        insert into app.claim_invoice
          (doc_type, doc_id, line_no, invoice_type, code, number, invoice_date, net, tax, total, buyer_tax_no)
        select $1, $2, r.line_no, r.invoice_type, r.code, r.number, r.invoice_date, r.net, r.tax, r.total,
          r.buyer_tax_no
        from jsonb_to_recordset($3::jsonb) as r(
          line_no integer, invoice_type text, code text, number text, invoice_date date, net numeric, tax numeric,
          total numeric, buyer_tax_no text
        )
        order by r.number, r.code
        on conflict (tenant_code, number, code) do nothing`,
      values: [document.name, claim.id, rows],
    },
    taken: statement(
      { number: 'text', docCode: 'text' },
      `
        select i.number, i.doc_code
        from jsonb_to_recordset($1::jsonb) as r(number text, code text)
        join app.claim_invoice i on i.number = r.number and i.code = r.code
        where i.doc_id <> $2
        order by i.number
        limit 1`,
      [rows, claim.id],
    ),
  });
  // Its number is known once it is written.
  ctx.later({
    text: `
      update app.claim_invoice i
      set doc_code = d.code
      from app.${tableOf(document)} d
      where i.doc_id = $1 and d.id = i.doc_id and i.doc_code <> d.code`,
    values: [claim.id],
  });
  if (taken !== undefined) throw claimedTwice({ no: taken.number, code: taken.docCode });
}

const rowsOf = (invoices: readonly ClaimInvoice[]): string =>
  JSON.stringify(
    invoices.map(({ type, date, buyerTaxNo, lineNo, ...invoice }) => ({
      ...invoice,
      line_no: lineNo,
      invoice_type: type,
      invoice_date: date,
      buyer_tax_no: buyerTaxNo,
    })),
  );

/** Rejected, void, stashed or deleted: others may bring them. */
export function freeInvoices(ctx: Command, ids: readonly string[]): void {
  ctx.later({ text: 'delete from app.claim_invoice where doc_id = any($1::uuid[])', values: [ids] });
}
