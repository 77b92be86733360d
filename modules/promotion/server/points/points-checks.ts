import { bookCheck, type BookCheck } from '#platform/server/ledger/book-check.ts';

/** Invariants of points (I40, J09). */
export const pointsChecks: readonly BookCheck[] = [
  bookCheck(
    ['I40：积分账户等于各批次之和', 'I40：積分帳戶等於各批次之和', 'I40: a customer has the points of his batches'],
    `
      select coalesce(c.name, a.customer_code),
        'account ' || a.balance || '/' || a.locked || ', batches ' || coalesce(x.balance, 0) || '/' ||
          coalesce(x.locked, 0)
      from app.points_balance a
      left join app.data_customer c on c.tenant_code = a.tenant_code and c.code = a.customer_code
      left join (
        select customer_code, sum(balance) as balance, sum(locked) as locked
        from app.points_balance
        where batch_no <> ''
        group by customer_code
      ) x on x.customer_code = a.customer_code
      where a.batch_no = '' and (a.balance <> coalesce(x.balance, 0) or a.locked <> coalesce(x.locked, 0))`,
  ),
  bookCheck(
    [
      'I40：批次锁定不超过剩余，欠分只记在账户',
      'I40：批次鎖定不超過剩餘，欠分只記在帳戶',
      'I40: no batch holds more than it has, and only accounts owe',
    ],
    `
      select b.customer_code || ' ' || b.batch_no, b.balance || ' / ' || b.locked || ' / ' || b.debt
      from app.points_balance b
      where b.locked > b.balance or (b.batch_no <> '' and b.debt <> 0)`,
  ),
];
