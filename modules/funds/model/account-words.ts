/** An account that is kept for no brand or channel in particular pays for all. */
export const everyBrand = ['全部品牌', '全部品牌', 'All brands'] as const;
export const everyChannel = ['全部渠道', '全部渠道', 'All channels'] as const;
/** A bill that names no account moves the customer's cash. */
export const cashAccount = ['现金账户', '現金帳戶', 'Cash account'] as const;
