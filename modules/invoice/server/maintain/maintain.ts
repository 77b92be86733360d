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
import { alreadyIssued, amountNotPositive, quotaSpent, stillIssuing } from '#invoice/model/value/refusals.ts';
import { refreshIssued } from './issued.ts';
import { refuseUnagreed } from './red-agreed.ts';
import { settleRed } from './red-issued.ts';
import { isReversed } from './red-rows.ts';
import { openRequests, takeByHand } from './requests.ts';
import { quotaReads } from './quota.ts';

type Draft = DraftOf<typeof invoiceMaintain>;
type Line = Draft['lines'][number];
const params = { params: paramStatement(['IV007']) };
type Named = typeof params;

export const invoiceMaintainService = serveDocument<typeof invoiceMaintain, Named>(invoiceMaintain, {
  reads: params,
  beforeSave(_ctx, draft, _facts, previous) {
    const isRed = previous?.kind === '1';
    if (previous !== null && (isRed || previous.applyCode !== null)) refuseOther(draft, previous.lines);
    else draft.lines.forEach(fillLine);
    const sum = (key: 'amount' | 'netAmount' | 'taxAmount'): string =>
      cents(plus('0', ...draft.lines.map((line) => line[key] ?? '0')));
    draft.totalAmount = sum('amount');
    draft.totalNet = sum('netAmount');
    draft.totalTax = sum('taxAmount');
    if (!isRed && compare(draft.totalAmount, '0') <= 0) throw amountNotPositive();
    return draft;
  },
  async afterDelete(ctx, ids) {
    const { confirmed } = await ctx.all({
      confirmed: statement(
        { code: 'text' },
        `
          select h.code
          from app.invoice_maintain h
          where h.id = any($1::uuid[]) and (h.apply_code is not null or h.kind = '1')`,
        [ids],
      ),
    });
    for (const { code } of confirmed)
      throw stateForbids({ code, status: madeByConfirmation, verb: ['删除', '刪除', 'delete'] });
  },
  before: {
    async number(ctx, bill, facts) {
      if (bill.kind === '1') refuseUnagreed(bill.redConfirmStatus);
      const number = String(facts.said?.['invoiceNumber'] ?? '');
      const { twins, issued, requests } = await ctx.all({
        ...openRequests(bill.id),
        ...twinReads(number, String(facts.said?.['invoiceCode'] ?? ''), bill.id),
        ...quotaReads(bill.organizeCode, String(facts.said?.['invoiceDate'] ?? ctx.today)),
      });
      if (requests.some(({ isUnderWay }) => isUnderWay))
        throw stillIssuing({ code: bill.code, verb: invoiceMaintain.verbs.number.label });
      if (twins.length > 0)
        throw invalidAt([
          { path: 'invoiceNumber', field: invoiceMaintain.head.invoiceNumber.label, reason: takenTwice },
        ]);
      const quota = paramIn(facts.rows.params ?? [], 'IV007', bill.organizeCode);
      const left = minus(quota, issued[0]?.net ?? '0');
      // What is with the provider is counted already.
      const isNew = bill.kind === '0' && bill.billStatus === invoiceMaintain.states.saved.code;
      if (isNew && !isZero(quota) && compare(bill.totalNet ?? '0', left) > 0) throw quotaSpent({ n: cents(left) });
    },
    async unnumber(ctx, bill) {
      const { requests } = await ctx.all(openRequests(bill.id));
      if (bill.kind === '1' || isReversed(bill) || requests.some(({ isIssued }) => isIssued)) throw alreadyIssued();
    },
  },
  after: {
    async number(ctx, bill) {
      takeByHand(ctx, bill.id);
      if (bill.kind === '1') await settleRed(ctx, bill.id);
      else refreshIssued(ctx, bill, '1');
    },
    unnumber(ctx, bill) {
      refreshIssued(ctx, bill, '0');
    },
  },
  sets: {
    number: () => ({ issueStatus: '1', failMsg: null }),
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
