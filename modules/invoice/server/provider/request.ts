import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
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
  readonly redConfirmNo: string;
}

interface Drawn {
  readonly id: string;
  readonly organizeCode: string;
  /** Who stands on the paper as its drawer. */
  readonly drawer: string | null;
}

/**
 * Asks the provider of an organisation for an invoice: its row is `issuing` (bill status 4, issue 4). Nothing is sent
 * here; the job sends it once this commits, and settles the row.
 */
export async function issueBlue(ctx: Command, invoice: Drawn): Promise<void> {
  await ask(ctx, invoice, null);
}

/**
 * The same for a red invoice, whose row (kind 1, negative lines) was inserted by the red confirmation. With its number
 * the blue one is settled, in the transaction that writes it.
 */
export async function issueRed(ctx: Command, invoice: Drawn, original: Original): Promise<void> {
  await ask(ctx, invoice, original);
}

/** Whether somebody issues for this organisation; where nobody does, numbers are entered by hand. */
export async function hasProvider(ctx: Command, organizeCode: string): Promise<boolean> {
  return (await providerOf(ctx, organizeCode)) !== null;
}

async function providerOf(ctx: Command, organizeCode: string): Promise<string | null> {
  const { params, systems } = await ctx.all({
    params: paramStatement(['IV008']),
    systems: statement(
      { code: 'text' },
      `
        select s.code
        from app.approve_system s
        where s.enable_flag = '1' and s.url is not null and s.account is not null`,
    ),
  });
  const named = paramIn(params, 'IV008', organizeCode);
  return systems.some(({ code }) => code === named) ? named : null;
}

/** The request takes the invoice as this command leaves it: every try says the same. */
async function ask(ctx: Command, { id, organizeCode, drawer }: Drawn, original: Original | null): Promise<void> {
  const systemCode = await providerOf(ctx, organizeCode);
  if (systemCode === null) throw noProvider();
  ctx.later({
    text: `
      insert into app.invoice_request (id, invoice_id, kind, system_code, body, creator_id, creator_name)
      select $1::uuid, h.id, h.kind, $3::text,
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
                'taxCode', l.tax_code, 'isDiscount', l.discount_flag = '1'
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
      ctx.identity.realName,
    ],
  });
  wakeIssuing(ctx);
}

/** The job looks at once instead of at the next minute. */
export function wakeIssuing(ctx: Command): void {
  ctx.later(statement({ askJob: 'nothing' }, 'select sec.ask_job($1)', [invoicePoll.name]));
}
