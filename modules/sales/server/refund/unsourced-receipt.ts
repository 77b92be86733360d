import { minus, negated, plus, round, times } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { linkDocuments } from '#platform/server/document/link.ts';
import { insertBill } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { accountKinds } from '#funds/model/capital.ts';
import { raisedCredit } from '#funds/model/credit.ts';
import { accountFor, accountsIn, book, cashBeside, type AccountRow, type Movement } from '#funds/server/capital.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { stockInout } from '#stock/model/inout.ts';
import { sourceOf, type Inout } from '#stock/server/inout.ts';
import { movementDraft } from '#stock/server/movement-draft.ts';
import { countReceived, inboundLines, keepReceipts, receiptsIn, type Brought } from './refund-receipt.ts';
import { recordOf } from './unsourced.ts';

type Refund = LockedBill<typeof refund>;

/** The movement that brings goods of nobody knows which order: no movement of ours is taken back by it. */
export function askUnsourced(ctx: Command, bill: Refund): void {
  const wanted = bill.lines
    .map((line) => ({ line, number: minus(line.number, line.receivedNumber ?? '0') }))
    .filter(({ number }) => number !== '0');
  if (wanted.length === 0) return;
  const { organizeCode, organizeName, customerCode, customerName, storageCode, storageName, code } = bill;
  const head = { organizeCode, organizeName, customerCode, customerName, storageCode, storageName };
  const lines = wanted.map(({ line, number }, i) => ({
    id: newId(),
    lineNo: i + 1,
    productCode: line.productCode,
    productName: line.productName,
    spec: line.spec,
    model: null,
    barcode: null,
    mainUnitName: line.mainUnitName,
    number,
    storeNumber: null,
    rate: null,
    price: line.price,
    amount: round(times(line.price, number), 2),
    pickedNumber: '0',
    components: null,
    remark: null,
  }));
  const id = newId();
  insertBill(
    stockInout,
    ctx,
    {
      id,
      status: stockInout.states.saved.code,
      draft: movementDraft({ ...head, moveType: '4', sourceCode: code, billDate: ctx.today, redFlag: '1' }, lines),
    },
    { operation: 'save', message: code },
  );
  linkDocuments(
    ctx,
    stockInout,
    lines.map(({ id: lineId, number, amount }, i) => ({
      kind: linkKinds.inbound,
      from: { type: refund.name, id: bill.id, lineId: wanted[i]?.line.id ?? '' },
      to: { id, lineId },
      number,
      amount,
      isShownOnly: true,
    })),
  );
}

/** Returns without an order whose goods these movements bring; SQL, $1 being the ids of the movements. */
const unsourcedOfRed = `
  select t.id
  from app.doc_link k
  join app.order_refund t on t.tenant_code = k.tenant_code and t.id = k.from_id and t.order_code is null
  where k.kind = '${linkKinds.inbound}' and k.is_active and k.to_id = any($1::uuid[])`;
export const ownersOfUnsourced = `
  select t.organize_code, t.customer_code
  from app.order_refund t
  where t.id = any(array(${unsourcedOfRed}))`;

const unsourced = {
  movementId: 'uuid',
  code: 'text',
  date: 'date',
  organizeCode: 'text',
  customerCode: 'text',
  creditControlFlag: 'text?',
} as const;
export type UnsourcedReturn = RowOf<typeof unsourced>;

export const unsourcedReads = (ids: readonly string[]) => ({
  unsourced: statement(
    unsourced,
    `
      select distinct k.to_id as movement_id, t.code, t.bill_date as date, t.organize_code, t.customer_code,
        c.credit_control_flag
      from app.doc_link k
      join app.order_refund t on t.tenant_code = k.tenant_code and t.id = k.from_id and t.order_code is null
      join app.data_customer c on c.tenant_code = t.tenant_code and c.code = t.customer_code
      where k.kind = '${linkKinds.inbound}' and k.is_active and k.to_id = any($1::uuid[])`,
    [ids],
  ),
});

/** What comes in is given back: used credit rises to nothing, the rest is the customer's cash (A1). */
export async function receiveUnsourced(
  ctx: Command,
  bill: Inout,
  owner: UnsourcedReturn,
  accountRows: readonly AccountRow[],
): Promise<void> {
  const lines = await ctx.rows(inboundLines(bill.id));
  const [first] = lines;
  if (first === undefined) return;
  const record = recordOf(bill.lines);
  const accounts = accountsIn(accountRows);
  const credit =
    accountFor(accounts, accountKinds.credit, owner) ?? accounts.find(({ type }) => type === accountKinds.credit);
  if (credit === undefined) throw new Error(`return ${owner.code}: no account of credit was read`);
  const raised = raisedCredit(record.refund, credit.balance);
  const given = [
    { account: credit, amount: raised.credit },
    { account: cashBeside(accounts, credit), amount: raised.cash },
  ];
  const { organizeCode, customerCode } = owner;
  book(
    ctx,
    sourceOf(bill),
    given.map(({ account, amount }): Movement => ({ account, postType: 'RTN', changes: { balance: amount } })),
    [{ organizeCode, customerCode, postType: 'RET', amount: negated(record.refund) }],
    () => new Error('giving back asks for nothing'),
  );
  keepReceipts(ctx, first.refundId, [
    ...receiptsIn(first.receipts),
    {
      movementId: bill.id,
      movementCode: bill.code,
      date: bill.billDate,
      record,
      parts: given
        .filter(({ amount }) => amount !== '0' && amount !== '0.00')
        .map(({ account, amount }) => ({ account: account.code, amount: plus(amount) })),
      behind: '0',
    },
  ]);
  countReceived(ctx, lines, broughtBy(bill), 1);
}

export async function unreceiveUnsourced(ctx: Command, bill: Inout): Promise<void> {
  const lines = await ctx.rows(inboundLines(bill.id));
  const [first] = lines;
  if (first === undefined) return;
  keepReceipts(
    ctx,
    first.refundId,
    receiptsIn(first.receipts).filter(({ movementId }) => movementId !== bill.id),
  );
  countReceived(ctx, lines, broughtBy(bill), -1);
}

const broughtBy = (bill: Inout): readonly Pick<Brought, 'lineId' | 'number'>[] =>
  bill.lines.map(({ id, number }) => ({ lineId: id, number }));
