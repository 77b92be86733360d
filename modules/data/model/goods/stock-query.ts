import type { Choices } from '#platform/model/field.ts';

/** Which rows the product dialog and the stock enquiry show. */
export const stockQueryType = {
  0: ['全部', '全部', 'All'],
  1: ['仅有库存', '僅有庫存', 'In stock only'],
  2: ['仅无库存', '僅無庫存', 'Out of stock only'],
} as const satisfies Choices;
