import { tableOf } from '#platform/server/db/shape.ts';
import { cityTransport } from '#expense/model/claim/city-transport.ts';
import { expenseClaim } from '#expense/model/claim/expense.ts';
import { specialExpense } from '#expense/model/claim/special-expense.ts';
import { travel } from '#expense/model/claim/travel.ts';

/** All kinds of claims. */
export const claimDocuments = [expenseClaim, specialExpense, travel, cityTransport] as const;

/** These columns of all claims, as one table: whatever all of them have. */
export const allClaims = (columns: string): string =>
  claimDocuments
    .map((document) => `select '${document.name}' as doc_name, ${columns} from app.${tableOf(document)} c`)
    .join(' union all ');
