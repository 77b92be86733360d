import { compare, isZero, negated } from '#platform/model/decimal.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { linesOf } from '#platform/server/document/read.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import type { BlueLine } from '#invoice/model/red/red-lines.ts';

type Line = Pick<
  LockedBill<typeof invoiceMaintain>['lines'][number],
  'lineNo' | 'number' | 'amount' | 'netAmount' | 'discountFlag'
>;

/** Links from a line of an application to the line of the invoice that it is on: with how much. */
export const printedLink = 'printed';
/** From an invoice to those that take it back. */
export const reversedLink = 'reversed';

/** What an invoice says of reversals while there is none. */
export const noReversal = {
  originalCode: null,
  originalInvoiceNumber: null,
  redReason: null,
  buyerUsedFlag: '0',
  redConfirmNo: null,
  redConfirmStatus: '0',
  redConfirmStage: '0',
  redConfirmMsg: null,
  redConfirmDeadline: null,
  redAmount: '0',
} as const;

const taken = {
  originalCode: 'text',
  lineNo: 'integer',
  number: 'decimal?',
  amount: 'decimal',
  net: 'decimal',
} as const;
type Taken = RowOf<typeof taken>;

/** What reds take of each line of these invoices, those that are only asked for included. */
export const takenOf = (ids: readonly string[]) =>
  statement(
    taken,
    `
      select r.original_code, x.original_line_no as line_no, -sum(x.number) as number, -sum(x.amount) as amount,
        -sum(x.net_amount) as net
      from app.invoice_maintain r
      join app.invoice_maintain_line x on x.tenant_code = r.tenant_code and x.parent_id = r.id
      where r.original_code = any(array(select h.code from app.invoice_maintain h where h.id = any($1::uuid[])))
        and r.deleted_flag = '0'
        and x.original_line_no is not null
      group by r.original_code, x.original_line_no`,
    [ids],
  );

/** Lines of an invoice, and what of them is red. Read once the invoice is held: two reds see each other. */
export const blueReads = (ids: readonly string[]) => ({ lines: linesOf(invoiceMaintain, ids), taken: takenOf(ids) });

/** A line of the paper with the discount line beside it, as the reckoning of reds wants it (C5a). */
export function blueLinesIn(code: string, lines: readonly Line[], taken: readonly Taken[]): readonly BlueLine[] {
  const red = new Map(taken.filter(({ originalCode }) => originalCode === code).map((row) => [row.lineNo, row]));
  return lines.flatMap((line, at): BlueLine[] => {
    if (line.discountFlag === '1') return [];
    const beside = lines[at + 1];
    const discount = beside?.discountFlag === '1' ? beside : undefined;
    const own = red.get(line.lineNo);
    const given = discount === undefined ? undefined : red.get(discount.lineNo);
    const isCounted = line.number !== null && !isZero(line.number);
    return [
      {
        lineNo: line.lineNo,
        number: isCounted ? (line.number ?? '') : '',
        amount: line.amount,
        netAmount: line.netAmount ?? '0',
        discount: negated(discount?.amount ?? '0'),
        discountNet: negated(discount?.netAmount ?? '0'),
        redNumber: isCounted ? (own?.number ?? '0') : own === undefined ? '0' : '1',
        redAmount: own?.amount ?? '0',
        redNet: own?.net ?? '0',
        redDiscount: negated(given?.amount ?? '0'),
        redDiscountNet: negated(given?.net ?? '0'),
      },
    ];
  });
}

/** Whether anything of an invoice is taken back, or asked to be. */
export const isReversed = ({
  redAmount,
  issueStatus,
}: Pick<LockedBill<typeof invoiceMaintain>, 'redAmount' | 'issueStatus'>): boolean =>
  compare(redAmount ?? '0', '0') !== 0 || issueStatus === '5' || issueStatus === '3';
