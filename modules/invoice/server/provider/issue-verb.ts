import { compare, isZero, minus } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, stateForbids } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { billsOf, headsOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { paramIn, paramStatement, type ParamRow } from '#system/server/setting/param.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { requestStates } from '#invoice/model/provider/progress.ts';
import { invoiceTypes } from '#invoice/model/value/choices.ts';
import { noPaper, noProvider, quotaSpent, redWithProvider, stillIssuing } from '#invoice/model/value/refusals.ts';
import { usedQuota } from '#invoice/server/maintain/quota.ts';
import { confirmationKind, openRequests } from '#invoice/server/maintain/requests.ts';
import { refuseUnagreed } from '#invoice/server/maintain/red-agreed.ts';
import { pushInvoice } from './push.ts';
import { handOver } from './hand-over.ts';
import { handOverRed } from './red-hand-over.ts';
import { wakeIssuing } from './request.ts';

type Invoice = LockedBill<typeof invoiceMaintain>;

const issueLabel: Label = ['开具', '開具', 'issue'];
const pushLabel: Label = ['推送', '推送', 'push'];
const byHand: Label = [
  '纸质发票不由开票服务开具，请录入票号',
  '紙質發票不由開票服務開具，請錄入票號',
  'is of paper: no provider issues it, enter its number',
];
const electronic: readonly string[] = [invoiceTypes.eSpecial, invoiceTypes.eOrdinary];

/** The latest request of each invoice, with the file that came of it. */
const requestsOf = (ids: readonly string[]) =>
  statement(
    {
      id: 'uuid',
      invoiceId: 'uuid',
      state: 'text',
      name: 'text?',
      storageKey: 'text?',
      provider: 'text?',
    },
    `
      select distinct on (r.invoice_id) r.id, r.invoice_id, r.state, f.name, f.storage_key, f.provider
      from app.invoice_request r
      left join app.sys_file f on f.id = r.file_id and f.state = 'kept'
      where r.invoice_id = any($1::uuid[]) and r.kind <> '${confirmationKind}'
      order by r.invoice_id, r.create_date desc`,
    [ids],
  );

const readsFor = (ids: readonly string[]) => ({
  heads: headsOf(invoiceMaintain, ids, true),
  requests: requestsOf(ids),
  params: paramStatement(['IV007']),
});

/** 开具: hands invoices to the provider. One that was given up is looked for again, under the number it had. */
function issue(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, requests, params }) => {
      const bills = billsOf(heads, []);
      if (bills.length !== ids.length) throw notFound();
      const open = new Map(requests.map((request) => [request.invoiceId, request]));
      const fresh = bills.filter((bill) => !isGivenUp(bill, open.get(bill.id)?.state));
      fresh.forEach(refuseUnready);
      await refuseOverQuota(ctx, fresh, params);
      for (const bill of fresh) {
        // A red one without the number of its confirmation is confirmed first.
        if (bill.kind === '1') await issueRedAgain(ctx, bill);
        else await handOver(ctx, bill, { original: null });
      }
      for (const bill of bills) {
        const request = open.get(bill.id);
        if (request !== undefined && !fresh.includes(bill)) lookAgain(ctx, bill, request.id);
      }
      return null;
    },
    { reads: readsFor(ids) },
  );
}

async function issueRedAgain(ctx: Command, { id, code }: Invoice): Promise<void> {
  const { requests } = await ctx.all(openRequests(id));
  if (requests.some(({ isUnderWay }) => isUnderWay)) throw redWithProvider({ code, verb: issueLabel });
  if (!(await handOverRed(ctx, id))) throw noProvider();
}

function isGivenUp({ code, billStatus }: Invoice, state: string | undefined): boolean {
  if (billStatus !== invoiceMaintain.states.issuing.code) return false;
  if (state === requestStates.givenUp) return true;
  throw stillIssuing({ code, verb: issueLabel });
}

function refuseUnready({ code, billStatus, kind, invoiceType, redConfirmStatus }: Invoice): void {
  if (billStatus !== invoiceMaintain.states.saved.code)
    throw stateForbids({ code, status: statusLabel(invoiceMaintain, billStatus), verb: issueLabel });
  if (kind === '1') refuseUnagreed(redConfirmStatus);
  if (!electronic.includes(invoiceType))
    throw invalidAt([{ path: 'invoiceType', field: invoiceMaintain.head.invoiceType.label, reason: byHand }]);
}

/** What is with the provider counts: it may be an invoice already (C2a). */
async function refuseOverQuota(ctx: Command, bills: readonly Invoice[], params: readonly ParamRow[]): Promise<void> {
  const left = new Map<string, string>();
  for (const { organizeCode, totalNet, kind } of bills) {
    if (kind === '1') continue;
    const quota = paramIn(params, 'IV007', organizeCode);
    if (isZero(quota)) continue;
    const room = left.get(organizeCode) ?? minus(quota, await usedQuota(ctx, organizeCode, ctx.today));
    if (compare(totalNet ?? '0', room) > 0) throw quotaSpent({ n: cents(room) });
    left.set(organizeCode, minus(room, totalNet ?? '0'));
  }
}

function lookAgain(ctx: Command, { id, code }: Invoice, requestId: string): void {
  ctx.later({
    text: `
      update app.invoice_request
      set state = $2, faults = 0, polls = 0, not_before = now(), lease_until = null, update_date = now()
      where id = $1`,
    values: [requestId, requestStates.asked],
  });
  ctx.later({
    text: `
      update app.invoice_maintain
      set fail_msg = null, row_version = row_version + 1, updater_name = $2, update_date = now()
      where id = $1`,
    values: [id, ctx.identity.realName],
  });
  ctx.log({ noun: invoiceMaintain.name, recordId: id, recordCode: code, operation: 'issue' });
  wakeIssuing(ctx);
}

/** 推送: mails the file of an issued invoice, again if need be. */
function push(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, requests }) => {
      const bills = billsOf(heads, []);
      if (bills.length !== ids.length) throw notFound();
      const known = new Map(requests.map((request) => [request.invoiceId, request]));
      for (const bill of bills) {
        const { id, code, billStatus } = bill;
        if (billStatus !== invoiceMaintain.states.audited.code)
          throw stateForbids({ code, status: statusLabel(invoiceMaintain, billStatus), verb: pushLabel });
        const { id: requestId, name = null, storageKey = null, provider = null } = known.get(id) ?? {};
        if (requestId === undefined || name === null || storageKey === null || provider === null)
          throw noPaper({ code });
        if (!(await pushInvoice(ctx, { ...bill, requestId }, { name, storageKey, provider })))
          throw invalidAt([{ path: 'email', field: invoiceMaintain.head.email.label, reason: reasons.required }]);
        ctx.later({
          text: `
            update app.invoice_maintain
            set push_status = '0', row_version = row_version + 1, updater_name = $2, update_date = now()
            where id = $1`,
          values: [id, ctx.identity.realName],
        });
        ctx.log({ noun: invoiceMaintain.name, recordId: id, recordCode: code, operation: 'push' });
      }
      return null;
    },
    { reads: readsFor(ids) },
  );
}

const act = { method: 'PUT', effect: 'command', marks: { 'body[]': invoiceMaintain.name } } as const;

export const issueRoutes: readonly Route[] = [
  {
    ...act,
    path: `${invoiceMaintain.path}/issue`,
    permission: [permissionOf(invoiceMaintain, 'issue')],
    summary: 'Invoice: hand to the provider, or look for it again',
    handle: issue,
  },
  {
    ...act,
    path: `${invoiceMaintain.path}/push`,
    permission: [permissionOf(invoiceMaintain, 'push')],
    summary: 'Invoice: mail its file to the customer',
    handle: push,
  },
];
