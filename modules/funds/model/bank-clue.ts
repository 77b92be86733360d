/** Whose money a line may be, and what speaks for it. */
export interface Suggestion {
  readonly customerCode: string;
  readonly customerName: string;
  readonly organizeCode: string | null;
  readonly organizeName: string | null;
  /** The order that is paid exactly. */
  readonly orderCode: string | null;
  readonly because: readonly Clue[];
}
/**
 * The surest first: he paid from this account before, it is on his invoices, he is called like the payer, he owes
 * exactly this, an order of his costs exactly this.
 */
export const clues = {
  history: ['曾用此账号付款', '曾用此帳號付款', 'Paid from this account before'],
  account: ['开票账号一致', '開票帳號一致', 'Account on his invoices'],
  name: ['名称一致', '名稱一致', 'Same name'],
  owed: ['应收金额一致', '應收金額一致', 'Owes exactly this'],
  order: ['订单金额一致', '訂單金額一致', 'An order of this amount'],
} as const;
export type Clue = keyof typeof clues;
export interface SuggestedLine {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** One customer, known by account, or by name and amount, and the organisation is known: nobody needs to look. */
  readonly isSure: boolean;
}
