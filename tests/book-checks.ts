import { serverModules } from '#apps/api/compose.ts';
import type { BookCheck } from '#platform/server/ledger/book-check.ts';

/** What the books of all modules must agree on (J09). */
export const bookChecks: readonly BookCheck[] = serverModules.flatMap(({ checks = [] }) => checks);
