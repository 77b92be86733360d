import type { Label } from '#platform/model/label.ts';

export const peerTexts = {
  pair: ['租户往来', '租戶往來', 'Other company'],
  buyer: ['采购方', '採購方', 'Buyer'],
  seller: ['供货方', '供貨方', 'Seller'],
  us: ['（本方）', '（本方）', ' (us)'],
  ordered: ['订购', '訂購', 'Ordered'],
  amount: ['金额', '金額', 'Amount'],
  moved: ['发出', '發出', 'Sent'],
  taken: ['签收', '簽收', 'Received'],
  short: ['短少', '短少', 'Short'],
  closed: ['关闭', '關閉', 'Closed'],
  money: ['应付 / 应收', '應付 / 應收', 'Payable / receivable'],
  open: ['其中在途与待退 {amount}', '其中在途與待退 {amount}', '{amount} of it on the way or to be given back'],
  gift: ['赠品', '贈品', 'Gift'],
  waits: ['对方尚未生成订单', '對方尚未產生訂單', 'It is no order there yet'],
  of: ['{peer} 的 {code}', '{peer} 的 {code}', '{code} of {peer}'],
  asksFor: [
    '供货方要价 {amount}，采购金额 {own}',
    '供貨方要價 {amount}，採購金額 {own}',
    'The seller asks {amount}; the purchase says {own}',
  ],
  confirm: ['确认供货方金额', '確認供貨方金額', 'Agree to the amounts'],
  agree: [
    '确认后采购金额按供货方金额改为：{lines}。确认只对这些金额有效。',
    '確認後採購金額按供貨方金額改為：{lines}。確認只對這些金額有效。',
    'The purchase takes these amounts: {lines}. You agree to exactly these.',
  ],
  messages: ['消息', '訊息', 'Messages'],
  none: ['没有等待的消息，两边一致', '沒有等待的訊息，兩邊一致', 'Nothing waits, both sides agree'],
  agreeing: [
    '没有等待的消息，等采购方确认金额',
    '沒有等待的訊息，等採購方確認金額',
    'No message waits; the buyer has yet to agree to the amounts',
  ],
  differs: ['{n} 处不一致', '{n} 處不一致', '{n} {n:difference|differences}'],
  waiting: ['等待中', '等待中', 'Waiting'],
  refused: ['被拒 {n} 次', '被拒 {n} 次', 'Refused {n} {n:time|times}'],
  behind: ['等待前一条（{n}）', '等待前一條（{n}）', 'Behind message {n}'],
  there: ['对方暂时不能处理', '對方暫時不能處理', 'The other company cannot take it now'],
  ours: ['我方 → 对方', '我方 → 對方', 'From us'],
  theirs: ['对方 → 我方', '對方 → 我方', 'To us'],
  retry: ['立即重试', '立即重試', 'Try now'],
  push: ['重新推送', '重新推送', 'Send again'],
  askClose: ['申请上级关闭', '申請上級關閉', 'Ask to close'],
  confirmAskClose: [
    '请供货方关闭 {count} 张采购订单中尚未发出的数量？',
    '請供貨方關閉 {count} 張採購訂單中尚未發出的數量？',
    'Ask the supplier to close what he has not sent of {count} {count:order|orders}?',
  ],
} as const satisfies Readonly<Record<string, Label>>;

/** What a message says, in the words of either side. */
export const peerKinds: Readonly<Record<string, Label>> = {
  order: ['采购订单', '採購訂單', 'Purchase order'],
  confirm: ['金额确认', '金額確認', 'Amounts agreed to'],
  askClose: ['申请关闭', '申請關閉', 'Request to close'],
  received: ['入库签收', '入庫簽收', 'Receipt'],
  sentBack: ['退货', '退貨', 'Goods sent back'],
  news: ['订单状态', '訂單狀態', 'State of the order'],
  shipped: ['发货', '發貨', 'Goods sent'],
  refunded: ['退款', '退款', 'Refund'],
};
