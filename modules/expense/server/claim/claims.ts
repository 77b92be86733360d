import { cityTransport } from '#expense/model/claim/city-transport.ts';
import { expenseClaim } from '#expense/model/claim/expense.ts';
import { specialExpense } from '#expense/model/claim/special-expense.ts';
import { travel } from '#expense/model/claim/travel.ts';
import { serveClaim } from './claim.ts';
import { cityKind, expenseKind, specialKind, travelKind } from './claim-kind.ts';

export const claimServices = [
  serveClaim(expenseClaim, expenseKind),
  serveClaim(specialExpense, specialKind),
  serveClaim(travel, travelKind),
  serveClaim(cityTransport, cityKind),
];
