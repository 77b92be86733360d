import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { confirmationKind } from '#invoice/server/maintain/requests.ts';
import { requestStates } from '#invoice/model/provider/progress.ts';
import { invoiceTypes } from '#invoice/model/value/choices.ts';
import { invoicePoll } from '#invoice/model/provider/job.ts';
import { noProvider } from '#invoice/model/value/refusals.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';

/** What the red invoice takes back, as the provider is told. */
export interface Original {
  /** Row of the blue invoice. */
  readonly id: string;
  readonly invoiceNumber: string;
  readonly invoiceCode: string | null;
  readonly invoiceDate: string;
  /** '01' to '04' (C5). */
  readonly reason: string;
  /** None while it is the confirmation that is asked for. */
  readonly redConfirmNo: string | null;
}

interface Drawn extends Issued {
  readonly id: string;
  /** Who stands on the paper as its drawer. */
  readonly drawer: string | null;
}

/**
 * Asks the provider of an organisation for an invoice: its row is `issuing` (bill status 4, issue 4). Nothing is sent
 * here; the job sends it once this commits, and settles the row.
 */
export async function issueBlue(ctx: Command, invoice: Drawn): Promise<void> {
  await ask(ctx, invoice, { original: null });
}

/**
 * The same for a red invoice, whose row (kind 1, negative lines) was inserted by the red confirmation. With its number
 * the blue one is settled, in the transaction that writes it.
 */
export async function issueRed(ctx: Command, invoice: Drawn, original: Original): Promise<void> {
  await ask(ctx, invoice, { original });
}

/**
 * Asks for the red confirmation of a red invoice: what it would take back, line by line. Its number and whether the
 * buyer agreed come from there (C6).
 */
export async function confirmRed(ctx: Command, invoice: Drawn, original: Original): Promise<void> {
  await ask(ctx, invoice, { original, isConfirmation: true });
}

/** Who issues for whom. */
export const providerReads = {
  params: paramStatement(['IV008']),
  systems: statement(
    { code: 'text' },
    `
      select s.code
      from app.approve_system s
      where s.enable_flag = '1' and s.url is not null and s.account is not null`,
  ),
};

interface Issued {
  readonly organizeCode: string;
  readonly invoiceType: string;
}

/** Of paper, or where nobody issues, numbers and confirmations are entered by hand. */
export function providerIn(
  { params, systems }: RowsOf<typeof providerReads>,
  { organizeCode, invoiceType }: Issued,
): string | null {
  if (invoiceType !== invoiceTypes.eSpecial && invoiceType !== invoiceTypes.eOrdinary) return null;
  const named = paramIn(params, 'IV008', organizeCode);
  return systems.some(({ code }) => code === named) ? named : null;
}

export async function hasProvider(ctx: Command, invoice: Issued): Promise<boolean> {
  return providerIn(await ctx.all(providerReads), invoice) !== null;
}

/** The request takes the invoice as this command leaves it: every try says the same. */
async function ask(
  ctx: Command,
  { id, drawer, ...issued }: Drawn,
  { original, isConfirmation = false }: { readonly original: Original | null; readonly isConfirmation?: boolean },
): Promise<void> {
  const systemCode = providerIn(await ctx.all(providerReads), issued);
  if (systemCode === null) throw noProvider();
  ctx.later({
    text: `
      insert into app.invoice_request (id, invoice_id, kind, state, system_code, body, creator_id, creator_name)
      select $1::uuid, h.id, coalesce($8, h.kind), $9::text, $3::text,
        jsonb_build_object(
          'kind', h.kind, 'invoiceType', h.invoice_type, 'sellerName', h.organize_name,
          'sellerTaxNumber', (select s.account from app.approve_system s where s.code = $3::text), 'title', h.title,
          'taxNumber', h.tax_number, 'email', h.email, 'drawer', $4::text, 'remark', h.remark,
          'totalNet', trim_scale(h.total_net)::text, 'totalTax', trim_scale(h.total_tax)::text,
          'totalAmount', trim_scale(h.total_amount)::text, 'original', $5::jsonb,
          'lines', (
            select jsonb_agg(
              jsonb_build_object(
                'lineNo', l.line_no, 'name', l.product_name, 'spec', l.spec, 'unit', l.unit_name,
                'number', trim_scale(l.number)::text, 'price', l.printed_as, 'taxRate', l.tax_rate,
                'netAmount', trim_scale(l.net_amount)::text, 'taxAmount', trim_scale(l.tax_amount)::text,
                'taxCode', l.tax_code, 'isDiscount', l.discount_flag = '1', 'originalLineNo', l.original_line_no
              ) order by l.line_no
            )
            from app.invoice_maintain_line l
            where l.parent_id = h.id
          )
        ),
        $6::uuid, $7::text
      from app.invoice_maintain h
      where h.id = $2`,
    values: [
      newId(),
      id,
      systemCode,
      drawer,
      original === null ? null : JSON.stringify(original),
      ctx.identity.userId,
      drawer ?? ctx.identity.realName,
      isConfirmation ? confirmationKind : null,
      isConfirmation ? requestStates.toConfirm : requestStates.waiting,
    ],
  });
  wakeIssuing(ctx);
}

/** The job looks at once instead of at the next minute. */
export function wakeIssuing(ctx: Command): void {
  ctx.later(statement({ askJob: 'nothing' }, 'select sec.ask_job($1)', [invoicePoll.name]));
}
