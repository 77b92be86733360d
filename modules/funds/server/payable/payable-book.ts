import { isZero } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { post, reverse, type Source } from '#platform/server/ledger/post.ts';
import { payable } from '#funds/model/payable/payable-ledger.ts';

/** What a document changes of what is owed to a supplier. */
export interface SupplierDebt {
  readonly organizeCode: string;
  readonly supplierCode: string;
  readonly postType: 'PUR' | 'PRT' | 'PAY' | 'PRE' | 'OFS' | 'ADJ' | 'OPN';
  readonly amount?: string;
  readonly prepaid?: string;
  readonly lineId?: string;
  /** Of what is owed: from the next day on it is late. */
  readonly dueDate?: string | null;
  /** The receipt that is owed, or that a return or a payment settles. */
  readonly receiptCode?: string | null;
  readonly purchaseCode?: string | null;
}

/** The only door to the payable ledger. */
export function bookPayable(ctx: Command, source: Source, debts: readonly SupplierDebt[]): void {
  post(
    ctx,
    payable,
    source,
    debts
      .filter(({ amount = '0', prepaid = '0' }) => !isZero(amount) || !isZero(prepaid))
      .map(
        ({
          organizeCode,
          supplierCode,
          postType,
          amount = '0',
          prepaid = '0',
          lineId = source.id,
          dueDate = null,
          receiptCode = null,
          purchaseCode = null,
        }) => ({
          organizeCode,
          supplierCode,
          changes: { amount, prepaid },
          postType,
          lineId,
          guards: 'nothing' as const,
          notes: { dueDate, receiptCode, purchaseCode },
        }),
      ),
    noFloor,
  );
}

/** Takes back everything that the document posted. */
export const unbookPayable = (ctx: Command, source: Source): void => {
  reverse(ctx, payable, source, 'nothing', noFloor);
};

const noFloor = (): Error => new Error('what is owed to a supplier has no floor');
