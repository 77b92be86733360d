import { bookCheck, type BookCheck } from '#platform/server/ledger/book-check.ts';
import { accountKinds } from '#funds/model/capital.ts';

/** Invariants between the accounts of a customer, what he owes and what he paid (domain §4, J09). */
export const fundsChecks: readonly BookCheck[] = [
  bookCheck(
    [
      'I20：客户应收等于预存款与授信的欠额',
      'I20：客戶應收等於預存款與授信的欠額',
      'I20: a customer owes what his cash and credit lack',
    ],
    `
      select concat_ws(
        ' · ',
        coalesce((
          select o.name
          from app.sys_organization o
          where o.tenant_code = b.tenant_code and o.code = b.organize_code
        ), b.organize_code),
        coalesce((
          select c.name
          from app.data_customer c
          where c.tenant_code = b.tenant_code and c.code = b.customer_code
        ), b.customer_code)
      ),
        b.amount || ' ≠ ' || coalesce(-x.balance, 0)
      from app.receivable_balance b
      left join (
        select a.organize_code, a.customer_code, sum(c.balance) as balance
        from app.sale_capitalaccount a
        join app.capital_balance c on c.account_code = a.account_code
        where a.account_type in ('${accountKinds.cash}', '${accountKinds.credit}')
        group by a.organize_code, a.customer_code
      ) x on x.organize_code = b.organize_code and x.customer_code = b.customer_code
      where b.amount + coalesce(x.balance, 0) <> 0`,
  ),
  bookCheck(
    [
      'I15：返利批次合计等于返利账户余额',
      'I15：返利批次合計等於返利帳戶餘額',
      'I15: batches of rebate hold what their account does',
    ],
    `
      select a.account_code, 'balance ' || coalesce(c.balance, 0) || ', batches ' || coalesce(r.remaining, 0)
      from app.sale_capitalaccount a
      left join app.capital_balance c on c.account_code = a.account_code
      left join (select account_code, sum(remaining) as remaining from app.rebate_batch group by account_code) r
        on r.account_code = a.account_code
      where a.account_type = '${accountKinds.rebate}' and coalesce(c.balance, 0) <> coalesce(r.remaining, 0)`,
  ),
  bookCheck(
    ['I16：授信账户没有正余额', 'I16：授信帳戶沒有正餘額', 'I16: credit is used or not, and never money'],
    `
      select b.account_code, b.balance::text
      from app.capital_balance b
      join app.sale_capitalaccount a on a.account_code = b.account_code
      where a.account_type = '${accountKinds.credit}' and b.balance > 0`,
  ),
  bookCheck(
    [
      'I14：订单退回金额不超过扣款金额',
      'I14：訂單退回金額不超過扣款金額',
      'I14: no account gets back more than it paid for an order',
    ],
    `
      select e.holder_doc_id || ' ' || b.account_code, sum(e.d_balance)::text
      from app.capital_entry e
      join app.capital_balance b on b.id = e.balance_id
      where e.post_type in ('DED', 'RTN') and e.holder_doc_id <> e.doc_id
      group by e.holder_doc_id, b.account_code
      having sum(e.d_balance) > 0`,
  ),
];
