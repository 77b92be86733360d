import { compare, isZero, minus, plus, round } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, stateForbids } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { taxed, unitPriceOf } from '#invoice/model/printed/tax.ts';
import { amountNotPositive, quotaSpent } from '#invoice/model/value/refusals.ts';
import { refreshIssued } from './issued.ts';

type Draft = DraftOf<typeof invoiceMaintain>;
type Line = Draft['lines'][number];
const params = { params: paramStatement(['IV007']) };
type Named = typeof params;

export const invoiceMaintainService = serveDocument<typeof invoiceMaintain, Named>(invoiceMaintain, {
  reads: params,
  beforeSave(_ctx, draft, _facts, previous) {
    if (previous !== null && previous.applyCode !== null) refuseOther(draft, previous.lines);
    else draft.lines.forEach(fillLine);
    const sum = (key: 'amount' | 'netAmount' | 'taxAmount'): string =>
      cents(plus('0', ...draft.lines.map((line) => line[key] ?? '0')));
    draft.totalAmount = sum('amount');
    draft.totalNet = sum('netAmount');
    draft.totalTax = sum('taxAmount');
    if (compare(draft.totalAmount, '0') <= 0) throw amountNotPositive();
    return draft;
  },
  async afterDelete(ctx, ids) {
    const { confirmed } = await ctx.all({
      confirmed: statement(
        { code: 'text' },
        'select h.code from app.invoice_maintain h where h.id = any($1::uuid[]) and h.apply_code is not null',
        [ids],
      ),
    });
    for (const { code } of confirmed)
      throw stateForbids({ code, status: madeByConfirmation, verb: ['删除', '刪除', 'delete'] });
  },
  before: {
    async number(ctx, bill, facts) {
      const number = String(facts.said?.['invoiceNumber'] ?? '');
      const { twins, issued } = await ctx.all({
        ...twinReads(number, String(facts.said?.['invoiceCode'] ?? ''), bill.id),
        ...issuedReads(bill.organizeCode, String(facts.said?.['invoiceDate'] ?? ctx.today)),
      });
      if (twins.length > 0)
        throw invalidAt([
          { path: 'invoiceNumber', field: invoiceMaintain.head.invoiceNumber.label, reason: takenTwice },
        ]);
      const quota = paramIn(facts.rows.params ?? [], 'IV007', bill.organizeCode);
      const left = minus(quota, issued[0]?.net ?? '0');
      if (!isZero(quota) && compare(bill.totalNet ?? '0', left) > 0) throw quotaSpent({ n: cents(left) });
    },
  },
  after: {
    number(ctx, bill) {
      refreshIssued(ctx, bill, true);
    },
    unnumber(ctx, bill) {
      refreshIssued(ctx, bill, false);
    },
  },
  sets: {
    number: () => ({ issueStatus: '1' }),
    unnumber: () => ({ issueStatus: '0', invoiceNumber: null, invoiceCode: null, invoiceDate: null }),
  },
});

const takenTwice: Label = ['发票号码已录入', '發票號碼已錄入', 'was entered already'];

const twinReads = (number: string, code: string, own: string) => ({
  twins: statement(
    { id: 'uuid' },
    `
      select h.id
      from app.invoice_maintain h
      where h.invoice_number = $1 and coalesce(h.invoice_code, '') = $2 and h.id <> $3::uuid and h.deleted_flag = '0'
      limit 1`,
    [number, code, own],
  ),
});

/**
 * What of the quota of a month is used: reds give back (C2a). Locked by organisation, so two at once count each other.
 */
const issuedReads = (organizeCode: string, day: string) => ({
  held: statement({ code: 'text' }, 'select o.code from app.sys_organization o where o.code = $1 for no key update', [
    organizeCode,
  ]),
  issued: statement(
    { net: 'decimal?' },
    `
      select sum(h.total_net) as net
      from app.invoice_maintain h
      where h.organize_code = $1
        and h.bill_status = '1'
        and h.deleted_flag = '0'
        and date_trunc('month', h.invoice_date) = date_trunc('month', $2::date)`,
    [organizeCode, day],
  ),
});

function fillLine(line: Line): void {
  const { netAmount, taxAmount } = taxed(line.amount, line.taxRate);
  line.netAmount = netAmount;
  line.taxAmount = taxAmount;
  line.discountFlag = '0';
  line.printedAs = line.number === null || isZero(line.number) ? null : unitPriceOf(netAmount, line.number);
  line.price = line.printedAs === null ? '0' : round(line.printedAs, 4);
}

/** What was confirmed is not written anew: what it names may be mended, what it asks for may not. */
function refuseOther(draft: Draft, lines: readonly Line[]): void {
  const said = (line: Line | undefined): string =>
    JSON.stringify([
      line?.id,
      line?.productName,
      line?.spec,
      line?.unitName,
      plus(line?.number),
      plus(line?.amount),
      line?.taxRate,
      line?.taxCode,
    ]);
  const at = Math.max(draft.lines.length, lines.length);
  for (let i = 0; i < at; i += 1)
    if (said(draft.lines[i]) !== said(lines[i]))
      throw invalidAt([
        { path: `lines.${i}.amount`, field: invoiceMaintain.lines.amount.label, reason: reasons.unchangeable },
      ]);
  draft.lines.forEach((line, i) => {
    const { netAmount = null, taxAmount = null, price = null, printedAs = null, discountFlag = null } = lines[i] ?? {};
    Object.assign(line, { netAmount, taxAmount, price, printedAs, discountFlag });
  });
}

/** One that a confirmation made goes with it, and not alone. */
const madeByConfirmation: Label = ['由开票确认生成', '由開票確認產生', 'Made by a confirmation'];
