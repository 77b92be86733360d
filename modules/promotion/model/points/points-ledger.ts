import { customer } from '#data/model/partner/customer.ts';
import { defineLedger } from '#platform/model/ledger.ts';

/**
 * Points of customers (domain §4.4, I40). A batch is a balance of its own, named by the day on which it lapses and by
 * what brought it; the balance without a batch is the customer's account: it moves with every batch, holds what he owes
 * in points, and its entries are the flow that he reads.
 */
export const points = defineLedger({
  name: 'points',
  label: ['积分', '積分', 'Points'],
  lockOrder: 50,
  key: ['customerCode', 'expireDate', 'batchNo'],
  refs: { customerCode: () => customer },
  measures: {
    balance: ['积分', '積分', 'Points'],
    locked: ['兑换锁定', '兌換鎖定', 'Held by exchanges'],
    debt: ['欠积分', '欠積分', 'Owed'],
  },
  available: { plus: ['balance'], minus: ['locked'] },
  held: 'locked',
  notes: { remark: 'text' },
  postTypes: {
    EARN: ['获得', '取得', 'Earn'],
    LOCK: ['锁定', '鎖定', 'Lock'],
    UNLOCK: ['解锁', '解鎖', 'Unlock'],
    USE: ['兑换', '兌換', 'Use'],
    RETURN: ['退回', '退回', 'Return'],
    EXPIRE: ['过期', '過期', 'Expire'],
    CLAW: ['退货扣回', '退貨扣回', 'Claw-back'],
    ADJ: ['调整', '調整', 'Adjust'],
  },
});

/** A batch that never lapses sorts behind all that do. */
export const neverLapses = '9999-12-31';
/** The balance of a customer that is no batch. */
export const account = { expireDate: '', batchNo: '' } as const;
