import { compare, isZero, over, plus, round, times } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { linkKinds, refreshInvoiced } from '#sales/server/order/order-progress.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import type { SourceShare } from '#invoice/model/printed/printed.ts';
import { roomOf } from '#invoice/model/red/red-lines.ts';
import { freedBy, type AskedLine } from '#invoice/model/red/red-sources.ts';
import { refreshIssued } from './issued.ts';
import { blueLinesIn, blueReads, printedLink } from './red-rows.ts';

const originalOf = (redId: string) => ({
  blues: statement(
    { id: 'uuid', code: 'text', applyCode: 'text?' },
    `
      select h.id, h.code, h.apply_code
      from app.invoice_maintain h
      where h.code = (select r.original_code from app.invoice_maintain r where r.id = $1)
      for update`,
    [redId],
  ),
  reds: statement(
    { totalAmount: 'decimal', redReason: 'text?' },
    'select r.total_amount, r.red_reason from app.invoice_maintain r where r.id = $1',
    [redId],
  ),
});

/**
 * A red invoice has its number: the blue one shows how much of it is left, and a wrong issue gives its sources free.
 * Whoever calls holds the red invoice; the blue one is locked behind it, everywhere.
 */
export async function settleRed(ctx: Command, redId: string): Promise<void> {
  const {
    blues: [blue],
    reds: [red],
  } = await ctx.all(originalOf(redId));
  if (blue === undefined || red === undefined) return;
  const { lines, taken } = await ctx.all(blueReads([blue.id]));
  const isAllRed = blueLinesIn(blue.code, lines, taken).every((line) => isZero(roomOf(line)));
  const issue = isAllRed ? '3' : '1';
  ctx.later({
    text: `
      update app.invoice_maintain
      set issue_status = case when id = $1 then $3 else issue_status end, red_confirm_status = '3',
        red_confirm_msg = null,
        red_amount = case when id = $1 then coalesce(red_amount, 0) - $4::numeric else red_amount end,
        row_version = row_version + 1, updater_name = $5, update_date = now()
      where id in ($1, $2)`,
    values: [blue.id, redId, issue, red.totalAmount, ctx.identity.realName],
  });
  if (red.redReason === '01') await freeSources(ctx, blue.id);
  refreshIssued(ctx, blue, issue);
  ctx.log({
    noun: invoiceMaintain.name,
    recordId: blue.id,
    recordCode: blue.code,
    operation: 'redreverse',
    changes: { issueStatus: ['5', issue], redConfirmStatus: ['4', '3'] },
  });
}

const askedFor = (blueId: string) => ({
  shares: statement(
    { id: 'uuid', number: 'decimal', amount: 'decimal' },
    `
      select p.from_line_id as id, sum(p.number) as number, sum(p.amount) as amount
      from app.doc_link p
      where p.to_id = $1 and p.kind = '${printedLink}' and p.is_active
      group by p.from_line_id`,
    [blueId],
  ),
  asked: statement(
    {
      id: 'uuid',
      sourceKind: 'text',
      number: 'decimal',
      amount: 'decimal',
      discount: 'decimal',
      freedNumber: 'decimal',
      freedDiscount: 'decimal',
    },
    `
      select l.id, l.source_kind, l.number, coalesce(l.amount, 0) as amount, coalesce(l.discount_amount, 0) as discount,
        coalesce(l.freed_number, 0) as freed_number, coalesce(l.freed_discount, 0) as freed_discount
      from app.invoice_apply_line l
      where l.id = any(array(
        select p.from_line_id
        from app.doc_link p
        where p.to_id = $1 and p.kind = '${printedLink}' and p.is_active
      ))
      order by l.id
      for update`,
    [blueId],
  ),
  orders: statement(
    { id: 'uuid' },
    `
      select distinct m.from_id as id
      from app.doc_link p
      join app.doc_link k on k.tenant_code = p.tenant_code
        and k.to_id = p.from_id
        and k.to_line_id = p.from_line_id
        and k.kind = '${linkKinds.invoice}'
        and k.is_active
      join app.doc_link m on m.tenant_code = k.tenant_code
        and m.to_id = k.from_id
        and m.kind in ('${linkKinds.out}', '${linkKinds.returned}')
        and m.is_active
      where p.to_id = $1 and p.kind = '${printedLink}' and p.is_active`,
    [blueId],
  ),
});

/** Each line of the application gets back exactly what of it stood on the invoice, and may be asked for anew (C5). */
async function freeSources(ctx: Command, blueId: string): Promise<void> {
  const { shares, asked, orders } = await ctx.all(askedFor(blueId));
  const lines = new Map(asked.map((line) => [line.id, line]));
  const freed = freedBy(
    shares.map((share) => countedShare(share, lines.get(share.id))),
    asked,
  );
  ctx.later({
    text: `
      with freed as (
        select *
        from unnest($1::uuid[], $2::numeric[], $3::numeric[], $4::numeric[]) as t(id, number, amount, discount)
      ),
      linked as (
        update app.doc_link k
        set number = k.number - f.number, amount = k.amount - f.amount + f.discount, is_active = k.number <> f.number
        from freed f, app.invoice_apply_line l
        where l.id = f.id
          and k.to_id = l.parent_id
          and k.to_line_id = l.id
          and k.kind = '${linkKinds.invoice}'
          and k.is_active
      )
      update app.invoice_apply_line l
      set freed_number = coalesce(l.freed_number, 0) + f.number, freed_amount = coalesce(l.freed_amount, 0) + f.amount,
        freed_discount = coalesce(l.freed_discount, 0) + f.discount
      from freed f
      where l.id = f.id`,
    values: [
      freed.map(({ id }) => id),
      freed.map(({ number }) => number),
      freed.map(({ amount }) => amount),
      freed.map(({ discount }) => discount),
    ],
  });
  refreshInvoiced(
    ctx,
    orders.map(({ id }) => id),
  );
}

/** Freight and charges are printed without a number: of what they ask for the part that was paid for on the paper. */
function countedShare(
  share: SourceShare,
  line: (AskedLine & { readonly sourceKind: string }) | undefined,
): SourceShare {
  if (line === undefined || line.sourceKind === '0') return share;
  const paid = plus(line.amount, times('-1', line.discount));
  const isWhole = compare(paid, share.amount) === 0 || isZero(paid);
  return { ...share, number: isWhole ? line.number : round(over(times(line.number, share.amount), paid), 4) };
}
