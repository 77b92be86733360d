/** Every noun of the module, one line each. */
export { accountCheck } from './account-check.ts';
export { capital, receivable } from './capital.ts';
export { capitalAccount } from './capital-account.ts';
export { creditChange } from './credit-change.ts';
export { switchCredit } from './credit-job.ts';
export { lapseRebate } from './rebate-job.ts';
export { creditInfo } from './credit-info.ts';
export { financing } from './financing.ts';
export { payable } from './payable/payable-ledger.ts';
export { payableBalance } from './payable/payable-balance.ts';
export { payableStatement } from './payable/payable-statement.ts';
export { rebateStatement } from './statement/rebate-statement.ts';
export { saleBalance } from './sale-balance.ts';
export { saleBill } from './sale-bill.ts';
export { opening } from './opening.ts';
export { bankStatement } from './bank-statement.ts';
