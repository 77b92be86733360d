import { compare, round } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Draft } from '#platform/server/document/draft.ts';
import { linkDocuments, unlinkTo } from '#platform/server/document/link.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { dropBills, insertBill, statusLabel } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import { reportExporter } from '#platform/server/export/plan.ts';
import { exporterRoutes } from '#platform/server/export/routes.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { askedOf, type Asked } from '#platform/server/list/filter.ts';
import { pageOf, planList, type ListPlan } from '#platform/server/list/list.ts';
import { paramIn, paramStatement, type ParamRow } from '#system/server/setting/param.ts';
import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { invoiceConfirm } from '#invoice/model/confirm/confirm.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import type { InvoiceSource, PrintedInvoice, PrintRules } from '#invoice/model/printed/printed.ts';
import { noReversal, printedLink } from '#invoice/server/maintain/red-rows.ts';
import { sourceKind } from '#invoice/model/value/choices.ts';
import { composeInvoices } from '#invoice/model/printed/split.ts';

type Application = LockedBill<typeof invoiceApply>;

const confirmLabel: Label = ['确认', '確認', 'confirm'];
const unconfirmLabel: Label = ['取消确认', '取消確認', 'revoke the confirmation'];
const confirmedLabel: Label = ['已确认', '已確認', 'Confirmed'];
const issuedLabel: Label = ['已开票', '已開票', 'Invoiced'];

const codesSql = `
  select t.code, t.abbreviation
  from app.invoice_taxcode t
  where t.code = any(array(select l.tax_code from app.invoice_apply_line l where l.parent_id = any($1::uuid[])))`;
const confirmReads = (ids: readonly string[]) => ({
  heads: headsOf(invoiceApply, ids, true),
  lines: linesOf(invoiceApply, ids),
  params: paramStatement(['IV002', 'IV003', 'IV004', 'IV006']),
  codes: statement({ code: 'text', abbreviation: 'text?' }, codesSql, [ids]),
});

/** 确认: applications become the invoices that are to be issued, merged and cut as parameters say. */
function confirm(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    (ctx, { heads, lines, params, codes }) => {
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      const names = new Map(codes.map(({ code, abbreviation }) => [code, abbreviation]));
      for (const bill of bills) {
        refuseUnlessWaiting(bill);
        const invoices = composeInvoices(sourcesOf(bill, names), rulesOf(params, bill.organizeCode));
        for (const printed of invoices) makeInvoice(ctx, bill, printed);
        mark(ctx, bill, true);
      }
      return Promise.resolve(null);
    },
    { reads: confirmReads(ids) },
  );
}

function refuseUnlessWaiting(bill: Application): void {
  if (bill.billStatus !== invoiceApply.states.audited.code || bill.confirmFlag === '1')
    throw stateForbids({
      code: bill.code,
      status: bill.confirmFlag === '1' ? confirmedLabel : statusLabel(invoiceApply, bill.billStatus),
      verb: confirmLabel,
    });
}

/** Lines as the paper names them: *short name of the tax code*goods (domain §7.2). */
function sourcesOf(bill: Application, names: ReadonlyMap<string, string | null>): readonly InvoiceSource[] {
  const places = bill.lines.flatMap(({ taxCode }, i) =>
    taxCode === null
      ? [{ path: `lines.${i}.taxCode`, field: invoiceApply.lines.taxCode.label, reason: reasons.required }]
      : [],
  );
  if (places.length > 0) throw invalidAt(places);
  return bill.lines.map((line): InvoiceSource => {
    const isGoods = line.sourceKind === '0';
    const own = isGoods ? (line.productName ?? '') : sourceKind[line.sourceKind === '1' ? 1 : 2][0];
    return {
      id: line.id,
      name: `*${names.get(line.taxCode ?? '') ?? ''}*${own}`,
      taxCode: line.taxCode ?? '',
      taxRate: line.taxRate ?? '0',
      unit: line.unitName ?? '',
      spec: line.spec ?? '',
      number: isGoods ? line.number : '',
      price: line.price ?? '0',
      amount: line.amount ?? '0',
      discount: line.discountAmount ?? '0',
    };
  });
}

function rulesOf(params: readonly ParamRow[], organizeCode: string): PrintRules {
  const netLimit = paramIn(params, 'IV003', organizeCode);
  return {
    merge: paramIn(params, 'IV002', organizeCode) as PrintRules['merge'],
    netLimit: compare(netLimit, '0') > 0 ? netLimit : null,
    lineLimit: Math.max(2, Number.parseInt(paramIn(params, 'IV004', organizeCode), 10)),
    hasDiscountLines: paramIn(params, 'IV006', organizeCode) === '1',
  };
}

function makeInvoice(ctx: Command, bill: Application, printed: PrintedInvoice): void {
  const id = newId();
  const draft = invoiceDraft(bill, printed, ctx.today);
  insertBill(
    invoiceMaintain,
    ctx,
    { id, status: invoiceMaintain.states.saved.code, draft },
    { operation: 'save', message: bill.code },
  );
  linkDocuments(
    ctx,
    invoiceMaintain,
    printed.lines.flatMap(({ sources }, at) =>
      sources.map(({ id: lineId, number, amount }) => ({
        kind: printedLink,
        from: { type: invoiceApply.name, id: bill.id, lineId },
        to: { id, lineId: draft.lines[at]?.id ?? id },
        number,
        amount,
      })),
    ),
  );
}

const orNull = (text: string): string | null => (text === '' ? null : text);

function invoiceDraft(bill: Application, printed: PrintedInvoice, today: string): Draft {
  const { organizeCode, organizeName, customerCode, customerName, invoiceType, title, taxNumber, email } = bill;
  const { totalAmount, totalNet, totalTax } = printed;
  return {
    organizeCode,
    organizeName,
    customerCode,
    customerName,
    invoiceType,
    title,
    taxNumber,
    email,
    totalAmount,
    totalNet,
    totalTax,
    billDate: today,
    applyCode: bill.code,
    kind: '0',
    issueStatus: '0',
    invoiceCode: null,
    invoiceNumber: null,
    invoiceDate: null,
    failMsg: null,
    drawer: null,
    pushStatus: '0',
    ...noReversal,
    remark: null,
    lines: printed.lines.map((line, i) => ({
      id: newId(),
      lineNo: i + 1,
      productName: line.name,
      spec: orNull(line.spec),
      unitName: orNull(line.unit),
      number: orNull(line.number),
      price: line.unitPrice === '' ? '0' : round(line.unitPrice, 4),
      printedAs: orNull(line.unitPrice),
      taxRate: line.taxRate,
      amount: line.amount,
      netAmount: line.netAmount,
      taxAmount: line.taxAmount,
      taxCode: line.taxCode,
      discountFlag: line.isDiscount ? '1' : '0',
      originalLineNo: null,
      remark: null,
    })),
  };
}

/** As long as none of them has a number, its invoices go and it waits again. */
function unconfirm(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    (ctx, { heads, made }) => {
      if (heads.length !== ids.length) throw notFound();
      for (const bill of heads) {
        const own = made.filter(({ applyCode }) => applyCode === bill.code);
        const isIssued = own.some(({ billStatus }) => billStatus !== invoiceMaintain.states.saved.code);
        if (bill.confirmFlag !== '1' || isIssued)
          throw stateForbids({
            code: bill.code,
            status: isIssued ? issuedLabel : statusLabel(invoiceApply, bill.billStatus),
            verb: unconfirmLabel,
          });
        const gone = own.map(({ id }) => id);
        dropBills(ctx, invoiceMaintain, gone);
        unlinkTo(ctx, gone, printedLink);
        mark(ctx, bill, false);
      }
      return Promise.resolve(null);
    },
    { reads: { heads: headsOf(invoiceApply, ids, true), made: madeOf(ids) } },
  );
}

/** Invoices of these applications, held. */
const madeOf = (ids: readonly string[]) =>
  statement(
    { id: 'uuid', applyCode: 'text', billStatus: 'text' },
    `
      select h.id, h.apply_code, h.bill_status
      from app.invoice_maintain h
      where h.deleted_flag = '0'
        and h.apply_code = any(array(select a.code from app.invoice_apply a where a.id = any($1::uuid[])))
      order by h.id
      for update`,
    [ids],
  );

function mark(ctx: Command, bill: Pick<Application, 'id' | 'code'>, isConfirmed: boolean): void {
  ctx.later({
    text: `
      update app.invoice_apply
      set confirm_flag = case when $2::boolean then '1' else '0' end,
        confirm_date = case when $2::boolean then now() end, confirmer_name = case when $2::boolean then $3 end,
        row_version = row_version + 1, updater_name = $3, update_date = now()
      where id = $1`,
    values: [bill.id, isConfirmed, ctx.identity.realName],
  });
  ctx.log({
    noun: invoiceApply.name,
    recordId: bill.id,
    recordCode: bill.code,
    operation: isConfirmed ? 'confirm' : 'unconfirm',
  });
}

/** Only what was agreed to waits for finance; its number is also that of its confirmation. */
function financeRows(asked: Asked, isWhole: boolean): ListPlan {
  const { applyCode, ...search } = asked;
  const wanted = {
    ...search,
    billStatus: asked['billStatus'] === '2' ? '2' : '1',
    ...(typeof applyCode === 'string' && applyCode !== '' ? { code: applyCode } : {}),
    ...(isWhole ? { limit: '-1' } : {}),
  };
  const plan = planList(invoiceApply, wanted, { wide: true, whole: isWhole });
  return {
    ...plan,
    rows: {
      text: `select y.*, y.code as apply_code, y.code as apply_name from (${plan.rows.text}) y`,
      values: plan.rows.values,
    },
  };
}

async function readPage(call: Call): Promise<unknown> {
  const plan = financeRows(askedOf(call), false);
  const {
    rows: { rows, counted },
  } = await call.read({ rows: plan.rows, counted: plan.count });
  return pageOf(plan, rows, counted[0]?.total ?? 0);
}

/** The application with the invoices that it became. */
async function readOne(call: Call): Promise<unknown> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    rows: { heads, lines, invoices },
  } = await call.read({
    heads: headsOf(invoiceApply, [id], false),
    lines: linesOf(invoiceApply, [id]),
    invoices: statement(
      { id: 'uuid', code: 'text', totalAmount: 'decimal?', invoiceNumber: 'text?', issueStatus: 'text' },
      `
        select h.id, h.code, h.total_amount, h.invoice_number, h.issue_status
        from app.invoice_maintain h
        where h.deleted_flag = '0' and h.apply_code = (select a.code from app.invoice_apply a where a.id = $1)
        order by h.code`,
      [id],
    ),
  });
  const [bill] = billsOf(heads, lines);
  const { audited, closed } = invoiceApply.states;
  if (bill === undefined || (bill.billStatus !== audited.code && bill.billStatus !== closed.code)) throw notFound();
  return { ...bill, applyCode: bill.code, applyName: bill.code, invoices };
}

const may = (action: string): readonly string[] => [permissionOf(invoiceConfirm, action)];
const list = {
  path: `${invoiceConfirm.path}/page`,
  permission: may('page'),
  effect: 'none',
  summary: 'Invoice confirmation: page',
  handle: readPage,
} as const;
const act = { method: 'PUT', effect: 'command', marks: { 'body[]': invoiceApply.name } } as const;

export const confirmExporter = reportExporter(invoiceConfirm, (asked) => financeRows(asked, true).rows);

export const confirmRoutes: readonly Route[] = [
  { method: 'GET', ...list },
  { method: 'POST', ...list },
  ...exporterRoutes(confirmExporter, { path: `${invoiceConfirm.path}/export` }),
  {
    method: 'GET',
    path: `${invoiceConfirm.path}/:id`,
    permission: may('view'),
    effect: 'none',
    marks: { 'params.id': invoiceApply.name },
    summary: 'Invoice confirmation: one with its lines and invoices',
    handle: readOne,
  },
  {
    ...act,
    path: `${invoiceConfirm.path}/confirm`,
    permission: may('confirm'),
    summary: 'Invoice confirmation: make the invoices',
    handle: confirm,
  },
  {
    ...act,
    path: `${invoiceConfirm.path}/unconfirm`,
    permission: may('unconfirm'),
    summary: 'Invoice confirmation: take the invoices back',
    handle: unconfirm,
  },
];
