import { z } from 'zod';
import { compare } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { forgetTotals } from '#platform/server/list/total-memo.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { suggestionsOf, type Finding } from '#funds/model/bank-match.ts';
import type { SuggestedLine } from '#funds/model/bank-clue.ts';
import { bankStatement } from '#funds/model/bank-statement.ts';
import { openingReasons } from '#funds/model/opening-row.ts';
import { saleBill } from '#funds/model/sale-bill.ts';
import { lineClaimed, writeReceipts, type ReceiptOrigin } from './sale-bill.ts';

const { positive } = openingReasons;

/** Money that went out is on no customer's account: only what came in is kept. */
export const bankStatementService = serveEntity(bankStatement, {
  beforeSave(_ctx, next, previous) {
    if (previous?.claimStatus === '1') throw lineClaimed({ code: previous.billCode });
    if (compare(next.amount, '0') <= 0)
      throw invalidAt([{ path: 'amount', field: bankStatement.fields.amount.label, reason: positive }]);
    return next;
  },
  rowRules: [
    { key: 'amount', reason: positive, refused: 'v.amount <= 0' },
    // A file that comes again does not change what a receipt was made of.
    { key: 'serialNo', reason: reasons.unchangeable, refused: `t.claim_status = '1'` },
  ],
  beforeDelete(_ctx, rows) {
    const claimed = rows.find((row) => row.claimStatus === '1');
    if (claimed !== undefined) throw lineClaimed({ code: claimed.billCode });
  },
});

const claimBody = z.object({
  lines: z
    .array(
      z.object({
        id: z.string(),
        customerCode: z.string().max(50),
        organizeCode: z.string().max(50),
        orderCode: z.string().max(50).nullish(),
      }),
    )
    .min(1)
    .max(100),
});
type Claim = z.infer<typeof claimBody>['lines'][number];

const permission = [permissionOf(bankStatement, 'claim')];
export const bankStatementRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${bankStatement.path}/suggest`,
    permission,
    effect: 'none',
    marks: { 'body[]': bankStatement.name },
    summary: 'Bank statement line: whose money it may be',
    handle: suggest,
  },
  {
    method: 'PUT',
    path: `${bankStatement.path}/claim`,
    permission,
    effect: 'command',
    body: claimBody,
    summary: 'Bank statement line: claim, one receipt per line, all or none',
    handle: claim,
  },
];

const bankLine = {
  id: 'uuid',
  bankAccountCode: 'text',
  tradeDate: 'text',
  serialNo: 'text',
  payerName: 'text?',
  amount: 'decimal',
  claimStatus: 'text',
  billCode: 'text?',
} as const;
type Line = Readonly<RowOf<typeof bankLine>>;
const linesHeld = (ids: readonly string[]) =>
  statement(
    bankLine,
    `
      select id, bank_account_code, trade_date::text, serial_no, payer_name, amount, claim_status, bill_code
      from app.${tableOf(bankStatement)}
      where id = any($1::uuid[])
      order by id
      for update`,
    [ids],
  );

async function claim(call: Call): Promise<unknown> {
  const read = claimBody.safeParse(call.body);
  // Who is not let in hears that, and not what is wrong with the body.
  if (!read.success)
    throw await call
      .read({})
      .then(() =>
        invalidAt([
          { path: read.error.issues[0]?.path.join('.') ?? '', field: bankStatement.label, reason: reasons.format },
        ]),
      );
  const claims = new Map(read.data.lines.map((each) => [each.id, each]));
  if (![...claims.keys()].every(isId)) throw await call.read({}).then(() => notFound());
  try {
    return await command(
      call,
      async (ctx, { lines }) => {
        if (lines.length !== claims.size) throw notFound();
        const taken = lines.find(({ claimStatus }) => claimStatus === '1');
        if (taken !== undefined) throw lineClaimed({ code: taken.billCode });
        const bills = await writeReceipts(
          ctx,
          lines.map((line) => ({ body: receiptOf(line, claims.get(line.id) as Claim), from: line.serialNo })),
        );
        for (const [i, { id }] of bills.entries()) {
          ctx.patches.push({
            path: `{bills,${i},code}`,
            sql: `select code from app.${tableOf(saleBill)} where id = $value`,
            value: id,
          });
          ctx.log({
            noun: bankStatement.name,
            recordId: lines[i]?.id ?? '',
            recordCode: lines[i]?.serialNo ?? '',
            operation: 'claim',
          });
        }
        return {
          bills: bills.map((bill, i) => ({
            lineId: lines[i]?.id,
            id: bill.id,
            get code() {
              return bill.code;
            },
          })),
        };
      },
      { reads: { lines: linesHeld([...claims.keys()]) } },
    );
  } finally {
    forgetTotals(saleBill.name);
    forgetTotals(bankStatement.name);
  }
}

/** A receipt of the line's money on the day it arrived; an order that is named is paid by it. */
function receiptOf(
  { bankAccountCode, serialNo, tradeDate, payerName, amount }: Line,
  { customerCode, organizeCode, orderCode }: Claim,
): ReceiptOrigin['body'] {
  const lines = orderCode == null || orderCode === '' ? [] : [{ summary: payerName ?? serialNo, orderCode, amount }];
  return {
    organizeCode,
    customerCode,
    amount,
    bankAccountCode,
    bankSerialNo: serialNo,
    billDate: tradeDate,
    remark: payerName,
    lines,
  };
}

async function suggest(call: Call): Promise<readonly SuggestedLine[]> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  const {
    rows: { lines, findings },
  } = await call.read({
    lines: statement(
      { id: 'uuid' },
      `select id from app.${tableOf(bankStatement)} where id = any($1::uuid[]) order by id`,
      [ids],
    ),
    findings: findingsOf(ids),
  });
  if (lines.length !== ids.length) throw notFound();
  return lines.map(({ id }) => suggestionsOf(id, findings as readonly Finding[]));
}

/**
 * Everything that speaks for a customer, clue by clue. Orders are looked at around the day: an amount alone is met by
 * chance sooner or later.
 */
const findingsOf = (ids: readonly string[]) =>
  statement(
    {
      lineId: 'uuid',
      clue: 'text',
      customerCode: 'text',
      customerName: 'text',
      organizeCode: 'text?',
      organizeName: 'text?',
      orderCode: 'text?',
    },
    `
      with l as materialized (
        select s.id, s.payer_account, s.payer_name, s.amount, s.trade_date, b.organize_code
        from app.sale_bankstatement s
        join app.data_bankaccount b on b.code = s.bank_account_code
        where s.id = any($1::uuid[]) and s.claim_status = '0'
      ),
      who as materialized (
        select l.id, 'history' as clue, p.customer_code
        from l
        join app.sale_bankstatement p on p.payer_account = l.payer_account and p.claim_status = '1'
        union
        select l.id, 'account', i.customer_code
        from l
        join app.data_customerinvoice i on i.bank_account = l.payer_account and i.status = '1'
        union
        select l.id, 'name', c.code
        from l
        join app.data_customer c on c.name = l.payer_name
        union
        select l.id, 'name', i.customer_code
        from l
        join app.data_customerinvoice i on i.name = l.payer_name and i.status = '1'
      ),
      found as (
        select w.id, w.clue, w.customer_code, null::text as organize_code, null::text as order_code
        from who w
        union all
        select l.id, 'owed', r.customer_code, r.organize_code, null
        from l
        join app.receivable_balance r on r.amount = l.amount
        union all
        select l.id, 'owed', w.customer_code, r.organize_code, o.order_code
        from (select distinct id, customer_code from who) w
        join l on l.id = w.id
        join app.receivable_balance r on r.customer_code = w.customer_code and r.amount > 0
        cross join lateral app.receivable_open(r.organize_code, r.customer_code) o
        where o.open_amount = l.amount
        union all
        select l.id, 'order', o.customer_code, o.organize_code, o.code
        from l
        cross join lateral (
          select x.customer_code, x.organize_code, x.code
          from app.order_order x
          where x.payable_amount = l.amount
            and x.bill_status = '1'
            and x.deleted_flag = '0'
            and x.bill_date between l.trade_date - 45 and l.trade_date + 3
          order by x.bill_date desc
          limit 3
        ) o
      )
      select f.id as line_id, f.clue, c.code as customer_code, c.name as customer_name, g.code as organize_code,
        g.name as organize_name, f.order_code
      from found f
      join l on l.id = f.id
      join app.data_customer c on c.code = f.customer_code and c.status = '1'
      left join app.sys_organization g on g.code = coalesce(f.organize_code, l.organize_code, c.organize_code)
      order by 1, 2, 3, 5
      limit 2000`,
    [ids],
  );
