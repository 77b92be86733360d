import { isZero, negated } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Reads, type RowOf } from '#platform/server/db/statement.ts';
import { post, type Source } from '#platform/server/ledger/post.ts';
import { loanLedger } from '#expense/model/loan/loan-ledger.ts';
import type { OffsetPart, OpenLoan } from '#expense/model/loan/loan-offset.ts';

const loanRow = {
  id: 'uuid',
  code: 'text',
  applicantCode: 'text',
  organizeCode: 'text',
  payDate: 'date',
  paid: 'decimal',
  balance: 'decimal',
  locked: 'decimal',
} as const;
export type LoanRow = RowOf<typeof loanRow>;

/** Which loans: SQL that answers codes of loans, with its values from $1 on. */
interface Asked {
  readonly codes: string;
  readonly values: readonly unknown[];
}
export const loansOf = (applicantCode: string): Asked => ({
  codes: 'select o.code from app.reimbursement_loan o where o.applicant_code = $1',
  values: [applicantCode],
});
export const loansNamed = (codes: readonly string[]): Asked => ({
  codes: 'select unnest($1::text[])',
  values: [codes],
});

/** Paid loans as they are right now, for whoever only wants to know. */
export const loanFigures = ({ codes, values }: Asked) =>
  ({
    loans: statement(
      loanRow,
      `
        select h.id, h.code, h.applicant_code, h.organize_code, h.pay_date, h.total_amount as paid, b.amount as balance,
          b.locked
        from app.reimbursement_loan h
        join app.loan_balance b on b.applicant_code = h.applicant_code and b.loan_code = h.code
        where h.code in (${codes}) and h.pay_flag = '1' and h.deleted_flag = '0'
        order by h.pay_date, h.code`,
      values,
    ),
  }) satisfies Reads;

/**
 * The same, held until it is committed: first the loans, which are documents and show what is left of them, then their
 * ledger. Whoever also takes of a budget does that behind this.
 */
export const loanReads = ({ codes, values }: Asked) =>
  ({
    loanRows: statement(
      { id: 'uuid' },
      `
        select h.id
        from app.reimbursement_loan h
        where h.code in (${codes}) and h.pay_flag = '1'
        order by h.id
        for no key update`,
      values,
    ),
    loanLock: statement(
      { locked: 'nothing' },
      `
        select app.loan_lock(
          jsonb_build_object(
            'entries',
            coalesce((
              select jsonb_agg(jsonb_build_object('applicant_code', b.applicant_code, 'loan_code', b.loan_code))
              from app.loan_balance b
              where b.loan_code in (${codes})
            ), '[]')
          )
        ) as locked`,
      values,
    ),
    ...loanFigures({ codes, values }),
  }) satisfies Reads;

/** What documents have locked of loans, the oldest loan first, and which document it is. */
export const lockReads = (where: 'h.doc_id' | 'b.loan_code', values: readonly string[]) =>
  ({
    loanLocks: statement(
      { docId: 'uuid', docCode: 'text', loanCode: 'text', applicantCode: 'text', amount: 'decimal' },
      `
        select h.doc_id,
          (
            select max(e.doc_code)
            from app.loan_entry e
            where e.holder_doc_id = h.doc_id and e.post_type = 'LOCK'
          ) as doc_code,
          b.loan_code, b.applicant_code, h.locked as amount
        from app.loan_hold h
        join app.loan_balance b on b.id = h.balance_id
        left join app.reimbursement_loan l on l.code = b.loan_code
        where ${where} = any($1::${where === 'h.doc_id' ? 'uuid' : 'text'}[]) and h.locked > 0
        order by l.pay_date, b.loan_code`,
      [values],
    ),
  }) satisfies Reads;

/** What a document has offset of loans, as the ledger says. */
export const offsetReads = (docId: string) =>
  ({
    offsets: statement(
      { loanCode: 'text', applicantCode: 'text', amount: 'decimal' },
      `
        select b.loan_code, b.applicant_code, -sum(e.d_amount) as amount
        from app.loan_entry e
        join app.loan_balance b on b.id = e.balance_id
        where e.doc_id = $1 and e.post_type = 'OFFSET'
        group by b.loan_code, b.applicant_code
        having sum(e.d_amount) <> 0`,
      [docId],
    ),
  }) satisfies Reads;

/** Loans as the core asks for them. */
export const openLoans = (rows: readonly LoanRow[]): readonly OpenLoan[] => rows;

export interface LoanMove {
  readonly applicantCode: string;
  readonly loanCode: string;
  readonly postType: keyof NonNullable<typeof loanLedger.postTypes>;
  readonly amount?: string;
  readonly locked?: string;
  readonly lineId?: string;
}

/** The only door to the ledger of loans. */
export function moveLoans(ctx: Command, source: Source, moves: readonly LoanMove[], short: () => Error = never): void {
  const real = moves.filter(({ amount = '0', locked = '0' }) => !isZero(amount) || !isZero(locked));
  post(
    ctx,
    loanLedger,
    source,
    real.map(({ applicantCode, loanCode, postType, amount = '0', locked = '0', lineId = source.id }) => ({
      applicantCode,
      loanCode,
      changes: { amount, locked },
      postType,
      lineId,
      guards: 'available' as const,
    })),
    short,
  );
  refreshLoans(
    ctx,
    real.map(({ loanCode }) => loanCode),
  );
}

/** LOCK: nobody else offsets these parts, and nobody repays them. */
export const lockLoans = (ctx: Command, source: Source, applicantCode: string, parts: readonly OffsetPart[]): void => {
  moveLoans(
    ctx,
    source,
    parts.map(({ loan, amount }) => ({ applicantCode, loanCode: loan, postType: 'LOCK', locked: amount })),
  );
};

/** UNLOCK: they are free again. */
export const unlockLoans = (
  ctx: Command,
  source: Source,
  applicantCode: string,
  parts: readonly OffsetPart[],
): void => {
  moveLoans(
    ctx,
    source,
    parts.map(({ loan, amount }) => ({ applicantCode, loanCode: loan, postType: 'UNLOCK', locked: negated(amount) })),
  );
};

/** Loans show what is left of them; their rows were held before the ledger was. */
export function refreshLoans(ctx: Command, codes: readonly string[]): void {
  if (codes.length === 0) return;
  ctx.later({
    text: `
      update app.reimbursement_loan h
      set balance_amount = b.amount, locked_amount = b.locked,
        repaid_amount = case when h.pay_flag = '1' then h.total_amount - b.amount else 0 end,
        settle_status = case
          when h.pay_flag <> '1' then '0'
          when b.amount = 0 then '2'
          when b.amount < h.total_amount then '1'
          else '0'
        end
      from app.loan_balance b
      where h.code = any($1::text[]) and b.loan_code = h.code and b.applicant_code = h.applicant_code`,
    values: [codes],
  });
}

const never = (): Error => new Error('what is free of a loan is decided before it is posted');
