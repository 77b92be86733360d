/** Every noun of the module, one line each. */
export { application } from './application/application.ts';
export { budget } from './budget/budget.ts';
export { budgetAdjust } from './budget/budget-adjust.ts';
export { budgetExecution } from './budget/budget-execution.ts';
export { budgetLedger } from './budget/budget-ledger.ts';
export { claimEntries } from './claim/claim-entries.ts';
export { claimList } from './claim/claim-list.ts';
export { claimLedger } from './claim/claim-ledger.ts';
export { cityTransport } from './claim/city-transport.ts';
export { expenseClaim } from './claim/expense.ts';
export { specialExpense } from './claim/special-expense.ts';
export { travel } from './claim/travel.ts';
export { loan } from './loan/loan.ts';
export { loanLedger } from './loan/loan-ledger.ts';
export { reimbursementItem } from './item/reimbursement-item.ts';
export { reimbursementPolicy } from './policy/reimbursement-policy.ts';
export { repayment } from './loan/repayment.ts';
